// Changes roles, with everything that follows.

import { INSUFFICIENT_PERMISSION } from '../../errors/callers.ts'
import { refuse } from '../../errors.ts'
import { mayActFor, ROLE, type Role, requireOwner } from '../access/roles.ts'
import { listDefaultGroups } from '../channels/default-channel-groups.ts'
import { defaultChannelIds } from '../channels/default-channels.ts'
import { placeInSystemGroups } from '../groups/system-groups.ts'
import { endInvitationsAbove } from '../joining/invitation-lists.ts'
import type { Context, Tx } from '../kernel/context.ts'
import { trackAllThatIsVisible } from '../subscriptions/visibility.ts'
import { emitBotsOfOthers } from '../users/bot-lists.ts'
import { type User, userAudience } from '../users/users.ts'

/** @throws RequestError if the caller may not grant or remove the role */
export function requireMayChangeRole(ctx: Context, by: User, user: User, role: Role) {
  if (user.role === ROLE.owner || role === ROLE.owner) requireOwner(by)
  if (role < user.role && !mayActFor(by, role)) refuse(INSUFFICIENT_PERMISSION)
  const owner = user.bot_owner_id === null ? undefined : ctx.store.users.find(user.bot_owner_id)
  // The owner of a bot has its key.
  if (owner && role < user.role && !mayActFor(owner, role))
    refuse('BAD_REQUEST', "A bot's role cannot be above its owner's.")
  if (user.role === ROLE.guest && role <= ROLE.administrator) {
    refuse('BAD_REQUEST', 'Guests cannot be organization administrators')
  }
  if (user.role === ROLE.owner && role !== ROLE.owner && isOnlyOwner(ctx, user)) {
    refuse(
      'BAD_REQUEST',
      'The owner permission cannot be removed from the only organization owner.',
    )
  }
}

/** Whether a user is the only active owner. */
export function isOnlyOwner(ctx: Context, user: User): boolean {
  const owners = ctx.store.users.activeOwners()
  return owners.length === 1 && owners[0] === user.id
}

/** Changes a role and emits what follows: groups, and what the user can see now. */
export function changeRole(tx: Tx, user: User, role: Role) {
  if (user.role === role) return
  const emitVisible = trackAllThatIsVisible(tx, user)
  tx.store.users.change(user.id, { role })
  const changed = { ...user, role }
  tx.emit(
    { type: 'realm_user', op: 'update', person: { user_id: user.id, role } },
    userAudience(tx, changed),
  )
  placeInSystemGroups(tx, changed)
  if (role > user.role) takeWhatIsAbove(tx, changed)
  emitVisible(tx)
  emitDefaultChannelsOfRole(tx, user, changed)
  emitBotsOfOthers(tx, user, changed)
}

/** With a role go the bots that had it through their owner, and invitations to it. */
function takeWhatIsAbove(tx: Tx, user: User) {
  endInvitationsAbove(tx, user)
  for (const bot of tx.store.users.botsOf(user.id))
    if (!mayActFor(user, bot.role)) changeRole(tx, bot, user.role as Role)
}

/** Guests have no default channels, so a user who becomes or stops being one gets an event. */
function emitDefaultChannelsOfRole(tx: Tx, before: User, user: User) {
  if ((before.role === ROLE.guest) === (user.role === ROLE.guest)) return
  const default_streams = defaultChannelIds(tx, user)
  tx.emit({ type: 'default_streams', default_streams }, [user.id])
  const default_stream_groups = listDefaultGroups(tx, user)
  tx.emit({ type: 'default_stream_groups', default_stream_groups }, [user.id])
}
