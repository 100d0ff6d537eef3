// Table alert_word: the words that alert a person wherever they are written.

import { changeCounter } from '../changes.ts'
import type { Db } from '../db.ts'
import { writing } from '../writing.ts'

/** Statements on alert words. */
export function alertWords(db: Db) {
  const ofUser = db
    .prepare<[user: number], string>(
      'SELECT word FROM alert_word WHERE user_id = ? ORDER BY word_key',
    )
    .pluck()
  const all = db.prepare<[], { userId: number; word: string }>(`
    SELECT user_id AS userId, word FROM alert_word JOIN user ON user.id = user_id WHERE is_active = 1`)
  const insert = db.prepare<[user: number, key: string, word: string]>(
    'INSERT INTO alert_word VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
  )
  const remove = db.prepare<[user: number, key: string]>(
    'DELETE FROM alert_word WHERE user_id = ? AND word_key = ?',
  )

  return {
    ofUser: (userId: number) => ofUser.all(userId),
    /** Of all active users. */
    all: () => all.all(),
    /** Another number after each change of what `all` returns. */
    version: changeCounter(db, { table: 'alert_word' }, { table: 'user', columns: ['is_active'] }),

    ...writing({
      /** @param key the word, case-folded. @returns whether it is new */
      add: (userId: number, key: string, word: string) => insert.run(userId, key, word).changes > 0,
      /** @returns whether there was one */
      remove: (userId: number, key: string) => remove.run(userId, key).changes > 0,
    }),
  }
}
