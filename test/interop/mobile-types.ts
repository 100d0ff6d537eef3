// Types of the mobile client's decoders.

import * as z from 'zod'

// What the mobile client's data model cannot do without, as its decoders read it: a field that is
// missing, null or of another type where that is not allowed ends its connection. Everything else
// may be there and is not looked at.

export const int = z.int()
export const text = z.string()
export const bool = z.boolean()
export const ints = z.array(int)
export const numericKey = text.regex(/^\d+$/)

/** May be absent or null. */
export const maybe = <T extends z.ZodType>(type: T) => type.nullish()

export const object = z.looseObject

export const ascending = ints.refine(
  (ids) => ids.every((id, at) => at === 0 || id > ids[at - 1]!),
  'must ascend without duplicates',
)

/** An address that can be resolved against the organization's. */
export const address = text.refine(
  (url) => URL.canParse(url, 'http://chat.example'),
  'must be an address',
)

export const groupSetting = z.union([int, object({ direct_members: ints, direct_subgroups: ints })])

export const reactionType = z.enum(['unicode_emoji', 'realm_emoji', 'zulip_extra_emoji'])

export const profileField = object({
  id: int,
  type: int,
  order: int,
  name: text,
  hint: text,
  field_data: text,
  display_in_profile_summary: maybe(bool),
})

export const emoji = object({
  id: text,
  name: text,
  source_url: text,
  still_url: maybe(text),
  deactivated: bool,
  author_id: maybe(int),
})

export const group = object({
  id: int,
  members: ints,
  direct_subgroup_ids: ints,
  name: text,
  description: text,
  is_system_group: bool,
  deactivated: bool,
})

export const user = object({
  user_id: int,
  delivery_email: maybe(text),
  email: text,
  full_name: text,
  date_joined: text.refine((date) => !Number.isNaN(Date.parse(date)), 'must be a date'),
  is_active: bool.optional(),
  is_bot: bool,
  bot_type: maybe(int),
  bot_owner_id: maybe(int),
  role: z.literal([100, 200, 300, 400, 600]),
  timezone: text,
  avatar_url: maybe(text),
  avatar_version: int,
  profile_data: maybe(z.record(numericKey, object({ value: text, rendered_value: maybe(text) }))),
  is_system_bot: maybe(bool),
})

export const channel = object({
  stream_id: int,
  name: text,
  is_archived: bool,
  description: text,
  rendered_description: text,
  date_created: int,
  first_message_id: maybe(int),
  folder_id: maybe(int),
  invite_only: bool,
  is_web_public: bool,
  history_public_to_subscribers: bool,
  message_retention_days: maybe(int),
  stream_post_policy: z.literal([1, 2, 3, 4]),
  can_add_subscribers_group: groupSetting,
  can_delete_any_message_group: groupSetting,
  can_delete_own_message_group: groupSetting,
  can_send_message_group: groupSetting,
  can_subscribe_group: groupSetting,
  is_recently_active: bool,
  stream_weekly_traffic: maybe(int),
})

export const color = text.regex(/^#[0-9a-f]{6}$/)

export const subscription = channel.extend({
  desktop_notifications: maybe(bool),
  email_notifications: maybe(bool),
  wildcard_mentions_notify: maybe(bool),
  push_notifications: maybe(bool),
  audible_notifications: maybe(bool),
  pin_to_top: bool,
  is_muted: bool,
  color,
})

export const folder = object({
  id: int,
  name: text,
  order: int,
  date_created: maybe(int),
  creator_id: maybe(int),
  description: text,
  rendered_description: text,
  is_archived: bool,
})

export const snippet = object({ id: int, title: text, content: text, date_created: int })

export const device = object({
  push_key_id: maybe(int),
  push_token_id: maybe(text),
  pending_push_token_id: maybe(text),
  push_token_last_updated_timestamp: maybe(int),
  push_registration_error_code: maybe(text),
})

export const status = object({
  status_text: maybe(text),
  emoji_name: maybe(text),
  emoji_code: maybe(text),
  reaction_type: maybe(text),
})

export const userTopic = object({
  stream_id: int,
  topic_name: text,
  last_updated: int,
  visibility_policy: z.literal([0, 1, 2, 3]),
})

export const mutedUsers = z.array(object({ id: int }))

export const anyMessage = {
  id: int,
  client: text,
  content: text,
  content_type: text,
  is_me_message: bool,
  last_edit_timestamp: maybe(int),
  reactions: z.array(
    object({ emoji_name: text, emoji_code: text, reaction_type: reactionType, user_id: int }),
  ),
  recipient_id: int,
  sender_email: text,
  sender_full_name: text,
  sender_id: int,
  sender_realm_str: text,
  submessages: z.array(object({ msg_type: text, content: text, sender_id: int })),
  timestamp: int,
  match_content: maybe(text),
  match_subject: maybe(text),
}

export const message = z.discriminatedUnion('type', [
  object({
    ...anyMessage,
    type: z.literal('stream'),
    stream_id: int,
    subject: text,
    display_recipient: text,
  }),
  object({
    ...anyMessage,
    type: z.literal('private'),
    display_recipient: z.array(object({ id: int })),
  }),
])

export const flags = z.array(text)
