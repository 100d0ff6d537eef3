// Links that set a password or confirm an address.

import { INVALID_LINK, TOO_MUCH_MAIL } from '../../errors/joining.ts'
import { refuse } from '../../errors.ts'
import { mayActFor, ROLE } from '../access/roles.ts'
import { refuseDeactivated } from '../authentication/accounts.ts'
import { checkPasswordStrength, hashPassword } from '../authentication/passwords.ts'
import type { App, Context, Tx } from '../kernel/context.ts'
import { putMail, sendsMail } from '../mail/outbox.ts'
import { sendSystemDm, silentMention } from '../messages/system-messages.ts'
import { changeAddress } from '../users/addresses.ts'
import { isPerson, type User } from '../users/users.ts'
import { createLinkKey, requireLink } from './confirmation-links.ts'

/** Makes the key of a link that sets a new password. */
export async function createPasswordLink(ctx: App, user: User): Promise<string> {
  refuseDeactivated(ctx, user)
  const about = { email: user.email, user_id: user.id, invitation_id: null }
  return ctx.commit((tx) => createLinkKey(tx, 'password_reset', about))
}

/**
 * Makes the link that changes a user's address. A server that sends mail sends it to the new address
 * and nowhere else, so that following it proves that the mailbox is the user's. Without mail nothing
 * can prove that, so administrators get the link and decide.
 * @returns the key of the link for an owner where no mail is sent, else undefined
 */
export function createAddressLink(tx: Tx, user: User, email: string): string | undefined {
  const key = createLinkKey(tx, 'email_change', { email, user_id: user.id, invitation_id: null })
  if (!sendsMail(tx)) {
    if (user.role === ROLE.owner) return key
    submitToAdministrators(tx, user, email, key)
    return undefined
  }
  if (putMail(tx, { kind: 'email_change', to: email, user, by: user, about: { key } }))
    refuse(TOO_MUCH_MAIL)
  return undefined
}

/** Sends the link to those who could act for the user anyway. */
function submitToAdministrators(tx: Tx, user: User, email: string, key: string) {
  const content = `${silentMention(user)} wants to have the address ${inCode(email)}. This server sends no mail, so it cannot find out whose mailbox that is. If it is theirs, [confirm it](${tx.server.url}/confirm/${key}/) within a day; otherwise do nothing.`
  const administrators = tx.store.users
    .all()
    .filter((other) => other.is_active && isPerson(other) && other.id !== user.id)
    .filter(({ role }) => role <= ROLE.administrator && mayActFor({ role }, user.role))
  for (const administrator of administrators)
    sendSystemDm(tx, 'notification', administrator, content)
}

/** An address may have backticks, which would end the code. */
const inCode = (email: string) => `\`\`\`\` ${email} \`\`\`\``

/**
 * POST /account/password_reset: the link goes to the account's address by mail. For every address the
 * same is done, so neither the answer nor its time shows who has an account.
 * @returns whether this server sends mail
 */
export async function requestPasswordReset(ctx: App, email: string): Promise<boolean> {
  if (!sendsMail(ctx)) return false
  const to = email.trim()
  // Too much mail to an address is no error either: that would show that the address is known.
  await ctx.commit((tx) => void putMail(tx, { kind: 'password_reset', to, about: { email: to } }))
  return true
}

/** POST /account/password: ends sessions, not the API key. */
export async function resetPassword(ctx: App, key: string, password: string): Promise<User> {
  const user = userOfLink(ctx, key, 'password_reset')
  checkPasswordStrength(password, [user.email, user.full_name])
  const hash = await hashPassword(password)
  return ctx.commit((tx) => {
    const holder = userOfLink(tx, key, 'password_reset')
    tx.store.users.setPassword(holder.id, hash)
    tx.store.sessions.removeAllOf(holder.id)
    tx.store.confirmations.use(key.toLowerCase())
    return tx.store.users.find(holder.id)!
  })
}

/**
 * Whether a key sets a password now.
 * @throws RequestError KEY_INVALID, KEY_EXPIRED, or of the account
 */
export const requirePasswordLink = (ctx: Context, key: string): void =>
  void userOfLink(ctx, key, 'password_reset')

/** POST /account/email_change. */
export const confirmAddress = (ctx: App, key: string) =>
  ctx.commit((tx) => {
    const user = userOfLink(tx, key, 'email_change')
    const { email } = tx.store.confirmations.find(key.toLowerCase())!
    changeAddress(tx, user, email)
    tx.store.confirmations.use(key.toLowerCase())
  })

function userOfLink(ctx: Context, text: string, kind: 'password_reset' | 'email_change'): User {
  const key = requireLink(ctx, text)
  if (key.kind !== kind || !('confirmation' in key))
    refuse(INVALID_LINK, { problem: 'This link is for something else.' })
  const user = ctx.store.users.find(key.confirmation.user_id!)!
  refuseDeactivated(ctx, user)
  return user
}
