// The snapshot that POST /register answers with, section by section.

import * as z from 'zod'
import { channel, channelFolder, otherChannel, subscription } from './channels.ts'
import { userGroup } from './groups.ts'
import { customEmojiShape, linkifier, profileField } from './organization.ts'
import { draft, navigationView, reminder, savedSnippet, scheduledMessage } from './personal.ts'
import { settingValues } from './setting-params.ts'
import { realmSnapshot } from './snapshot-realm.ts'
import { presences, user, userStatus } from './users.ts'

const int = z.int()
const text = z.string()

/** A user in a list of the snapshot; the list says whether the user is active. */
const listedUser = user.omit({ is_active: true })

/** The user's unread messages by conversation. */
const unreadMessages = z.object({
  count: int,
  pms: z.array(z.object({ other_user_id: int, sender_id: int, unread_message_ids: z.array(int) })),
  huddles: z.array(z.object({ user_ids_string: text, unread_message_ids: z.array(int) })),
  streams: z.array(z.object({ stream_id: int, topic: text, unread_message_ids: z.array(int) })),
  mentions: z.array(int),
  old_unreads_missing: z.boolean(),
})

/** The push registration of one of the user's apps. */
const device = z.object({
  push_key_id: int.nullable(),
  push_token_id: text.nullable(),
  pending_push_token_id: text.nullable(),
  push_token_last_updated_timestamp: int.nullable(),
  push_registration_error_code: text.nullable(),
})

/** Choices that settings offer, beside their values. */
const settingLists = {
  emojiset_choices: z.array(z.object({ key: text, text })),
  available_notification_sounds: z.array(text),
}

/** The snapshot of POST /register: each key only if its fetch type was requested. */
export const snapshot = {
  service_feature_level: int,
  service_version: text,
  service_merge_base: text,
  zulip_feature_level: int,
  zulip_version: text,
  zulip_merge_base: text,

  max_message_id: int.optional(),
  unread_msgs: unreadMessages.optional(),
  recent_private_conversations: z
    .array(z.object({ max_message_id: int, user_ids: z.array(int) }))
    .optional(),
  starred_messages: z.array(int).optional(),
  stop_words: z.array(text).optional(),

  ...realmSnapshot,

  realm_users: z.array(listedUser).optional(),
  realm_non_active_users: z.array(listedUser).optional(),
  cross_realm_bots: z.array(listedUser).optional(),
  user_id: int.optional(),
  email: text.optional(),
  full_name: text.optional(),
  delivery_email: text.optional(),
  is_admin: z.boolean().optional(),
  is_owner: z.boolean().optional(),
  is_moderator: z.boolean().optional(),
  is_guest: z.boolean().optional(),
  can_create_public_streams: z.boolean().optional(),
  can_create_private_streams: z.boolean().optional(),
  can_create_web_public_streams: z.boolean().optional(),
  can_create_streams: z.boolean().optional(),
  can_subscribe_other_users: z.boolean().optional(),
  can_invite_others_to_realm: z.boolean().optional(),
  avatar_source: text.optional(),
  avatar_url: text.optional(),
  avatar_url_medium: text.optional(),

  drafts: z.array(draft).optional(),
  scheduled_messages: z.array(scheduledMessage).optional(),
  reminders: z.array(reminder).optional(),
  navigation_views: z.array(navigationView).optional(),
  saved_snippets: z.array(savedSnippet).optional(),
  devices: z.record(text, device).optional(),
  onboarding_steps: z.array(z.object({ type: text, name: text })).optional(),
  navigation_tour_video_url: text.nullable().optional(),
  realm_billing: z.object({ has_pending_sponsorship_request: z.boolean() }).optional(),
  realm_embedded_bots: z.tuple([]).optional(),
  realm_incoming_webhook_bots: z.tuple([]).optional(),
  has_zoom_token: z.boolean().optional(),
  has_webex_token: z.boolean().optional(),
  giphy_api_key: text.optional(),
  tenor_api_key: text.optional(),
  klipy_api_key: text.optional(),
  realm_emoji: z.record(text, customEmojiShape).optional(),
  realm_linkifiers: z.array(linkifier).optional(),
  realm_filters: z.tuple([]).optional(),
  realm_domains: z.array(z.object({ domain: text, allow_subdomains: z.boolean() })).optional(),
  realm_playgrounds: z
    .array(z.object({ id: int, name: text, pygments_language: text, url_template: text }))
    .optional(),

  custom_profile_fields: z.array(profileField).optional(),
  custom_profile_field_types: z.record(text, z.object({ id: int, name: text })).optional(),
  realm_user_groups: z.array(userGroup).optional(),
  realm_bots: z
    .array(
      z.object({
        user_id: int,
        default_sending_stream: text.nullable(),
        default_events_register_stream: text.nullable(),
        default_all_public_streams: z.boolean(),
        services: z.array(z.object({ base_url: text, interface: int, token: text })),
      }),
    )
    .optional(),
  user_status: z.record(text, userStatus).optional(),
  alert_words: z.array(text).optional(),
  user_topics: z
    .array(
      z.object({
        stream_id: int,
        topic_name: text,
        last_updated: int,
        visibility_policy: int,
      }),
    )
    .optional(),
  muted_topics: z.array(z.tuple([text, text, int])).optional(),
  muted_users: z.array(z.object({ id: int, timestamp: int })).optional(),

  user_settings: z.object({ ...settingValues, timezone: text, ...settingLists }).optional(),
  twenty_four_hour_time: z.boolean().optional(),
  pm_content_in_desktop_notifications: z.boolean().optional(),
  realm_user_settings_defaults: z.object({ ...settingValues, ...settingLists }).optional(),
  presences: presences.optional(),
  presence_last_update_id: int.optional(),
  server_timestamp: z.number().optional(),

  streams: z.array(channel).optional(),
  subscriptions: z.array(subscription).optional(),
  unsubscribed: z.array(subscription).optional(),
  never_subscribed: z.array(otherChannel).optional(),

  channel_folders: z.array(channelFolder).optional(),
  realm_default_streams: z.array(int).optional(),
  realm_default_stream_groups: z
    .array(z.object({ id: int, name: text, description: text, streams: z.array(int) }))
    .optional(),
}
