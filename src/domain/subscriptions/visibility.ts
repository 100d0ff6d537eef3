// Which channels users can see, and all that one viewer can see, with the events when that changes.

import { canSeeChannel, loadMembership, whoSees } from '../access/access.ts'
import type { Channel } from '../channels/channels.ts'
import type { Context, Tx } from '../kernel/context.ts'
import type { User } from '../users/users.ts'
import {
  differenceReader,
  emitDiscoveredWithSubscribers,
  emitLost,
  type People,
} from './channel-discovery.ts'
import { trackVisibleUsers } from './visible-users.ts'

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

/**
 * A new role changes which channels and users a viewer sees. Call it before the change.
 *
 * @returns a function to call after the change, which emits the difference to them
 */
export function trackAllThatIsVisible(ctx: Context, viewer: User): (tx: Tx) => void {
  const channels = visibleChannelIds(ctx, viewer)
  const tellUsers = trackVisibleUsers(ctx, [{ viewer, among: ctx.store.users.all() }])
  return (tx) => {
    tellUsers(tx)
    emitVisibleChannelChanges(tx, tx.store.users.find(viewer.id)!, channels)
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
