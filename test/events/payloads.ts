// The fields of every event, as clients expect them.

import * as z from 'zod'
import * as channels from '../../src/api/wire/channels.ts'
import * as groups from '../../src/api/wire/groups.ts'
import * as messages from '../../src/api/wire/messages.ts'
import * as organization from '../../src/api/wire/organization.ts'
import * as personal from '../../src/api/wire/personal.ts'
import * as users from '../../src/api/wire/users.ts'
import { CHANNEL_PERMISSIONS } from '../../src/store/tables/channels.ts'
import { GROUP_PERMISSIONS } from '../../src/store/tables/groups.ts'

const wire = { ...channels, ...groups, ...messages, ...organization, ...personal, ...users }
const int = z.int()
const ints = z.array(int)
const text = z.string()
const bool = z.boolean()
const exactly = z.strictObject
const list = <T extends z.core.$ZodShape>(item: z.ZodObject<T>) => z.array(item.strict())

/** One of several sets of fields: what a change of one thing tells. */
const oneOf = (id: Record<string, z.ZodType>, ...sets: Record<string, z.ZodType>[]) =>
  z.union(sets.map((set) => exactly({ ...id, ...set })))

const property = (names: readonly string[]) =>
  z.string().refine((name) => names.includes(name), { error: 'is no property of it' })

const groupValues = (names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, wire.groupSettingValue.optional()]))

const { flags, edit_history, last_edit_timestamp, last_moved_timestamp, ...sent } =
  wire.message.shape

const person = { user_id: int, email: text }

const flagChange = { operation: text, flag: text, messages: ints, all: bool }

const flagDetails = z.union([
  exactly({ type: z.literal('private'), mentioned: z.literal(true).optional(), user_ids: ints }),
  exactly({
    type: z.literal('stream'),
    mentioned: z.literal(true).optional(),
    stream_id: int,
    topic: text,
  }),
])

const deletion = { message_type: text, stream_id: int.optional(), topic: text.optional() }

const typing = z.union([
  exactly({
    message_type: z.literal('direct'),
    sender: exactly(person),
    recipients: z.array(exactly(person)),
  }),
  exactly({
    message_type: z.literal('stream'),
    sender: exactly(person),
    stream_id: int,
    topic: text,
  }),
])

const editing = exactly({
  sender_id: int,
  message_id: int,
  recipient: z.union([
    exactly({ type: z.literal('direct'), user_ids: ints }),
    exactly({ type: z.literal('channel'), channel_id: int, topic: text }),
  ]),
})

/** The terminal client reads `user`, which newer ones do without. */
const reaction = exactly({
  message_id: int,
  ...wire.reaction.shape,
  user: exactly({ ...person, full_name: text }),
})

const bot = {
  user_id: int,
  default_sending_stream: text.nullable(),
  default_events_register_stream: text.nullable(),
  default_all_public_streams: bool,
  services: z.array(exactly({ base_url: text, interface: int, token: text })),
}

const group = wire.userGroup.strict()
const members = exactly({ group_id: int, user_ids: ints })
const subgroups = exactly({ group_id: int, direct_subgroup_ids: ints })
const peers = exactly({ stream_ids: ints, user_ids: ints })
const file = exactly({ attachment: wire.attachment.strict(), upload_space_used: int })
const versions = ['version', 'merge_base'].flatMap((name) => [`service_${name}`, `zulip_${name}`])

/**
 * What belongs in each event besides `type`, `op` and `id`: no key more, none less (events,
 * section 3). By type, or by type and op.
 */
export const PAYLOADS: Record<string, z.ZodType> = {
  message: exactly({
    message: exactly(sent),
    flags: z.array(text),
    local_message_id: text.optional(),
  }),
  update_message: exactly({
    user_id: int.nullable(),
    edit_timestamp: int,
    message_id: int,
    message_ids: ints,
    flags: z.array(text),
    rendering_only: bool,
    stream_id: int.optional(),
    stream_name: text.optional(),
    orig_content: text.optional(),
    orig_rendered_content: text.optional(),
    content: text.optional(),
    rendered_content: text.optional(),
    is_me_message: bool.optional(),
    orig_subject: text.optional(),
    propagate_mode: text.optional(),
    subject: text.optional(),
    topic_links: z.array(exactly({ text, url: text })).optional(),
    new_stream_id: int.optional(),
  }),
  delete_message: oneOf(deletion, { message_ids: ints }, { message_id: int }),
  'reaction/add': reaction,
  'reaction/remove': reaction,
  submessage: exactly({
    message_id: int,
    submessage_id: int,
    sender_id: int,
    msg_type: text,
    content: text,
  }),
  'update_message_flags/add': exactly(flagChange),
  'update_message_flags/remove': exactly({
    ...flagChange,
    message_details: z.record(text, flagDetails).optional(),
  }),
  'typing/start': typing,
  'typing/stop': typing,
  'typing_edit_message/start': editing,
  'typing_edit_message/stop': editing,

  'stream/create': exactly({ streams: list(wire.channel) }),
  'stream/delete': exactly({ stream_ids: ints, streams: list(z.object({ stream_id: int })) }),
  'stream/update': z.union([
    exactly({
      stream_id: int,
      name: text,
      property: z.literal('description'),
      value: text,
      rendered_description: text,
    }),
    exactly({
      stream_id: int,
      name: text,
      property: z.literal('invite_only'),
      value: bool,
      history_public_to_subscribers: bool,
      is_web_public: bool,
    }),
    exactly({
      stream_id: int,
      name: text,
      property: property([
        ...['name', 'is_archived', 'message_retention_days', 'topics_policy', 'folder_id'],
        ...['stream_post_policy', 'is_announcement_only', 'first_message_id'],
        ...['is_recently_active', 'stream_weekly_traffic', ...CHANNEL_PERMISSIONS],
      ]),
      value: z.unknown(),
    }),
  ]),
  'subscription/add': exactly({
    subscriptions: list(wire.subscription.omit({ partial_subscribers: true })),
  }),
  'subscription/remove': exactly({
    subscriptions: list(z.object({ stream_id: int, name: text })),
  }),
  'subscription/update': exactly({ stream_id: int, property: text, value: z.unknown() }),
  'subscription/peer_add': peers,
  'subscription/peer_remove': peers,
  'channel_folder/add': exactly({ channel_folder: wire.channelFolder.strict() }),
  'channel_folder/update': exactly({
    channel_folder_id: int,
    data: exactly({
      name: text.optional(),
      description: text.optional(),
      rendered_description: text.optional(),
      is_archived: bool.optional(),
    }),
  }),
  'channel_folder/reorder': exactly({ order: ints }),
  default_streams: exactly({ default_streams: ints }),
  default_stream_groups: exactly({
    default_stream_groups: list(
      z.object({ id: int, name: text, description: text, streams: ints }),
    ),
  }),

  'realm_user/add': exactly({ person: wire.user.strict() }),
  'realm_user/remove': exactly({ person: exactly({ user_id: int, full_name: text }) }),
  'realm_user/update': exactly({
    person: oneOf(
      { user_id: int },
      { full_name: text },
      { avatar_url: text, avatar_url_medium: text, avatar_source: text, avatar_version: int },
      { timezone: text, email: text },
      { bot_owner_id: int },
      { role: int },
      { delivery_email: text.nullable() },
      { new_email: text },
      {
        custom_profile_field: exactly({
          id: int,
          value: text.nullable(),
          rendered_value: text.nullable().optional(),
        }),
      },
      { is_active: bool },
    ),
  }),
  'realm_bot/add': exactly({ bot: exactly(bot) }),
  'realm_bot/update': exactly({
    bot: z
      .object({ ...bot, full_name: text })
      .partial()
      .required({ user_id: true })
      .strict(),
  }),
  'realm_bot/delete': exactly({ bot: exactly({ user_id: int }) }),
  'user_group/add': exactly({ group }),
  'user_group/update': exactly({
    group_id: int,
    data: exactly({
      name: text.optional(),
      description: text.optional(),
      deactivated: bool.optional(),
      ...groupValues(GROUP_PERMISSIONS),
    }),
  }),
  'user_group/add_members': members,
  'user_group/remove_members': members,
  'user_group/add_subgroups': subgroups,
  'user_group/remove_subgroups': subgroups,
  'user_group/remove': exactly({ group_id: int }),
  presence: z.union([
    exactly({ presences: wire.presences }),
    exactly({
      user_id: int,
      email: text.optional(),
      server_timestamp: z.number(),
      presence: exactly({
        website: exactly({ client: text, status: text, timestamp: int, pushable: bool }),
      }),
    }),
  ]),
  user_status: exactly({
    user_id: int,
    away: bool.optional(),
    status_text: text.optional(),
    emoji_name: text.optional(),
    emoji_code: text.optional(),
    reaction_type: text.optional(),
  }),
  muted_users: exactly({ muted_users: list(z.object({ id: int, timestamp: int })) }),

  'user_settings/update': exactly({
    property: text,
    value: z.unknown(),
    language_name: text.optional(),
  }),
  user_topic: exactly({
    stream_id: int,
    topic_name: text,
    last_updated: int,
    visibility_policy: int,
  }),
  muted_topics: exactly({ muted_topics: z.array(z.tuple([text, text, int])) }),
  alert_words: exactly({ alert_words: z.array(text) }),
  onboarding_steps: exactly({ onboarding_steps: list(z.object({ type: text, name: text })) }),
  'drafts/add': exactly({ drafts: list(wire.draft) }),
  'drafts/update': exactly({ draft: wire.draft.strict() }),
  'drafts/remove': exactly({ draft_id: int }),
  'scheduled_messages/add': exactly({ scheduled_messages: list(wire.scheduledMessage) }),
  'scheduled_messages/update': exactly({ scheduled_message: wire.scheduledMessage.strict() }),
  'scheduled_messages/remove': exactly({ scheduled_message_id: int }),
  'reminders/add': exactly({ reminders: list(wire.reminder) }),
  'reminders/remove': exactly({ reminder_id: int }),
  'saved_snippets/add': exactly({ saved_snippet: wire.savedSnippet.strict() }),
  'saved_snippets/update': exactly({ saved_snippet: wire.savedSnippet.strict() }),
  'saved_snippets/remove': exactly({ saved_snippet_id: int }),
  'navigation_view/add': exactly({ navigation_view: wire.navigationView.strict() }),
  'navigation_view/update': exactly({
    fragment: text,
    data: exactly({ is_pinned: bool.optional(), name: text.nullable().optional() }),
  }),
  'navigation_view/remove': exactly({ fragment: text }),
  'attachment/add': file,
  'attachment/update': file,
  'attachment/remove': exactly({ attachment: exactly({ id: int }), upload_space_used: int }),
  'device/add': exactly({ device_id: int }),
  'device/remove': exactly({ device_id: int }),
  'device/update': exactly({
    device_id: int,
    push_key_id: int.nullable().optional(),
    push_token_id: text.nullable().optional(),
    pending_push_token_id: text.nullable().optional(),
    push_token_last_updated_timestamp: int.nullable().optional(),
    push_registration_error_code: text.nullable().optional(),
  }),

  'realm/update': exactly({ property: text, value: z.unknown() }),
  'realm/update_dict': exactly({ property: text, data: z.record(text, z.unknown()) }),
  'realm_user_settings_defaults/update': exactly({ property: text, value: z.unknown() }),
  'realm_domains/add': exactly({ realm_domain: exactly({ domain: text, allow_subdomains: bool }) }),
  'realm_domains/change': exactly({
    realm_domain: exactly({ domain: text, allow_subdomains: bool }),
  }),
  'realm_domains/remove': exactly({ domain: text }),
  'realm_emoji/add': exactly({ emoji: wire.customEmojiShape.strict() }),
  'realm_emoji/update_one': exactly({
    emoji_id: text,
    data: exactly({ deactivated: bool }),
  }),
  'realm_emoji/update': exactly({ realm_emoji: z.record(text, wire.customEmojiShape.strict()) }),
  realm_linkifiers: exactly({ realm_linkifiers: list(wire.linkifier) }),
  realm_playgrounds: exactly({
    realm_playgrounds: list(
      z.object({ id: int, name: text, pygments_language: text, url_template: text }),
    ),
  }),
  custom_profile_fields: exactly({ fields: list(wire.profileField) }),
  invites_changed: exactly({}),
  realm_export: exactly({ exports: list(wire.dataExport) }),
  realm_export_consent: exactly({ user_id: int, consented: bool }),
  restart: exactly({
    ...Object.fromEntries(versions.map((name) => [name, text])),
    service_feature_level: int,
    zulip_feature_level: int,
    server_generation: int,
  }),
  'realm/deactivated': exactly({ realm_id: int }),
}
