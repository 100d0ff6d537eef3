import { refuse } from '../errors.ts'
import type { Invitation } from '../store/invitations.ts'
import { createAccount } from './accounts.ts'
import { addressProblem, checkNewAddress } from './addresses.ts'
import { findKey, issueKey, type Key } from './confirmations.ts'
import type { Context } from './context.ts'
import { checkFullName } from './full-names.ts'
import { announceNewcomer, greet, thankInviter } from './greetings.ts'
import { tellInvitationsChanged } from './invitation-lists.ts'
import { isTimezone } from './locales.ts'
import { settleIn } from './newcomers.ts'
import { theOrganization } from './organization.ts'
import { checkPasswordStrength, hashPassword } from './passwords.ts'
import { ROLE, type Role } from './roles.ts'
import type { Emit } from './unit-of-work.ts'
import { joinGroups } from './user-group-members.ts'
import { emailKey, type User } from './users.ts'

/**
 * POST /account/signup (organization 5.2). Nothing mails the address, so the key that would be in
 * the mail is the answer.
 *
 * @param key of a reusable link; undefined where anybody may join
 */
export const signUp = (ctx: Context, email: string, key: string | undefined) =>
  ctx.commit(() => {
    const invitation = key === undefined ? undefined : reusableLink(ctx, key)
    if (!invitation && theOrganization(ctx).settings.invite_required)
      refuse('BAD_REQUEST', 'You need an invitation to join this organization.')
    requireMayJoin(ctx, email)
    return issueKey(ctx, 'signup', {
      email: email.trim(),
      user_id: null,
      invitation_id: invitation?.id ?? null,
    })
  })

export interface Joining {
  key: string
  /** Asked for where the key names none. */
  email?: string | undefined
  fullName: string
  password: string
  timezone?: string | undefined
  /** Who may see the address; undefined: as the organization has it. */
  addressVisibility?: number | undefined
}

/**
 * POST /account/register: whoever holds a link makes an account at once; the address is taken as
 * given and not as proven. @throws RequestError KEY_INVALID, KEY_EXPIRED
 */
export async function join(ctx: Context, joining: Joining): Promise<User> {
  const email = addressFor(findKey(ctx, joining.key), joining.email)
  requireMayJoin(ctx, email)
  checkFullName(joining.fullName)
  checkPasswordStrength(joining.password, [email, joining.fullName])
  const { timezone = '' } = joining
  if (!isTimezone(timezone)) refuse('BAD_REQUEST', `Invalid timezone '${timezone}'`)
  const passwordHash = await hashPassword(joining.password)
  return ctx.commit((emit) => {
    // The key may have been used while the password was hashed.
    const key = findKey(ctx, joining.key)
    const invitation = invitationOf(ctx, key)
    const id = createAccount(ctx, emit, {
      email,
      fullName: joining.fullName,
      passwordHash,
      role: (invitation?.role ?? ROLE.member) as Role,
      timezone,
      addressVisibility: joining.addressVisibility,
    })
    if ('confirmation' in key) ctx.store.confirmations.use(key.confirmation.key)
    useInvitations(ctx, emit, email, key.kind === 'invitation' ? key.invitation : undefined)
    arrive(ctx, emit, ctx.store.users.find(id)!, invitation)
    return ctx.store.users.find(id)!
  })
}

/** What an invitation promises, and what everyone who comes finds (organization 4.5). */
function arrive(ctx: Context, emit: Emit, user: User, invitation: Invitation | undefined) {
  const { channels, users } = ctx.store
  const invitedTo = (JSON.parse(invitation?.channel_ids ?? '[]') as number[])
    .map((id) => channels.find(id))
    .filter((channel) => channel !== undefined)
  const defaults = !invitation || invitation.include_default_channels ? channels.defaults() : []
  const chosen = new Map([...invitedTo, ...defaults].map((channel) => [channel.id, channel]))
  settleIn(ctx, emit, user.id, [...chosen.values()])
  joinGroups(ctx, emit, user.id, JSON.parse(invitation?.group_ids ?? '[]') as number[])
  announceNewcomer(ctx, emit, user)
  const inviter = invitation && users.find(invitation.inviter_id)
  if (inviter?.is_active && invitation?.notify_inviter) thankInviter(ctx, emit, inviter, user)
  greet(ctx, emit, user, invitation?.welcome_text ?? null)
}

/** The invitation that was accepted is used up, and others to the same address have no use. */
function useInvitations(ctx: Context, emit: Emit, email: string, accepted: Invitation | undefined) {
  const { invitations } = ctx.store
  if (accepted) invitations.setStatus(accepted.id, 'accepted')
  const others = invitations.openTo(emailKey(email))
  for (const { id } of others) invitations.setStatus(id, 'revoked')
  const inviters = new Set(
    [...(accepted ? [accepted] : []), ...others].map((one) => one.inviter_id),
  )
  for (const inviterId of inviters) tellInvitationsChanged(ctx, emit, inviterId)
}

function addressFor(key: Key, given: string | undefined): string {
  switch (key.kind) {
    case 'invitation':
      return key.invitation.email!
    case 'signup':
      return key.confirmation.email
    case 'multiuse':
      return (
        given ??
        refuse('REQUEST_VARIABLE_MISSING', "Missing 'email' argument", { var_name: 'email' })
      )
    default:
      return refuse('KEY_INVALID', 'This link does not make an account.')
  }
}

function invitationOf(ctx: Context, key: Key): Invitation | undefined {
  if ('invitation' in key) return key.invitation
  const id = key.confirmation.invitation_id
  return id === null ? undefined : ctx.store.invitations.find(id)
}

function reusableLink(ctx: Context, text: string): Invitation {
  const key = findKey(ctx, text)
  if (key.kind !== 'multiuse') refuse('KEY_INVALID', 'This link needs no address.')
  return key.invitation
}

function requireMayJoin(ctx: Context, email: string) {
  const problem = addressProblem(ctx, email)
  if (problem) refuse('BAD_REQUEST', problem)
  // An address that nobody has proven says nothing about where its owner belongs.
  if (theOrganization(ctx).settings.emails_restricted_to_domains) {
    refuse(
      'BAD_REQUEST',
      'This organization admits only confirmed addresses of its own domains, and this server cannot confirm addresses. Ask an owner to create your account.',
    )
  }
  const other = ctx.store.users.findByEmail(emailKey(email))
  if (other)
    refuse(
      'BAD_REQUEST',
      other.is_active ? 'Already has an account.' : 'Account has been deactivated.',
    )
  checkNewAddress(ctx, email)
}
