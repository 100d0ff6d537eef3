import type { Bool, Db } from './db.ts'

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
}

export type NewScheduledMessage = Omit<ScheduledMessage, 'id' | 'failed' | 'failure'>

const NEW_COLUMNS =
  'user_id, type, recipients, topic, content, rendered, deliver_at, read_by_sender, client'
const COLUMNS = `id, ${NEW_COLUMNS}, failed, failure`

export function scheduledMessages(db: Db) {
  const ofUser = db.prepare<[user: number], ScheduledMessage>(
    `SELECT ${COLUMNS} FROM scheduled_message WHERE user_id = ? ORDER BY deliver_at, id`,
  )
  const get = db.prepare<[id: number], ScheduledMessage>(
    `SELECT ${COLUMNS} FROM scheduled_message WHERE id = ?`,
  )
  const due = db.prepare<[now: number, limit: number], ScheduledMessage>(`
    SELECT ${COLUMNS} FROM scheduled_message
     WHERE deliver_at <= ? AND failed = 0 ORDER BY deliver_at, id LIMIT ?`)
  const insert = db.prepare<NewScheduledMessage>(`
    INSERT INTO scheduled_message (${NEW_COLUMNS}) VALUES (${NEW_COLUMNS.replace(/\w+/g, '@$&')})`)
  const update = db.prepare<ScheduledMessage>(`
    UPDATE scheduled_message
       SET type = @type, recipients = @recipients, topic = @topic, content = @content,
           rendered = @rendered, deliver_at = @deliver_at, failed = @failed, failure = @failure
     WHERE id = @id`)
  const remove = db.prepare<[id: number]>('DELETE FROM scheduled_message WHERE id = ?')

  return {
    /** Undelivered ones, failed included, by time of delivery. */
    ofUser: (userId: number) => ofUser.all(userId),
    find: (id: number) => get.get(id),
    /** Those to be delivered by now, the most overdue first. */
    due: (now: number, limit: number) => due.all(now, limit),
    create: (message: NewScheduledMessage): number => Number(insert.run(message).lastInsertRowid),
    save: (message: ScheduledMessage) => void update.run(message),
    remove: (id: number) => void remove.run(id),
  }
}
