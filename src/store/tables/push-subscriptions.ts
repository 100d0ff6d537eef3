// Table push_subscription: where the pushes of a person go.

import { cachedLookup } from '../cached-lookup.ts'
import type { Db } from '../db.ts'
import { writing } from '../writing.ts'

export type SubscriptionKind = 'web' | 'ntfy' | 'unifiedpush'

export interface PushSubscription {
  id: number
  user_id: number
  kind: SubscriptionKind
  endpoint: string
  /** Public key of the browser, base64url; null for other kinds. */
  p256dh: string | null
  /** Secret of the browser, base64url; null for other kinds. */
  auth: string | null
  name: string
  /** CSRF token of the browser's session. */
  session: string | null
  created_at: number
  used_at: number | null
  /** Why the last push did not arrive; null if it did. */
  failure: string | null
  /** UNIX seconds until which the push service asked for no pushes to this device. */
  paused_until: number | null
}

export type NewPushSubscription = Omit<
  PushSubscription,
  'id' | 'used_at' | 'failure' | 'paused_until'
>

const COLUMNS =
  'id, user_id, kind, endpoint, p256dh, auth, name, session, created_at, used_at, failure, paused_until'

/** A browser that was logged out gets nothing more. */
const IS_ALIVE =
  '(session IS NULL OR session IN (SELECT csrf_token FROM session AS own WHERE own.user_id = push_subscription.user_id))'

/** Statements on push subscriptions. */
export function pushSubscriptions(db: Db) {
  const ofUser = db.prepare<[user: number], PushSubscription>(
    `SELECT ${COLUMNS} FROM push_subscription WHERE user_id = ? AND ${IS_ALIVE} ORDER BY id`,
  )
  const find = db.prepare<[id: number], PushSubscription>(
    `SELECT ${COLUMNS} FROM push_subscription WHERE id = ? AND ${IS_ALIVE}`,
  )
  const count = db.prepare<[], { count: number }>('SELECT count(*) AS count FROM push_subscription')
  const counts = db.prepare<[], { devices: number; failing: number }>(`
    SELECT count(*) AS devices, count(failure) AS failing FROM push_subscription WHERE ${IS_ALIVE}`)
  const counted = cachedLookup(db, 'push_subscription', (_: 'all') => count.get())
  const has = db
    .prepare<[user: number], 1>(
      `SELECT 1 FROM push_subscription WHERE user_id = ? AND ${IS_ALIVE} LIMIT 1`,
    )
    .pluck()
  const save = db.prepare<NewPushSubscription>(`
    INSERT OR REPLACE INTO push_subscription
      (user_id, kind, endpoint, p256dh, auth, name, session, created_at)
    VALUES (@user_id, @kind, @endpoint, @p256dh, @auth, @name, @session, @created_at)`)
  const remove = db.prepare<[id: number]>('DELETE FROM push_subscription WHERE id = ?')
  const removeAllOf = db.prepare<[user: number]>('DELETE FROM push_subscription WHERE user_id = ?')
  const removeDead = db.prepare<[]>(`DELETE FROM push_subscription WHERE NOT ${IS_ALIVE}`)
  const arrived = db.prepare<[at: number, id: number]>(
    'UPDATE push_subscription SET used_at = ?, failure = NULL, paused_until = NULL WHERE id = ?',
  )
  const failed = db.prepare<[failure: string, pausedUntil: number | null, id: number]>(
    'UPDATE push_subscription SET failure = ?, paused_until = coalesce(?, paused_until) WHERE id = ?',
  )

  return {
    ofUser: (userId: number) => ofUser.all(userId),
    find: (id: number) => find.get(id),
    /** Devices in use, and those whose last push did not arrive. */
    counts: () => counts.get()!,
    /** Whether any subscription exists; each commit asks. */
    exist: () => counted('all')!.count > 0,
    /** Whether a user has a subscription that can be pushed to. */
    hasOne: (userId: number) => has.get(userId) !== undefined,

    ...writing({
      /** Adds a subscription, or replaces the one of the same endpoint under a new ID. @returns its ID */
      save: (row: NewPushSubscription): number => Number(save.run(row).lastInsertRowid),
      remove: (id: number) => void remove.run(id),
      removeAllOf: (userId: number) => void removeAllOf.run(userId),
      /** Removes the subscriptions of browsers that were logged out. */
      removeDead: () => void removeDead.run(),
      setArrived: (id: number, at: number) => void arrived.run(at, id),
      /** @param pausedUntil UNIX seconds; null if the service did not ask for a pause */
      setFailed: (id: number, failure: string, pausedUntil: number | null) =>
        void failed.run(failure, pausedUntil, id),
    }),
  }
}
