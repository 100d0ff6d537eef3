// Table digest: when people got weekly digests, and what these are about.

import { FLAG } from '../bits.ts'
import type { Db } from '../db.ts'
import { writing } from '../writing.ts'

/** Unread messages of one conversation. */
export interface UnreadConversation {
  conversation_id: number
  count: number
  /** How many people wrote them. */
  senders: number
  newest_id: number
}

interface UnreadSince {
  user: number
  since: number
  limit: number
}

/** Statements on weekly digests. */
export function digests(db: Db) {
  const madeAt = db
    .prepare<[user: number], number>('SELECT made_at FROM digest WHERE user_id = ?')
    .pluck()
  const recent = `
    SELECT message.id, conversation_id, sender_id, sent_at FROM (
      SELECT message_id FROM user_message INDEXED BY user_message_unread
       WHERE user_id = @user AND (flags & ${FLAG.read}) = 0 ORDER BY message_id DESC LIMIT @limit)
     CROSS JOIN message ON message.id = message_id WHERE sent_at >= @since`
  const conversations = db.prepare<UnreadSince, UnreadConversation>(`
    SELECT conversation_id, count(*) AS count, count(DISTINCT sender_id) AS senders,
           max(id) AS newest_id
      FROM (${recent}) GROUP BY conversation_id ORDER BY senders DESC, count DESC, newest_id DESC`)
  const messages = db
    .prepare<UnreadSince & { conversation: number }, number>(
      `SELECT id FROM (${recent}) WHERE conversation_id = @conversation ORDER BY id`,
    )
    .pluck()
  const save = db.prepare<[user: number, at: number]>(
    'INSERT OR REPLACE INTO digest (user_id, made_at) VALUES (?, ?)',
  )

  return {
    /** UNIX seconds; undefined if the person never got one. */
    madeAt: (userId: number) => madeAt.get(userId),
    /**
     * Conversations of a person's newest unread messages sent since a time, those in which most people
     * wrote first.
     * @param limit of messages looked at
     */
    unreadConversations: (userId: number, since: number, limit: number) =>
      conversations.all({ user: userId, since, limit }),
    /** The same messages of one conversation, ascending. */
    unreadIn: (userId: number, conversation: number, since: number, limit: number) =>
      messages.all({ user: userId, conversation, since, limit }),

    ...writing({
      save: (userId: number, at: number) => void save.run(userId, at),
    }),
  }
}
