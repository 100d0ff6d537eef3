import * as z from 'zod'

// What the mobile client's data model cannot do without, as its decoders read it: a field that is
// missing, null or of another type where that is not allowed ends its connection. Everything else
// may be there and is not looked at.

const int = z.int()
const text = z.string()
const bool = z.boolean()
const ints = z.array(int)
const numericKey = text.regex(/^\d+$/)

/** May be absent or null. */
const maybe = <T extends z.ZodType>(type: T) => type.nullish()

const object = z.looseObject

const ascending = ints.refine(
  (ids) => ids.every((id, at) => at === 0 || id > ids[at - 1]!),
  'must ascend without duplicates',
)

/** An address that can be resolved against the organization's. */
const address = text.refine((url) => URL.canParse(url, 'http://chat.example'), 'must be an address')

const groupSetting = z.union([int, object({ direct_members: ints, direct_subgroups: ints })])

const reactionType = z.enum(['unicode_emoji', 'realm_emoji', 'zulip_extra_emoji'])

const profileField = object({
  id: int,
  type: int,
  order: int,
  name: text,
  hint: text,
  field_data: text,
  display_in_profile_summary: maybe(bool),
})

const emoji = object({
  id: text,
  name: text,
  source_url: text,
  still_url: maybe(text),
  deactivated: bool,
  author_id: maybe(int),
})

const group = object({
  id: int,
  members: ints,
  direct_subgroup_ids: ints,
  name: text,
  description: text,
  is_system_group: bool,
  deactivated: bool,
})

const user = object({
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

const channel = object({
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

const color = text.regex(/^#[0-9a-f]{6}$/)

const subscription = channel.extend({
  desktop_notifications: maybe(bool),
  email_notifications: maybe(bool),
  wildcard_mentions_notify: maybe(bool),
  push_notifications: maybe(bool),
  audible_notifications: maybe(bool),
  pin_to_top: bool,
  is_muted: bool,
  color,
})

const folder = object({
  id: int,
  name: text,
  order: int,
  date_created: maybe(int),
  creator_id: maybe(int),
  description: text,
  rendered_description: text,
  is_archived: bool,
})

const snippet = object({ id: int, title: text, content: text, date_created: int })

const status = object({
  status_text: maybe(text),
  emoji_name: maybe(text),
  emoji_code: maybe(text),
  reaction_type: maybe(text),
})

const userTopic = object({
  stream_id: int,
  topic_name: text,
  last_updated: int,
  visibility_policy: z.literal([0, 1, 2, 3]),
})

const mutedUsers = z.array(object({ id: int }))

const anyMessage = {
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

const message = z.discriminatedUnion('type', [
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

const flags = z.array(text)

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
