// Events as the mobile client decodes them.

import * as z from 'zod'
import {
  bool,
  channel,
  color,
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
  reactionType,
  snippet,
  status,
  subscription,
  text,
  user,
  userTopic,
} from './mobile-types.ts'

const groupMembers = object({ group_id: int, user_ids: ints })
const groupSubgroups = object({ group_id: int, direct_subgroup_ids: ints })
const peers = object({ stream_ids: ints, user_ids: ints })

/** The value of each property of a channel the client knows. */
const CHANNEL_PROPERTIES: Record<string, z.ZodType> = {
  name: text,
  is_archived: bool,
  description: text,
  first_message_id: int.nullable(),
  invite_only: bool,
  message_retention_days: int.nullable(),
  stream_post_policy: z.literal([1, 2, 3, 4]),
  folder_id: int.nullable(),
  can_add_subscribers_group: groupSetting,
  can_delete_any_message_group: groupSetting,
  can_delete_own_message_group: groupSetting,
  can_send_message_group: groupSetting,
  can_subscribe_group: groupSetting,
  is_recently_active: bool,
  stream_weekly_traffic: int.nullable(),
}

const SUBSCRIPTION_PROPERTIES: Record<string, z.ZodType> = {
  color,
  is_muted: bool,
  pin_to_top: bool,
  desktop_notifications: bool,
  audible_notifications: bool,
  push_notifications: bool,
  email_notifications: bool,
  wildcard_mentions_notify: bool,
}

const USER_SETTINGS: Record<string, z.ZodType> = {
  twenty_four_hour_time: bool.nullable(),
  starred_message_counts: bool,
  display_emoji_reaction_users: bool,
  emojiset: text,
  presence_enabled: bool,
}

/** An event about one property, whose value is of the property's type. */
const propertyOf = (types: Record<string, z.ZodType>, shape: z.ZodRawShape = {}) =>
  object({ ...shape, property: text, value: z.unknown() }).refine(
    ({ property, value }) => types[property as string]?.safeParse(value).success ?? true,
    'has a value of another type',
  )

/** A move names where from, where to and how far; anything else says nothing of it. */
const update = object({
  user_id: int.nullable(),
  rendering_only: bool,
  message_id: int,
  message_ids: ints,
  flags,
  edit_timestamp: int,
  stream_id: maybe(int),
  new_stream_id: maybe(int),
  orig_subject: maybe(text),
  subject: maybe(text),
  propagate_mode: maybe(z.enum(['change_one', 'change_later', 'change_all'])),
  orig_content: maybe(text),
  orig_rendered_content: maybe(text),
  content: maybe(text),
  rendered_content: maybe(text),
  is_me_message: maybe(bool),
}).refine((event) => {
  const isMoved =
    (event.new_stream_id ?? event.stream_id) !== event.stream_id ||
    (event.subject ?? event.orig_subject) !== event.orig_subject
  const isWhole = [event.stream_id, event.orig_subject, event.propagate_mode].every(
    (value) => value !== undefined && value !== null,
  )
  return isMoved ? isWhole : (event.propagate_mode ?? undefined) === undefined
}, 'says half of a move')

const inChannel = { stream_id: int, topic: text }

const sender = object({ user_id: int })

/** Events by `type` and, where there is one, `op`. */
export const EVENTS: Record<string, z.ZodType> = {
  'realm_emoji update': object({ realm_emoji: z.record(text, emoji) }),
  alert_words: object({ alert_words: z.array(text) }),
  'user_settings update': propertyOf(USER_SETTINGS),
  custom_profile_fields: object({ fields: z.array(profileField) }),
  'user_group add': object({ group }),
  'user_group update': object({
    group_id: int,
    data: object({ name: maybe(text), description: maybe(text), deactivated: maybe(bool) }),
  }),
  'user_group add_members': groupMembers,
  'user_group remove_members': groupMembers,
  'user_group add_subgroups': groupSubgroups,
  'user_group remove_subgroups': groupSubgroups,
  'user_group remove': object({ group_id: int }),
  'realm_user add': object({ person: user.required({ is_active: true }) }),
  'realm_user remove': object({ person: object({ user_id: int }) }),
  'realm_user update': object({
    person: object({
      user_id: int,
      full_name: maybe(text),
      avatar_url: maybe(text),
      avatar_version: maybe(int),
      timezone: maybe(text),
      bot_owner_id: maybe(int),
      role: z.literal([100, 200, 300, 400, 600]).optional(),
      delivery_email: maybe(text),
      custom_profile_field: maybe(
        object({ id: int, value: maybe(text), rendered_value: maybe(text) }),
      ),
      new_email: maybe(text),
      is_active: maybe(bool),
    }),
  }),
  'saved_snippets add': object({ saved_snippet: snippet }),
  'saved_snippets update': object({ saved_snippet: snippet }),
  'saved_snippets remove': object({ saved_snippet_id: int }),
  'stream create': object({ streams: z.array(channel) }),
  'stream delete': object({ stream_ids: ints }),
  'stream update': propertyOf(CHANNEL_PROPERTIES, {
    stream_id: int,
    name: text,
    rendered_description: maybe(text),
    history_public_to_subscribers: maybe(bool),
    is_web_public: maybe(bool),
  }),
  'subscription add': object({ subscriptions: z.array(subscription) }),
  'subscription remove': object({ subscriptions: z.array(object({ stream_id: int })) }),
  'subscription update': propertyOf(SUBSCRIPTION_PROPERTIES, { stream_id: int }),
  'subscription peer_add': peers,
  'subscription peer_remove': peers,
  'device add': object({ device_id: int }),
  'device remove': object({ device_id: int }),
  'device update': device.extend({ device_id: int }),
  'channel_folder add': object({ channel_folder: folder }),
  'channel_folder update': object({
    channel_folder_id: int,
    data: object({
      name: maybe(text),
      description: maybe(text),
      rendered_description: maybe(text),
      is_archived: maybe(bool),
    }),
  }),
  'channel_folder reorder': object({ order: ints }),
  user_status: status.extend({ user_id: int }),
  user_topic: userTopic,
  muted_users: object({ muted_users: mutedUsers }),
  message: object({ message, flags, local_message_id: maybe(text) }),
  update_message: update,
  delete_message: z.discriminatedUnion('message_type', [
    object({ message_ids: ints, message_type: z.literal('stream'), ...inChannel }),
    object({ message_ids: ints, message_type: z.literal('private') }),
  ]),
  'update_message_flags add': object({ flag: text, messages: ints, all: bool }),
  'update_message_flags remove': z.discriminatedUnion('flag', [
    object({
      flag: z.literal('read'),
      messages: ints,
      message_details: z.record(
        numericKey,
        z.discriminatedUnion('type', [
          object({ type: z.literal('stream'), mentioned: maybe(bool), ...inChannel }),
          object({ type: z.literal('private'), mentioned: maybe(bool), user_ids: ints }),
        ]),
      ),
    }),
    object({ flag: z.enum(['starred', 'collapsed']), messages: ints }),
  ]),
  submessage: object({
    msg_type: text,
    content: text,
    message_id: int,
    sender_id: int,
    submessage_id: int,
  }),
  'typing start': z.discriminatedUnion('message_type', [
    object({ message_type: z.literal('stream'), sender, ...inChannel }),
    object({ message_type: z.literal('direct'), sender, recipients: z.array(sender) }),
  ]),
  presence: object({
    user_id: int,
    server_timestamp: z.number(),
    presence: z.record(
      text,
      object({ client: text, status: z.enum(['active', 'idle']), timestamp: int, pushable: bool }),
    ),
  }),
  'reaction add': object({
    emoji_name: text,
    emoji_code: text,
    reaction_type: reactionType,
    user_id: int,
    message_id: int,
  }),
  heartbeat: object({}),
}
EVENTS['typing stop'] = EVENTS['typing start']!
EVENTS['reaction remove'] = EVENTS['reaction add']!

/** Names an event as EVENTS does; of some types the `op` makes no difference to the client. */
export const nameOf = ({ type, op }: { type: string; op?: string }) =>
  op === undefined ? type : `${type} ${op}`
