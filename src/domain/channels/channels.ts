// The channel itself: its name, its creation, and the object that clients read.

import { listNumbers } from '../../base/collections.ts'
import {
  codePoints,
  MAX_CHANNEL_DESCRIPTION_LENGTH,
  MAX_CHANNEL_NAME_LENGTH,
} from '../../base/limits.ts'
import { CHANNEL_EXISTS } from '../../errors/channels.ts'
import { TOO_LONG } from '../../errors/parameters.ts'
import { refuse } from '../../errors.ts'
import {
  CHANNEL_PERMISSIONS,
  type Channel,
  type ChannelPermission,
  type TopicsPolicy,
} from '../../store/tables/channels.ts'
import { withoutDirections } from '../../text/content.ts'
import { audienceReader } from '../access/access.ts'
import { SYSTEM_GROUP } from '../access/group-names.ts'
import { type GroupSetting, readGroupSetting } from '../access/groups.ts'
import { renderDescription } from '../content/rendering.ts'
import type { Context, Tx } from '../kernel/context.ts'
import type { User } from '../users/users.ts'
import { newChannelPermissions, type RequestedPermissions } from './channel-permissions.ts'
import { emitDefaultChannels } from './default-channels.ts'

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
  permissions?: RequestedPermissions
}

/** Names are compared without regard to case, after trimming. */
export const channelKey = (name: string) => name.trim().toLowerCase()

/** @throws RequestError if a channel may not have the name. @returns the name, trimmed */
export function checkChannelName(name: string): string {
  const trimmed = withoutDirections(name).trim()
  if (trimmed === '') refuse('BAD_REQUEST', "Channel name can't be empty.")
  if (codePoints(trimmed) > MAX_CHANNEL_NAME_LENGTH) {
    refuse('BAD_REQUEST', `Channel name too long (limit: ${MAX_CHANNEL_NAME_LENGTH} characters).`)
  }
  if (/\p{Cc}|\p{Cs}|\p{Noncharacter_Code_Point}/u.test(trimmed)) {
    refuse('BAD_REQUEST', 'Invalid character in channel name.')
  }
  return trimmed
}

/** @throws RequestError if it is too long. @returns the description on one line */
export function checkDescription(text: string): string {
  const description = text.replace(/\s*\n\s*/g, ' ').trim()
  if (codePoints(description) > MAX_CHANNEL_DESCRIPTION_LENGTH) {
    refuse(TOO_LONG, { name: 'description', limit: MAX_CHANNEL_DESCRIPTION_LENGTH })
  }
  return description
}

/** @throws RequestError if it is too long. @returns the description on one line, and its HTML */
export function renderedDescription(ctx: Context, text: string) {
  const description = checkDescription(text)
  return { description, rendered_description: renderDescription(ctx, description) }
}

/** @throws RequestError CHANNEL_ALREADY_EXISTS, even if the caller cannot see that channel */
export function requireNameFree(ctx: Context, name: string) {
  if (!ctx.store.channels.findByName(channelKey(name))) return
  refuse(CHANNEL_EXISTS, { channel_name: name })
}

/**
 * Creates channels without subscribers, and emits them to users who can see them: those that the same people see
 * together, because one request may create hundreds.
 */
export function addChannels(
  tx: Tx,
  creator: User | undefined,
  options: readonly NewChannelOptions[],
): Channel[] {
  const added = options.map((one) => insertChannel(tx, creator, one))
  const audienceOf = audienceReader(tx)
  const numberOf = listNumbers()
  for (const same of Map.groupBy(added, (one) => numberOf(audienceOf(one))).values()) {
    const streams = same.map((channel) => describeChannel(tx, channel))
    tx.emit({ type: 'stream', op: 'create', streams }, audienceOf(same[0]!))
  }
  if (options.some(({ isDefault }) => isDefault)) emitDefaultChannels(tx)
  return added
}

function insertChannel(tx: Tx, creator: User | undefined, options: NewChannelOptions): Channel {
  const { channels } = tx.store
  const isPrivate = options.isPrivate ?? false
  const sharesHistory = options.sharesHistory ?? !isPrivate
  const name = checkChannelName(options.name)
  const id = channels.create({
    name,
    name_key: channelKey(name),
    ...renderedDescription(tx, options.description ?? ''),
    created_at: tx.now,
    creator_id: creator?.id ?? null,
    invite_only: isPrivate ? 1 : 0,
    is_web_public: options.isWebPublic ? 1 : 0,
    history_public_to_subscribers: sharesHistory ? 1 : 0,
    topics_policy: options.topicsPolicy ?? 'inherit',
    message_retention_days: options.messageRetentionDays ?? null,
    folder_id: options.folderId ?? null,
    is_default: options.isDefault ? 1 : 0,
    ...newChannelPermissions(tx, creator, sharesHistory, options.permissions ?? {}),
  })
  return channels.find(id)!
}

/** Posting policies of older clients, by the group that now says the same. */
const POST_POLICY: Record<number, number> = {
  [SYSTEM_GROUP['role:administrators']]: 2,
  [SYSTEM_GROUP['role:fullmembers']]: 3,
  [SYSTEM_GROUP['role:moderators']]: 4,
}

/** The posting policy for older clients: a number instead of a group. */
export function describePostPolicy(channel: Pick<Channel, 'can_send_message_group'>) {
  const stream_post_policy = POST_POLICY[channel.can_send_message_group] ?? 1
  return { stream_post_policy, is_announcement_only: stream_post_policy === 2 }
}

/** The channel object, the same for every reader. */
export function describeChannel(ctx: Context, channel: Channel) {
  const settings = {} as Record<ChannelPermission, GroupSetting>
  for (const permission of CHANNEL_PERMISSIONS)
    settings[permission] = readGroupSetting(ctx, channel[permission])
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
