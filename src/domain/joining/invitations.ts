// Invites people by address or by a reusable link.

import { randomKey } from '../../base/tokens.ts'
import { INSUFFICIENT_PERMISSION } from '../../errors/callers.ts'
import { NOT_INVITED, TOO_MUCH_MAIL } from '../../errors/joining.ts'
import { DEACTIVATED_GROUP, HAS_ACCOUNT, HAS_DEACTIVATED_ACCOUNT } from '../../errors/users.ts'
import { refuse } from '../../errors.ts'
import type { Invitation } from '../../store/tables/invitations.ts'
import { canAdministerChannel, hasChannelPermission, hasMetadataAccess } from '../access/access.ts'
import { hasPermission } from '../access/groups.ts'
import { mayActFor, ROLE, type Role, requireMayActFor } from '../access/roles.ts'
import { findGroup, hasGroupPermission } from '../groups/user-groups.ts'
import type { App, Context, Tx } from '../kernel/context.ts'
import { putMail, sendsMail } from '../mail/outbox.ts'
import { addressProblem } from '../users/addresses.ts'
import { emailKey, type User } from '../users/users.ts'
import { emitInvitationsChanged, joinLink } from './invitation-lists.ts'

/** Length of the keys in links. */
export const KEY_LENGTH = 24

/** People invited by one request. */
const MAX_ADDRESSES = 1000

/** Invitations that are open at once, of a person who is no administrator and of all: administrators list them all. */
const MOST_OPEN = { ofOne: 1000, inAll: 10_000 }

export interface InvitationRequest {
  /** null: for ever. */
  expiresInMinutes: number | null
  role: Role
  /** Each once, as are the groups. */
  channelIds: readonly number[]
  groupIds: readonly number[]
  includeDefaultChannels: boolean
  /** null: the organization's; '': none. */
  welcomeText: string | null
  notifyInviter: boolean
  /** Where the links in the answer lead. */
  origin: string
}

/** POST /invites/multiuse. @returns the link */
export const createLink = (ctx: App, by: User, request: InvitationRequest) =>
  ctx.commit((tx) => {
    if (!hasPermission(tx, by, 'create_multiuse_invite_group') && by.role > ROLE.administrator)
      refuse(INSUFFICIENT_PERMISSION)
    requireMayInvite(tx, by, request)
    requireFewOpen(tx, by, 1)
    const key = inviting(tx, by, request)(null)
    emitInvitationsChanged(tx, by.id)
    return joinLink(tx, key, request.origin)
  })

/**
 * POST /invites. People who have an account already are skipped and reported.
 * @param addressees addresses separated by commas or line ends, optionally as `Name <address>`
 * @returns the links to pass on; undefined if they were mailed
 * @throws RequestError INVITATION_FAILED, also when the others have been invited
 */
export async function inviteByAddress(
  ctx: App,
  by: User,
  addressees: string,
  request: InvitationRequest,
) {
  const { errors, links } = await ctx.commit((tx) => {
    if (!hasPermission(tx, by, 'can_invite_users_group')) refuse(INSUFFICIENT_PERMISSION)
    requireMayInvite(tx, by, request)
    const addresses = readAddresses(addressees)
    if (addresses.length === 0)
      refuse('BAD_REQUEST', 'You must specify at least one email address.')
    if (addresses.length > MAX_ADDRESSES)
      refuse('BAD_REQUEST', `Too many email addresses at once (maximum: ${MAX_ADDRESSES})`)
    requireValid(tx, addresses)
    const taken = addresses.flatMap((address) => takenBy(tx, address))
    const free = addresses.filter((address) => taken.every(([other]) => other !== address))
    if (free.length === 0)
      refuseAddresses('Everyone you named has an account already.', taken, false)
    requireFewOpen(tx, by, free.length)
    const invite = inviting(tx, by, request)
    const made = free.map((email) => ({ email, key: invite(email) }))
    if (sendsMail(tx)) mailInvitations(tx, by, made)
    emitInvitationsChanged(tx, by.id)
    return { errors: taken, links: sendsMail(tx) ? undefined : linksOf(tx, made, request.origin) }
  })
  if (errors.length > 0) {
    refuseAddresses('Some have an account already; the others have been invited.', errors, true)
  }
  return links
}

/** An invitation that was just made, by its address and the key of its link. */
interface MadeInvitation {
  email: string
  key: string
}

const linksOf = (ctx: Context, made: readonly MadeInvitation[], origin: string) =>
  made.map(({ email, key }) => ({ email, link_url: joinLink(ctx, key, origin) }))

/** @throws RequestError INVITATION_FAILED if one may not be mailed to, or the inviter mailed enough today */
function mailInvitations(tx: Tx, by: User, made: readonly MadeInvitation[]) {
  const errors: AddressError[] = []
  for (const { email, key } of made) {
    const invitation_id = tx.store.invitations.findByKey(key)!.id
    const refusal = putMail(tx, { kind: 'invitation', to: email, by, about: { invitation_id } })
    if (refusal === 'person' || refusal === 'server') refuseTooMany()
    if (refusal) errors.push([email, WHY_NO_MAIL[refusal], false])
  }
  if (errors.length > 0)
    refuseAddresses(
      'Some of these addresses cannot be mailed to, so nobody was invited.',
      errors,
      false,
    )
}

const WHY_NO_MAIL = {
  stranger: 'The owner of this address wants no mail from this server.',
  address: 'Too much mail was sent to this address today.',
}

/** DELETE /invites/{id} and /invites/multiuse/{id}. */
export const revokeInvitation = (ctx: App, by: User, id: number, isMultiuse: boolean) =>
  ctx.commit((tx) => {
    const invitation = managedInvitation(tx, by, id, isMultiuse)
    tx.store.invitations.setStatus(id, 'revoked')
    emitInvitationsChanged(tx, invitation.inviter_id)
  })

/** POST /invites/{id}/resend: a new link with the same lifetime; the old one ends. */
export const renewInvitation = (ctx: App, by: User, id: number) =>
  ctx.commit((tx) => {
    const { created_at, expires_at, inviter_id, email } = managedInvitation(tx, by, id, false)
    const now = tx.now
    tx.store.invitations.renew({
      id,
      key: randomKey(KEY_LENGTH),
      created_at: now,
      expires_at: expires_at === null ? null : now + expires_at - created_at,
    })
    emitInvitationsChanged(tx, inviter_id)
    if (!sendsMail(tx)) return
    const about = { invitation_id: id }
    if (putMail(tx, { kind: 'invitation', to: email!, by, about })) refuse(TOO_MUCH_MAIL)
  })

function managedInvitation(ctx: Context, by: User, id: number, isMultiuse: boolean): Invitation {
  const invitation = ctx.store.invitations.find(id)
  const isOwn = invitation?.inviter_id === by.id
  const isKnown = invitation && (isOwn || by.role <= ROLE.administrator)
  if (!isKnown || (invitation.is_multiuse === 1) !== isMultiuse || invitation.status === 'accepted')
    refuse('BAD_REQUEST', 'No such invitation')
  requireMayActFor(by, invitation.role)
  if (invitation.status === 'revoked') refuse('BAD_REQUEST', 'Invitation has already been revoked')
  return invitation
}

/**
 * What invitations of one request have in common.
 * @returns a function that creates one, for an address or as a link for many, and returns its key
 */
function inviting(tx: Tx, by: User, request: InvitationRequest) {
  const now = tx.now
  const { expiresInMinutes } = request
  // The channels of hundreds of invitations are written out once.
  const common = {
    inviter_id: by.id,
    role: request.role,
    created_at: now,
    expires_at: expiresInMinutes === null ? null : now + expiresInMinutes * 60,
    include_default_channels: request.includeDefaultChannels ? 1 : 0,
    notify_inviter: request.notifyInviter ? 1 : 0,
    welcome_text: by.role <= ROLE.administrator ? request.welcomeText : null,
    channel_ids: JSON.stringify(request.channelIds),
    group_ids: JSON.stringify(request.groupIds),
  } as const
  return (email: string | null): string => {
    const key = randomKey(KEY_LENGTH)
    tx.store.invitations.create({
      ...common,
      key,
      is_multiuse: email === null ? 1 : 0,
      email,
      email_key: email && emailKey(email),
    })
    return key
  }
}

/** @throws RequestError if the invitation grants more than the inviter could grant directly */
function requireMayInvite(ctx: Context, by: User, request: InvitationRequest) {
  const { role } = request
  if (role === ROLE.owner && by.role !== ROLE.owner)
    refuse('BAD_REQUEST', 'Must be an organization owner')
  if (role < ROLE.member && by.role > ROLE.administrator)
    refuse('BAD_REQUEST', 'Must be an organization administrator')
  if (!mayActFor(by, role)) refuse(INSUFFICIENT_PERMISSION)
  for (const id of request.channelIds) requireMaySubscribe(ctx, by, id)
  for (const id of request.groupIds) {
    const group = findGroup(ctx, id)
    if (group.deactivated) refuse(DEACTIVATED_GROUP)
    if (!hasGroupPermission(ctx, by, group, ['can_add_members_group']))
      refuse(INSUFFICIENT_PERMISSION)
  }
}

function requireFewOpen(tx: Tx, by: User, more: number) {
  const { invitations } = tx.store
  const { ofOne, inAll } = MOST_OPEN
  if (by.role > ROLE.administrator && invitations.countOpen(tx.now, by.id) + more > ofOne)
    refuse(
      'BAD_REQUEST',
      `You can have ${ofOne} open invitations; revoke some that are not needed.`,
    )
  if (invitations.countOpen(tx.now) + more > inAll)
    refuse('BAD_REQUEST', `An organization can have ${inAll} open invitations.`)
}

function requireMaySubscribe(ctx: Context, by: User, channelId: number) {
  const channel = ctx.store.channels.find(channelId)
  if (!channel || channel.is_archived || !hasMetadataAccess(ctx, by, channel))
    refuse('BAD_REQUEST', `Invalid channel ID ${channelId}. No invites were sent.`)
  const may =
    hasPermission(ctx, by, 'can_add_subscribers_group') ||
    canAdministerChannel(ctx, by, channel) ||
    hasChannelPermission(ctx, by, channel, 'can_add_subscribers_group')
  if (!may)
    refuse('BAD_REQUEST', 'You do not have permission to subscribe other users to channels.')
}

function readAddresses(text: string): string[] {
  const addresses = text
    .split(/[,\n]/)
    .map((part) => (/<([^<>]*)>\s*$/.exec(part)?.[1] ?? part).trim())
    .filter(Boolean)
  return [...new Map(addresses.map((address) => [emailKey(address), address])).values()]
}

/** Address, reason, and whether the account there is deactivated. */
type AddressError = [address: string, reason: string, deactivated: boolean]

function requireValid(ctx: Context, addresses: readonly string[]) {
  const errors = addresses.flatMap((address): AddressError[] => {
    const problem = addressProblem(ctx, address)
    return problem ? [[address, problem, false]] : []
  })
  if (errors.length > 0)
    refuseAddresses('Some of these addresses cannot be invited, so nobody was.', errors, false)
}

function takenBy(ctx: Context, address: string): AddressError[] {
  const user = ctx.store.users.findByEmail(emailKey(address))
  if (!user) return []
  return user.is_active
    ? [[address, HAS_ACCOUNT.text, false]]
    : [[address, HAS_DEACTIVATED_ACCOUNT.text, true]]
}

function refuseTooMany(): never {
  return refuse(NOT_INVITED, {
    message: 'This is more mail than you may send in a day, so nobody was invited.',
    errors: [],
    sent_invitations: false,
    license_limit_reached: false,
    daily_limit_reached: true,
  })
}

function refuseAddresses(message: string, errors: readonly AddressError[], sent: boolean): never {
  refuse(NOT_INVITED, {
    message,
    errors,
    sent_invitations: sent,
    license_limit_reached: false,
    daily_limit_reached: false,
  })
}
