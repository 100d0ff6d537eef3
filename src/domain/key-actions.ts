import { refuse } from '../errors.ts'
import { refuseDeactivated } from './accounts.ts'
import { changeAddress } from './addresses.ts'
import { findKey, issueKey } from './confirmations.ts'
import type { Context } from './context.ts'
import { checkPasswordStrength, hashPassword } from './passwords.ts'
import type { User } from './users.ts'

/** A link's key with which somebody who forgot the password sets another. */
export async function issuePasswordKey(ctx: Context, user: User): Promise<string> {
  refuseDeactivated(ctx, user)
  const about = { email: user.email, user_id: user.id, invitation_id: null }
  return ctx.commit(() => issueKey(ctx, 'password_reset', about))
}

/** A link's key that gives a user another address. */
export const issueAddressKey = (ctx: Context, user: User, email: string) =>
  ctx.commit(() => issueKey(ctx, 'email_change', { email, user_id: user.id, invitation_id: null }))

/** POST /account/password: ends sessions, not the API key (organization 5.1). */
export async function resetPassword(ctx: Context, key: string, password: string): Promise<User> {
  const user = keyHolder(ctx, key, 'password_reset')
  checkPasswordStrength(password, [user.email, user.full_name])
  const hash = await hashPassword(password)
  return ctx.commit(() => {
    const holder = keyHolder(ctx, key, 'password_reset')
    ctx.store.users.setPassword(holder.id, hash)
    ctx.store.sessions.removeAllOf(holder.id)
    ctx.store.confirmations.use(key.toLowerCase())
    return ctx.store.users.find(holder.id)!
  })
}

/** Whether a key sets a password now. @throws RequestError KEY_INVALID, KEY_EXPIRED, or of the account */
export const requirePasswordKey = (ctx: Context, key: string): void =>
  void keyHolder(ctx, key, 'password_reset')

/** POST /account/email_change. */
export const confirmAddress = (ctx: Context, key: string) =>
  ctx.commit((emit) => {
    const user = keyHolder(ctx, key, 'email_change')
    const { email } = ctx.store.confirmations.find(key.toLowerCase())!
    changeAddress(ctx, emit, user, email)
    ctx.store.confirmations.use(key.toLowerCase())
  })

function keyHolder(ctx: Context, text: string, kind: 'password_reset' | 'email_change'): User {
  const key = findKey(ctx, text)
  if (key.kind !== kind || !('confirmation' in key))
    refuse('KEY_INVALID', 'This link is for something else.')
  const user = ctx.store.users.find(key.confirmation.user_id!)!
  refuseDeactivated(ctx, user)
  return user
}
