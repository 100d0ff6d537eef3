import { refuse } from '../errors.ts'
import type { Channel, ChannelPermission } from '../store/channels.ts'
import type { Context } from './context.ts'
import { isInGroup } from './groups.ts'
import { CHANNEL_PERMISSION_RULES } from './permissions.ts'
import { ROLE } from './roles.ts'
import type { User, Viewer } from './users.ts'

/**
 * Who may know of a channel and read it (organization 1.1, messages). "No such channel" and "not
 * for you" are one answer, so that nobody can probe for private channels.
 */
export const hasContentAccess = (ctx: Context, viewer: Viewer, channel: Channel) =>
  mayRead(viewer && standingNow(ctx, viewer), channel)

/** Whether a viewer may know that the channel exists, its name and its settings. */
export const hasMetadataAccess = (ctx: Context, viewer: Viewer, channel: Channel) =>
  mayKnow(viewer && standingNow(ctx, viewer), channel)

/** What the rules ask about a person: role, subscriptions and groups. */
export interface Standing {
  role: number
  isSubscribed(channelId: number): boolean
  isInGroup(groupId: number): boolean
}

/** Asks the database for what a rule needs: right for one channel. */
const standingNow = (ctx: Context, viewer: User): Standing => ({
  role: viewer.role,
  isSubscribed: (channelId) => ctx.store.subscriptions.isSubscribed(viewer.id, channelId),
  isInGroup: (groupId) => isInGroup(ctx, viewer, groupId),
})

/** Reads everything a person is in at once: right for going through all channels. */
export function standingOf(ctx: Context, viewer: User): Standing {
  const subscribed = new Set(ctx.store.subscriptions.channelsOf(viewer.id))
  const groups = new Set(ctx.store.groups.containing(viewer.id))
  return {
    role: viewer.role,
    isSubscribed: (channelId) => subscribed.has(channelId),
    isInGroup: (groupId) => groups.has(groupId),
  }
}

/** Content access; undefined stands for the public. */
export function mayRead(viewer: Standing | undefined, channel: Channel): boolean {
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
export function mayKnow(viewer: Standing | undefined, channel: Channel): boolean {
  if (viewer !== undefined && viewer.role <= ROLE.administrator) return true
  if (mayRead(viewer, channel)) return true
  if (viewer === undefined || viewer.role === ROLE.guest) return false
  return viewer.isInGroup(channel.can_administer_channel_group)
}

/**
 * Whether a viewer may know who is subscribed (organization 1.1): everyone for web-public
 * channels, guests for their own, others where they may know of the channel.
 */
export function maySeeSubscribers(viewer: Standing | undefined, channel: Channel): boolean {
  if (channel.is_web_public) return true
  if (viewer?.role === ROLE.guest) return viewer.isSubscribed(channel.id)
  return mayKnow(viewer, channel)
}

/** Whether a user holds a permission of a channel; guests only those meant for everyone. */
export function holdsInChannel(
  ctx: Context,
  user: User,
  channel: Channel,
  permission: ChannelPermission,
): boolean {
  const forGuests = CHANNEL_PERMISSION_RULES[permission].allowEveryone
  return (forGuests || user.role !== ROLE.guest) && isInGroup(ctx, user, channel[permission])
}

export const administers = (ctx: Context, user: User, channel: Channel) =>
  user.role <= ROLE.administrator ||
  holdsInChannel(ctx, user, channel, 'can_administer_channel_group')

/** Whether a viewer may read what was written before they came. */
export const hasSharedHistory = (ctx: Context, viewer: Viewer, channel: Channel) =>
  channel.history_public_to_subscribers === 1 && hasContentAccess(ctx, viewer, channel)

/** A channel whose messages the viewer may read. @throws RequestError "Invalid channel ID" */
export function readableChannel(ctx: Context, viewer: Viewer, id: number): Channel {
  const channel = ctx.store.channels.find(id)
  if (!channel || !hasContentAccess(ctx, viewer, channel))
    refuse('BAD_REQUEST', 'Invalid channel ID')
  return channel
}

/** A channel the viewer may know of. @throws RequestError "Invalid channel ID" */
export function visibleChannel(ctx: Context, viewer: Viewer, id: number): Channel {
  const channel = ctx.store.channels.find(id)
  if (!channel || !hasMetadataAccess(ctx, viewer, channel))
    refuse('BAD_REQUEST', 'Invalid channel ID')
  return channel
}

/** A channel the user may change. @throws RequestError "Invalid channel ID", or that they may not */
export function administeredChannel(ctx: Context, user: User, id: number): Channel {
  const channel = visibleChannel(ctx, user, id)
  if (!administers(ctx, user, channel)) {
    refuse('CANNOT_ADMINISTER_CHANNEL', 'You do not have permission to administer this channel.')
  }
  return channel
}

/**
 * Who hears of a channel: everyone with metadata access who is listening at this moment. A list
 * and no rule, because the rule's answer changes with what the same unit of work does next.
 */
export const channelAudience = (ctx: Context, channel: Channel): number[] =>
  [...ctx.hub.listeners()].filter((userId) => {
    const user = ctx.store.users.find(userId)
    return user !== undefined && hasMetadataAccess(ctx, user, channel)
  })

/** The same for many channels at one moment: what each listener is in is read once, if at all. */
export function audienceReader(ctx: Context): (channel: Channel) => number[] {
  const listeners = [...ctx.hub.listeners()]
    .map((userId) => ctx.store.users.find(userId))
    .filter((user) => user !== undefined)
    .map((user) => ({ id: user.id, standing: standingWhenAsked(ctx, user) }))
  return (channel) =>
    listeners.filter(({ standing }) => mayKnow(standing, channel)).map(({ id }) => id)
}

function standingWhenAsked(ctx: Context, user: User): Standing {
  let read: Standing | undefined
  const all = () => (read ??= standingOf(ctx, user))
  return {
    role: user.role,
    isSubscribed: (channelId) => all().isSubscribed(channelId),
    isInGroup: (groupId) => all().isInGroup(groupId),
  }
}
