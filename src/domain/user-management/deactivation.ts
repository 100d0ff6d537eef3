// Closes and reopens accounts.

import { DEACTIVATED_USER, LAST_USER, NO_SUCH_USER } from '../../errors/users.ts'
import { refuse } from '../../errors.ts'
import { requireMayCreateBot } from '../access/bot-types.ts'
import { mayActFor, ROLE, requireMayActFor, requireOwner } from '../access/roles.ts'
import { emitSettingsNamingUser } from '../groups/held-permissions.ts'
import { placeInSystemGroups } from '../groups/system-groups.ts'
import { endInvitationsBy } from '../joining/invitation-lists.ts'
import type { App, Context, Tx } from '../kernel/context.ts'
import { hideSubscriptions, restoreSubscriptions } from '../subscriptions/subscriptions.ts'
import { emitBotAdded, emitBotRemoved, emitOwnerChanged } from '../users/bot-lists.ts'
import { emitConsent, hasConsented } from '../users/export-consents.ts'
import { requireFreeName } from '../users/full-names.ts'
import { isPerson, type User, userAudience, visibleUser } from '../users/users.ts'
import { type Removal, removeMessages, removeProfile } from './account-removal.ts'
import { isOnlyOwner } from './role-changes.ts'

/** DELETE /users/{id}: closes an account and optionally removes its messages and profile. */
export async function deactivateUser(ctx: App, by: User, id: number, removal: Removal) {
  await ctx.commit((tx) => {
    const user = closableUser(tx, by, id)
    if (isOnlyOwner(tx, user))
      refuse('BAD_REQUEST', 'Cannot deactivate the only organization owner')
    deactivate(tx, user)
    if (removal.delete_profile) removeProfile(tx, { ...user, is_active: 0 })
  })
  await removeMessages(ctx, by, ctx.store.users.find(id)!, removal)
}

/** DELETE /users/me. @throws RequestError CANNOT_DEACTIVATE_LAST_USER */
export const deactivateSelf = (ctx: App, user: User) =>
  ctx.commit((tx) => {
    const isLastOwner = isOnlyOwner(tx, user)
    if (isLastOwner || tx.store.users.countActivePeople(2) === 1) {
      const entity = isLastOwner ? 'organization owner' : 'user'
      refuse(LAST_USER, { entity, is_last_owner: isLastOwner })
    }
    deactivate(tx, user)
  })

function closableUser(ctx: Context, by: User, id: number): User {
  const user = visibleUser(ctx, by, id)
  if (user.system_bot !== null) refuse(NO_SUCH_USER)
  if (!user.is_active) refuse(DEACTIVATED_USER)
  if (user.role === ROLE.owner) requireOwner(by)
  return user
}

/**
 * Closes an account after those of its bots: logins end, messages keep the name, memberships and
 * subscriptions are hidden until the account is reactivated.
 */
export function deactivate(tx: Tx, user: User) {
  const closed = withBots(tx, user)
  // Together: who is told of a channel is the same for a hundred bots.
  hideSubscriptions(tx, closed)
  for (const account of closed) close(tx, account)
}

/** An account after those of its bots. */
const withBots = (ctx: Context, user: User): User[] => [
  ...ctx.store.users.botsOf(user.id).flatMap((bot) => withBots(ctx, bot)),
  user,
]

function close(tx: Tx, user: User) {
  emitGroupMemberships(tx, user, 'remove_members')
  tx.store.users.change(user.id, { is_active: 0 })
  tx.store.sessions.removeAllOf(user.id)
  endInvitationsBy(tx, user)
  emitIsActive(tx, { ...user, is_active: 0 })
  if (user.bot_type !== null) emitBotRemoved(tx, user)
  tx.afterCommit(() => tx.hub.closeAllOf(user.id))
}

/** POST /users/{id}/reactivate. */
export const reactivateUser = (ctx: App, by: User, id: number) =>
  ctx.commit((tx) => {
    const closed = visibleUser(tx, by, id)
    if (closed.is_active || closed.system_bot !== null || closed.is_deleted)
      refuse('BAD_REQUEST', closed.is_deleted ? 'User is deleted' : 'User is already active')
    requireMayActFor(by, closed.role)
    if (closed.bot_type !== null) requireMayCreateBot(tx, by, closed.bot_type)
    requireFreeName(tx, closed.full_name, { id, isBot: !isPerson(closed) })
    tx.store.users.change(id, { is_active: 1 })
    const user = { ...closed, is_active: 1 as const }
    emitIsActive(tx, user)
    emitGroupMemberships(tx, user, 'add_members')
    placeInSystemGroups(tx, user)
    restoreSubscriptions(tx, user)
    if (user.bot_type !== null) giveOwner(tx, by, user)
    else emitConsent(tx, id, hasConsented(user))
  })

/**
 * Makes the user who reactivates a bot its owner if the former owner is deactivated or has a role
 * below the bot's.
 */
function giveOwner(tx: Tx, by: User, bot: User) {
  const owner = bot.bot_owner_id === null ? undefined : tx.store.users.find(bot.bot_owner_id)
  emitBotAdded(tx, bot)
  if (owner?.is_active && mayActFor(owner, bot.role)) return
  tx.store.users.change(bot.id, { bot_owner_id: by.id })
  emitOwnerChanged(tx, bot, tx.store.users.find(bot.id)!)
}

function emitIsActive(tx: Tx, user: User) {
  const { id: user_id } = user
  const is_active = user.is_active === 1
  tx.emit(
    { type: 'realm_user', op: 'update', person: { user_id, is_active } },
    userAudience(tx, user),
  )
  emitSettingsNamingUser(tx, user_id)
}

function emitGroupMemberships(tx: Tx, user: User, op: 'add_members' | 'remove_members') {
  for (const group of tx.store.groups.ofMember(user.id)) {
    if (group.name === null) continue
    const of_deactivated = group.deactivated === 1
    const change = { group_id: group.id, user_ids: [user.id], of_deactivated }
    tx.emit({ type: 'user_group', op, ...change }, 'everyone')
  }
}
