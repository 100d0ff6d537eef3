import { refuse } from '../errors.ts'
import { administeredChannel, channelAudience } from './access.ts'
import { archive, unarchive } from './channel-archiving.ts'
import { requireOpenFolder } from './channel-folders.ts'
import {
  type AskedKind,
  changedKind,
  kindOf,
  nameOfKind,
  requireMayCreateKind,
} from './channel-kinds.ts'
import { noteChange, verbatim } from './channel-notices.ts'
import {
  CHANNEL_PERMISSIONS,
  type ChannelPermission,
  changePermission,
  requireContent,
  requireOpenTopics,
} from './channel-permissions.ts'
import { checkRetention, type Retention, requireMaySetTopicsPolicy } from './channel-settings.ts'
import { tellChannelUpdates, type Update } from './channel-updates.ts'
import {
  type Channel,
  channelKey,
  checkChannelName,
  checkDescription,
  describePostPolicy,
  requireNameFree,
  type TopicsPolicy,
} from './channels.ts'
import type { Context } from './context.ts'
import { markDefault, refuseMixture } from './default-channels.ts'
import type { SettingChange } from './group-settings.ts'
import { theOrganization } from './organization.ts'
import { ROLE } from './roles.ts'
import type { Emit } from './unit-of-work.ts'
import type { User } from './users.ts'

/** PATCH /streams/{stream_id}; undefined leaves a thing as it is (organization 1.5). */
export interface ChannelPatch {
  name: string | undefined
  description: string | undefined
  kind: AskedKind
  isDefault: boolean | undefined
  isArchived: boolean | undefined
  retention: Retention | undefined
  topicsPolicy: TopicsPolicy | undefined
  folderId: number | null | undefined
  permissions: Partial<Record<ChannelPermission, SettingChange | undefined>>
}

export const changeChannel = (ctx: Context, by: User, id: number, patch: ChannelPatch) =>
  ctx.commit((emit) => {
    const channel = administeredChannel(ctx, by, id)
    if (patch.isDefault !== undefined && by.role > ROLE.administrator) {
      refuse('BAD_REQUEST', 'You do not have permission to change default channels.')
    }
    if (patch.isArchived === false) unarchive(ctx, emit, by, channel)
    // A default channel may cease to be one and turn private, or turn public and be one, at once.
    if (patch.isDefault === false) markDefault(ctx, emit, by, id, false)

    const knew = channelAudience(ctx, channel)
    const updates = [
      ...rename(ctx, emit, by, channel, patch.name),
      ...describeAnew(ctx, emit, by, channel, patch.description),
      ...changeKind(ctx, emit, by, channel, patch),
      ...changeRetention(ctx, by, channel, patch.retention),
      ...changeTopicsPolicy(ctx, by, channel, patch.topicsPolicy),
      ...moveToFolder(ctx, channel, patch.folderId),
      ...changePermissions(ctx, by, channel, patch.permissions),
    ]
    if (patch.isDefault) markDefault(ctx, emit, by, id, true)
    const changed = ctx.store.channels.find(id)!
    requireOpenTopics(changed.history_public_to_subscribers === 1, changed.can_create_topic_group)
    tellChannelUpdates(ctx, emit, changed, knew, updates)
    if (patch.isArchived && !changed.is_archived) archive(ctx, emit, by, changed)
  })

function rename(
  ctx: Context,
  emit: Emit,
  by: User,
  channel: Channel,
  asked: string | undefined,
): Update[] {
  if (asked === undefined) return []
  const name = checkChannelName(asked)
  if (name === channel.name) refuse('BAD_REQUEST', 'Channel already has that name.')
  if (channelKey(name) !== channelKey(channel.name)) requireNameFree(ctx, name)
  ctx.store.channels.change(channel.id, { name, name_key: channelKey(name) })
  // Each message of the channel shows its name.
  ctx.messageCache.forgetAll()
  const note = `renamed this channel from ${verbatim(channel.name)} to ${verbatim(name)}.`
  noteChange(ctx, emit, by, channel.id, note)
  return [{ property: 'name', value: name, name: channel.name }]
}

function describeAnew(
  ctx: Context,
  emit: Emit,
  by: User,
  channel: Channel,
  asked: string | undefined,
): Update[] {
  if (asked === undefined) return []
  const { description, rendered_description } = checkDescription(ctx, asked)
  if (description === channel.description) return []
  ctx.store.channels.change(channel.id, { description, rendered_description })
  const [now, was] = [description, channel.description].map((text) =>
    text === '' ? '*nothing*' : verbatim(text),
  )
  const note = `described this channel anew.\n\n* Now: ${now}\n* Before: ${was}`
  noteChange(ctx, emit, by, channel.id, note)
  return [{ property: 'description', value: description, rendered_description }]
}

function changeKind(
  ctx: Context,
  emit: Emit,
  by: User,
  channel: Channel,
  patch: ChannelPatch,
): Update[] {
  const present = kindOf(channel)
  const kind = changedKind(present, patch.kind)
  const opens = kind.isPrivate !== present.isPrivate || kind.isWebPublic !== present.isWebPublic
  if (!opens && kind.sharesHistory === present.sharesHistory) return []
  requireContent(ctx, by, channel)
  if (opens) requireMayCreateKind(ctx, by, kind)
  if (kind.isPrivate && (patch.isDefault ?? channel.is_default === 1)) refuseMixture()
  const { moderation_request_channel_id } = theOrganization(ctx).settings
  if (!kind.isPrivate && channel.id === moderation_request_channel_id) {
    refuse('BAD_REQUEST', 'The channel for moderation requests must be private.')
  }
  ctx.store.channels.change(channel.id, {
    invite_only: kind.isPrivate ? 1 : 0,
    is_web_public: kind.isWebPublic ? 1 : 0,
    history_public_to_subscribers: kind.sharesHistory ? 1 : 0,
  })
  const note = `made this channel ${nameOfKind(kind)}; it was ${nameOfKind(present)}.`
  noteChange(ctx, emit, by, channel.id, note)
  const { isPrivate: value, isWebPublic: is_web_public, sharesHistory } = kind
  const history_public_to_subscribers = sharesHistory
  return [{ property: 'invite_only', value, is_web_public, history_public_to_subscribers }]
}

function changeRetention(
  ctx: Context,
  by: User,
  channel: Channel,
  asked: Retention | undefined,
): Update[] {
  if (asked === undefined) return []
  const value = checkRetention(by, asked, channel.message_retention_days)
  if (value === channel.message_retention_days) return []
  ctx.store.channels.change(channel.id, { message_retention_days: value })
  return [{ property: 'message_retention_days', value }]
}

function changeTopicsPolicy(
  ctx: Context,
  by: User,
  channel: Channel,
  value: TopicsPolicy | undefined,
): Update[] {
  if (value === undefined || value === channel.topics_policy) return []
  requireMaySetTopicsPolicy(ctx, by, value, channel.id)
  ctx.store.channels.change(channel.id, { topics_policy: value })
  return [{ property: 'topics_policy', value }]
}

function moveToFolder(ctx: Context, channel: Channel, value: number | null | undefined): Update[] {
  if (value === undefined || value === channel.folder_id) return []
  if (value !== null) requireOpenFolder(ctx, value)
  ctx.store.channels.change(channel.id, { folder_id: value })
  return [{ property: 'folder_id', value }]
}

function changePermissions(
  ctx: Context,
  by: User,
  channel: Channel,
  permissions: ChannelPatch['permissions'],
): Update[] {
  const updates: Update[] = []
  for (const permission of CHANNEL_PERMISSIONS) {
    const change = permissions[permission]
    if (change === undefined) continue
    const value = changePermission(ctx, by, channel, permission, change)
    if (value !== undefined) updates.push({ property: permission, value })
  }
  return [...updates, ...changedPostPolicy(channel, ctx.store.channels.find(channel.id)!)]
}

/** Older clients know only these words for who may post. */
function changedPostPolicy(before: Channel, after: Channel): Update[] {
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
