// Table session: browser sessions by the hash of their token.

import type { Db } from '../db.ts'
import { writing } from '../writing.ts'

export interface Session {
  user_id: number
  csrf_token: string
  /** UNIX seconds of the login. */
  created_at: number
  /** UNIX seconds. */
  expires_at: number
  /** `Firefox on Linux`; may be empty. */
  browser: string
}

/** A session as its owner sees it; the ID is part of the hash and logs nobody in. */
export type ListedSession = Session & { id: string }

const COLUMNS = 'user_id, csrf_token, created_at, expires_at, browser'
const ID = 'lower(substr(hex(token_hash), 1, 24))'

/** Statements on browser sessions. */
export function sessions(db: Db) {
  const byHash = db.prepare<[hash: Buffer, now: number], Session>(
    `SELECT ${COLUMNS} FROM session WHERE token_hash = ? AND expires_at > ?`,
  )
  const ofUser = db.prepare<[user: number, now: number], ListedSession>(`
    SELECT ${ID} AS id, ${COLUMNS} FROM session WHERE user_id = ? AND expires_at > ?
     ORDER BY created_at DESC, id`)
  const insert = db.prepare<Session & { hash: Buffer }>(`
    INSERT INTO session (token_hash, ${COLUMNS})
    VALUES (@hash, @user_id, @csrf_token, @created_at, @expires_at, @browser)`)
  const extend = db.prepare<[expiresAt: number, hash: Buffer]>(
    'UPDATE session SET expires_at = ? WHERE token_hash = ?',
  )
  const remove = db.prepare<[hash: Buffer]>('DELETE FROM session WHERE token_hash = ?')
  const removeById = db.prepare<[user: number, id: string]>(
    `DELETE FROM session WHERE user_id = ? AND ${ID} = ?`,
  )
  const removeAllOf = db.prepare<[user: number]>('DELETE FROM session WHERE user_id = ?')
  const removeOthersOf = db.prepare<[user: number, csrfToken: string]>(
    'DELETE FROM session WHERE user_id = ? AND csrf_token <> ?',
  )
  const removeAll = db.prepare<[]>('DELETE FROM session')
  const lastExpiry = db
    .prepare<[user: number], number | null>('SELECT max(expires_at) FROM session WHERE user_id = ?')
    .pluck()
  const removeExpired = db.prepare<[now: number]>('DELETE FROM session WHERE expires_at <= ?')

  return {
    /** @param hash SHA-256 of the token */
    find: (hash: Buffer, now: number) => byHash.get(hash, now),
    /** When the session ends that was used last, in UNIX seconds; null without one. */
    lastExpiry: (userId: number) => lastExpiry.get(userId) ?? null,
    /** Those that have not expired, the newest first. */
    listOf: (userId: number, now: number) => ofUser.all(userId, now),

    ...writing({
      create(hash: Buffer, session: Session) {
        removeExpired.run(session.created_at)
        insert.run({ hash, ...session })
      },
      extend: (hash: Buffer, expiresAt: number) => void extend.run(expiresAt, hash),
      remove: (hash: Buffer) => void remove.run(hash),
      /** @returns whether the user had it */
      removeOf: (userId: number, id: string) => removeById.run(userId, id).changes > 0,
      /** Ends a user's sessions but the one with that token, `''` for none. */
      removeOthersOf: (userId: number, csrfToken: string) =>
        void removeOthersOf.run(userId, csrfToken),
      removeAll: () => void removeAll.run(),
      removeAllOf: (userId: number) => void removeAllOf.run(userId),
    }),
  }
}
