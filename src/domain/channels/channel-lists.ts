// Lists and single channels as GET endpoints answer them.

import { INSUFFICIENT_PERMISSION } from '../../errors/callers.ts'
import { INVALID_CHANNEL_NAME } from '../../errors/channels.ts'
import { refuse } from '../../errors.ts'
import {
  type ChannelMembership,
  canReadChannel,
  canSeeChannel,
  canSeeSubscribers,
  hasContentAccess,
  loadMembership,
  visibleChannel,
} from '../access/access.ts'
import { ROLE } from '../access/roles.ts'
import type { Context } from '../kernel/context.ts'
import { type User, visibleUser } from '../users/users.ts'
import { type Channel, channelKey, describeChannel } from './channels.ts'

/** Which channels GET /streams lists: the union of all that are true. */
export interface ChannelSelection {
  public: boolean
  webPublic: boolean
  subscribed: boolean
  /** For bots: what the owner is subscribed to. */
  ownerSubscribed: boolean
  /** All channels the viewer may read; includes public, web-public and subscribed ones. */
  readable: boolean
  /** All channels the viewer can see; includes all others. */
  visible: boolean
  /** The older name of the same, for administrators only. */
  everything: boolean
  archived: boolean
  sayDefault: boolean
}

/** By name. @throws RequestError "Insufficient permission" */
export function listChannels(ctx: Context, viewer: User, selection: ChannelSelection) {
  if (selection.everything && viewer.role > ROLE.administrator) refuse(INSUFFICIENT_PERMISSION)
  const isSelected = selector(ctx, viewer, selection)
  return ctx.store.channels
    .all()
    .filter((channel) => (selection.archived || !channel.is_archived) && isSelected(channel))
    .map((channel) => ({
      ...describeChannel(ctx, channel),
      ...(selection.sayDefault && { is_default: channel.is_default === 1 }),
    }))
}

function selector(ctx: Context, viewer: User, selection: ChannelSelection) {
  const membership = loadMembership(ctx, viewer)
  if (selection.visible || selection.everything)
    return (channel: Channel) => canSeeChannel(membership, channel)
  const ownerId = selection.ownerSubscribed ? viewer.bot_owner_id : null
  const ofOwner = new Set(ownerId === null ? [] : ctx.store.subscriptions.channelsOf(ownerId))
  return (channel: Channel) => ofOwner.has(channel.id) || isSelected(membership, channel, selection)
}

function isSelected(
  viewer: ChannelMembership,
  channel: Channel,
  selection: ChannelSelection,
): boolean {
  if (selection.readable) return canReadChannel(viewer, channel)
  return (
    (selection.public && !channel.invite_only && viewer.role !== ROLE.guest) ||
    (selection.webPublic && channel.is_web_public === 1 && !channel.is_archived) ||
    (selection.subscribed && viewer.isSubscribed(channel.id))
  )
}

/** GET /streams/{stream_id}; archived ones too. */
export const readChannel = (ctx: Context, viewer: User, id: number) =>
  describeChannel(ctx, visibleChannel(ctx, viewer, id))

/** GET /get_stream_id. */
export function channelIdOf(ctx: Context, viewer: User, name: string): number {
  const channel = ctx.store.channels.findByName(channelKey(name))
  if (!channel || channel.is_archived || !hasContentAccess(ctx, viewer, channel)) {
    refuse(INVALID_CHANNEL_NAME, { name })
  }
  return channel.id
}

/** GET /streams/{stream_id}/members: active users, bots among them. */
export const readSubscribers = (ctx: Context, viewer: User, id: number): number[] =>
  ctx.store.subscriptions.subscribers(channelWithSubscribers(ctx, viewer, id).id)

/** GET /users/{user_id}/subscriptions/{stream_id}. */
export function isSubscribed(ctx: Context, viewer: User, userId: number, id: number): boolean {
  const user = visibleUser(ctx, viewer, userId)
  const channel = channelWithSubscribers(ctx, viewer, id)
  return user.is_active === 1 && ctx.store.subscriptions.isSubscribed(user.id, channel.id)
}

/** GET /users/{user_id}/channels: only channels whose subscribers the viewer may see. */
export function subscribedChannels(ctx: Context, viewer: User, userId: number): number[] {
  const user = visibleUser(ctx, viewer, userId)
  const membership = loadMembership(ctx, viewer)
  return ctx.store.subscriptions
    .channelsOf(user.id)
    .filter((id) => canSeeSubscribers(membership, ctx.store.channels.find(id)!))
    .sort((a, b) => a - b)
}

function channelWithSubscribers(ctx: Context, viewer: User, id: number): Channel {
  const channel = visibleChannel(ctx, viewer, id)
  if (!canSeeSubscribers(loadMembership(ctx, viewer), channel)) {
    refuse('BAD_REQUEST', 'Subscriber data is not available for this channel')
  }
  return channel
}
