// Table sent_once: the answers to messages that clients sent under a key of their own.

import type { Db } from '../db.ts'
import { writing } from '../writing.ts'

/** Statements on the keys of messages that clients may send again. */
export function sentOnce(db: Db) {
  const find = db
    .prepare<[user: number, key: string, since: number], string>(
      'SELECT answer FROM sent_once WHERE user_id = ? AND key = ? AND sent_at > ?',
    )
    .pluck()
  const removeOld = db.prepare<[until: number]>('DELETE FROM sent_once WHERE sent_at <= ?')
  const insert = db.prepare<[user: number, key: string, at: number, answer: string]>(
    'INSERT INTO sent_once (user_id, key, sent_at, answer) VALUES (?, ?, ?, ?)',
  )

  return {
    /** @returns JSON, or undefined where nothing was sent under the key after `since` */
    find: (userId: number, key: string, since: number) => find.get(userId, key, since),

    ...writing({
      /** Remembers an answer, and forgets those from `until` and earlier. */
      add(userId: number, key: string, at: number, answer: string, until: number) {
        removeOld.run(until)
        insert.run(userId, key, at, answer)
      },
    }),
  }
}
