// Archives channels and brings them back.

import { refuse } from '../../errors.ts'
import { administeredChannel, channelAudience } from '../access/access.ts'
import { type Channel, describeChannel } from '../channels/channels.ts'
import { leaveDefaultGroups } from '../channels/default-channel-groups.ts'
import { emitDefaultChannels } from '../channels/default-channels.ts'
import type { App, Tx } from '../kernel/context.ts'
import { theOrganization } from '../organization/organization.ts'
import { changeOrganizationSettings } from '../organization-management/organization-changes.ts'
import { inheritedSettings, subscriptionDescriber } from '../subscriptions/subscription-lists.ts'
import { emitTopicPreferences } from '../topics/user-topics.ts'
import type { User } from '../users/users.ts'
import { postChannelEvent } from './channel-system-messages.ts'

/** DELETE /streams/{stream_id}: archives the channel, which stays readable and takes no messages. */
export const archiveChannel = (ctx: App, by: User, id: number) =>
  ctx.commit((tx) => {
    const channel = administeredChannel(tx, by, id)
    if (channel.is_archived) refuse('BAD_REQUEST', 'Channel is already deactivated')
    archive(tx, by, channel)
  })

/**
 * Archives a channel inside a unit of work; it is no longer a default or the target of
 * announcements.
 */
export function archive(tx: Tx, by: User, channel: Channel) {
  postChannelEvent(tx, by, channel.id, 'archived this channel.')
  tx.store.channels.change(channel.id, { is_archived: 1, is_default: 0 })
  if (channel.is_default) emitDefaultChannels(tx)
  leaveDefaultGroups(tx, channel.id)
  unsetAnnouncements(tx, channel.id)
  const { id: stream_id, name } = channel
  tx.emit({ type: 'stream', op: 'archive', stream_id, name }, channelAudience(tx, channel))
}

/** Settings of the organization that name a channel for announcements. */
const ANNOUNCEMENTS = [
  'new_stream_announcements_stream_id',
  'signup_announcements_stream_id',
  'service_update_announcements_stream_id',
  'moderation_request_channel_id',
] as const

function unsetAnnouncements(tx: Tx, channelId: number) {
  const { settings } = theOrganization(tx)
  const naming = ANNOUNCEMENTS.filter((name) => settings[name] === channelId)
  changeOrganizationSettings(tx, Object.fromEntries(naming.map((name) => [name, -1])))
}

/** Brings an archived channel back, with its subscriptions. @returns the channel as it is now */
export function unarchive(tx: Tx, by: User, archived: Channel): Channel {
  if (!archived.is_archived) return archived
  const subscribers = tx.store.subscriptions.subscribers(archived.id)
  if (archived.invite_only && subscribers.length === 0) {
    refuse('BAD_REQUEST', 'A private channel that nobody is subscribed to cannot be brought back.')
  }
  tx.store.channels.change(archived.id, { is_archived: 0 })
  const channel: Channel = { ...archived, is_archived: 0 }
  const { id: stream_id, name } = channel
  const audience = channelAudience(tx, channel)
  tx.emit(
    { type: 'stream', op: 'unarchive', stream_id, name, channel: describeChannel(tx, channel) },
    audience,
  )
  emitRestoredSubscriptions(tx, channel, subscribers)
  const others = audience.filter((userId) => !subscribers.includes(userId))
  const news = { stream_ids: [stream_id], user_ids: subscribers, after_unarchiving: true }
  if (subscribers.length > 0) tx.emit({ type: 'subscription', op: 'peer_add', ...news }, others)
  // Clients that dropped the channel dropped these too; for others the event changes nothing.
  for (const userId of audience) emitTopicPreferences(tx, userId, (id) => id === stream_id)
  postChannelEvent(tx, by, stream_id, 'brought this channel back.')
  return channel
}

function emitRestoredSubscriptions(tx: Tx, channel: Channel, subscribers: number[]) {
  const listening = new Set(tx.hub.listeners())
  const describe = subscriptionDescriber(tx)
  for (const userId of subscribers.filter((id) => listening.has(id))) {
    const subscriptions = [describe(userId, channel)]
    const inherited = inheritedSettings(tx.store.users.find(userId)!)
    tx.emit(
      { type: 'subscription', op: 'add', subscriptions, inherited, after_unarchiving: true },
      [userId],
    )
  }
}
