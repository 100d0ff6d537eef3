// Events about channels, channel folders and subscriptions.

import type { ClientFormat } from './client-format.ts'
import type { GroupSetting } from './group-events.ts'

/** A channel, the same for every receiver. Times are UNIX seconds. */
export interface ChannelObject {
  stream_id: number
  name: string
  description: string
  rendered_description: string
  date_created: number
  creator_id: number | null
  is_archived: boolean
  invite_only: boolean
  is_web_public: boolean
  history_public_to_subscribers: boolean
  /** The posting policy for older clients. */
  stream_post_policy: number
  is_announcement_only: boolean
  topics_policy: 'inherit' | 'allow_empty_topic' | 'disable_empty_topic' | 'empty_topic_only'
  message_retention_days: number | null
  folder_id: number | null
  first_message_id: number | null
  is_recently_active: boolean
  subscriber_count: number
  stream_weekly_traffic: number | null
  can_add_subscribers_group: GroupSetting
  can_administer_channel_group: GroupSetting
  can_create_topic_group: GroupSetting
  can_delete_any_message_group: GroupSetting
  can_delete_own_message_group: GroupSetting
  can_move_messages_out_of_channel_group: GroupSetting
  can_move_messages_within_channel_group: GroupSetting
  can_remove_subscribers_group: GroupSetting
  can_resolve_topics_group: GroupSetting
  can_send_message_group: GroupSetting
  can_subscribe_group: GroupSetting
}

/** A channel as one of its subscribers sees it; null: as the person's own settings say. */
export interface SubscriptionObject extends ChannelObject {
  subscribers?: readonly number[]
  default_push_notifications: boolean
  desktop_notifications: boolean | null
  audible_notifications: boolean | null
  push_notifications: boolean | null
  email_notifications: boolean | null
  wildcard_mentions_notify: boolean | null
  pin_to_top: boolean
  is_muted: boolean
  in_home_view: boolean
  color: string
}

/** A folder of channels, with its ID under two names. */
export interface ChannelFolderObject {
  channel_folder_id: number
  id: number
  name: string
  description: string
  rendered_description: string
  order: number
  date_created: number
  creator_id: number | null
  is_archived: boolean
}

/** Channels that newcomers may choose together; `streams` holds IDs. */
interface DefaultChannelGroup {
  id: number
  name: string
  description: string
  streams: readonly number[]
}

/** A person's own values of the settings that a subscription may inherit. */
export interface Inherited {
  desktop_notifications: boolean
  audible_notifications: boolean
  push_notifications: boolean
  email_notifications: boolean
  wildcard_mentions_notify: boolean
}

/** One changed property of a channel, with the facts that follow from it. */
export interface ChangedChannelProperty {
  property: string
  value: string | number | boolean | null | GroupSetting
  /** Only if it is the old name. */
  name?: string
  /** With a new description. */
  rendered_description?: string
  /** With a new privacy. */
  history_public_to_subscribers?: boolean
  is_web_public?: boolean
}

interface ChannelUpdate extends ChangedChannelProperty {
  type: 'stream'
  op: 'update'
  stream_id: number
  name: string
  /** The channel is archived; clients that do not know archived channels do not get the event. */
  of_archived?: boolean
}

/** Events of channels and folders. */
export type ChannelEvent =
  | { type: 'stream'; op: 'create'; streams: readonly ChannelObject[] }
  | {
      type: 'stream'
      op: 'delete'
      stream_ids: readonly number[]
      streams: readonly { stream_id: number }[]
    }
  | ChannelUpdate
  /** Sent as an update of is_archived, or to older clients as the deletion of the channel. */
  | { type: 'stream'; op: 'archive'; stream_id: number; name: string }
  /** Sent as an update of is_archived, or to older clients as a new channel. */
  | { type: 'stream'; op: 'unarchive'; stream_id: number; name: string; channel: ChannelObject }
  | { type: 'channel_folder'; op: 'add'; channel_folder: ChannelFolderObject }
  | {
      type: 'channel_folder'
      op: 'update'
      channel_folder_id: number
      data: Partial<ChannelFolderObject>
    }
  | { type: 'channel_folder'; op: 'reorder'; order: readonly number[] }
  | { type: 'default_streams'; default_streams: readonly number[] }
  | { type: 'default_stream_groups'; default_stream_groups: readonly DefaultChannelGroup[] }

/** Only for clients that received a deletion when the channel was archived; not on the wire. */
interface AfterUnarchiving {
  after_unarchiving?: boolean
}

export type SubscriptionEvent =
  | ({
      type: 'subscription'
      op: 'add'
      subscriptions: readonly SubscriptionObject[]
      inherited: Inherited
    } & AfterUnarchiving)
  | {
      type: 'subscription'
      op: 'remove'
      subscriptions: readonly { stream_id: number; name: string }[]
    }
  | {
      type: 'subscription'
      op: 'update'
      stream_id: number
      property: string
      value: string | boolean
    }
  | ({
      type: 'subscription'
      op: 'peer_add' | 'peer_remove'
      stream_ids: readonly number[]
      user_ids: readonly number[]
    } & AfterUnarchiving)

/** A channel event as a client of this format receives it: none, one or several objects. */
export function formatChannelEvent(event: ChannelEvent, format: ClientFormat): readonly object[] {
  if (event.type !== 'stream') return [event]
  const knowsArchived = format.capabilities.has('archived_channels')
  switch (event.op) {
    case 'create': {
      const streams = event.streams.filter((channel) => knowsArchived || !channel.is_archived)
      return streams.length > 0 ? [{ ...event, streams }] : []
    }
    case 'delete':
      return [event]
    case 'update': {
      const { of_archived, ...update } = event
      return of_archived && !knowsArchived ? [] : [update]
    }
    case 'archive':
    case 'unarchive': {
      const { stream_id, name } = event
      if (knowsArchived) {
        const value = event.op === 'archive'
        return [{ type: 'stream', op: 'update', stream_id, name, property: 'is_archived', value }]
      }
      return event.op === 'archive'
        ? [{ type: 'stream', op: 'delete', stream_ids: [stream_id], streams: [{ stream_id }] }]
        : [{ type: 'stream', op: 'create', streams: [event.channel] }]
    }
  }
}

/** A subscription event as a client of this format receives it. */
export function formatSubscriptionEvent(
  event: SubscriptionEvent,
  { capabilities }: ClientFormat,
): readonly object[] {
  if (event.op === 'remove' || event.op === 'update') return [event]
  const { after_unarchiving, ...told } = event
  if (after_unarchiving && capabilities.has('archived_channels')) return []
  if (told.op !== 'add') return [told]
  const { inherited, subscriptions, ...add } = told
  return [
    {
      ...add,
      subscriptions: capabilities.has('notification_settings_null')
        ? subscriptions
        : subscriptions.map((subscription) => withoutNull(subscription, inherited)),
    },
  ]
}

/** A subscription for a client that cannot look up inherited settings itself. */
export function withoutNull<T extends object>(subscription: T, inherited: Inherited): T {
  const filled = { ...subscription } as Record<string, unknown>
  for (const [setting, value] of Object.entries(inherited)) filled[setting] ??= value
  return filled as T
}
