import { seconds } from '../base/clock.ts'
import { randomKey } from '../base/tokens.ts'
import { refuse } from '../errors.ts'
import type { Invitation } from '../store/invitations.ts'
import { administers, hasMetadataAccess, holdsInChannel } from './access.ts'
import { addressProblem } from './addresses.ts'
import type { Context } from './context.ts'
import { holds } from './groups.ts'
import { joinLink, tellInvitationsChanged } from './invitation-lists.ts'
import { ROLE, type Role, requireOwner } from './roles.ts'
import { findGroup, holdsInGroup } from './user-groups.ts'
import { emailKey, type User } from './users.ts'

/** Length of the keys in links (organization 4.4). */
export const KEY_LENGTH = 24

/** People invited by one request. */
const MOST_ADDRESSES = 1000

export interface InvitationRequest {
  /** null: for ever. */
  expiresInMinutes: number | null
  role: Role
  channelIds: readonly number[]
  groupIds: readonly number[]
  includeDefaultChannels: boolean
  /** null: the organization's; '': none. */
  welcomeText: string | null
  notifyInviter: boolean
}

/** POST /invites/multiuse (specification 4.11). @returns the link */
export const createLink = (ctx: Context, by: User, request: InvitationRequest) =>
  ctx.commit((emit) => {
    if (!holds(ctx, by, 'create_multiuse_invite_group') && by.role > ROLE.administrator)
      refuse('BAD_REQUEST', 'Insufficient permission')
    requireMayInvite(ctx, by, request)
    const key = create(ctx, by, request, null)
    tellInvitationsChanged(ctx, emit, by.id)
    return joinLink(ctx, key)
  })

/**
 * POST /invites. Who has an account already is left out and reported.
 * @param addressees addresses with commas or line ends between, each perhaps as `Name <address>`
 * @throws RequestError INVITATION_FAILED, also when the others have been invited
 */
export async function inviteByAddress(
  ctx: Context,
  by: User,
  addressees: string,
  request: InvitationRequest,
) {
  const errors = await ctx.commit((emit) => {
    if (!holds(ctx, by, 'can_invite_users_group')) refuse('BAD_REQUEST', 'Insufficient permission')
    requireMayInvite(ctx, by, request)
    const addresses = readAddresses(addressees)
    if (addresses.length === 0)
      refuse('BAD_REQUEST', 'You must specify at least one email address.')
    if (addresses.length > MOST_ADDRESSES)
      refuse('BAD_REQUEST', `Too many email addresses at once (maximum: ${MOST_ADDRESSES})`)
    requireValid(ctx, addresses)
    const taken = addresses.flatMap((address) => takenBy(ctx, address))
    const free = addresses.filter((address) => taken.every(([other]) => other !== address))
    if (free.length === 0)
      refuseAddresses('Everyone you named has an account already.', taken, false)
    for (const address of free) create(ctx, by, request, address)
    tellInvitationsChanged(ctx, emit, by.id)
    return taken
  })
  if (errors.length > 0) {
    refuseAddresses('Some have an account already; the others have been invited.', errors, true)
  }
}

/** DELETE /invites/{id} and /invites/multiuse/{id}. */
export const revokeInvitation = (ctx: Context, by: User, id: number, isMultiuse: boolean) =>
  ctx.commit((emit) => {
    const invitation = managedInvitation(ctx, by, id, isMultiuse)
    ctx.store.invitations.setStatus(id, 'revoked')
    tellInvitationsChanged(ctx, emit, invitation.inviter_id)
  })

/** POST /invites/{id}/resend: a new link with the same lifetime; the old one ends. */
export const renewInvitation = (ctx: Context, by: User, id: number) =>
  ctx.commit((emit) => {
    const { created_at, expires_at, inviter_id } = managedInvitation(ctx, by, id, false)
    const now = seconds(ctx.clock)
    ctx.store.invitations.renew({
      id,
      key: randomKey(KEY_LENGTH),
      created_at: now,
      expires_at: expires_at === null ? null : now + expires_at - created_at,
    })
    tellInvitationsChanged(ctx, emit, inviter_id)
  })

function managedInvitation(ctx: Context, by: User, id: number, isMultiuse: boolean): Invitation {
  const invitation = ctx.store.invitations.find(id)
  const isOwn = invitation?.inviter_id === by.id
  const isKnown = invitation && (isOwn || by.role <= ROLE.administrator)
  if (!isKnown || (invitation.is_multiuse === 1) !== isMultiuse || invitation.status === 'accepted')
    refuse('BAD_REQUEST', 'No such invitation')
  if (invitation.role === ROLE.owner) requireOwner(by)
  if (invitation.status === 'revoked') refuse('BAD_REQUEST', 'Invitation has already been revoked')
  return invitation
}

function create(ctx: Context, by: User, request: InvitationRequest, email: string | null): string {
  const key = randomKey(KEY_LENGTH)
  const now = seconds(ctx.clock)
  const { expiresInMinutes } = request
  ctx.store.invitations.create({
    key,
    inviter_id: by.id,
    is_multiuse: email === null ? 1 : 0,
    email,
    email_key: email && emailKey(email),
    role: request.role,
    created_at: now,
    expires_at: expiresInMinutes === null ? null : now + expiresInMinutes * 60,
    include_default_channels: request.includeDefaultChannels ? 1 : 0,
    notify_inviter: request.notifyInviter ? 1 : 0,
    welcome_text: by.role <= ROLE.administrator ? request.welcomeText : null,
    channel_ids: JSON.stringify([...new Set(request.channelIds)]),
    group_ids: JSON.stringify([...new Set(request.groupIds)]),
  })
  return key
}

/** Nobody gives by invitation what they could not give themselves (specification 4.11). */
function requireMayInvite(ctx: Context, by: User, request: InvitationRequest) {
  const { role } = request
  if (role === ROLE.owner && by.role !== ROLE.owner)
    refuse('BAD_REQUEST', 'Must be an organization owner')
  if (role < ROLE.member && by.role > ROLE.administrator)
    refuse('BAD_REQUEST', 'Must be an organization administrator')
  for (const id of request.channelIds) requireMaySubscribe(ctx, by, id)
  for (const id of request.groupIds) {
    const group = findGroup(ctx, id)
    if (group.deactivated) refuse('BAD_REQUEST', 'User group is deactivated.')
    if (!holdsInGroup(ctx, by, group, ['can_add_members_group']))
      refuse('BAD_REQUEST', 'Insufficient permission')
  }
}

function requireMaySubscribe(ctx: Context, by: User, channelId: number) {
  const channel = ctx.store.channels.find(channelId)
  if (!channel || channel.is_archived || !hasMetadataAccess(ctx, by, channel))
    refuse('BAD_REQUEST', `Invalid channel ID ${channelId}. No invites were sent.`)
  const may =
    holds(ctx, by, 'can_add_subscribers_group') ||
    administers(ctx, by, channel) ||
    holdsInChannel(ctx, by, channel, 'can_add_subscribers_group')
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
    ? [[address, 'Already has an account.', false]]
    : [[address, 'Account has been deactivated.', true]]
}

function refuseAddresses(message: string, errors: readonly AddressError[], sent: boolean): never {
  refuse('INVITATION_FAILED', message, {
    errors,
    sent_invitations: sent,
    license_limit_reached: false,
    daily_limit_reached: false,
  })
}
