import type { Db } from './db.ts'

export interface Session {
  user_id: number
  csrf_token: string
}

export function sessions(db: Db) {
  const byHash = db.prepare<[hash: Buffer, now: number], Session>(
    'SELECT user_id, csrf_token FROM session WHERE token_hash = ? AND expires_at > ?',
  )
  const insert = db.prepare<Session & { hash: Buffer; expires_at: number }>(`
    INSERT INTO session (token_hash, user_id, csrf_token, expires_at)
    VALUES (@hash, @user_id, @csrf_token, @expires_at)`)
  const remove = db.prepare<[hash: Buffer]>('DELETE FROM session WHERE token_hash = ?')
  const removeOf = db.prepare<[user: number]>('DELETE FROM session WHERE user_id = ?')
  const removeOthersOf = db.prepare<[user: number, csrfToken: string]>(
    'DELETE FROM session WHERE user_id = ? AND csrf_token <> ?',
  )
  const removeAll = db.prepare<[]>('DELETE FROM session')
  const removeExpired = db.prepare<[now: number]>('DELETE FROM session WHERE expires_at <= ?')

  return {
    /** @param hash SHA-256 of the token */
    find: (hash: Buffer, now: number) => byHash.get(hash, now),
    create(hash: Buffer, session: Session, now: number, expires_at: number) {
      removeExpired.run(now)
      insert.run({ hash, ...session, expires_at })
    },
    remove: (hash: Buffer) => void remove.run(hash),
    /** Ends a user's sessions but the one with that token, `''` for none. */
    removeOthersOf: (userId: number, csrfToken: string) =>
      void removeOthersOf.run(userId, csrfToken),
    removeAll: () => void removeAll.run(),
    removeAllOf: (userId: number) => void removeOf.run(userId),
  }
}
