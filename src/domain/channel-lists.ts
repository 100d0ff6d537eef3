import { hasContentAccess, hasMetadataAccess } from './access.ts'
import { type Channel, describeChannel } from './channels.ts'
import type { Context } from './context.ts'
import { ROLE } from './roles.ts'
import type { User } from './users.ts'

/** Which channels GET /streams lists: the union of what is true (organization 1.3). */
export interface ChannelSelection {
  public: boolean
  webPublic: boolean
  subscribed: boolean
  /** For bots: what the owner is subscribed to. */
  ownerSubscribed: boolean
  /** Everything whose messages the viewer may read; replaces public, web-public and subscribed. */
  readable: boolean
  /** Everything the viewer may know of; replaces all others. */
  visible: boolean
  archived: boolean
  sayDefault: boolean
}

/** By name. */
export const listChannels = (ctx: Context, viewer: User, selection: ChannelSelection) =>
  ctx.store.channels
    .all()
    .filter(
      (channel) =>
        (selection.archived || !channel.is_archived) && isSelected(ctx, viewer, channel, selection),
    )
    .map((channel) => ({
      ...describeChannel(ctx, channel),
      ...(selection.sayDefault && { is_default: channel.is_default === 1 }),
    }))

function isSelected(
  ctx: Context,
  viewer: User,
  channel: Channel,
  selection: ChannelSelection,
): boolean {
  const { subscriptions } = ctx.store
  if (selection.visible) return hasMetadataAccess(ctx, viewer, channel)
  if (
    selection.ownerSubscribed &&
    viewer.bot_owner_id !== null &&
    subscriptions.isSubscribed(viewer.bot_owner_id, channel.id)
  ) {
    return true
  }
  if (selection.readable) return hasContentAccess(ctx, viewer, channel)
  return (
    (selection.public && !channel.invite_only && viewer.role !== ROLE.guest) ||
    (selection.webPublic && channel.is_web_public === 1 && !channel.is_archived) ||
    (selection.subscribed && subscriptions.isSubscribed(viewer.id, channel.id))
  )
}
