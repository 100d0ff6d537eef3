import type { Channel } from './channels.ts'
import type { Context } from './context.ts'
import { SYSTEM_GROUP } from './groups.ts'
import { ROLE } from './roles.ts'
import { sightOf, tellChangedPeople } from './sight.ts'
import type { Emit } from './unit-of-work.ts'
import { seesUser, type User } from './users.ts'

/**
 * Guests may be limited to people they share a channel or a direct conversation with, so who comes
 * into one or leaves it comes into sight or leaves it too (organization 2.1). To be called before
 * the change.
 *
 * @param channels in which it happens; none: in a direct conversation
 * @returns tells each guest concerned, after the change, whom they see now and whom no more
 */
export function watchGuests(
  ctx: Context,
  channels: readonly Channel[],
  userIds: readonly number[],
): (emit: Emit) => void {
  const guests = limitedGuests(ctx).filter((guest) => concerns(ctx, guest, channels, userIds))
  return watch(ctx, guests)
}

/** The same for a change of what guests may see at all. */
export const watchAllGuests = (ctx: Context) => watch(ctx, listeningGuests(ctx))

function watch(ctx: Context, guests: readonly User[]): (emit: Emit) => void {
  const before = guests.map((guest) => ({ guest, addresses: sightOf(ctx, guest).addresses }))
  return (emit) => {
    for (const { guest, addresses } of before) tellChangedPeople(ctx, emit, guest, addresses)
  }
}

/** Guests who are listening and may not know a user: to them the user is nobody in particular. */
export const strangersTo = (ctx: Context, user: User): number[] =>
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

const concerns = (
  ctx: Context,
  guest: User,
  channels: readonly Channel[],
  userIds: readonly number[],
) =>
  userIds.includes(guest.id) ||
  channels.some((channel) => ctx.store.subscriptions.isSubscribed(guest.id, channel.id))
