// Who may see a channel and who may read it. A channel that a viewer may not see is answered
// like one that does not exist.

import { getOrMake, listNumbers } from '../../base/collections.ts'
import { INVALID_CHANNEL_ID, NOT_CHANNEL_ADMINISTRATOR } from '../../errors/channels.ts'
import { refuse } from '../../errors.ts'
import type { Channel, ChannelPermission } from '../../store/tables/channels.ts'
import type { User } from '../../store/tables/users.ts'
import type { Context } from '../kernel/context.ts'
import type { Viewer } from '../kernel/viewer.ts'
import { isInGroup, membersAmong } from './groups.ts'
import { CHANNEL_PERMISSION_RULES } from './permissions.ts'
import { ROLE } from './roles.ts'

/** Whether a viewer may read the messages of a channel. */
export const hasContentAccess = (ctx: Context, viewer: Viewer, channel: Channel) =>
  canReadChannel(viewer && lookupMembership(ctx, viewer), channel)

/** Whether a viewer may know that the channel exists, its name and its settings. */
export const hasMetadataAccess = (ctx: Context, viewer: Viewer, channel: Channel) =>
  canSeeChannel(viewer && lookupMembership(ctx, viewer), channel)

/** The facts about a user that decide about access: role, subscriptions, groups. */
export interface ChannelMembership {
  role: number
  isSubscribed(channelId: number): boolean
  isInGroup(groupId: number): boolean
}

/** Looks each fact up when a rule needs it: cheapest for one channel. */
const lookupMembership = (ctx: Context, viewer: User): ChannelMembership => ({
  role: viewer.role,
  isSubscribed: (channelId) => ctx.store.subscriptions.isSubscribed(viewer.id, channelId),
  isInGroup: (groupId) => isInGroup(ctx, viewer, groupId),
})

/** Reads all facts at once: cheapest for many channels. */
export function loadMembership(ctx: Context, viewer: User): ChannelMembership {
  const subscribed = new Set(ctx.store.subscriptions.channelsOf(viewer.id))
  const groups = new Set(ctx.store.groups.containing(viewer.id))
  return {
    role: viewer.role,
    isSubscribed: (channelId) => subscribed.has(channelId),
    isInGroup: (groupId) => groups.has(groupId),
  }
}

/** Content access; undefined stands for the public. */
export function canReadChannel(viewer: ChannelMembership | undefined, channel: Channel): boolean {
  if (channel.is_web_public) return true
  if (viewer === undefined) return false
  const isGuest = viewer.role === ROLE.guest
  if (!channel.invite_only && !isGuest) return true
  if (viewer.isSubscribed(channel.id)) return true
  if (isGuest) return false
  return (
    viewer.isInGroup(channel.can_subscribe_group) ||
    viewer.isInGroup(channel.can_add_subscribers_group)
  )
}

/** Metadata access; undefined stands for the public. */
export function canSeeChannel(viewer: ChannelMembership | undefined, channel: Channel): boolean {
  if (viewer !== undefined && viewer.role <= ROLE.administrator) return true
  if (canReadChannel(viewer, channel)) return true
  if (viewer === undefined || viewer.role === ROLE.guest) return false
  return viewer.isInGroup(channel.can_administer_channel_group)
}

/**
 * Whether a viewer may see who is subscribed: everyone for web-public channels, guests for channels
 * they are in, others for channels they can see.
 */
export function canSeeSubscribers(
  viewer: ChannelMembership | undefined,
  channel: Channel,
): boolean {
  if (channel.is_web_public) return true
  if (viewer?.role === ROLE.guest) return viewer.isSubscribed(channel.id)
  return canSeeChannel(viewer, channel)
}

/** Whether a user has a permission in a channel; guests only if it may be held by everyone. */
export function hasChannelPermission(
  ctx: Context,
  user: User,
  channel: Channel,
  permission: ChannelPermission,
): boolean {
  const forGuests = CHANNEL_PERMISSION_RULES[permission].allowEveryone
  return (forGuests || user.role !== ROLE.guest) && isInGroup(ctx, user, channel[permission])
}

/** Whether a user may change a channel: as an administrator, or by its permission. */
export const canAdministerChannel = (ctx: Context, user: User, channel: Channel) =>
  user.role <= ROLE.administrator ||
  hasChannelPermission(ctx, user, channel, 'can_administer_channel_group')

/** Whether a viewer may read what was written before they came. */
export const hasSharedHistory = (ctx: Context, viewer: Viewer, channel: Channel) =>
  channel.history_public_to_subscribers === 1 && hasContentAccess(ctx, viewer, channel)

/** A channel whose messages the viewer may read. @throws RequestError "Invalid channel ID" */
export function readableChannel(ctx: Context, viewer: Viewer, id: number): Channel {
  const channel = ctx.store.channels.find(id)
  if (!channel || !hasContentAccess(ctx, viewer, channel)) refuse(INVALID_CHANNEL_ID)
  return channel
}

/** A channel the viewer may know of. @throws RequestError "Invalid channel ID" */
export function visibleChannel(ctx: Context, viewer: Viewer, id: number): Channel {
  const channel = ctx.store.channels.find(id)
  if (!channel || !hasMetadataAccess(ctx, viewer, channel)) refuse(INVALID_CHANNEL_ID)
  return channel
}

/**
 * A channel the user may change.
 * @throws RequestError "Invalid channel ID", or that they may not
 */
export function administeredChannel(ctx: Context, user: User, id: number): Channel {
  const channel = visibleChannel(ctx, user, id)
  if (!canAdministerChannel(ctx, user, channel)) {
    refuse(NOT_CHANNEL_ADMINISTRATOR)
  }
  return channel
}

/**
 * Connected users who can see a channel at this moment. A list instead of a rule, because the same
 * unit of work may change the answer before the event is delivered.
 */
export const channelAudience = (ctx: Context, channel: Channel): readonly number[] =>
  audienceReader(ctx)(channel)

/** The same for many channels at one moment. */
export function audienceReader(ctx: Context): (channel: Channel) => readonly number[] {
  const listeners = [...ctx.hub.listeners()].map((userId) => ctx.store.users.find(userId))
  return whoSees(
    ctx,
    listeners.filter((user) => user !== undefined),
  )
}

/**
 * Which of some people can see each of many channels at one moment, by ID. Hundreds of channels times a thousand
 * people are too many pairs to ask about: the members of each group are found once, and channels that groups and
 * subscriptions show to the same people have one list.
 */
export function whoSees(
  ctx: Context,
  people: readonly User[],
): (channel: Channel) => readonly number[] {
  const ids = new Set(people.map(({ id }) => id))
  const hasGuests = people.some(({ role }) => role === ROLE.guest)
  const membersOf = membersAmong(ctx, people)
  const numberOf = listNumbers()
  const known = new Map<string, readonly number[]>()
  const find = (channel: Channel, subscribers: readonly number[]) => {
    const subscribed = new Set(subscribers)
    const memberSets = new Map<number, ReadonlySet<number>>()
    const setOf = (groupId: number) =>
      getOrMake(memberSets, groupId, () => new Set(membersOf(groupId)))
    const membershipOf = ({ id, role }: User): ChannelMembership => ({
      role,
      isSubscribed: () => subscribed.has(id),
      isInGroup: (groupId) => setOf(groupId).has(id),
    })
    return people.filter((user) => canSeeChannel(membershipOf(user), channel)).map(({ id }) => id)
  }
  return (channel) => {
    const isForSubscribers = channel.invite_only || (hasGuests && !channel.is_web_public)
    const all = isForSubscribers ? ctx.store.subscriptions.subscribers(channel.id) : []
    const subscribers = all.filter((userId) => ids.has(userId))
    const groups = [
      channel.can_subscribe_group,
      channel.can_add_subscribers_group,
      channel.can_administer_channel_group,
    ]
    const shownTo = channel.invite_only
      ? groups.map((groupId) => numberOf(membersOf(groupId))).join()
      : 'public'
    const key = `${channel.is_web_public} ${shownTo} ${subscribers.join()}`
    return getOrMake(known, key, () => find(channel, subscribers))
  }
}

/** The facts about a user that decide about as many channels: looked up for one, read at once for more. */
export const membershipFor = (ctx: Context, user: User, channels: number): ChannelMembership =>
  channels > 1 ? lazyMembership(ctx, user) : lookupMembership(ctx, user)

function lazyMembership(ctx: Context, user: User): ChannelMembership {
  let read: ChannelMembership | undefined
  const all = () => (read ??= loadMembership(ctx, user))
  return {
    role: user.role,
    isSubscribed: (channelId) => all().isSubscribed(channelId),
    isInGroup: (groupId) => all().isInGroup(groupId),
  }
}
