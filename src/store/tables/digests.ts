// Table digest: when people got weekly digests, and what these are about.

import { FLAG } from '../bits.ts'
import type { Db } from '../db.ts'
import { pendingReceipts } from '../pending-receipts.ts'
import { writing } from '../writing.ts'

/** A message that a person has not read. */
export interface UnreadMessage {
  id: number
  conversation_id: number
  sender_id: number
}

interface UnreadSince {
  user: number
  since: number
  limit: number
}

/** Statements on weekly digests. */
export function digests(db: Db) {
  const { ofPerson } = pendingReceipts(db)
  const madeAt = db
    .prepare<[user: number], number>('SELECT made_at FROM digest WHERE user_id = ?')
    .pluck()
  const unread = db.prepare<UnreadSince, UnreadMessage>(`
    SELECT message.id, conversation_id, sender_id FROM (
      SELECT message_id FROM user_message INDEXED BY user_message_unread
       WHERE user_id = @user AND (flags & ${FLAG.read}) = 0 ORDER BY message_id DESC LIMIT @limit)
     CROSS JOIN message ON message.id = message_id WHERE sent_at >= @since`)
  const save = db.prepare<[user: number, at: number]>(
    'INSERT OR REPLACE INTO digest (user_id, made_at) VALUES (?, ?)',
  )

  return {
    /** UNIX seconds; undefined if the person never got one. */
    madeAt: (userId: number) => madeAt.get(userId),
    /** A person's newest unread messages that were sent since a time. @param limit of those looked at */
    unread: ofPerson((userId: number, since: number, limit: number) =>
      unread.all({ user: userId, since, limit }),
    ),

    ...writing({
      save: (userId: number, at: number) => void save.run(userId, at),
    }),
  }
}
