// Tables notification and notification_progress: messages that people are to be notified of.

import { FLAG } from '../bits.ts'
import type { Db } from '../db.ts'
import { receiversOf } from '../message-receivers.ts'
import { pendingReceipts, type Receipt } from '../pending-receipts.ts'
import { writing } from '../writing.ts'

export type Way = 'mail' | 'push'

export type Reason = 'direct' | 'mention' | 'wildcard' | 'followed' | 'channel'

export interface Notification {
  user_id: number
  message_id: number
  way: Way
  reason: Reason
  made_at: number
  /** UNIX seconds when it may be sent; null: it was pushed. */
  due_at: number | null
}

/** Statements on notifications. */
export function notifications(db: Db) {
  const pending = pendingReceipts(db)
  const { ofPerson } = pending
  const dueUsers = db.prepare<[now: number, limit: number], { user_id: number; way: Way }>(
    'SELECT DISTINCT user_id, way FROM notification WHERE due_at <= ? LIMIT ?',
  )
  const waitingOf = db.prepare<[user: number, way: Way], Notification>(`
    SELECT user_id, message_id, way, reason, made_at, due_at FROM notification
     WHERE user_id = ? AND way = ? AND due_at IS NOT NULL ORDER BY message_id`)
  const readPushes = db
    .prepare<[user: number], number>(`
      SELECT notification.message_id FROM notification
        LEFT JOIN user_message USING (user_id, message_id)
       WHERE notification.user_id = ? AND due_at IS NULL
         AND (user_message.flags IS NULL OR (user_message.flags & ${FLAG.read}) <> 0)`)
    .pluck()
  const nextDue = db.prepare<[], number | null>('SELECT min(due_at) FROM notification').pluck()
  const hasPushed = db
    .prepare<[user: number], 1>(
      'SELECT 1 FROM notification WHERE user_id = ? AND due_at IS NULL LIMIT 1',
    )
    .pluck()
  const receipts = db.prepare<{ message: number }, Receipt>(`
    SELECT user_id, flags FROM ${receiversOf('@message')} CROSS JOIN user_message USING (user_id)
     WHERE message_id = @message`)
  const progress = db.prepare<[], number>('SELECT message_id FROM notification_progress').pluck()
  const insert = db.prepare<Notification>(`
    INSERT OR IGNORE INTO notification (user_id, message_id, way, reason, made_at, due_at)
    VALUES (@user_id, @message_id, @way, @reason, @made_at, @due_at)`)
  const postpone = db.prepare<[dueAt: number, user: number, way: Way]>(
    'UPDATE notification SET due_at = ? WHERE user_id = ? AND way = ? AND due_at IS NOT NULL',
  )
  const setPushed = db.prepare<[user: number, message: number]>(
    `UPDATE notification SET due_at = NULL WHERE user_id = ? AND way = 'push' AND message_id = ?`,
  )
  const remove = db.prepare<[user: number, way: Way, message: number]>(
    'DELETE FROM notification WHERE user_id = ? AND way = ? AND message_id = ?',
  )
  const removeOld = db.prepare<[until: number]>('DELETE FROM notification WHERE made_at <= ?')
  const setProgress = db.prepare<[message: number]>(
    'INSERT OR REPLACE INTO notification_progress (id, message_id) VALUES (1, ?)',
  )
  const clearProgress = db.prepare<[]>('DELETE FROM notification_progress')

  return {
    /** People with something due, by way. */
    dueUsers: (now: number, limit: number) => dueUsers.all(now, limit),
    /** IDs of the messages that a person is still to be notified of, ascending. */
    waitingOf: (userId: number, way: Way) => waitingOf.all(userId, way),
    /** Messages that were pushed to a person and are read or gone since. */
    readPushes: ofPerson((userId: number) => readPushes.all(userId)),
    hasPushed: (userId: number) => hasPushed.get(userId) !== undefined,
    /** UNIX seconds; undefined if nobody waits to be notified. */
    nextDue: () => nextDue.get() ?? undefined,
    /** The people who have a message and have not read it. */
    unread: (messageId: number) =>
      pending
        .receipts(messageId, receipts.all({ message: messageId }))
        .filter((row) => !(row.flags & FLAG.read)),
    /** The last message that was decided about; undefined while nobody is notified. */
    progress: () => progress.get(),

    ...writing({
      add: (row: Notification) => void insert.run(row),
      postpone: (userId: number, way: Way, dueAt: number) => void postpone.run(dueAt, userId, way),
      setPushed: (userId: number, messageId: number) => void setPushed.run(userId, messageId),
      remove: (userId: number, way: Way, messageId: number) =>
        void remove.run(userId, way, messageId),
      removeOld: (until: number) => void removeOld.run(until),
      setProgress: (messageId: number) => void setProgress.run(messageId),
      clearProgress: () => void clearProgress.run(),
    }),
  }
}
