// Joining the organization: sign-up, registration by a link, and what follows from both.

import { INVALID_LINK, TOO_MUCH_MAIL, UNCONFIRMED_ADDRESS } from '../../errors/joining.ts'
import { INVALID_TIMEZONE, MISSING_PARAMETER } from '../../errors/parameters.ts'
import { HAS_ACCOUNT, HAS_DEACTIVATED_ACCOUNT } from '../../errors/users.ts'
import { refuse } from '../../errors.ts'
import type { Invitation } from '../../store/tables/invitations.ts'
import { ROLE, type Role } from '../access/roles.ts'
import { createAccount } from '../authentication/accounts.ts'
import { checkPasswordStrength, hashPassword } from '../authentication/passwords.ts'
import { joinGroups } from '../groups/user-group-members.ts'
import type { App, Context, Tx } from '../kernel/context.ts'
import { isTimezone } from '../kernel/locales.ts'
import { putMail, sendsMail } from '../mail/outbox.ts'
import { theOrganization } from '../organization/organization.ts'
import { addressProblem, checkNewAddress } from '../users/addresses.ts'
import { checkFullName } from '../users/full-names.ts'
import { emailKey, type User } from '../users/users.ts'
import { type ConfirmationLink, createLinkKey, requireLink } from './confirmation-links.ts'
import { emitInvitationsChanged } from './invitation-lists.ts'
import { subscribeAndBackfill } from './newcomers.ts'
import { postSignupMessage, sendInviterDm, sendWelcome } from './welcome-messages.ts'

/**
 * POST /account/signup.
 *
 * @param key of a reusable link; undefined if the organization is open to everyone
 * @returns the key that makes the account; undefined if it was mailed to the address
 */
export const signUp = (ctx: App, email: string, key: string | undefined) =>
  ctx.commit((tx) => {
    const invitation = key === undefined ? undefined : reusableLink(tx, key)
    if (!invitation && theOrganization(tx).settings.invite_required)
      refuse('BAD_REQUEST', 'You need an invitation to join this organization.')
    requireMayJoin(tx, email, sendsMail(tx))
    const to = email.trim()
    const about = { email: to, user_id: null, invitation_id: invitation?.id ?? null }
    const made = createLinkKey(tx, 'signup', about)
    if (!sendsMail(tx)) return made
    if (putMail(tx, { kind: 'signup', to, about: { key: made } })) refuse(TOO_MUCH_MAIL)
    return undefined
  })

export interface Joining {
  key: string
  /** Required if the key does not belong to an address. */
  email?: string | undefined
  fullName: string
  password: string
  timezone?: string | undefined
  /** Who may see the address; undefined: as the organization has it. */
  addressVisibility?: number | undefined
}

/**
 * POST /account/register: creates an account for the holder of a link. The address is verified where
 * the link was mailed to it.
 * @throws RequestError KEY_INVALID, KEY_EXPIRED
 */
export async function join(ctx: App, joining: Joining): Promise<User> {
  const link = requireLink(ctx, joining.key)
  if (link.kind === 'multiuse' && sendsMail(ctx)) refuse(UNCONFIRMED_ADDRESS)
  const email = addressFor(link, joining.email)
  requireMayJoin(ctx, email, sendsMail(ctx))
  checkFullName(joining.fullName)
  checkPasswordStrength(joining.password, [email, joining.fullName])
  const { timezone = '' } = joining
  if (!isTimezone(timezone)) refuse(INVALID_TIMEZONE, { timezone })
  const passwordHash = await hashPassword(joining.password)
  return ctx.commit((tx) => {
    // The key may have been used while the password was hashed.
    const key = requireLink(tx, joining.key)
    const invitation = invitationOf(tx, key)
    const id = createAccount(tx, {
      email,
      fullName: joining.fullName,
      passwordHash,
      role: (invitation?.role ?? ROLE.member) as Role,
      timezone,
      addressVisibility: joining.addressVisibility,
    })
    if ('confirmation' in key) tx.store.confirmations.use(key.confirmation.key)
    useInvitations(tx, email, key.kind === 'invitation' ? key.invitation : undefined)
    arrive(tx, tx.store.users.find(id)!, invitation)
    return tx.store.users.find(id)!
  })
}

/** Gives a new member the channels and groups of the invitation, and sends the welcome messages. */
function arrive(tx: Tx, user: User, invitation: Invitation | undefined) {
  const { channels, users } = tx.store
  const invitedTo = (JSON.parse(invitation?.channel_ids ?? '[]') as number[])
    .map((id) => channels.find(id))
    .filter((channel) => channel !== undefined)
  const defaults = !invitation || invitation.include_default_channels ? channels.defaults() : []
  const chosen = new Map([...invitedTo, ...defaults].map((channel) => [channel.id, channel]))
  subscribeAndBackfill(tx, user.id, [...chosen.values()])
  joinGroups(tx, user.id, JSON.parse(invitation?.group_ids ?? '[]') as number[])
  postSignupMessage(tx, user)
  const inviter = invitation && users.find(invitation.inviter_id)
  if (inviter?.is_active && invitation?.notify_inviter) sendInviterDm(tx, inviter, user)
  sendWelcome(tx, user, invitation?.welcome_text ?? null)
}

/** Marks the accepted invitation as used, with all others to the same address. */
function useInvitations(tx: Tx, email: string, accepted: Invitation | undefined) {
  const { invitations } = tx.store
  if (accepted) invitations.setStatus(accepted.id, 'accepted')
  const others = invitations.openTo(emailKey(email))
  for (const { id } of others) invitations.setStatus(id, 'revoked')
  const inviters = new Set(
    [...(accepted ? [accepted] : []), ...others].map((one) => one.inviter_id),
  )
  for (const inviterId of inviters) emitInvitationsChanged(tx, inviterId)
}

function addressFor(key: ConfirmationLink, given: string | undefined): string {
  switch (key.kind) {
    case 'invitation':
      return key.invitation.email!
    case 'signup':
      return key.confirmation.email
    case 'multiuse':
      return given ?? refuse(MISSING_PARAMETER, { var_name: 'email' })
    default:
      return refuse(INVALID_LINK, { problem: 'This link does not make an account.' })
  }
}

function invitationOf(ctx: Context, key: ConfirmationLink): Invitation | undefined {
  if ('invitation' in key) return key.invitation
  const id = key.confirmation.invitation_id
  return id === null ? undefined : ctx.store.invitations.find(id)
}

function reusableLink(ctx: Context, text: string): Invitation {
  const key = requireLink(ctx, text)
  if (key.kind !== 'multiuse') refuse(INVALID_LINK, { problem: 'This link needs no address.' })
  return key.invitation
}

/** @param isConfirmed whether the address is shown to be the person's by mail, now or next */
function requireMayJoin(ctx: Context, email: string, isConfirmed: boolean) {
  const problem = addressProblem(ctx, email)
  if (problem) refuse('BAD_REQUEST', problem)
  // An address that is not verified does not prove that its owner belongs to the domain.
  if (!isConfirmed && theOrganization(ctx).settings.emails_restricted_to_domains) {
    refuse(
      'BAD_REQUEST',
      'This organization admits only confirmed addresses of its own domains, and this server cannot confirm addresses. Ask an owner to create your account.',
    )
  }
  const other = ctx.store.users.findByEmail(emailKey(email))
  if (other) refuse(other.is_active ? HAS_ACCOUNT : HAS_DEACTIVATED_ACCOUNT)
  checkNewAddress(ctx, email)
}
