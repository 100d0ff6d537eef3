// The shapes that the server sends, as types alone: nothing of the server is in the bundle.

import type * as z from 'zod'
import type * as channels from '../../api/wire/channels.ts'
import type * as groups from '../../api/wire/groups.ts'
import type * as messages from '../../api/wire/messages.ts'
import type * as organization from '../../api/wire/organization.ts'
import type * as personal from '../../api/wire/personal.ts'
import type * as users from '../../api/wire/users.ts'

type Fields = Record<string, unknown>

export type WireMessage = z.infer<typeof messages.message> & {
  /** Answers to a search mark the words that were found. */
  match_content?: string
  match_subject?: string
}
export type Reaction = z.infer<typeof messages.reaction>
export type Submessage = WireMessage['submessages'][number]
export type Attachment = z.infer<typeof messages.attachment>
export type EditHistoryEntry = NonNullable<WireMessage['edit_history']>[number]

export type WireUser = Omit<z.infer<typeof users.user>, 'is_active'> & { is_active?: boolean }
export type UserStatus = z.infer<typeof users.userStatus>
/** UNIX seconds. */
export interface PresenceTimes {
  active_timestamp: number
  idle_timestamp: number
}

export type WireChannel = z.infer<typeof channels.otherChannel>
export type WireSubscription = z.infer<typeof channels.subscription>
export type ChannelFolder = z.infer<typeof channels.channelFolder>
export type UserGroup = z.infer<typeof groups.userGroup>
/** A group's ID, or the people and groups that hold a permission. */
export type GroupSetting = z.infer<typeof groups.groupSettingValue>

export type Draft = z.infer<typeof personal.draft>
export type ScheduledMessage = z.infer<typeof personal.scheduledMessage>
export type Reminder = z.infer<typeof personal.reminder>
export type SavedSnippet = z.infer<typeof personal.savedSnippet>
export type NavigationView = z.infer<typeof personal.navigationView>
export type ProfileField = z.infer<typeof organization.profileField>
export type CustomEmoji = z.infer<typeof organization.customEmojiShape>
export type Linkifier = z.infer<typeof organization.linkifier>

/** 0 as the channel, 1 muted, 2 unmuted, 3 followed. */
export type VisibilityPolicy = 0 | 1 | 2 | 3

export interface TopicPolicy {
  stream_id: number
  topic_name: string
  last_updated: number
  visibility_policy: VisibilityPolicy
}

export interface UnreadMessages {
  count: number
  pms: { other_user_id: number; unread_message_ids: number[] }[]
  huddles: { user_ids_string: string; unread_message_ids: number[] }[]
  streams: { stream_id: number; topic: string; unread_message_ids: number[] }[]
  mentions: number[]
  old_unreads_missing: boolean
}

/** What POST /register answers to this client, which asks for everything. */
export interface Snapshot extends Fields {
  queue_id: string
  last_event_id: number
  user_id: number
  max_message_id: number
  server_timestamp: number
  server_generation: number
  realm_users: WireUser[]
  realm_non_active_users: WireUser[]
  cross_realm_bots: WireUser[]
  realm_user_groups: UserGroup[]
  realm_bots: ({ user_id: number } & Fields)[]
  custom_profile_fields: ProfileField[]
  user_status: Record<string, UserStatus>
  presences: Record<string, PresenceTimes>
  presence_last_update_id: number
  muted_users: { id: number; timestamp: number }[]
  streams: (WireChannel & { is_default?: boolean })[]
  subscriptions: WireSubscription[]
  unsubscribed: WireSubscription[]
  never_subscribed: WireChannel[]
  channel_folders: ChannelFolder[]
  realm_default_streams: number[]
  user_topics: TopicPolicy[]
  unread_msgs: UnreadMessages
  starred_messages: number[]
  recent_private_conversations: { max_message_id: number; user_ids: number[] }[]
  drafts: Draft[]
  scheduled_messages: ScheduledMessage[]
  reminders: Reminder[]
  saved_snippets: SavedSnippet[]
  navigation_views: NavigationView[]
  onboarding_steps: { type: string; name: string }[]
  alert_words: string[]
  realm_emoji: Record<string, CustomEmoji>
  realm_linkifiers: Linkifier[]
  realm_domains: { domain: string; allow_subdomains: boolean }[]
  realm_playgrounds: Fields[]
  user_settings: UserSettings
  realm_user_settings_defaults: Fields
}

/** Settings of a person that this client reads by name; the others are there too. */
export interface UserSettings extends Fields {
  timezone: string
  default_language: string
  twenty_four_hour_time: boolean
  enter_sends: boolean
  color_scheme: number
  web_home_view: string
  web_font_size_px: number
  web_line_height_percent: number
  /** 1 always, 2 in conversations only, 3 never. */
  web_mark_read_on_scroll_policy: number
  /** 1 the newest topic, 2 all messages, 3 the list of topics, 4 the newest unread topic. */
  web_channel_default_view: number
  /** 1 all, 2 of channels that are not muted, 3 none. */
  web_stream_unreads_count_display_policy: number
  web_escape_navigates_to_home_view: boolean
  web_navigate_to_sent_message: boolean
  web_left_sidebar_show_channel_folders: boolean
  web_inbox_show_channel_folders: boolean
  starred_message_counts: boolean
  display_emoji_reaction_users: boolean
  enable_drafts_synchronization: boolean
  send_stream_typing_notifications: boolean
  send_private_typing_notifications: boolean
  presence_enabled: boolean
  enable_desktop_notifications: boolean
  enable_sounds: boolean
  pm_content_in_desktop_notifications: boolean
  wildcard_mentions_notify: boolean
  enable_stream_desktop_notifications: boolean
  enable_stream_audible_notifications: boolean
  enable_followed_topic_desktop_notifications: boolean
  enable_followed_topic_audible_notifications: boolean
  enable_followed_topic_wildcard_mentions_notify: boolean
  demote_inactive_streams: number
  desktop_icon_count_display: number
  translate_emoticons: boolean
  web_animate_image_previews: string
}
