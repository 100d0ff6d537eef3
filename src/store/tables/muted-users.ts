// Table muted_user: the users that each person has muted.

import { cachedLookup } from '../cached-lookup.ts'
import type { Db } from '../db.ts'
import { writing } from '../writing.ts'

export interface MutedUser {
  id: number
  /** UNIX seconds of the muting. */
  timestamp: number
}

/** Statements on muted users. */
export function mutedUsers(db: Db) {
  const ofUser = db.prepare<[user: number], MutedUser>(
    'SELECT muted_id AS id, muted_at AS timestamp FROM muted_user WHERE user_id = ? ORDER BY muted_id',
  )
  const insert = db.prepare<[user: number, muted: number, at: number]>(
    'INSERT INTO muted_user VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
  )
  const remove = db.prepare<[user: number, muted: number]>(
    'DELETE FROM muted_user WHERE user_id = ? AND muted_id = ?',
  )
  const muters = db
    .prepare<[muted: number], number>('SELECT user_id FROM muted_user WHERE muted_id = ?')
    .pluck()
  const mutersOf = cachedLookup(db, 'muted_user', (mutedId: number) => muters.all(mutedId))

  return {
    ofUser: (userId: number) => ofUser.all(userId),
    /** Who has muted a person. */
    mutersOf: (mutedId: number): readonly number[] => mutersOf(mutedId)!,

    ...writing({
      /** @returns whether the person was not muted yet */
      add: (userId: number, mutedId: number, at: number) =>
        insert.run(userId, mutedId, at).changes > 0,
      /** @returns whether the person was muted */
      remove: (userId: number, mutedId: number) => remove.run(userId, mutedId).changes > 0,
    }),
  }
}
