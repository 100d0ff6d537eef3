// The events that the server sends to this client, each with the fields that the model reads.

import type { ServerEvent } from '../../events/types/types.ts'
import type {
  ChannelFolder,
  CustomEmoji,
  Draft,
  Linkifier,
  NavigationView,
  PresenceTimes,
  ProfileField,
  Reaction,
  Reminder,
  SavedSnippet,
  ScheduledMessage,
  TopicPolicy,
  UserGroup,
  WireChannel,
  WireMessage,
  WireSubscription,
  WireUser,
} from './wire.ts'

type Fields = Record<string, unknown>

export interface MessageEvent {
  type: 'message'
  message: Omit<WireMessage, 'flags'>
  flags: string[]
  /** Only in the queue that the sender named: which entry of the outbox this is. */
  local_message_id?: string
}

export interface UpdateMessageEvent {
  type: 'update_message'
  message_id: number
  message_ids: number[]
  flags: string[]
  edit_timestamp: number
  rendering_only: boolean
  stream_id?: number
  rendered_content?: string
  is_me_message?: boolean
  orig_subject?: string
  subject?: string
  topic_links?: { text: string; url: string }[]
  new_stream_id?: number
}

export interface DeleteMessageEvent {
  type: 'delete_message'
  message_ids: number[]
}

export interface FlagsEvent {
  type: 'update_message_flags'
  op: 'add' | 'remove'
  flag: string
  messages: number[]
  all: boolean
  message_details?: Record<string, FlagDetails>
}

export type FlagDetails = { mentioned?: true } & (
  | { type: 'private'; user_ids: number[] }
  | { type: 'stream'; stream_id: number; topic: string }
)

export type ReactionEvent = {
  type: 'reaction'
  op: 'add' | 'remove'
  message_id: number
} & Reaction

export interface SubmessageEvent {
  type: 'submessage'
  submessage_id: number
  message_id: number
  sender_id: number
  msg_type: string
  content: string
}

export type TypingEvent =
  | {
      type: 'typing'
      op: 'start' | 'stop'
      message_type: 'stream'
      sender: { user_id: number }
      stream_id: number
      topic: string
    }
  | {
      type: 'typing'
      op: 'start' | 'stop'
      message_type: 'direct'
      sender: { user_id: number }
      recipients: { user_id: number }[]
    }

export interface TypingEditEvent {
  type: 'typing_edit_message'
  op: 'start' | 'stop'
  sender_id: number
  message_id: number
}

export type ChannelEvent =
  | { type: 'stream'; op: 'create'; streams: WireChannel[] }
  | { type: 'stream'; op: 'delete'; stream_ids: number[] }
  | ({ type: 'stream'; op: 'update'; stream_id: number; property: string; value: unknown } & Fields)
  | { type: 'subscription'; op: 'add'; subscriptions: WireSubscription[] }
  | { type: 'subscription'; op: 'remove'; subscriptions: { stream_id: number; name: string }[] }
  | { type: 'subscription'; op: 'update'; stream_id: number; property: string; value: unknown }
  | {
      type: 'subscription'
      op: 'peer_add' | 'peer_remove'
      stream_ids: number[]
      user_ids: number[]
    }

export type FolderEvent =
  | { type: 'channel_folder'; op: 'add'; channel_folder: ChannelFolder }
  | {
      type: 'channel_folder'
      op: 'update'
      channel_folder_id: number
      data: Partial<ChannelFolder>
    }
  | { type: 'channel_folder'; op: 'reorder'; order: number[] }

export type GroupEvent = { type: 'user_group' } & (
  | { op: 'add'; group: UserGroup }
  | { op: 'remove'; group_id: number }
  | { op: 'update'; group_id: number; data: Partial<UserGroup> }
  | { op: 'add_members' | 'remove_members'; group_id: number; user_ids: number[] }
  | { op: 'add_subgroups' | 'remove_subgroups'; group_id: number; direct_subgroup_ids: number[] }
)

export type UserEvent =
  | { type: 'realm_user'; op: 'add'; person: WireUser }
  | { type: 'realm_user'; op: 'remove'; person: { user_id: number } }
  | {
      type: 'realm_user'
      op: 'update'
      person: { user_id: number } & Partial<WireUser> & {
          new_email?: string
          custom_profile_field?: { id: number; value: string | null; rendered_value?: string }
        }
    }

export type RealmEvent =
  | { type: 'realm'; op: 'update'; property: string; value: unknown }
  | { type: 'realm'; op: 'update_dict'; property: string; data: Fields }
  | { type: 'realm'; op: 'deactivated'; realm_id: number }
  | { type: 'realm_domains'; op: 'add' | 'change'; realm_domain: Domain }
  | { type: 'realm_domains'; op: 'remove'; domain: string }
  | { type: 'realm_emoji'; op: 'add'; emoji: CustomEmoji }
  | { type: 'realm_emoji'; op: 'update_one'; emoji_id: string; data: Partial<CustomEmoji> }
  | { type: 'realm_emoji'; op: 'update'; realm_emoji: Record<string, CustomEmoji> }
  | { type: 'realm_linkifiers'; realm_linkifiers: Linkifier[] }
  | { type: 'realm_playgrounds'; realm_playgrounds: Fields[] }
  | { type: 'realm_user_settings_defaults'; op: 'update'; property: string; value: unknown }
  | { type: 'custom_profile_fields'; fields: ProfileField[] }
  | { type: 'default_streams'; default_streams: number[] }
  | { type: 'default_stream_groups'; default_stream_groups: Fields[] }

type Domain = { domain: string; allow_subdomains: boolean }

export type PersonalEvent =
  | { type: 'drafts'; op: 'add'; drafts: Draft[] }
  | { type: 'drafts'; op: 'update'; draft: Draft }
  | { type: 'drafts'; op: 'remove'; draft_id: number }
  | { type: 'scheduled_messages'; op: 'add'; scheduled_messages: ScheduledMessage[] }
  | { type: 'scheduled_messages'; op: 'update'; scheduled_message: ScheduledMessage }
  | { type: 'scheduled_messages'; op: 'remove'; scheduled_message_id: number }
  | { type: 'reminders'; op: 'add'; reminders: Reminder[] }
  | { type: 'reminders'; op: 'remove'; reminder_id: number }
  | { type: 'saved_snippets'; op: 'add' | 'update'; saved_snippet: SavedSnippet }
  | { type: 'saved_snippets'; op: 'remove'; saved_snippet_id: number }
  | { type: 'navigation_view'; op: 'add'; navigation_view: NavigationView }
  | { type: 'navigation_view'; op: 'update'; fragment: string; data: Partial<NavigationView> }
  | { type: 'navigation_view'; op: 'remove'; fragment: string }
  | { type: 'alert_words'; alert_words: string[] }
  | { type: 'onboarding_steps'; onboarding_steps: { type: string; name: string }[] }
  | { type: 'muted_users'; muted_users: { id: number; timestamp: number }[] }
  | { type: 'user_settings'; op: 'update'; property: string; value: unknown }
  | ({ type: 'user_topic' } & TopicPolicy)

export type PresenceEvent =
  | { type: 'presence'; presences: Record<string, PresenceTimes> }
  | ({ type: 'user_status'; user_id: number; away?: boolean } & Record<StatusField, string>)

type StatusField = 'status_text' | 'emoji_name' | 'emoji_code' | 'reaction_type'

/** Events that concern nothing that is kept; views may listen to them (Model.onEvent). */
export type PassingEvent =
  | { type: 'heartbeat' }
  | ({ type: 'restart'; server_generation: number } & Fields)
  | { type: 'muted_topics' }
  | ({ type: 'attachment'; op: 'add' | 'update' | 'remove' } & Fields)
  | ({ type: 'realm_bot'; op: 'add' | 'update' | 'delete'; bot: { user_id: number } } & Fields)
  | { type: 'invites_changed' }
  | ({ type: 'realm_export' } & Fields)
  | ({ type: 'realm_export_consent' } & Fields)
  | ({ type: 'device' } & Fields)

export type ClientEvent =
  | MessageEvent
  | UpdateMessageEvent
  | DeleteMessageEvent
  | FlagsEvent
  | ReactionEvent
  | SubmessageEvent
  | TypingEvent
  | TypingEditEvent
  | ChannelEvent
  | FolderEvent
  | GroupEvent
  | UserEvent
  | RealmEvent
  | PersonalEvent
  | PresenceEvent
  | PassingEvent

/** Does not compile when the server has a type of event that this client does not know. */
export type AllTypesAreKnown = None<Exclude<ServerEvent['type'], ClientEvent['type']>>

type None<T extends never> = T
