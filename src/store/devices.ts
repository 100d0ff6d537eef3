import type { Db } from './db.ts'

export interface Device {
  id: number
  /** JSON of what is known about sending it push notifications. */
  push: string
}

export function devices(db: Db) {
  const ofUser = db.prepare<[user: number], Device>(
    'SELECT id, push FROM device WHERE user_id = ? ORDER BY id',
  )
  const insert = db.prepare<[user: number, at: number]>(
    'INSERT INTO device (user_id, created_at) VALUES (?, ?)',
  )
  const remove = db.prepare<[id: number, user: number]>(
    'DELETE FROM device WHERE id = ? AND user_id = ?',
  )

  return {
    ofUser: (userId: number) => ofUser.all(userId),
    /** @returns its ID */
    create: (userId: number, at: number): number => Number(insert.run(userId, at).lastInsertRowid),
    /** @returns whether the user had it */
    remove: (id: number, userId: number): boolean => remove.run(id, userId).changes > 0,
  }
}
