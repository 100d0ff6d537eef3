import { seconds } from '../base/clock.ts'
import {
  codePoints,
  MAX_CHANNEL_DESCRIPTION_LENGTH,
  MAX_CHANNEL_NAME_LENGTH,
} from '../base/limits.ts'
import { refuse } from '../errors.ts'
import {
  CHANNEL_PERMISSIONS,
  type Channel,
  type ChannelPermission,
  type TopicsPolicy,
} from '../store/channels.ts'
import { channelAudience } from './access.ts'
import { type AskedPermissions, permissionsOfNew } from './channel-permissions.ts'
import type { Context } from './context.ts'
import { tellDefaultChannels } from './default-channels.ts'
import { groupSettingReader } from './group-settings.ts'
import { type GroupSetting, groupSetting, SYSTEM_GROUP } from './groups.ts'
import { renderDescription } from './rendering.ts'
import type { Emit } from './unit-of-work.ts'
import type { User } from './users.ts'

export type { Channel, TopicsPolicy }

export interface NewChannelOptions {
  name: string
  description?: string | undefined
  isPrivate?: boolean
  isWebPublic?: boolean
  isDefault?: boolean
  /** Default: shared for public channels, protected for private ones. */
  sharesHistory?: boolean
  /** null: the organization's; -1: forever. */
  messageRetentionDays?: number | null
  topicsPolicy?: TopicsPolicy | undefined
  folderId?: number | null | undefined
  permissions?: AskedPermissions
}

/** Names are compared without regard to case, after trimming. */
export const channelKey = (name: string) => name.trim().toLowerCase()

/** @throws RequestError for a name no channel may have. @returns the name, trimmed */
export function checkChannelName(name: string): string {
  const trimmed = name.trim()
  if (trimmed === '') refuse('BAD_REQUEST', "Channel name can't be empty.")
  if (codePoints(trimmed) > MAX_CHANNEL_NAME_LENGTH) {
    refuse('BAD_REQUEST', `Channel name too long (limit: ${MAX_CHANNEL_NAME_LENGTH} characters).`)
  }
  if (/\p{Cc}|\p{Cs}|\p{Noncharacter_Code_Point}/u.test(trimmed)) {
    refuse('BAD_REQUEST', 'Invalid character in channel name.')
  }
  return trimmed
}

/** @throws RequestError for one that is too long. @returns the description on one line, and its HTML */
export function checkDescription(ctx: Context, text: string) {
  const description = text.replace(/\s*\n\s*/g, ' ').trim()
  if (codePoints(description) > MAX_CHANNEL_DESCRIPTION_LENGTH) {
    refuse(
      'BAD_REQUEST',
      `description is too long (limit: ${MAX_CHANNEL_DESCRIPTION_LENGTH} characters)`,
    )
  }
  return { description, rendered_description: renderDescription(ctx, description) }
}

/** @throws RequestError CHANNEL_ALREADY_EXISTS, also for a channel the caller does not know of */
export function requireNameFree(ctx: Context, name: string) {
  if (!ctx.store.channels.findByName(channelKey(name))) return
  refuse('CHANNEL_ALREADY_EXISTS', `Channel '${name}' already exists`, { channel_name: name })
}

/** Creates a channel nobody is subscribed to yet, and tells those who may know of it. */
export function createChannel(
  ctx: Context,
  emit: Emit,
  creator: User | undefined,
  options: NewChannelOptions,
): Channel {
  const { channels } = ctx.store
  const isPrivate = options.isPrivate ?? false
  const sharesHistory = options.sharesHistory ?? !isPrivate
  const name = checkChannelName(options.name)
  const id = channels.create({
    name,
    name_key: channelKey(name),
    ...checkDescription(ctx, options.description ?? ''),
    created_at: seconds(ctx.clock),
    creator_id: creator?.id ?? null,
    invite_only: isPrivate ? 1 : 0,
    is_web_public: options.isWebPublic ? 1 : 0,
    history_public_to_subscribers: sharesHistory ? 1 : 0,
    topics_policy: options.topicsPolicy ?? 'inherit',
    message_retention_days: options.messageRetentionDays ?? null,
    folder_id: options.folderId ?? null,
    is_default: options.isDefault ? 1 : 0,
    ...permissionsOfNew(ctx, creator, sharesHistory, options.permissions ?? {}),
  })
  const channel = channels.find(id)!
  emit(
    { type: 'stream', op: 'create', streams: [describeChannel(ctx, channel)] },
    channelAudience(ctx, channel),
  )
  if (options.isDefault) tellDefaultChannels(ctx, emit)
  return channel
}

/** Posting policies of older clients, by the group that now says the same (organization 1.2). */
const POST_POLICY: Record<number, number> = {
  [SYSTEM_GROUP['role:administrators']]: 2,
  [SYSTEM_GROUP['role:fullmembers']]: 3,
  [SYSTEM_GROUP['role:moderators']]: 4,
}

/** What older clients are told of who may post. */
export function describePostPolicy(channel: Pick<Channel, 'can_send_message_group'>) {
  const stream_post_policy = POST_POLICY[channel.can_send_message_group] ?? 1
  return { stream_post_policy, is_announcement_only: stream_post_policy === 2 }
}

/** The channel object of specification 2.4, the same for every reader. */
export const describeChannel = (ctx: Context, channel: Channel) =>
  describe(channel, (groupId) => groupSetting(ctx, groupId))

/** Describes many channels, with as many queries as for one. */
export function channelDescriber(ctx: Context) {
  const settingOf = groupSettingReader(ctx)
  return (channel: Channel) => describe(channel, settingOf)
}

function describe(channel: Channel, settingOf: (groupId: number) => GroupSetting) {
  const settings = {} as Record<ChannelPermission, GroupSetting>
  for (const permission of CHANNEL_PERMISSIONS)
    settings[permission] = settingOf(channel[permission])
  return {
    stream_id: channel.id,
    name: channel.name,
    description: channel.description,
    rendered_description: channel.rendered_description,
    date_created: channel.created_at,
    creator_id: channel.creator_id,
    is_archived: channel.is_archived === 1,
    invite_only: channel.invite_only === 1,
    is_web_public: channel.is_web_public === 1,
    history_public_to_subscribers: channel.history_public_to_subscribers === 1,
    ...describePostPolicy(channel),
    topics_policy: channel.topics_policy,
    message_retention_days: channel.message_retention_days,
    folder_id: channel.folder_id,
    first_message_id: channel.first_message_id,
    is_recently_active: channel.is_recently_active === 1,
    subscriber_count: channel.subscriber_count,
    stream_weekly_traffic: channel.weekly_traffic,
    ...settings,
  }
}
