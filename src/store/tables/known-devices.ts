// Table known_device: from which devices people have logged in.

import type { Db } from '../db.ts'
import { writing } from '../writing.ts'

/** Statements on devices from which users logged in. */
export function knownDevices(db: Db) {
  const has = db
    .prepare<[user: number, device: string], 1>(
      'SELECT 1 FROM known_device WHERE user_id = ? AND device = ?',
    )
    .pluck()
  const newSince = db
    .prepare<[user: number, since: number], number>(
      'SELECT count(*) FROM known_device WHERE user_id = ? AND first_at > ?',
    )
    .pluck()
  const save = db.prepare<{ user: number; device: string; at: number }>(`
    INSERT INTO known_device (user_id, device, first_at, used_at) VALUES (@user, @device, @at, @at)
    ON CONFLICT DO UPDATE SET used_at = @at`)
  const keepNewest = db.prepare<{ user: number; count: number }>(`
    DELETE FROM known_device WHERE user_id = @user AND device NOT IN (
      SELECT device FROM known_device WHERE user_id = @user ORDER BY used_at DESC LIMIT @count)`)

  return {
    /** Whether a user has logged in from a device. @param device its keyed hash */
    has: (userId: number, device: string) => has.get(userId, device) !== undefined,
    /** How many devices of a user are new since a time. */
    countSince: (userId: number, since: number) => newSince.get(userId, since)!,

    ...writing({
      /** Remembers a device, and of a person's devices the `count` that were used last. */
      save(userId: number, device: string, at: number, count: number) {
        save.run({ user: userId, device, at })
        keepNewest.run({ user: userId, count })
      },
    }),
  }
}
