// Table push_token: tokens of the older push services, kept for clients that register them.

import type { Db } from '../db.ts'
import { writing } from '../writing.ts'

export type PushKind = 'fcm' | 'apns'

/** Statements on push tokens. */
export function pushTokens(db: Db) {
  const insert = db.prepare<[user: number, kind: PushKind, token: string, appId: string | null]>(`
    INSERT INTO push_token (user_id, kind, token, app_id) VALUES (?, ?, ?, ?)
        ON CONFLICT DO UPDATE SET app_id = excluded.app_id`)
  const remove = db.prepare<[user: number, kind: PushKind, token: string]>(
    'DELETE FROM push_token WHERE user_id = ? AND kind = ? AND token = ?',
  )
  const isKnown = db
    .prepare<[user: number, token: string], 1>(
      `SELECT 1 FROM push_token WHERE user_id = ? AND kind IN ('fcm', 'apns') AND token = ?`,
    )
    .pluck()
  const clear = db.prepare<[user: number]>('DELETE FROM push_token WHERE user_id = ?')

  return {
    isKnown: (userId: number, token: string): boolean => isKnown.get(userId, token) !== undefined,

    ...writing({
      /** Stores a token, once even if it is registered again. */
      add: (userId: number, kind: PushKind, token: string, appId: string | null) =>
        void insert.run(userId, kind, token, appId),
      /** @returns whether the user had it */
      remove: (userId: number, kind: PushKind, token: string): boolean =>
        remove.run(userId, kind, token).changes > 0,
      clear: (userId: number) => void clear.run(userId),
    }),
  }
}
