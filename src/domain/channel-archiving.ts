import { refuse } from '../errors.ts'
import { administeredChannel, channelAudience } from './access.ts'
import { noteChange } from './channel-notices.ts'
import { type Channel, describeChannel } from './channels.ts'
import type { Context } from './context.ts'
import { leaveDefaultGroups } from './default-channel-groups.ts'
import { tellDefaultChannels } from './default-channels.ts'
import { theOrganization } from './organization.ts'
import { changeSettings } from './organization-changes.ts'
import { inheritedSettings, subscriptionDescriber } from './subscription-lists.ts'
import type { Emit } from './unit-of-work.ts'
import { tellChoicesIn } from './user-topics.ts'
import type { User } from './users.ts'

/** DELETE /streams/{stream_id}: nobody posts any more; what was written stays. */
export const archiveChannel = (ctx: Context, by: User, id: number) =>
  ctx.commit((emit) => {
    const channel = administeredChannel(ctx, by, id)
    if (channel.is_archived) refuse('BAD_REQUEST', 'Channel is already deactivated')
    archive(ctx, emit, by, channel)
  })

export function archive(ctx: Context, emit: Emit, by: User, channel: Channel) {
  noteChange(ctx, emit, by, channel.id, 'archived this channel.')
  ctx.store.channels.change(channel.id, { is_archived: 1, is_default: 0 })
  if (channel.is_default) tellDefaultChannels(ctx, emit)
  leaveDefaultGroups(ctx, emit, channel.id)
  unsetAnnouncements(ctx, emit, channel.id)
  const { id: stream_id, name } = channel
  emit({ type: 'stream', op: 'archive', stream_id, name }, channelAudience(ctx, channel))
}

/** Settings of the organization that name a channel for something to be posted there. */
const ANNOUNCEMENTS = [
  'new_stream_announcements_stream_id',
  'signup_announcements_stream_id',
  'service_update_announcements_stream_id',
  'moderation_request_channel_id',
] as const

function unsetAnnouncements(ctx: Context, emit: Emit, channelId: number) {
  const { settings } = theOrganization(ctx)
  const naming = ANNOUNCEMENTS.filter((name) => settings[name] === channelId)
  changeSettings(ctx, emit, Object.fromEntries(naming.map((name) => [name, -1])))
}

/** Brings a channel back; those who were subscribed are again. */
export function unarchive(ctx: Context, emit: Emit, by: User, channel: Channel) {
  if (!channel.is_archived) return
  const subscribers = ctx.store.subscriptions.subscribers(channel.id)
  if (channel.invite_only && subscribers.length === 0) {
    refuse('BAD_REQUEST', 'A private channel that nobody is subscribed to cannot be brought back.')
  }
  ctx.store.channels.change(channel.id, { is_archived: 0 })
  channel.is_archived = 0
  const { id: stream_id, name } = channel
  const audience = channelAudience(ctx, channel)
  emit(
    { type: 'stream', op: 'unarchive', stream_id, name, channel: describeChannel(ctx, channel) },
    audience,
  )
  tellSubscribers(ctx, emit, channel, subscribers)
  const others = audience.filter((userId) => !subscribers.includes(userId))
  const news = { stream_ids: [stream_id], user_ids: subscribers, after_unarchiving: true }
  if (subscribers.length > 0) emit({ type: 'subscription', op: 'peer_add', ...news }, others)
  // Some clients have forgotten them with the channel; to others they are no news.
  tellChoicesIn(ctx, emit, stream_id, audience)
  noteChange(ctx, emit, by, stream_id, 'brought this channel back.')
}

function tellSubscribers(ctx: Context, emit: Emit, channel: Channel, subscribers: number[]) {
  const listening = new Set(ctx.hub.listeners())
  const describe = subscriptionDescriber(ctx)
  for (const userId of subscribers.filter((id) => listening.has(id))) {
    const subscriptions = [describe(userId, channel)]
    const inherited = inheritedSettings(ctx.store.users.find(userId)!)
    emit({ type: 'subscription', op: 'add', subscriptions, inherited, after_unarchiving: true }, [
      userId,
    ])
  }
}
