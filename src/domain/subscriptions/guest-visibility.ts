// Which people guests can see, and the events when that changes.

import { SYSTEM_GROUP } from '../access/group-names.ts'
import { ROLE } from '../access/roles.ts'
import type { Channel } from '../channels/channels.ts'
import type { Context, Tx } from '../kernel/context.ts'
import { seesUser, type User } from '../users/users.ts'
import { trackVisibleUsers } from './visible-users.ts'

/**
 * Guests may be limited to people in their own channels and direct conversations, so a change of
 * members changes which users they can see. Call it before the change.
 *
 * @param channels the channels that change; empty for a direct conversation
 * @returns a function to call after the change, which emits users that became visible or invisible
 */
export function trackGuestVisibility(
  ctx: Context,
  channels: readonly Channel[],
  userIds: readonly number[],
): (tx: Tx) => void {
  const guests = limitedGuests(ctx).filter((guest) => isAffected(ctx, guest, channels, userIds))
  if (guests.length === 0) return () => undefined
  const { subscriptions, users } = ctx.store
  const find = (ids: Iterable<number>) => Array.from(ids, (id) => users.find(id)!)
  const changing = new Set(userIds)
  const some = find(changing)
  // A guest who comes or goes gains or loses everyone there, the others only who comes or goes.
  const everyone = find(
    new Set([...userIds, ...channels.flatMap(({ id }) => subscriptions.subscribers(id))]),
  )
  return trackVisibleUsers(
    ctx,
    guests.map((viewer) => ({ viewer, among: changing.has(viewer.id) ? everyone : some })),
  )
}

/** The same for a change of the setting that limits guests. */
export function trackAllGuestVisibility(ctx: Context): (tx: Tx) => void {
  const among = ctx.store.users.all()
  return trackVisibleUsers(
    ctx,
    listeningGuests(ctx).map((viewer) => ({ viewer, among })),
  )
}

/** Connected guests who may not see this user; they receive the placeholder "Unknown user". */
export const guestsWhoCannotSee = (ctx: Context, user: User): number[] =>
  limitedGuests(ctx)
    .filter((guest) => !seesUser(ctx, guest, user))
    .map((guest) => guest.id)

function limitedGuests(ctx: Context): User[] {
  const holder = ctx.store.organization.holderOf('can_access_all_users_group')
  return holder === SYSTEM_GROUP['role:everyone'] ? [] : listeningGuests(ctx)
}

function listeningGuests(ctx: Context): User[] {
  const users = [...ctx.hub.listeners()].map((id) => ctx.store.users.find(id))
  return users.filter((user) => user !== undefined).filter((user) => user.role === ROLE.guest)
}

const isAffected = (
  ctx: Context,
  guest: User,
  channels: readonly Channel[],
  userIds: readonly number[],
) =>
  userIds.includes(guest.id) ||
  channels.some((channel) => ctx.store.subscriptions.isSubscribed(guest.id, channel.id))
