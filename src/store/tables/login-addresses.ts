// Table login_address: from where people have logged in before.

import type { Db } from '../db.ts'
import { writing } from '../writing.ts'

/** Statements on addresses from which users logged in. */
export function loginAddresses(db: Db) {
  const usedAt = db
    .prepare<[user: number, address: string], number>(
      'SELECT used_at FROM login_address WHERE user_id = ? AND address = ?',
    )
    .pluck()
  const save = db.prepare<[user: number, address: string, at: number]>(
    'INSERT OR REPLACE INTO login_address (user_id, address, used_at) VALUES (?, ?, ?)',
  )
  const keepNewest = db.prepare<{ user: number; count: number }>(`
    DELETE FROM login_address WHERE user_id = @user AND address NOT IN (
      SELECT address FROM login_address WHERE user_id = @user ORDER BY used_at DESC LIMIT @count)`)
  const removeOf = db.prepare<[user: number]>('DELETE FROM login_address WHERE user_id = ?')

  return {
    /** UNIX seconds of the last login from an address; undefined where there was none. */
    usedAt: (userId: number, address: string) => usedAt.get(userId, address),

    ...writing({
      /** Remembers an address, and keeps the `count` addresses of the person that were used last. */
      save(userId: number, address: string, at: number, count: number) {
        save.run(userId, address, at)
        keepNewest.run({ user: userId, count })
      },
      removeAllOf: (userId: number) => void removeOf.run(userId),
    }),
  }
}
