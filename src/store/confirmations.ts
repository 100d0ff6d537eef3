import type { Bool, Db } from './db.ts'

/** A key that stands for an address: sign-up, a changed address, a forgotten password. */
export interface Confirmation {
  key: string
  kind: 'signup' | 'email_change' | 'password_reset'
  email: string
  /** null for sign-up. */
  user_id: number | null
  /** The reusable link a sign-up came by. */
  invitation_id: number | null
  created_at: number
  expires_at: number
  used: Bool
}

export function confirmations(db: Db) {
  const byKey = db.prepare<[key: string], Confirmation>('SELECT * FROM confirmation WHERE key = ?')
  const insert = db.prepare<Confirmation>(`
    INSERT INTO confirmation VALUES (@key, @kind, @email, @user_id, @invitation_id, @created_at, @expires_at, @used)`)
  const use = db.prepare<[key: string]>('UPDATE confirmation SET used = 1 WHERE key = ?')

  return {
    find: (key: string) => byKey.get(key),
    create: (confirmation: Omit<Confirmation, 'used'>) =>
      void insert.run({ ...confirmation, used: 0 }),
    use: (key: string) => void use.run(key),
  }
}
