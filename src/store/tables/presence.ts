// Table presence: when each person was last active and last connected.

import type { Db } from '../db.ts'
import { writing } from '../writing.ts'

export interface Presence {
  user_id: number
  /** NULL: never active, only connected. */
  active_at: number | null
  connected_at: number
  update_id: number
}

/** Statements on presence. */
export function presence(db: Db) {
  const ofUser = db.prepare<[user: number], Presence>(
    'SELECT user_id, active_at, connected_at, update_id FROM presence WHERE user_id = ?',
  )
  const since = db.prepare<[after: number, since: number], Presence>(`
    SELECT user_id, active_at, connected_at, update_id FROM presence
     WHERE update_id > ? AND connected_at >= ? ORDER BY user_id`)
  const newest = db.prepare<[], number | null>('SELECT max(update_id) FROM presence').pluck()
  const save = db.prepare<Presence>(`
    INSERT INTO presence (user_id, active_at, connected_at, update_id)
    VALUES (@user_id, @active_at, @connected_at, @update_id)
    ON CONFLICT DO UPDATE SET active_at = excluded.active_at,
      connected_at = excluded.connected_at, update_id = excluded.update_id`)

  return {
    ofUser: (userId: number) => ofUser.get(userId),
    /** What changed after an update, of those connected at some time or later. */
    since: (updateId: number, connectedSince: number) => since.all(updateId, connectedSince),
    /** -1 where there has been none. */
    newestUpdate: () => newest.get() ?? -1,

    ...writing({
      save(userId: number, activeAt: number | null, connectedAt: number) {
        save.run({
          user_id: userId,
          active_at: activeAt,
          connected_at: connectedAt,
          update_id: (newest.get() ?? 0) + 1,
        })
      },
    }),
  }
}
