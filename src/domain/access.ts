import { refuse } from '../errors.ts'
import type { Channel } from '../store/channels.ts'
import type { Context } from './context.ts'
import { isInGroup } from './groups.ts'
import { ROLE } from './roles.ts'
import type { User, Viewer } from './users.ts'

/**
 * Who may know of a channel and read it (organization 1.1, messages). "No such channel" and "not
 * for you" are one answer, so that nobody can probe for private channels.
 */
export function hasContentAccess(ctx: Context, viewer: Viewer, channel: Channel): boolean {
  if (channel.is_web_public) return true
  if (viewer === undefined) return false
  if (ctx.store.subscriptions.isSubscribed(viewer.id, channel.id)) return true
  if (viewer.role === ROLE.guest) return false
  return !channel.invite_only || isGranted(ctx, viewer, channel)
}

const isGranted = (ctx: Context, viewer: User, channel: Channel) =>
  isInGroup(ctx, viewer, channel.can_subscribe_group) ||
  isInGroup(ctx, viewer, channel.can_add_subscribers_group)

/** Whether a viewer may know that the channel exists, its name and its settings. */
export function hasMetadataAccess(ctx: Context, viewer: Viewer, channel: Channel): boolean {
  if (hasContentAccess(ctx, viewer, channel)) return true
  if (viewer === undefined) return false
  if (viewer.role <= ROLE.administrator) return true
  return viewer.role !== ROLE.guest && isInGroup(ctx, viewer, channel.can_administer_channel_group)
}

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

/** Who hears of changes to a channel: everyone with metadata access who is listening. */
export const channelAudience = (ctx: Context, channel: Channel) => (userId: number) => {
  const user = ctx.store.users.find(userId)
  return user !== undefined && hasMetadataAccess(ctx, user, channel)
}
