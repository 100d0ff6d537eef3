// Channels, channel folders and subscriptions, as answers and events show them.

import * as z from 'zod'
import { groupSettingValue } from './groups.ts'

const channelFields = {
  stream_id: z.int(),
  name: z.string(),
  description: z.string(),
  rendered_description: z.string(),
  date_created: z.int(),
  creator_id: z.int().nullable(),
  is_archived: z.boolean(),
  invite_only: z.boolean(),
  is_web_public: z.boolean(),
  history_public_to_subscribers: z.boolean(),
  stream_post_policy: z.int(),
  is_announcement_only: z.boolean(),
  topics_policy: z.enum([
    'inherit',
    'allow_empty_topic',
    'disable_empty_topic',
    'empty_topic_only',
  ]),
  message_retention_days: z.int().nullable(),
  folder_id: z.int().nullable(),
  first_message_id: z.int().nullable(),
  is_recently_active: z.boolean(),
  subscriber_count: z.number(),
  stream_weekly_traffic: z.int().nullable(),
  can_add_subscribers_group: groupSettingValue,
  can_administer_channel_group: groupSettingValue,
  can_create_topic_group: groupSettingValue,
  can_delete_any_message_group: groupSettingValue,
  can_delete_own_message_group: groupSettingValue,
  can_move_messages_out_of_channel_group: groupSettingValue,
  can_move_messages_within_channel_group: groupSettingValue,
  can_remove_subscribers_group: groupSettingValue,
  can_resolve_topics_group: groupSettingValue,
  can_send_message_group: groupSettingValue,
  can_subscribe_group: groupSettingValue,
}

/** A channel as GET /streams and the snapshot show it. */
export const channel = z.object({ ...channelFields, is_default: z.boolean().optional() })

/** A folder with its ID under two names: clients read `id`, the interface says `channel_folder_id`. */
export const channelFolder = z.object({
  channel_folder_id: z.int(),
  id: z.int(),
  name: z.string(),
  description: z.string(),
  rendered_description: z.string(),
  order: z.int(),
  date_created: z.int(),
  creator_id: z.int().nullable(),
  is_archived: z.boolean(),
})

const subscriberLists = {
  subscribers: z.array(z.int()).optional(),
  partial_subscribers: z.array(z.int()).optional(),
}

/** A channel the user never subscribed to, as the register snapshot shows it. */
export const otherChannel = z.object({ ...channelFields, ...subscriberLists })

export const subscription = z.object({
  ...channelFields,
  ...subscriberLists,
  default_push_notifications: z.boolean(),
  desktop_notifications: z.boolean().nullable(),
  audible_notifications: z.boolean().nullable(),
  push_notifications: z.boolean().nullable(),
  email_notifications: z.boolean().nullable(),
  wildcard_mentions_notify: z.boolean().nullable(),
  pin_to_top: z.boolean(),
  is_muted: z.boolean(),
  in_home_view: z.boolean(),
  color: z.string(),
})
