// Table reminder: messages a person wants to see again at a time.

import type { Db } from '../db.ts'
import { writing } from '../writing.ts'

export interface Reminder {
  id: number
  user_id: number
  message_id: number
  note: string
  deliver_at: number
}

const COLUMNS = 'id, user_id, message_id, note, deliver_at'

/** Statements on reminders. */
export function reminders(db: Db) {
  const ofUser = db.prepare<[user: number], Reminder>(
    `SELECT ${COLUMNS} FROM reminder WHERE user_id = ? ORDER BY deliver_at, id`,
  )
  const ofMessage = db.prepare<[message: number], Reminder>(
    `SELECT ${COLUMNS} FROM reminder WHERE message_id = ? ORDER BY id`,
  )
  const count = db
    .prepare<{ person: number }, number>(`
      SELECT count(*) FROM user CROSS JOIN reminder ON user_id = user.id
       WHERE user.id = @person OR bot_owner_id = @person`)
    .pluck()
  const get = db.prepare<[id: number], Reminder>(`SELECT ${COLUMNS} FROM reminder WHERE id = ?`)
  const due = db.prepare<[now: number, limit: number], Reminder>(`
    SELECT ${COLUMNS} FROM reminder WHERE deliver_at <= ? ORDER BY deliver_at, id LIMIT ?`)
  const insert = db.prepare<Omit<Reminder, 'id'>>(`
    INSERT INTO reminder (user_id, message_id, note, deliver_at)
    VALUES (@user_id, @message_id, @note, @deliver_at)`)
  const remove = db.prepare<[id: number]>('DELETE FROM reminder WHERE id = ?')

  return {
    /** By time of delivery. */
    ofUser: (userId: number) => ofUser.all(userId),
    /** Everybody's. */
    ofMessage: (messageId: number) => ofMessage.all(messageId),
    /** Those of a person and of their bots. */
    count: (person: number) => count.get({ person })!,
    find: (id: number) => get.get(id),
    /** Those to be delivered by now, the most overdue first. */
    due: (now: number, limit: number) => due.all(now, limit),

    ...writing({
      create: (reminder: Omit<Reminder, 'id'>): number =>
        Number(insert.run(reminder).lastInsertRowid),
      remove: (id: number) => void remove.run(id),
    }),
  }
}
