import * as z from 'zod'

/** Response types that several endpoints share. */

/** A group-setting value (specification, 2.4). */
export const groupSettingValue = z.union([
  z.int(),
  z.object({ direct_members: z.array(z.int()), direct_subgroups: z.array(z.int()) }),
])

export const reaction = z.object({
  emoji_name: z.string(),
  emoji_code: z.string(),
  reaction_type: z.string(),
  user_id: z.int(),
})

export const message = z.object({
  id: z.int(),
  type: z.enum(['stream', 'private']),
  sender_id: z.int(),
  sender_email: z.string(),
  sender_full_name: z.string(),
  sender_realm_str: z.string(),
  avatar_url: z.string().nullable(),
  client: z.string(),
  content: z.string(),
  content_type: z.enum(['text/html', 'text/x-markdown']),
  display_recipient: z.union([
    z.string(),
    z.array(
      z.object({
        id: z.int(),
        email: z.string(),
        full_name: z.string(),
        is_mirror_dummy: z.boolean(),
      }),
    ),
  ]),
  recipient_id: z.int(),
  stream_id: z.int().optional(),
  subject: z.string(),
  timestamp: z.int(),
  is_me_message: z.boolean(),
  flags: z.array(z.string()),
  last_edit_timestamp: z.int().optional(),
  last_moved_timestamp: z.int().optional(),
  edit_history: z
    .array(
      z.object({
        user_id: z.int().nullable(),
        timestamp: z.int(),
        prev_content: z.string().optional(),
        prev_rendered_content: z.string().optional(),
        prev_stream: z.int().optional(),
        stream: z.int().optional(),
        prev_topic: z.string().optional(),
        topic: z.string().optional(),
      }),
    )
    .optional(),
  reactions: z.array(reaction),
  submessages: z.array(
    z.object({
      id: z.int(),
      message_id: z.int(),
      sender_id: z.int(),
      msg_type: z.string(),
      content: z.string(),
    }),
  ),
  topic_links: z.array(z.object({ text: z.string(), url: z.string() })),
})

/** Messages 8.6. */
export const attachment = z.object({
  id: z.int(),
  name: z.string(),
  path_id: z.string(),
  size: z.int(),
  create_time: z.int(),
  message_ids: z.array(z.int()),
})

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

/** Specification, 2.4. */
export const channel = z.object({ ...channelFields, is_default: z.boolean().optional() })

/** Specification, 2.6, with the fields existing clients know beside it (events, 1.9). */
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

/** A channel somebody has never subscribed to, as the register snapshot shows it. */
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

const profileData = z.record(
  z.string(),
  z.object({ value: z.string(), rendered_value: z.string().optional() }),
)

/** Specification, 2.5. */
export const user = z.object({
  user_id: z.int(),
  email: z.string(),
  delivery_email: z.string().nullable(),
  full_name: z.string(),
  date_joined: z.string(),
  is_active: z.boolean(),
  is_owner: z.boolean(),
  is_admin: z.boolean(),
  is_guest: z.boolean(),
  is_bot: z.boolean(),
  role: z.int(),
  timezone: z.string().optional(),
  avatar_url: z.string().nullable(),
  avatar_version: z.int(),
  is_imported_stub: z.boolean(),
  is_deleted: z.boolean().optional(),
  bot_type: z.int().nullable().optional(),
  bot_owner_id: z.int().nullable().optional(),
  is_system_bot: z.boolean().optional(),
  profile_data: profileData.optional(),
})

/** The own-user object (specification, 2.5). */
export const self = {
  user_id: z.int(),
  email: z.string(),
  delivery_email: z.string(),
  full_name: z.string(),
  date_joined: z.string(),
  is_active: z.boolean(),
  is_owner: z.boolean(),
  is_admin: z.boolean(),
  is_guest: z.boolean(),
  is_bot: z.boolean(),
  role: z.int(),
  timezone: z.string(),
  avatar_url: z.string(),
  avatar_version: z.int(),
  is_imported_stub: z.boolean(),
  max_message_id: z.int(),
  profile_data: profileData.optional(),
}

/** Specification, 2.6. */
export const navigationView = z.object({
  fragment: z.string(),
  is_pinned: z.boolean(),
  name: z.string().nullable(),
})

export const savedSnippet = z.object({
  id: z.int(),
  title: z.string(),
  content: z.string(),
  date_created: z.int(),
})

/** Specification, 2.6, with the fields existing clients know beside it (events, 1.9). */
export const profileField = z.object({
  id: z.int(),
  field_type: z.int(),
  type: z.int(),
  order: z.int(),
  name: z.string(),
  hint: z.string(),
  field_data: z.string(),
  required: z.boolean(),
  editable_by_user: z.boolean(),
  display_in_profile_summary: z.boolean(),
  use_for_user_matching: z.boolean().optional(),
})

/** Values of custom profile fields as they are sent; null takes one away (specification, 4.9). */
export const profileEntries = z.array(
  z.object({
    id: z.int(),
    value: z.union([z.string(), z.array(z.int()), z.null()]),
  }),
)

/** Events, 1.9. */
export const draft = z.object({
  id: z.int(),
  type: z.enum(['', 'stream', 'private']),
  to: z.array(z.int()),
  topic: z.string(),
  content: z.string(),
  timestamp: z.int(),
})

export const scheduledMessage = z.object({
  scheduled_message_id: z.int(),
  type: z.enum(['stream', 'private']),
  to: z.union([z.int(), z.array(z.int())]),
  topic: z.string().optional(),
  content: z.string(),
  rendered_content: z.string(),
  scheduled_delivery_timestamp: z.int(),
  failed: z.boolean(),
})

export const reminder = z.object({
  reminder_id: z.int(),
  type: z.literal('private'),
  to: z.array(z.int()),
  content: z.string(),
  rendered_content: z.string(),
  scheduled_delivery_timestamp: z.int(),
  failed: z.boolean(),
  reminder_target_message_id: z.int(),
})

/** Named group (events 1.9). */
export const userGroup = z.object({
  id: z.int(),
  name: z.string(),
  description: z.string(),
  creator_id: z.int().nullable(),
  date_created: z.int().nullable(),
  members: z.array(z.int()),
  direct_subgroup_ids: z.array(z.int()),
  is_system_group: z.boolean(),
  deactivated: z.boolean(),
  can_add_members_group: groupSettingValue,
  can_join_group: groupSettingValue,
  can_leave_group: groupSettingValue,
  can_manage_group: groupSettingValue,
  can_mention_group: groupSettingValue,
  can_remove_members_group: groupSettingValue,
})

/** What a person says they are doing, only what is set (specification, 2.6). */
export const userStatus = z.object({
  away: z.literal(true).optional(),
  status_text: z.string().optional(),
  emoji_name: z.string().optional(),
  emoji_code: z.string().optional(),
  reaction_type: z.string().optional(),
})

/** Parts of a status as they are sent; '' clears one (specification, 4.7). */
export const statusPatch = {
  status_text: z.string().optional(),
  emoji_name: z.string().optional(),
  emoji_code: z.string().optional(),
  reaction_type: z.string().optional(),
}

const timedStatus = { client: z.string(), status: z.enum(['active', 'idle']), timestamp: z.int() }

/** Who is here: by user ID in the modern form, by e-mail in the one before (events 1.9). */
export const presences = z.record(
  z.string(),
  z.union([
    z.object({ active_timestamp: z.int(), idle_timestamp: z.int() }),
    z.object({
      aggregated: z.object(timedStatus),
      website: z.object({ ...timedStatus, pushable: z.boolean() }),
    }),
  ]),
)

/** A custom emoji (organization 4.2). */
export const customEmoji = z.object({
  id: z.string(),
  name: z.string(),
  source_url: z.string(),
  still_url: z.string().nullable(),
  deactivated: z.boolean(),
  author_id: z.int().nullable(),
})

export const linkifier = z.object({
  id: z.int(),
  pattern: z.string(),
  url_template: z.string(),
  example_input: z.string().nullable(),
  reverse_template: z.string().nullable(),
  alternative_url_templates: z.array(z.string()),
})

/** Events, 3.5. */
export const dataExport = z.object({
  id: z.int(),
  acting_user_id: z.int(),
  export_time: z.number(),
  export_url: z.string().nullable(),
  deleted_timestamp: z.number().nullable(),
  failed_timestamp: z.number().nullable(),
  pending: z.boolean(),
  export_type: z.enum(['public', 'full_with_consent', 'full_without_consent']),
  export_from_prior_server: z.boolean(),
})
