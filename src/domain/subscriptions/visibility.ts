// Which channels, users and addresses one user can see, and the events when that changes.

import { canSeeChannel, loadMembership, whoSees } from '../access/access.ts'
import type { Channel } from '../channels/channels.ts'
import type { Context, Tx } from '../kernel/context.ts'
import { profileDataOf } from '../users/profile-data.ts'
import { deliveryEmail, describeUser, seesUser, type User } from '../users/users.ts'
import {
  differenceReader,
  emitDiscoveredWithSubscribers,
  emitLost,
  type People,
} from './channel-discovery.ts'

/** What one user can see: channels, users, and addresses by user ID. */
export interface VisibleSet {
  channels: ReadonlySet<number>
  addresses: ReadonlyMap<number, string | null>
}

/** Everything that one user can see now. */
export function visibleTo(ctx: Context, viewer: User): VisibleSet {
  const people = ctx.store.users.all().filter((user) => seesUser(ctx, viewer, user))
  return {
    channels: visibleChannelIds(ctx, viewer),
    addresses: new Map(people.map((user) => [user.id, deliveryEmail(user, viewer)])),
  }
}

function visibleChannelIds(ctx: Context, viewer: User): ReadonlySet<number> {
  const membership = loadMembership(ctx, viewer)
  const known = ctx.store.channels.all().filter((channel) => canSeeChannel(membership, channel))
  return new Set(known.map((channel) => channel.id))
}

/** Channels that groups, or groups that contain them, show to their members. */
function channelsShownTo(ctx: Context, groupIds: readonly number[]): Channel[] {
  const groups = new Set(groupIds.flatMap((id) => ctx.store.groups.withThoseAbove(id)))
  return ctx.store.channels
    .all()
    .filter(
      (channel) =>
        groups.has(channel.can_subscribe_group) ||
        groups.has(channel.can_add_subscribers_group) ||
        groups.has(channel.can_administer_channel_group),
    )
}

/**
 * Groups can grant access to private channels, so joining or leaving a group may change which
 * channels a user can see. Call it before the change.
 *
 * @param groupIds the groups whose members change
 * @returns a function to call after the change, which emits the difference to each connected user
 */
export function trackVisibleChannels(
  ctx: Context,
  groupIds: readonly number[],
  userIds: readonly number[],
): (tx: Tx) => void {
  const among = channelsShownTo(ctx, groupIds)
  const viewers = userIds
    .filter((userId) => ctx.hub.isListening(userId))
    .map((userId) => ctx.store.users.find(userId)!)
  if (among.length === 0 || viewers.length === 0) return () => undefined
  const whoSaw = whoSees(ctx, viewers)
  const before = new Map(among.map((channel) => [channel, whoSaw(channel)]))
  return (tx) => {
    const whoSeesNow = whoSees(tx, viewers)
    const without = differenceReader()
    const now = new Map(among.map((channel) => [channel, whoSeesNow(channel)]))
    emitLost(
      tx,
      mapValues(before, (people, channel) => without(people, now.get(channel)!)),
    )
    emitDiscoveredWithSubscribers(
      tx,
      mapValues(now, (people, channel) => without(people, before.get(channel)!)),
    )
  }
}

/** Emits to a user whose permissions changed what became visible and what became invisible. */
export function emitVisibilityChanges(tx: Tx, viewer: User, before: VisibleSet) {
  emitVisibleUserChanges(tx, viewer, before.addresses)
  emitVisibleChannelChanges(tx, viewer, before.channels)
}

/** @param before addresses by ID of the users the viewer could see; null if the address was hidden */
export function emitVisibleUserChanges(
  tx: Tx,
  viewer: User,
  before: ReadonlyMap<number, string | null>,
) {
  for (const user of tx.store.users.all()) {
    const knew = before.has(user.id)
    const knows = seesUser(tx, viewer, user)
    const delivery_email = deliveryEmail(user, viewer)
    if (knows && !knew) {
      const profileOf = (user: User) => profileDataOf(tx, user)
      const person = describeUser(tx, user, viewer, { profileOf })
      tx.emit({ type: 'realm_user', op: 'add', person }, [viewer.id])
    } else if (knew && !knows) {
      const { id: user_id, full_name } = user
      tx.emit({ type: 'realm_user', op: 'remove', person: { user_id, full_name } }, [viewer.id])
    } else if (knows && before.get(user.id) !== delivery_email) {
      const person = { user_id: user.id, delivery_email }
      tx.emit({ type: 'realm_user', op: 'update', person }, [viewer.id])
    }
  }
}

function emitVisibleChannelChanges(tx: Tx, viewer: User, before: ReadonlySet<number>) {
  const membership = loadMembership(tx, viewer)
  const [seen, lost]: Map<Channel, People>[] = [new Map(), new Map()]
  const people = [viewer.id]
  for (const channel of tx.store.channels.all()) {
    const knows = canSeeChannel(membership, channel)
    if (knows !== before.has(channel.id)) (knows ? seen : lost)!.set(channel, people)
  }
  emitLost(tx, lost!)
  emitDiscoveredWithSubscribers(tx, seen!)
}

const mapValues = <K, V>(map: ReadonlyMap<K, V>, change: (value: V, key: K) => V): Map<K, V> =>
  new Map(Array.from(map, ([key, value]) => [key, change(value, key)]))
