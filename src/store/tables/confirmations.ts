// Table confirmation: links sent to an address to confirm it, for sign-up, a new address or a
// password.

import type { Bool, Db } from '../db.ts'
import { writing } from '../writing.ts'

/** A link that was made for an address and not used yet. */
export interface Confirmation {
  key: string
  kind: 'signup' | 'email_change' | 'password_reset'
  email: string
  /** null for sign-up. */
  user_id: number | null
  /** The reusable invitation link that led to the sign-up, if any. */
  invitation_id: number | null
  created_at: number
  expires_at: number
  used: Bool
}

/** Statements on confirmation links. */
export function confirmations(db: Db) {
  const byKey = db.prepare<[key: string], Confirmation>('SELECT * FROM confirmation WHERE key = ?')
  const insert = db.prepare<Confirmation>(`
    INSERT INTO confirmation VALUES (@key, @kind, @email, @user_id, @invitation_id, @created_at, @expires_at, @used)`)
  const use = db.prepare<[key: string]>('UPDATE confirmation SET used = 1 WHERE key = ?')

  return {
    find: (key: string) => byKey.get(key),

    ...writing({
      create: (confirmation: Omit<Confirmation, 'used'>) =>
        void insert.run({ ...confirmation, used: 0 }),
      use: (key: string) => void use.run(key),
    }),
  }
}
