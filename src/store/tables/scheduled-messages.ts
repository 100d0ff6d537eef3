// Table scheduled_message: messages to be sent at a time.

import type { Bool, Db } from '../db.ts'
import { writing } from '../writing.ts'

/** What a user keeps: how many, and the characters of all their texts. */
interface Kept {
  count: number
  characters: number
}

export interface ScheduledMessage {
  id: number
  user_id: number
  type: 'stream' | 'private'
  /** JSON: a channel ID, or an array of user IDs. */
  recipients: string
  topic: string | null
  content: string
  rendered: string
  deliver_at: number
  failed: Bool
  failure: string | null
  read_by_sender: Bool
  client: string
  /** UNIX seconds; null while it waits. One that was delivered has no content any more. */
  delivered_at: number | null
}

export type NewScheduledMessage = Omit<
  ScheduledMessage,
  'id' | 'failed' | 'failure' | 'delivered_at'
>

const NEW_COLUMNS =
  'user_id, type, recipients, topic, content, rendered, deliver_at, read_by_sender, client'
const COLUMNS = `id, ${NEW_COLUMNS}, failed, failure, delivered_at`

/** Statements on scheduled messages. */
export function scheduledMessages(db: Db) {
  const ofUser = db.prepare<[user: number], ScheduledMessage>(`
    SELECT ${COLUMNS} FROM scheduled_message
     WHERE user_id = ? AND delivered_at IS NULL ORDER BY deliver_at, id`)
  const kept = db.prepare<{ user: number; person: number }, Kept>(`
    SELECT coalesce(sum(length(content) + length(rendered)), 0) AS characters,
           (SELECT count(*) FROM user CROSS JOIN scheduled_message ON user_id = user.id
             WHERE (user.id = @person OR bot_owner_id = @person) AND delivered_at IS NULL) AS count
      FROM scheduled_message WHERE user_id = @user AND delivered_at IS NULL`)
  const get = db.prepare<[id: number], ScheduledMessage>(
    `SELECT ${COLUMNS} FROM scheduled_message WHERE id = ?`,
  )
  const due = db.prepare<[now: number, limit: number], ScheduledMessage>(`
    SELECT ${COLUMNS} FROM scheduled_message
     WHERE deliver_at <= ? AND failed = 0 AND delivered_at IS NULL ORDER BY deliver_at, id LIMIT ?`)
  const insert = db.prepare<NewScheduledMessage>(`
    INSERT INTO scheduled_message (${NEW_COLUMNS}) VALUES (${NEW_COLUMNS.replace(/\w+/g, '@$&')})`)
  const update = db.prepare<ScheduledMessage>(`
    UPDATE scheduled_message
       SET type = @type, recipients = @recipients, topic = @topic, content = @content,
           rendered = @rendered, deliver_at = @deliver_at, failed = @failed, failure = @failure
     WHERE id = @id`)
  const remove = db.prepare<[id: number]>('DELETE FROM scheduled_message WHERE id = ?')
  const deliver = db.prepare<[now: number, id: number]>(`
    UPDATE scheduled_message SET content = '', rendered = '', delivered_at = ? WHERE id = ?`)
  const forget = db.prepare<[user: number, before: number]>(
    'DELETE FROM scheduled_message WHERE user_id = ? AND delivered_at < ?',
  )

  return {
    /** Characters of the user, and the number of messages of a person with their bots. */
    kept: (user: number, person: number): Kept => kept.get({ user, person })!,
    /** Undelivered ones, failed included, by time of delivery. */
    ofUser: (userId: number) => ofUser.all(userId),
    find: (id: number) => get.get(id),
    /** Those to be delivered by now, the most overdue first. */
    due: (now: number, limit: number) => due.all(now, limit),

    ...writing({
      create: (message: NewScheduledMessage): number => Number(insert.run(message).lastInsertRowid),
      save: (message: ScheduledMessage) => void update.run(message),
      remove: (id: number) => void remove.run(id),
      /** Keeps no more of it than that it was delivered. */
      deliver: (id: number, now: number) => void deliver.run(now, id),
      /** Removes what was delivered to a user's recipients before a time. */
      forgetDelivered: (userId: number, before: number) => void forget.run(userId, before),
    }),
  }
}
