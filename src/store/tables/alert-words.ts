// Table alert_word: the words that alert a person wherever they are written.

import { changeLog } from '../changes.ts'
import type { Db } from '../db.ts'
import { writing } from '../writing.ts'

/** Statements on alert words. */
export function alertWords(db: Db) {
  const ofUser = db
    .prepare<[user: number], string>(
      'SELECT word FROM alert_word WHERE user_id = ? ORDER BY word_key',
    )
    .pluck()
  // Each person's as one text: thousands of rows take a third of the time.
  const all = db
    .prepare<[], [user: number, words: string]>(`
      SELECT user_id, json_group_array(word) FROM alert_word JOIN user ON user.id = user_id
       WHERE is_active = 1 GROUP BY user_id`)
    .raw()
  const ofActiveUser = db
    .prepare<[user: number], string>(
      'SELECT word FROM alert_word JOIN user ON user.id = user_id WHERE user_id = ? AND is_active = 1',
    )
    .pluck()
  const insert = db.prepare<[user: number, key: string, word: string]>(
    'INSERT INTO alert_word VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
  )
  const remove = db.prepare<[user: number, key: string]>(
    'DELETE FROM alert_word WHERE user_id = ? AND word_key = ?',
  )

  return {
    ofUser: (userId: number) => ofUser.all(userId),
    /** None where the account is closed. */
    ofActiveUser: (userId: number) => ofActiveUser.all(userId),
    /** Of all active users who have any. */
    all: () => all.all().map(([user, words]): [number, string[]] => [user, JSON.parse(words)]),
    /** Notes a user when their words change, or their account is closed or opened. */
    changes: changeLog(
      db,
      { table: 'alert_word', key: 'user_id' },
      { table: 'user', columns: ['is_active'], key: 'id', ignoreInserts: true },
    ),

    ...writing({
      /** @param key the word, case-folded. @returns whether it is new */
      add: (userId: number, key: string, word: string) => insert.run(userId, key, word).changes > 0,
      /** @returns whether there was one */
      remove: (userId: number, key: string) => remove.run(userId, key).changes > 0,
    }),
  }
}
