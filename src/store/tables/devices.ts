// Table device: apps that registered for end-to-end encrypted push notifications.

import type { Db } from '../db.ts'
import { writing } from '../writing.ts'

export interface Device {
  id: number
  /** JSON of the keys and addresses for push notifications to it. */
  push: string
}

/** Statements on devices. */
export function devices(db: Db) {
  const ofUser = db.prepare<[user: number], Device>(
    'SELECT id, push FROM device WHERE user_id = ? ORDER BY id',
  )
  const find = db.prepare<[id: number, user: number], Device>(
    'SELECT id, push FROM device WHERE id = ? AND user_id = ?',
  )
  const setPush = db.prepare<[push: string, id: number]>('UPDATE device SET push = ? WHERE id = ?')
  const insert = db.prepare<[user: number]>('INSERT INTO device (user_id) VALUES (?)')
  const remove = db.prepare<[id: number, user: number]>(
    'DELETE FROM device WHERE id = ? AND user_id = ?',
  )

  return {
    ofUser: (userId: number) => ofUser.all(userId),
    find: (id: number, userId: number) => find.get(id, userId),

    ...writing({
      setPush: (id: number, push: string) => void setPush.run(push, id),
      /** @returns its ID */
      create: (userId: number): number => Number(insert.run(userId).lastInsertRowid),
      /** @returns whether the user had it */
      remove: (id: number, userId: number): boolean => remove.run(id, userId).changes > 0,
    }),
  }
}
