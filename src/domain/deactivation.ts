import { refuse } from '../errors.ts'
import { type Removal, removeMessages, removeProfile } from './account-removal.ts'
import { forgetAlertWordTree } from './alert-words.ts'
import { tellBotAdded, tellBotGone, tellOwnerChanged } from './bot-lists.ts'
import { requireMayCreateBot } from './bot-types.ts'
import type { Context } from './context.ts'
import { requireFreeName } from './full-names.ts'
import { tellSettingsNaming } from './group-uses.ts'
import { endInvitationsBy } from './invitation-lists.ts'
import { discardPictures } from './pictures.ts'
import { isOnlyOwner } from './role-changes.ts'
import { ROLE, requireOwner } from './roles.ts'
import { hideSubscriptions, restoreSubscriptions } from './subscriptions.ts'
import { placeInSystemGroups } from './system-groups.ts'
import type { Emit } from './unit-of-work.ts'
import { isPerson, type User, userAudience, visibleUser } from './users.ts'

/** DELETE /users/{id}: an administrator closes an account, and removes more of it if asked to. */
export async function deactivateUser(ctx: Context, by: User, id: number, removal: Removal) {
  const gone = await ctx.commit((emit) => {
    const user = closableUser(ctx, by, id)
    if (isOnlyOwner(ctx, user))
      refuse('BAD_REQUEST', 'Cannot deactivate the only organization owner')
    const closed = deactivate(ctx, emit, user)
    const picture = removal.delete_profile
      ? removeProfile(ctx, emit, { ...user, is_active: 0 })
      : null
    return { closed, picture }
  })
  for (const userId of gone.closed) ctx.hub.closeAllOf(userId)
  await discardPictures(ctx, [gone.picture])
  await removeMessages(ctx, by, ctx.store.users.find(id)!, removal)
}

/** DELETE /users/me. @throws RequestError CANNOT_DEACTIVATE_LAST_USER */
export async function deactivateSelf(ctx: Context, user: User) {
  const gone = await ctx.commit((emit) => {
    const people = ctx.store.users.all().filter((other) => other.is_active && isPerson(other))
    const isLastOwner = isOnlyOwner(ctx, user)
    if (isLastOwner || people.length === 1) {
      const entity = isLastOwner ? 'organization owner' : 'user'
      refuse('CANNOT_DEACTIVATE_LAST_USER', `You cannot deactivate the only ${entity}.`, {
        is_last_owner: isLastOwner,
        entity,
      })
    }
    return deactivate(ctx, emit, user)
  })
  for (const userId of gone) ctx.hub.closeAllOf(userId)
}

function closableUser(ctx: Context, by: User, id: number): User {
  const user = visibleUser(ctx, by, id)
  if (user.system_bot !== null) refuse('BAD_REQUEST', 'No such user')
  if (!user.is_active) refuse('BAD_REQUEST', 'User is deactivated')
  if (user.role === ROLE.owner) requireOwner(by)
  return user
}

/**
 * Closes an account, and before it those of its bots: logins end, the name stays on what was
 * written, memberships and subscriptions are hidden until it is opened again.
 *
 * @returns IDs of the accounts closed; their queues are to be ended after the commit
 */
export function deactivate(ctx: Context, emit: Emit, user: User): number[] {
  const bots = ctx.store.users.botsOf(user.id).flatMap((bot) => deactivate(ctx, emit, bot))
  hideSubscriptions(ctx, emit, user)
  tellGroups(ctx, emit, user, 'remove_members')
  ctx.store.users.change(user.id, { is_active: 0 })
  ctx.store.sessions.removeAllOf(user.id)
  endInvitationsBy(ctx, emit, user)
  tellActive(ctx, emit, { ...user, is_active: 0 })
  if (user.bot_type !== null) tellBotGone(ctx, emit, user)
  return [...bots, user.id]
}

/** POST /users/{id}/reactivate. */
export const reactivateUser = (ctx: Context, by: User, id: number) =>
  ctx.commit((emit) => {
    const closed = visibleUser(ctx, by, id)
    if (closed.is_active || closed.system_bot !== null || closed.is_deleted)
      refuse('BAD_REQUEST', closed.is_deleted ? 'User is deleted' : 'User is already active')
    if (closed.role === ROLE.owner) requireOwner(by)
    if (closed.bot_type !== null) requireMayCreateBot(ctx, by, closed.bot_type)
    requireFreeName(ctx, closed.full_name, { id, isBot: !isPerson(closed) })
    ctx.store.users.change(id, { is_active: 1 })
    const user = { ...closed, is_active: 1 as const }
    tellActive(ctx, emit, user)
    tellGroups(ctx, emit, user, 'add_members')
    placeInSystemGroups(ctx, emit, user)
    restoreSubscriptions(ctx, emit, user)
    if (user.bot_type !== null) giveOwner(ctx, emit, by, user)
  })

/** A bot whose owner has left belongs to whoever opens its account again. */
function giveOwner(ctx: Context, emit: Emit, by: User, bot: User) {
  const owner = bot.bot_owner_id === null ? undefined : ctx.store.users.find(bot.bot_owner_id)
  tellBotAdded(ctx, emit, bot)
  if (owner?.is_active) return
  ctx.store.users.change(bot.id, { bot_owner_id: by.id })
  tellOwnerChanged(ctx, emit, bot, ctx.store.users.find(bot.id)!)
}

function tellActive(ctx: Context, emit: Emit, user: User) {
  const { id: user_id } = user
  const is_active = user.is_active === 1
  emit(
    { type: 'realm_user', op: 'update', person: { user_id, is_active } },
    userAudience(ctx, user),
  )
  tellSettingsNaming(ctx, emit, user_id)
  forgetAlertWordTree(ctx)
}

function tellGroups(ctx: Context, emit: Emit, user: User, op: 'add_members' | 'remove_members') {
  for (const group of ctx.store.groups.ofMember(user.id)) {
    if (group.name === null) continue
    const of_deactivated = group.deactivated === 1
    const change = { group_id: group.id, user_ids: [user.id], of_deactivated }
    emit({ type: 'user_group', op, ...change }, 'everyone')
  }
}
