// The keys of the snapshot by fetch type.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { realmSnapshot } from '../../src/api/wire/snapshot-realm.ts'
import { type Answer, expectSuccess, type Person, startChat } from '../chat.ts'

const words = (text: string) => text.trim().split(/\s+/)

/** On every answer. */
const ALWAYS = words(`
  result msg queue_id last_event_id idle_queue_timeout_secs
  service_version service_merge_base service_feature_level
  zulip_version zulip_merge_base zulip_feature_level
`)

/** What each fetch type adds, and nothing else. */
const KEYS: Record<string, string[]> = {
  alert_words: ['alert_words'],
  custom_profile_fields: ['custom_profile_fields', 'custom_profile_field_types'],
  onboarding_steps: ['onboarding_steps', 'navigation_tour_video_url'],
  message: ['max_message_id'],
  saved_snippets: ['saved_snippets'],
  navigation_views: ['navigation_views'],
  drafts: ['drafts'],
  scheduled_messages: ['scheduled_messages'],
  reminders: ['reminders'],
  muted_topics: ['muted_topics'],
  muted_users: ['muted_users'],
  presence: ['presences', 'presence_last_update_id', 'server_timestamp'],
  realm: Object.keys(realmSnapshot),
  realm_user_groups: ['realm_user_groups'],
  realm_user_settings_defaults: ['realm_user_settings_defaults'],
  realm_domains: ['realm_domains'],
  realm_emoji: ['realm_emoji'],
  realm_linkifiers: ['realm_linkifiers'],
  realm_filters: ['realm_filters'],
  realm_playgrounds: ['realm_playgrounds'],
  realm_billing: ['realm_billing'],
  realm_user: words(`
    realm_users realm_non_active_users cross_realm_bots user_id email full_name delivery_email
    avatar_source avatar_url avatar_url_medium is_admin is_owner is_moderator is_guest
    can_create_public_streams can_create_private_streams can_create_web_public_streams
    can_create_streams can_subscribe_other_users can_invite_others_to_realm
  `),
  realm_bot: ['realm_bots'],
  realm_embedded_bots: ['realm_embedded_bots'],
  realm_incoming_webhook_bots: ['realm_incoming_webhook_bots'],
  recent_private_conversations: ['recent_private_conversations'],
  subscription: ['subscriptions', 'unsubscribed', 'never_subscribed'],
  channel_folders: ['channel_folders'],
  update_message_flags: [],
  starred_messages: ['starred_messages'],
  stream: ['streams'],
  default_streams: ['realm_default_streams'],
  default_stream_groups: ['realm_default_stream_groups'],
  stop_words: ['stop_words'],
  user_settings: ['user_settings'],
  user_status: ['user_status'],
  user_topic: ['user_topics'],
  video_calls: ['has_zoom_token', 'has_webex_token'],
  giphy: ['giphy_api_key'],
  tenor: ['tenor_api_key'],
  klipy: ['klipy_api_key'],
  device: ['devices'],
}

const UNREADS = 'unread_msgs'

const keysOf = ({ status, headers, ...body }: Answer) =>
  Object.keys(body)
    .filter((key) => !ALWAYS.includes(key))
    .sort()

const register = async (person: Person, parameters: Record<string, unknown>) =>
  expectSuccess(await person.post('/register', parameters))

test('each type of data brings its own keys and no others', async () => {
  await using chat = await startChat()
  for (const [type, keys] of Object.entries(KEYS)) {
    const answer = await register(chat.olga, { fetch_event_types: [type] })
    assert.equal(keysOf(answer), [...keys].sort(), type)
    for (const key of ALWAYS) assert.ok(key in answer, `${key} with ${type}`)
  }
})

test('without fetch types a client gets everything, with [] nothing', async () => {
  await using chat = await startChat()
  const everything = [...Object.values(KEYS).flat(), UNREADS].sort()
  assert.equal(keysOf(await register(chat.olga, {})), everything)
  assert.equal(keysOf(await register(chat.olga, { fetch_event_types: [] })), [])
  assert.equal(keysOf(await register(chat.olga, { event_types: [] })), [])
})

test('the types of events say what to fetch unless something else does', async () => {
  await using chat = await startChat()
  const both = await register(chat.olga, {
    event_types: ['message', 'typing', 'nothing_known'],
    fetch_event_types: ['drafts', 'nothing_known'],
  })
  assert.equal(keysOf(both), ['drafts'])
  const one = await register(chat.olga, { event_types: ['drafts', 'typing', 'user_group'] })
  assert.equal(keysOf(one), ['drafts'])
})

test('unread messages need two types, muted topics the absence of one', async () => {
  await using chat = await startChat()
  const fetch = (...fetch_event_types: string[]) => register(chat.olga, { fetch_event_types })
  assert.equal(keysOf(await fetch('message', 'update_message_flags')), ['max_message_id', UNREADS])
  assert.equal(keysOf(await fetch('muted_topics', 'user_topic')), ['user_topics'])
})

/** Personal settings, in the order of their default. */
const ON = words(`
  web_escape_navigates_to_home_view web_suggest_update_timezone web_navigate_to_sent_message
  web_left_sidebar_unreads_count_summary web_left_sidebar_show_channel_folders
  web_inbox_show_channel_folders display_emoji_reaction_users starred_message_counts
  wildcard_mentions_notify enable_followed_topic_desktop_notifications
  enable_followed_topic_email_notifications enable_followed_topic_push_notifications
  enable_followed_topic_audible_notifications enable_followed_topic_wildcard_mentions_notify
  enable_desktop_notifications pm_content_in_desktop_notifications enable_sounds
  enable_offline_email_notifications enable_offline_push_notifications
  enable_online_push_notifications message_content_in_email_notifications enable_digest_emails
  enable_login_emails enable_marketing_emails presence_enabled
  automatically_follow_topics_where_mentioned enable_drafts_synchronization
  send_private_typing_notifications send_stream_typing_notifications send_read_receipts
  receives_typing_notifications
`)
const OFF = words(`
  enter_sends left_side_userlist fluid_layout_width high_contrast_mode translate_emoticons
  twenty_four_hour_time enable_stream_desktop_notifications enable_stream_email_notifications
  enable_stream_push_notifications enable_stream_audible_notifications allow_private_data_export
  hide_ai_features
`)
const SETTINGS = {
  ...Object.fromEntries(ON.map((name) => [name, true])),
  ...Object.fromEntries(OFF.map((name) => [name, false])),
  color_scheme: 1,
  web_home_view: 'inbox',
  web_font_size_px: 16,
  web_line_height_percent: 140,
  web_animate_image_previews: 'on_hover',
  demote_inactive_streams: 1,
  web_mark_read_on_scroll_policy: 1,
  web_channel_default_view: 1,
  emojiset: 'google',
  user_list_style: 3,
  web_stream_unreads_count_display_policy: 2,
  email_notifications_batching_period_seconds: 120,
  notification_sound: 'zulip',
  desktop_icon_count_display: 1,
  realm_name_in_email_notifications_policy: 1,
  automatically_follow_topics_policy: 3,
  automatically_unmute_topics_in_muted_streams_policy: 2,
  resolved_topic_notice_auto_read_policy: 'except_followed',
  email_address_visibility: 1,
  default_language: 'en',
}

test('personal settings start as clients expect, and so do those of newcomers', async () => {
  await using chat = await startChat()
  const answer = await register(chat.olga, {
    fetch_event_types: ['user_settings', 'realm_user_settings_defaults'],
  })
  const { emojiset_choices, available_notification_sounds, timezone, ...settings } =
    answer.user_settings
  assert.equal(settings, SETTINGS)
  assert.is(timezone, '')
  assert.equal(
    emojiset_choices.map(({ key }: { key: string }) => key),
    ['google', 'twitter', 'text', 'google-blob'],
  )
  assert.ok(available_notification_sounds.includes('zulip'))
  const lists = { emojiset_choices, available_notification_sounds }
  assert.equal(answer.realm_user_settings_defaults, { ...SETTINGS, ...lists })
})

/** Settings of the organization that follow from no other setting. */
const REALM_ON = words(`
  allow_message_editing disallow_disposable_email_addresses enable_guest_user_dm_warning
  enable_guest_user_indicator inline_image_preview invite_required
  message_content_allowed_in_email_notifications send_welcome_emails allow_edit_history
  email_auth_enabled password_auth_enabled enable_read_receipts
`)
const REALM_OFF = words(`
  avatar_changes_disabled name_changes_disabled email_changes_disabled digest_emails_enabled
  emails_restricted_to_domains enable_spectator_access
  inline_url_embed_preview push_notifications_enabled require_e2ee_push_notifications
  require_unique_names send_channel_events_messages want_advertise_in_communities_directory
  mandatory_topics presence_disabled owner_full_content_access
`)
const REALM = {
  ...Object.fromEntries(REALM_ON.map((name) => [name, true])),
  ...Object.fromEntries(REALM_OFF.map((name) => [name, false])),
  digest_weekday: 1,
  gif_rating_policy: 2,
  giphy_rating: 2,
  media_preview_size: 100,
  message_retention_days: -1,
  video_chat_provider: 1,
  waiting_period_threshold: 0,
  org_type: 0,
  plan_type: 1,
  message_content_edit_limit_seconds: 600,
  message_content_delete_limit_seconds: 600,
  move_messages_between_streams_limit_seconds: 604_800,
  move_messages_within_stream_limit_seconds: 604_800,
  upload_quota_mib: null,
  push_notifications_enabled_end_timestamp: null,
  moderation_request_channel_id: -1,
  // The first channel.
  new_stream_announcements_stream_id: 1,
  signup_announcements_stream_id: 1,
  service_update_announcements_stream_id: 1,
  zulip_update_announcements_stream_id: 1,
  default_language: 'en',
  default_code_block_language: '',
  welcome_message_custom_text: '',
  topics_policy: 'allow_empty_topic',
  message_edit_history_visibility_policy: 'all',
  empty_topic_display_name: 'general chat',
  default_avatar_source: 'J',
  icon_source: 'G',
  logo_source: 'D',
  night_logo_source: 'D',
  jitsi_server_url: null,
  available_video_chat_providers: ['disabled', 'jitsi_meet'],
  create_public_stream_policy: 1,
  create_private_stream_policy: 1,
  create_web_public_stream_policy: 7,
  wildcard_mention_policy: 5,
}

/** IDs of the system groups. */
const [NOBODY, OWNERS, ADMINS, MODERATORS, , MEMBERS, EVERYONE] = [1, 2, 3, 4, 5, 6, 7]

const HOLDERS: [number | undefined, string][] = [
  [
    EVERYONE,
    `can_access_all_users_group can_delete_own_message_group can_move_messages_between_topics_group
     can_resolve_topics_group can_summarize_topics_group direct_message_initiator_group
     direct_message_permission_group`,
  ],
  [
    MEMBERS,
    `can_add_subscribers_group can_add_custom_emoji_group can_create_bots_group
     can_create_write_only_bots_group can_create_public_channel_group
     can_create_private_channel_group can_create_groups can_invite_users_group
     can_move_messages_between_channels_group can_set_topics_policy_group workplace_users_group`,
  ],
  [MODERATORS, 'can_set_delete_message_policy_group'],
  [
    ADMINS,
    `create_multiuse_invite_group can_delete_any_message_group can_manage_billing_group
     can_mention_many_users_group`,
  ],
  [OWNERS, 'can_manage_all_groups can_create_web_public_channel_group'],
]

test('the organization starts as clients expect', async () => {
  await using chat = await startChat()
  const answer = await register(chat.olga, { fetch_event_types: ['realm'] })
  for (const [name, value] of Object.entries(REALM)) {
    const told = answer[`realm_${name}`]
    const isMap = name === 'available_video_chat_providers'
    assert.equal(isMap ? Object.keys(told) : told, value, name)
  }
  for (const [group, names] of HOLDERS)
    for (const name of words(names)) assert.is(answer[`realm_${name}`], group, name)
})

test('system groups come in a fixed order, each with the next higher role inside', async () => {
  await using chat = await startChat()
  const [ben, gus] = [await chat.join('Ben'), await chat.join('Gus', 600)]
  const { realm_user_groups } = await register(chat.olga, {
    fetch_event_types: ['realm_user_groups'],
  })
  const told = realm_user_groups.map((group: Answer) => [
    ...[group.id, group.name, group.direct_subgroup_ids, group.creator_id, group.is_system_group],
    group.members.filter((id: number) => [chat.olga.id, ben.id, gus.id].includes(id)),
  ])
  assert.equal(told, [
    [1, 'role:nobody', [], null, true, []],
    [2, 'role:owners', [], null, true, [chat.olga.id]],
    [3, 'role:administrators', [2], null, true, []],
    [4, 'role:moderators', [3], null, true, []],
    [5, 'role:fullmembers', [4], null, true, [ben.id]],
    [6, 'role:members', [5], null, true, [ben.id]],
    [7, 'role:everyone', [6], null, true, [gus.id]],
    [8, 'role:internet', [7], null, true, []],
  ])
  for (const group of realm_user_groups)
    for (const [key, value] of Object.entries(group))
      if (key.startsWith('can_')) assert.is(value, NOBODY, `${group.name} ${key}`)
})

test.run()
