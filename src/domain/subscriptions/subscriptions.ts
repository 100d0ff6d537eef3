// Subscribes and unsubscribes users, with all events. Permissions are checked by the callers.

import { addTo, listNumbers } from '../../base/collections.ts'
import { audienceReader, hasMetadataAccess } from '../access/access.ts'
import type { Channel } from '../channels/channels.ts'
import type { Context, Tx } from '../kernel/context.ts'
import type { User } from '../users/users.ts'
import { differenceReader, emitDiscovered, type People } from './channel-discovery.ts'
import { trackGuestVisibility } from './guest-visibility.ts'
import { type LeftUnread, readNewest } from './left-unread.ts'
import { inheritedSettings, subscriptionDescriber } from './subscription-lists.ts'

/** Colours given to new subscriptions, the first unused one first. */
const PALETTE = (
  '76ce90 fae589 a6c7e5 e79ab5 bfd56f f4ae55 b0a5fd addfe5 f5ce6e c2726a 94c849 bd86e5 ' +
  'ee7e4a a6dcbf 95a5fd 53a063 9987e1 e4523d c2c2c2 4f8de4 c6a8ad e7cc4d c8bebf a47462'
)
  .split(' ')
  .map((hex) => `#${hex}`)

/** Picks colours for many subscriptions, and reads the colours of each user once. */
function colorPicker(ctx: Context) {
  const unused = new Map<number, string[]>()
  return (userId: number, channelId: number): string => {
    const left = unused.get(userId) ?? unusedColors(ctx, userId)
    unused.set(userId, left)
    return left.shift() ?? PALETTE[channelId % PALETTE.length]!
  }
}

function unusedColors(ctx: Context, userId: number): string[] {
  const used = new Set(ctx.store.subscriptions.colorsOf(userId))
  return PALETTE.filter((color) => !used.has(color))
}

/**
 * Subscribes active users to channels, without permission checks. Emits the subscriptions to the
 * users and the new peers to others who can see the channels.
 *
 * @param colors requested colours by channel ID
 * @returns the channels newly subscribed, by user ID
 */
export function subscribe(
  tx: Tx,
  channels: readonly Channel[],
  userIds: readonly number[],
  colors: ReadonlyMap<number, string> = new Map(),
): Map<number, Channel[]> {
  const { subscriptions, channels: rows, users } = tx.store
  const emitGuestChanges = trackGuestVisibility(tx, channels, userIds)
  const listening = new Set(tx.hub.listeners())
  const added = new Map<number, Channel[]>()
  const newcomers = new Map<Channel, number[]>()
  const discovered = new Map<Channel, number[]>()
  const pickColor = colorPicker(tx)
  for (const { channel, userId } of missingSubscriptions(tx, channels, userIds)) {
    if (listening.has(userId) && !hasMetadataAccess(tx, users.find(userId), channel))
      addTo(discovered, channel, userId)
    const color = colors.get(channel.id)
    subscriptions.subscribe(userId, channel.id, color ?? pickColor(userId, channel.id))
    if (color !== undefined) subscriptions.set(userId, channel.id, 'color', color)
    addTo(added, userId, channel)
    addTo(newcomers, channel, userId)
  }
  for (const [channel, userIds] of newcomers) rows.addToSubscriberCount(channel.id, userIds.length)

  emitDiscovered(tx, discovered)
  emitAdded(tx, channels, added, listening)
  emitPeers(tx, 'peer_add', newcomers)
  emitGuestChanges(tx)
  return added
}

function missingSubscriptions(
  { store }: Context,
  channels: readonly Channel[],
  userIds: readonly number[],
) {
  const unique = [...new Set(userIds)]
  return channels.flatMap((channel) =>
    unique
      .filter((userId) => !store.subscriptions.isSubscribed(userId, channel.id))
      .map((userId) => ({ channel, userId })),
  )
}

/** Emits to each connected user the channels that were added. */
function emitAdded(
  tx: Tx,
  channels: readonly Channel[],
  added: ReadonlyMap<number, readonly Channel[]>,
  listening: ReadonlySet<number>,
) {
  const { channels: rows, users } = tx.store
  const present = new Map(channels.map(({ id }) => [id, rows.find(id)!]))
  const describe = subscriptionDescriber(tx)
  for (const [userId, joined] of added) {
    if (!listening.has(userId)) continue
    const subscriptions = joined.map(({ id }) => describe(userId, present.get(id)!))
    const inherited = inheritedSettings(users.find(userId)!)
    tx.emit({ type: 'subscription', op: 'add', subscriptions, inherited }, [userId])
  }
}

/**
 * Emits new or lost subscribers to others who can see the channel; equal changes share an event.
 */
function emitPeers(tx: Tx, op: 'peer_add' | 'peer_remove', changed: ReadonlyMap<Channel, People>) {
  const news = new Map<string, { stream_ids: number[]; user_ids: People; to: People }>()
  const audienceOf = audienceReader(tx)
  const numberOf = listNumbers()
  const without = differenceReader()
  for (const [channel, user_ids] of changed) {
    const to = without(audienceOf(channel), user_ids)
    if (to.length === 0) continue
    const key = `${numberOf(user_ids)} ${numberOf(to)}`
    const same = news.get(key)
    if (same) same.stream_ids.push(channel.id)
    else news.set(key, { stream_ids: [channel.id], user_ids, to })
  }
  for (const { stream_ids, user_ids, to } of news.values()) {
    tx.emit({ type: 'subscription', op, stream_ids, user_ids }, to)
  }
}

/**
 * Ends subscriptions, without permission checks.
 * @returns the users who were subscribed, by channel, and what finishReading has still to look at
 */
export function unsubscribe(
  tx: Tx,
  channels: readonly Channel[],
  users: readonly User[],
): { leavers: Map<Channel, number[]>; unread: LeftUnread[] } {
  const { subscriptions, channels: rows } = tx.store
  const userIds = users.map((user) => user.id)
  const emitGuestChanges = trackGuestVisibility(tx, channels, userIds)
  const leavers = new Map<Channel, number[]>()
  const left = new Map<number, number[]>()
  const gone: [Channel, User][] = []
  for (const channel of channels) {
    for (const user of new Set(users)) {
      if (!subscriptions.isSubscribed(user.id, channel.id)) continue
      subscriptions.unsubscribe(user.id, channel.id)
      rows.addToSubscriberCount(channel.id, -1)
      addTo(leavers, channel, user.id)
      addTo(left, user.id, channel.id)
      gone.push([channel, user])
    }
  }
  const unread = readNewest(tx, left)
  for (const [channel, user] of gone) emitLeft(tx, channel, user)
  emitPeers(tx, 'peer_remove', leavers)
  emitGuestChanges(tx)
  return { leavers, unread }
}

function emitLeft(tx: Tx, channel: Channel, user: User) {
  const to = [user.id]
  const subscriptions = [{ stream_id: channel.id, name: channel.name }]
  tx.emit({ type: 'subscription', op: 'remove', subscriptions }, to)
  if (hasMetadataAccess(tx, user, channel)) return
  const streams = [{ stream_id: channel.id }]
  tx.emit({ type: 'stream', op: 'delete', stream_ids: [channel.id], streams }, to)
}

/** Hides the subscriptions of users deactivated together; they are kept for a reactivation. */
export const hideSubscriptions = (tx: Tx, users: readonly User[]) =>
  showOrHide(tx, users, 'peer_remove', -1)

/** Shows the subscriptions of a reactivated user again. */
export const restoreSubscriptions = (tx: Tx, user: User) => showOrHide(tx, [user], 'peer_add', 1)

function showOrHide(
  tx: Tx,
  users: readonly User[],
  op: 'peer_add' | 'peer_remove',
  difference: 1 | -1,
) {
  const { subscriptions, channels } = tx.store
  const peers = new Map<number, number[]>()
  for (const { id: userId } of users)
    for (const id of subscriptions.channelsOf(userId)) {
      const known = peers.get(id)
      if (known) known.push(userId)
      else peers.set(id, [userId])
    }
  const changed = new Map<Channel, readonly number[]>()
  for (const [id, userIds] of peers) {
    channels.addToSubscriberCount(id, difference * userIds.length)
    changed.set(channels.find(id)!, userIds)
  }
  emitPeers(tx, op, changed)
}
