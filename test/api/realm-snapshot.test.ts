// The section of the snapshot about the organization.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { realmSnapshot } from '../../src/api/wire/snapshot-realm.ts'
import { type Chat, expectSuccess, startChat } from '../chat.ts'

const readRealm = async (chat: Chat) =>
  expectSuccess(await chat.olga.post('/register', { fetch_event_types: ['realm'] }))

test('the section realm has every key it declares', async () => {
  await using chat = await startChat()
  const snapshot = await readRealm(chat)
  for (const key of Object.keys(realmSnapshot)) assert.ok(key in snapshot, key)
})

/** What existing clients build in, and would misread otherwise. */
const EXPECTED: Record<string, unknown> = {
  realm_name: 'Harbour',
  realm_allow_message_editing: true,
  realm_allow_edit_history: true,
  realm_mandatory_topics: false,
  realm_presence_disabled: false,
  realm_message_content_edit_limit_seconds: 600,
  realm_move_messages_between_streams_limit_seconds: 604_800,
  realm_message_retention_days: -1,
  realm_waiting_period_threshold: 0,
  realm_topics_policy: 'allow_empty_topic',
  realm_empty_topic_display_name: 'general chat',
  realm_default_language: 'en',
  realm_plan_type: 1,
  realm_upload_quota_mib: null,
  realm_icon_source: 'G',
  realm_logo_source: 'D',
  realm_create_public_stream_policy: 1,
  realm_create_private_stream_policy: 1,
  realm_create_web_public_stream_policy: 7,
  realm_wildcard_mention_policy: 5,
  realm_can_create_groups: 6,
  realm_can_resolve_topics_group: 7,
  realm_jitsi_server_url: null,
  jitsi_server_url: 'https://meet.jit.si',
  realm_authentication_methods: { Email: { enabled: true, available: true } },
  max_topic_length: 60,
  max_message_length: 10_000,
  max_file_upload_size_mib: 100,
  max_avatar_file_size_mib: 5,
  event_queue_longpoll_timeout_seconds: 90,
  server_presence_ping_interval_seconds: 60,
  server_presence_offline_threshold_seconds: 200,
  server_typing_started_expiry_period_milliseconds: 45_000,
  server_typing_stopped_wait_period_milliseconds: 12_000,
  server_typing_started_wait_period_milliseconds: 30_000,
  password_min_length: 6,
  password_max_length: 100,
  password_min_guesses: 10_000,
  zulip_plan_is_not_limited: true,
  server_needs_upgrade: false,
  development_environment: false,
}

test('a new organization tells clients its settings and what the server can do', async () => {
  await using chat = await startChat()
  const snapshot = await readRealm(chat)
  for (const [key, value] of Object.entries(EXPECTED)) assert.equal(snapshot[key], value, key)
  assert.is(snapshot.realm_url, chat.url)
  assert.match(snapshot.realm_uuid, /^[0-9a-f-]{36}$/)
  assert.equal(Object.keys(snapshot.realm_default_external_accounts).sort(), ['github', 'twitter'])
})

test('older clients read a number where a permission is held by a group they know', async () => {
  await using chat = await startChat()
  const numbers: [setting: string, policy: string, of: [group: number, number: number][]][] = [
    [
      'can_create_public_channel_group',
      'realm_create_public_stream_policy',
      [
        [3, 2],
        [5, 3],
        [4, 4],
        [1, 6],
        [2, 7],
        [6, 1],
      ],
    ],
    [
      'can_mention_many_users_group',
      'realm_wildcard_mention_policy',
      [
        [7, 1],
        [6, 2],
        [5, 3],
        [3, 5],
        [1, 6],
        [4, 7],
      ],
    ],
  ]
  for (const [setting, policy, of] of numbers) {
    for (const [group, number] of of) {
      await chat.olga.patch('/realm', { [setting]: { new: group } })
      assert.is((await readRealm(chat))[policy], number, `${setting} ${group}`)
    }
    const people = { direct_members: [chat.olga.id], direct_subgroups: [] }
    expectSuccess(await chat.olga.patch('/realm', { [setting]: { new: people } }))
    assert.is((await readRealm(chat))[policy], 1)
  }
})

test('clients learn which groups may hold each permission', async () => {
  await using chat = await startChat()
  const { server_supported_permission_settings: rules } = await readRealm(chat)

  assert.equal(rules.realm.can_access_all_users_group, {
    require_system_group: true,
    allow_internet_group: false,
    allow_nobody_group: false,
    allow_everyone_group: true,
    default_group_name: 'role:everyone',
    default_for_system_groups: null,
    allowed_system_groups: ['role:everyone', 'role:members'],
  })
  assert.is(rules.stream.can_administer_channel_group.default_group_name, 'channel_creator')
  assert.is(rules.stream.can_send_message_group.default_group_name, 'role:everyone')
  assert.is(rules.group.can_manage_group.default_group_name, 'group_creator')
  assert.is(rules.group.can_mention_group.default_for_system_groups, 'role:nobody')
  assert.is(Object.keys(rules.realm).length, 25)
  assert.is(Object.keys(rules.stream).length, 11)
  assert.is(Object.keys(rules.group).length, 6)
})

test.run()
