// Changes the properties, privacy and permissions of a channel.

import { refuse } from '../../errors.ts'
import type { ChangedChannelProperty } from '../../events/types/channel-events.ts'
import { administeredChannel, channelAudience } from '../access/access.ts'
import type { SettingChange } from '../access/group-settings.ts'
import { ROLE } from '../access/roles.ts'
import { requireOpenFolder } from '../channels/channel-folders.ts'
import {
  CHANNEL_PERMISSIONS,
  type ChannelPermission,
  changePermission,
  requireContentAccess,
  requireOpenTopics,
} from '../channels/channel-permissions.ts'
import {
  changedPrivacy,
  privacyLabel,
  privacyOf,
  type RequestedPrivacy,
  requireMayCreatePrivacy,
} from '../channels/channel-privacy.ts'
import {
  checkRetention,
  type Retention,
  requireMaySetTopicsPolicy,
} from '../channels/channel-settings.ts'
import {
  type Channel,
  channelKey,
  checkChannelName,
  describePostPolicy,
  renderedDescription,
  requireNameFree,
  type TopicsPolicy,
} from '../channels/channels.ts'
import { markDefault, refuseMixture } from '../channels/default-channels.ts'
import type { App, Tx } from '../kernel/context.ts'
import { theOrganization } from '../organization/organization.ts'
import { emitChannelUpdates } from '../subscriptions/channel-updates.ts'
import type { User } from '../users/users.ts'
import { archive, unarchive } from './channel-archiving.ts'
import { postChannelEvent, verbatim } from './channel-system-messages.ts'

/** PATCH /streams/{stream_id}; undefined leaves a property unchanged. */
export interface ChannelPatch {
  name: string | undefined
  description: string | undefined
  privacy: RequestedPrivacy
  isDefault: boolean | undefined
  isArchived: boolean | undefined
  retention: Retention | undefined
  topicsPolicy: TopicsPolicy | undefined
  folderId: number | null | undefined
  permissions: Partial<Record<ChannelPermission, SettingChange | undefined>>
}

/**
 * PATCH /streams/{stream_id}: all changes or none.
 * @throws RequestError if the caller may not make one of them
 */
export const changeChannel = (ctx: App, by: User, id: number, patch: ChannelPatch) =>
  ctx.commit((tx) => {
    const before = administeredChannel(tx, by, id)
    if (patch.isDefault !== undefined && by.role > ROLE.administrator) {
      refuse('BAD_REQUEST', 'You do not have permission to change default channels.')
    }
    const channel = patch.isArchived === false ? unarchive(tx, by, before) : before
    // A default channel may cease to be one and turn private, or turn public and be one, at once.
    if (patch.isDefault === false) markDefault(tx, by, id, false)

    const knew = channelAudience(tx, channel)
    const updates = [
      ...rename(tx, by, channel, patch.name),
      ...describeAnew(tx, by, channel, patch.description),
      ...changePrivacy(tx, by, channel, patch),
      ...changeRetention(tx, by, channel, patch.retention),
      ...changeTopicsPolicy(tx, by, channel, patch.topicsPolicy),
      ...moveToFolder(tx, channel, patch.folderId),
      ...changePermissions(tx, by, channel, patch.permissions),
    ]
    if (patch.isDefault) markDefault(tx, by, id, true)
    const changed = tx.store.channels.find(id)!
    requireOpenTopics(changed.history_public_to_subscribers === 1, changed.can_create_topic_group)
    emitChannelUpdates(tx, changed, knew, updates)
    if (patch.isArchived && !changed.is_archived) archive(tx, by, changed)
  })

function rename(
  tx: Tx,
  by: User,
  channel: Channel,
  asked: string | undefined,
): ChangedChannelProperty[] {
  if (asked === undefined) return []
  const name = checkChannelName(asked)
  if (name === channel.name) refuse('BAD_REQUEST', 'Channel already has that name.')
  if (channelKey(name) !== channelKey(channel.name)) requireNameFree(tx, name)
  tx.store.channels.change(channel.id, { name, name_key: channelKey(name) })
  // Each message of the channel shows its name.
  const note = `renamed this channel from ${verbatim(channel.name)} to ${verbatim(name)}.`
  postChannelEvent(tx, by, channel.id, note)
  return [{ property: 'name', value: name, name: channel.name }]
}

function describeAnew(
  tx: Tx,
  by: User,
  channel: Channel,
  asked: string | undefined,
): ChangedChannelProperty[] {
  if (asked === undefined) return []
  const { description, rendered_description } = renderedDescription(tx, asked)
  if (description === channel.description) return []
  tx.store.channels.change(channel.id, { description, rendered_description })
  const [now, was] = [description, channel.description].map((text) =>
    text === '' ? '*nothing*' : verbatim(text),
  )
  const note = `described this channel anew.\n\n* Now: ${now}\n* Before: ${was}`
  postChannelEvent(tx, by, channel.id, note)
  return [{ property: 'description', value: description, rendered_description }]
}

function changePrivacy(
  tx: Tx,
  by: User,
  channel: Channel,
  patch: ChannelPatch,
): ChangedChannelProperty[] {
  const present = privacyOf(channel)
  const privacy = changedPrivacy(present, patch.privacy)
  const opens =
    privacy.isPrivate !== present.isPrivate || privacy.isWebPublic !== present.isWebPublic
  if (!opens && privacy.sharesHistory === present.sharesHistory) return []
  requireContentAccess(tx, by, channel)
  if (opens) requireMayCreatePrivacy(tx, by, privacy)
  if (privacy.isPrivate && (patch.isDefault ?? channel.is_default === 1)) refuseMixture()
  const { moderation_request_channel_id } = theOrganization(tx).settings
  if (!privacy.isPrivate && channel.id === moderation_request_channel_id) {
    refuse('BAD_REQUEST', 'The channel for moderation requests must be private.')
  }
  tx.store.channels.change(channel.id, {
    invite_only: privacy.isPrivate ? 1 : 0,
    is_web_public: privacy.isWebPublic ? 1 : 0,
    history_public_to_subscribers: privacy.sharesHistory ? 1 : 0,
  })
  const note = `made this channel ${privacyLabel(privacy)}; it was ${privacyLabel(present)}.`
  postChannelEvent(tx, by, channel.id, note)
  const { isPrivate: value, isWebPublic: is_web_public, sharesHistory } = privacy
  const history_public_to_subscribers = sharesHistory
  return [{ property: 'invite_only', value, is_web_public, history_public_to_subscribers }]
}

function changeRetention(
  tx: Tx,
  by: User,
  channel: Channel,
  asked: Retention | undefined,
): ChangedChannelProperty[] {
  if (asked === undefined) return []
  const value = checkRetention(by, asked, channel.message_retention_days)
  if (value === channel.message_retention_days) return []
  tx.store.channels.change(channel.id, { message_retention_days: value })
  return [{ property: 'message_retention_days', value }]
}

function changeTopicsPolicy(
  tx: Tx,
  by: User,
  channel: Channel,
  value: TopicsPolicy | undefined,
): ChangedChannelProperty[] {
  if (value === undefined || value === channel.topics_policy) return []
  requireMaySetTopicsPolicy(tx, by, value, channel.id)
  tx.store.channels.change(channel.id, { topics_policy: value })
  return [{ property: 'topics_policy', value }]
}

function moveToFolder(
  tx: Tx,
  channel: Channel,
  value: number | null | undefined,
): ChangedChannelProperty[] {
  if (value === undefined || value === channel.folder_id) return []
  if (value !== null) requireOpenFolder(tx, value)
  tx.store.channels.change(channel.id, { folder_id: value })
  return [{ property: 'folder_id', value }]
}

function changePermissions(
  tx: Tx,
  by: User,
  channel: Channel,
  permissions: ChannelPatch['permissions'],
): ChangedChannelProperty[] {
  const updates: ChangedChannelProperty[] = []
  for (const permission of CHANNEL_PERMISSIONS) {
    const change = permissions[permission]
    if (change === undefined) continue
    const value = changePermission(tx, by, channel, permission, change)
    if (value !== undefined) updates.push({ property: permission, value })
  }
  return [...updates, ...changedPostPolicy(channel, tx.store.channels.find(channel.id)!)]
}

/** The two properties in which older clients know who may post. */
function changedPostPolicy(before: Channel, after: Channel): ChangedChannelProperty[] {
  const old = describePostPolicy(before)
  const { stream_post_policy, is_announcement_only } = describePostPolicy(after)
  if (stream_post_policy === old.stream_post_policy) return []
  return [
    { property: 'stream_post_policy', value: stream_post_policy },
    ...(is_announcement_only === old.is_announcement_only
      ? []
      : [{ property: 'is_announcement_only', value: is_announcement_only }]),
  ]
}
