import { audienceReader, channelAudience, hasMetadataAccess } from './access.ts'
import { type Channel, describeChannel } from './channels.ts'
import type { Context } from './context.ts'
import { watchGuests } from './guest-sight.ts'
import { inheritedSettings, subscriptionDescriber } from './subscription-lists.ts'
import type { Emit } from './unit-of-work.ts'
import { tellChoicesIn } from './user-topics.ts'
import type { User } from './users.ts'

/** Colours given to new subscriptions, the first unused one first (organization 1.1). */
const PALETTE = (
  '76ce90 fae589 a6c7e5 e79ab5 bfd56f f4ae55 b0a5fd addfe5 f5ce6e c2726a 94c849 bd86e5 ' +
  'ee7e4a a6dcbf 95a5fd 53a063 9987e1 e4523d c2c2c2 4f8de4 c6a8ad e7cc4d c8bebf a47462'
)
  .split(' ')
  .map((hex) => `#${hex}`)

/** Picks colours for many subscriptions: who has all of them already is not looked at again. */
function colorPicker(ctx: Context) {
  const complete = new Set<number>()
  return (userId: number, channelId: number): string => {
    const unused = complete.has(userId) ? undefined : unusedColor(ctx, userId)
    if (unused === undefined) complete.add(userId)
    return unused ?? PALETTE[channelId % PALETTE.length]!
  }
}

function unusedColor(ctx: Context, userId: number): string | undefined {
  const used = new Set(ctx.store.subscriptions.ofUser(userId).map(({ color }) => color))
  return PALETTE.find((color) => !used.has(color))
}

/**
 * Subscribes active users to channels without asking who may; says what changed to each of them
 * and to the others who know the channel.
 *
 * @param colors by channel ID, where one was asked for
 * @returns the channels newly subscribed, by user ID
 */
export function subscribe(
  ctx: Context,
  emit: Emit,
  channels: readonly Channel[],
  userIds: readonly number[],
  colors: ReadonlyMap<number, string> = new Map(),
): Map<number, Channel[]> {
  const { subscriptions, channels: rows, users } = ctx.store
  const tellGuests = watchGuests(ctx, channels, userIds)
  const listening = new Set(ctx.hub.listeners())
  const added = new Map<number, Channel[]>()
  const newcomers = new Map<Channel, number[]>()
  const discovered = new Map<Channel, number[]>()
  const pickColor = colorPicker(ctx)
  for (const channel of channels) {
    for (const userId of new Set(userIds)) {
      if (subscriptions.isSubscribed(userId, channel.id)) continue
      if (listening.has(userId) && !hasMetadataAccess(ctx, users.find(userId), channel)) {
        addTo(discovered, channel, userId)
      }
      const color = colors.get(channel.id)
      subscriptions.subscribe(userId, channel.id, color ?? pickColor(userId, channel.id))
      if (color !== undefined) subscriptions.set(userId, channel.id, 'color', color)
      addTo(added, userId, channel)
      addTo(newcomers, channel, userId)
    }
  }
  for (const [channel, userIds] of newcomers) rows.addToSubscriberCount(channel.id, userIds.length)

  for (const [channel, userIds] of discovered) tellOfChannel(ctx, emit, channel.id, userIds)
  const present = new Map(channels.map(({ id }) => [id, rows.find(id)!]))
  const describe = subscriptionDescriber(ctx)
  for (const [userId, joined] of added) {
    if (!listening.has(userId)) continue
    const subscriptions = joined.map(({ id }) => describe(userId, present.get(id)!))
    const inherited = inheritedSettings(users.find(userId)!)
    emit({ type: 'subscription', op: 'add', subscriptions, inherited }, [userId])
  }
  tellPeers(ctx, emit, 'peer_add', newcomers)
  tellGuests(emit)
  return added
}

function tellOfChannel(ctx: Context, emit: Emit, channelId: number, userIds: number[]) {
  const channel = ctx.store.channels.find(channelId)!
  emit({ type: 'stream', op: 'create', streams: [describeChannel(ctx, channel)] }, userIds)
  tellChoicesIn(ctx, emit, channelId, userIds)
}

/** Says who came or went to the others who know the channel; equal news of many channels at once. */
function tellPeers(
  ctx: Context,
  emit: Emit,
  op: 'peer_add' | 'peer_remove',
  changed: ReadonlyMap<Channel, readonly number[]>,
) {
  const news = new Map<
    string,
    { stream_ids: number[]; user_ids: readonly number[]; to: number[] }
  >()
  const audienceOf =
    changed.size > 1 ? audienceReader(ctx) : (channel: Channel) => channelAudience(ctx, channel)
  for (const [channel, user_ids] of changed) {
    const altered = new Set(user_ids)
    const to = audienceOf(channel).filter((userId) => !altered.has(userId))
    if (to.length === 0) continue
    const key = `${user_ids.join()};${to.join()}`
    const same = news.get(key)
    if (same) same.stream_ids.push(channel.id)
    else news.set(key, { stream_ids: [channel.id], user_ids, to })
  }
  for (const { stream_ids, user_ids, to } of news.values()) {
    emit({ type: 'subscription', op, stream_ids, user_ids }, to)
  }
}

/** Ends subscriptions without asking who may. @returns the users who were subscribed, by channel */
export function unsubscribe(
  ctx: Context,
  emit: Emit,
  channels: readonly Channel[],
  users: readonly User[],
): Map<Channel, number[]> {
  const { subscriptions, channels: rows } = ctx.store
  const userIds = users.map((user) => user.id)
  const tellGuests = watchGuests(ctx, channels, userIds)
  const leavers = new Map<Channel, number[]>()
  for (const channel of channels) {
    for (const user of new Set(users)) {
      if (!subscriptions.isSubscribed(user.id, channel.id)) continue
      subscriptions.unsubscribe(user.id, channel.id)
      rows.addToSubscriberCount(channel.id, -1)
      addTo(leavers, channel, user.id)
      tellLeaver(ctx, emit, channel, user)
    }
  }
  tellPeers(ctx, emit, 'peer_remove', leavers)
  tellGuests(emit)
  return leavers
}

function tellLeaver(ctx: Context, emit: Emit, channel: Channel, user: User) {
  const to = [user.id]
  // Unread messages live in subscribed channels only.
  const messages = ctx.store.userMessages.markChannelRead(user.id, channel.id)
  if (messages.length > 0) {
    const news = { type: 'update_message_flags', op: 'add', operation: 'add' } as const
    emit({ ...news, flag: 'read', messages, all: false }, to)
  }
  const subscriptions = [{ stream_id: channel.id, name: channel.name }]
  emit({ type: 'subscription', op: 'remove', subscriptions }, to)
  if (hasMetadataAccess(ctx, user, channel)) return
  const streams = [{ stream_id: channel.id }]
  emit({ type: 'stream', op: 'delete', stream_ids: [channel.id], streams }, to)
}

/** A deactivated person is counted and shown nowhere; the subscriptions wait for them. */
export const hideSubscriptions = (ctx: Context, emit: Emit, user: User) =>
  showOrHide(ctx, emit, user, 'peer_remove', -1)

export const restoreSubscriptions = (ctx: Context, emit: Emit, user: User) =>
  showOrHide(ctx, emit, user, 'peer_add', 1)

function showOrHide(
  ctx: Context,
  emit: Emit,
  user: User,
  op: 'peer_add' | 'peer_remove',
  difference: number,
) {
  const { subscriptions, channels } = ctx.store
  const changed = new Map<Channel, number[]>()
  for (const id of subscriptions.channelsOf(user.id)) {
    channels.addToSubscriberCount(id, difference)
    changed.set(channels.find(id)!, [user.id])
  }
  tellPeers(ctx, emit, op, changed)
}

function addTo<K, V>(lists: Map<K, V[]>, key: K, value: V) {
  const list = lists.get(key)
  if (list) list.push(value)
  else lists.set(key, [value])
}
