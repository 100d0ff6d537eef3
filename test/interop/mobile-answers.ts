// Answers as the mobile client decodes them.

import * as z from 'zod'
import {
  address,
  ascending,
  bool,
  channel,
  device,
  emoji,
  flags,
  folder,
  group,
  groupSetting,
  int,
  ints,
  maybe,
  message,
  mutedUsers,
  numericKey,
  object,
  profileField,
  snippet,
  status,
  subscription,
  text,
  user,
  userTopic,
} from './mobile-types.ts'

/** An entry of `edit_history`; present, it is not empty. */
const edit = object({
  prev_content: maybe(text),
  prev_stream: maybe(int),
  prev_topic: maybe(text),
  topic: maybe(text),
}).refine(
  ({ prev_topic, topic }) => typeof prev_topic !== 'string' || typeof topic === 'string',
  'names the new topic with the old',
)

/** GET /messages. */
export const messagePage = object({
  // For `newest`, larger than JavaScript's safe integers.
  anchor: z.number().refine(Number.isInteger, 'must be an integer'),
  found_newest: bool,
  found_oldest: bool,
  found_anchor: bool,
  history_limited: bool,
  messages: z.array(
    z.intersection(message, object({ flags, edit_history: z.array(edit).nonempty().optional() })),
  ),
})

/** GET /server_settings. */
export const serverSettings = object({
  authentication_methods: z.record(text, bool),
  external_authentication_methods: z.array(
    object({
      name: text,
      display_name: text,
      display_icon: maybe(text),
      login_url: text,
      signup_url: text,
    }),
  ),
  zulip_feature_level: int,
  zulip_version: text,
  zulip_merge_base: text,
  push_notifications_enabled: bool,
  is_incompatible: bool,
  email_auth_enabled: bool,
  require_email_format_usernames: bool,
  realm_url: address,
  realm_uri: address,
  realm_name: text,
  realm_icon: text,
  realm_description: text,
  realm_web_public_access_enabled: bool,
})

/** POST /register. */
export const snapshot = object({
  queue_id: text,
  last_event_id: int,
  zulip_feature_level: int.min(371),
  zulip_version: text,
  zulip_merge_base: text,
  alert_words: z.array(text),
  custom_profile_fields: z.array(profileField),
  max_stream_name_length: int,
  max_topic_length: int,
  server_presence_ping_interval_seconds: int,
  server_presence_offline_threshold_seconds: int,
  server_typing_started_expiry_period_milliseconds: int,
  server_typing_stopped_wait_period_milliseconds: int,
  server_typing_started_wait_period_milliseconds: int,
  muted_users: mutedUsers,
  presences: z.record(numericKey, object({ active_timestamp: int, idle_timestamp: int })),
  realm_emoji: z.record(text, emoji),
  realm_user_groups: z.array(group),
  recent_private_conversations: z.array(object({ max_message_id: int, user_ids: ints })),
  saved_snippets: z.array(snippet),
  subscriptions: z.array(subscription),
  channel_folders: z.array(folder),
  devices: z.record(numericKey, device),
  unread_msgs: object({
    count: int,
    pms: z.array(object({ other_user_id: int, unread_message_ids: ascending })),
    streams: z.array(object({ topic: text, stream_id: int, unread_message_ids: ascending })),
    huddles: z.array(object({ user_ids_string: text, unread_message_ids: ascending })),
    mentions: ints,
    old_unreads_missing: bool,
  }),
  starred_messages: ints,
  streams: z.array(channel),
  user_status: z.record(numericKey, status),
  user_settings: object({
    twenty_four_hour_time: bool,
    starred_message_counts: bool,
    display_emoji_reaction_users: bool,
    emojiset: z.enum(['google', 'google-blob', 'twitter', 'text']),
    presence_enabled: bool,
  }),
  user_topics: z.array(userTopic),
  realm_can_delete_any_message_group: groupSetting,
  realm_can_delete_own_message_group: groupSetting,
  realm_wildcard_mention_policy: z.literal([1, 2, 3, 5, 6, 7]),
  realm_mandatory_topics: bool,
  realm_name: text,
  realm_waiting_period_threshold: int,
  realm_message_content_delete_limit_seconds: maybe(int),
  realm_allow_message_editing: bool,
  realm_message_content_edit_limit_seconds: maybe(int),
  realm_enable_read_receipts: bool,
  realm_icon_url: address,
  realm_presence_disabled: bool,
  realm_default_external_accounts: z.record(
    text,
    object({ name: text, text, hint: text, url_pattern: text }),
  ),
  max_file_upload_size_mib: int,
  server_emoji_data_url: address,
  realm_empty_topic_display_name: text,
  realm_users: z.array(user),
  realm_non_active_users: z.array(user),
  cross_realm_bots: z.array(user),
})
