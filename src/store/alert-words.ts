import type { Db } from './db.ts'

/** Words a person wants to be told of wherever they are written. */
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
    /** @param key the word, case-folded. @returns whether it is new */
    add: (userId: number, key: string, word: string) => insert.run(userId, key, word).changes > 0,
    /** @returns whether there was one */
    remove: (userId: number, key: string) => remove.run(userId, key).changes > 0,
  }
}
