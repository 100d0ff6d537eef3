// Settings of the organization.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { type Chat, expectSuccess, startChat } from '../chat.ts'

/** IDs of system groups, in the order of their creation. */
const [NOBODY, OWNERS, , , , MEMBERS, EVERYONE, INTERNET] = [1, 2, 3, 4, 5, 6, 7, 8] as const

/** What is accepted for each setting besides its default, and what is kept of it. */
const ACCEPTED: [name: string, sent: unknown, kept?: unknown][] = [
  ['name', 'x'.repeat(40)],
  ['name', '  Harbour master ', 'Harbour master'],
  ['default_language', 'de'],
  ['default_language', '"pt-br"', 'pt-br'],
  ['default_code_block_language', 'python'],
  ['welcome_message_custom_text', '⚓'.repeat(8000)],
  ['message_edit_history_visibility_policy', 'moves'],
  ['message_edit_history_visibility_policy', '"none"', 'none'],
  ['default_avatar_source', 'G'],
  ['jitsi_server_url', 'https://meet.harbour.test'],
  ['jitsi_server_url', '"https://jitsi.harbour.test"', 'https://jitsi.harbour.test'],
  ['jitsi_server_url', 'default', null],
  ['disallow_disposable_email_addresses', false],
  ['enable_guest_user_dm_warning', false],
  ['enable_guest_user_indicator', false],
  ['inline_image_preview', false],
  ['invite_required', false],
  ['message_content_allowed_in_email_notifications', false],
  ['send_welcome_emails', false],
  ['avatar_changes_disabled', true],
  ['name_changes_disabled', true],
  ['email_changes_disabled', true],
  ['digest_emails_enabled', true],
  ['emails_restricted_to_domains', true],
  ['enable_read_receipts', false],
  ['enable_spectator_access', true],
  ['inline_url_embed_preview', true],
  ['require_e2ee_push_notifications', true],
  ['require_unique_names', true],
  ['send_channel_events_messages', true],
  ['want_advertise_in_communities_directory', true],
  ['digest_weekday', 0],
  ['digest_weekday', 6],
  ['gif_rating_policy', 0],
  ['media_preview_size', 200],
  ['message_retention_days', 1],
  ['message_retention_days', 'unlimited', -1],
  ['message_retention_days', 30],
  ['message_retention_days', '"unlimited"', -1],
  ['video_chat_provider', 0],
  ['waiting_period_threshold', 36_500],
  ['org_type', 1000],
  ['message_content_delete_limit_seconds', 1],
  ['message_content_delete_limit_seconds', 'unlimited', null],
  ['move_messages_between_streams_limit_seconds', 'unlimited', null],
  ['move_messages_within_stream_limit_seconds', 2_147_483_647],
  ['new_stream_announcements_stream_id', -1],
  ['new_stream_announcements_stream_id', 1],
  ['signup_announcements_stream_id', -1],
]

test('each setting takes its values, echoes what it kept, and everyone hears of it', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben', 600)
  const inbox = await ben.listen({ event_types: ['realm'] })

  for (const [name, sent, kept = sent] of ACCEPTED) {
    const { result, msg, status, headers, ...echo } = await chat.olga.patch('/realm', {
      [name]: sent,
    })
    assert.is(result, 'success', `${name}: ${msg}`)
    assert.equal(echo, { [name]: kept }, name)
    const events = await inbox.read()
    assert.equal(events[0], { type: 'realm', op: 'update', property: name, value: kept }, name)
    assert.is(await settingInSnapshot(chat, name), kept, name)
  }
})

const settingInSnapshot = async (chat: Chat, name: string) =>
  (await chat.olga.post('/register', { fetch_event_types: ['realm'] }))[`realm_${name}`]

test('some settings are announced together with what follows from them', async () => {
  await using chat = await startChat()
  const inbox = await chat.olga.listen({ event_types: ['realm'] })

  const together: [sent: Record<string, unknown>, data: Record<string, unknown>][] = [
    [{ allow_message_editing: false }, { allow_message_editing: false }],
    [
      { message_content_edit_limit_seconds: 'unlimited' },
      { message_content_edit_limit_seconds: null },
    ],
    [
      { topics_policy: 'disable_empty_topic' },
      { topics_policy: 'disable_empty_topic', mandatory_topics: true },
    ],
    [
      { description: 'We *float*.' },
      { description: 'We *float*.', rendered_description: '<p>We <em>float</em>.</p>' },
    ],
  ]
  for (const [sent, data] of together) {
    expectSuccess(await chat.olga.patch('/realm', sent))
    assert.equal(await inbox.read(), [
      { type: 'realm', op: 'update_dict', property: 'default', data },
    ])
  }

  expectSuccess(await chat.olga.patch('/realm', { message_edit_history_visibility_policy: 'none' }))
  assert.equal(
    (await inbox.read()).map(({ property, value }) => [property, value]),
    [
      ['message_edit_history_visibility_policy', 'none'],
      ['allow_edit_history', false],
    ],
  )
})

test('a value that is the present one changes nothing and nobody hears of it', async () => {
  await using chat = await startChat()
  const inbox = await chat.olga.listen({ event_types: ['realm'] })

  const answer = await chat.olga.patch('/realm', {
    name: 'Harbour',
    invite_required: true,
    can_create_groups: { new: MEMBERS },
  })

  assert.is(answer.result, 'success')
  assert.is(answer.name, undefined)
  assert.equal(await inbox.read(), [])
})

const REFUSED: [name: string, sent: unknown, msg: string][] = [
  ['name', ' ', 'name cannot be blank'],
  ['name', 'x'.repeat(41), 'name is too long (limit: 40 characters)'],
  ['description', 'x'.repeat(1001), 'description is too long (limit: 1000 characters)'],
  ['default_language', 'xx-nowhere', "Invalid language 'xx-nowhere'"],
  ['default_language', '../etc', "Invalid language '../etc'"],
  [
    'default_code_block_language',
    'x'.repeat(41),
    'default_code_block_language is too long (limit: 40 characters)',
  ],
  [
    'welcome_message_custom_text',
    'x'.repeat(8001),
    'welcome_message_custom_text is too long (limit: 8000 characters)',
  ],
  [
    'topics_policy',
    'inherit',
    "Bad value for 'topics_policy': inherit (allowed: allow_empty_topic, disable_empty_topic)",
  ],
  [
    'message_edit_history_visibility_policy',
    'some',
    "Bad value for 'message_edit_history_visibility_policy': some (allowed: all, moves, none)",
  ],
  ['default_avatar_source', 'U', "Bad value for 'default_avatar_source': U (allowed: G, J)"],
  [
    'jitsi_server_url',
    'ftp://a.test',
    'Bad value for \'jitsi_server_url\': ftp://a.test (allowed: "default" or a web address of 200 characters at most)',
  ],
  [
    'jitsi_server_url',
    'nowhere',
    'Bad value for \'jitsi_server_url\': nowhere (allowed: "default" or a web address of 200 characters at most)',
  ],
  [
    'jitsi_server_url',
    `https://a.test/${'x'.repeat(190)}`,
    `Bad value for 'jitsi_server_url': https://a.test/${'x'.repeat(190)} (allowed: "default" or a web address of 200 characters at most)`,
  ],
  ['invite_required', 'True', 'invite_required is not valid JSON'],
  ['invite_required', 1, 'invite_required is not a boolean'],
  ['digest_weekday', 7, "Bad value for 'digest_weekday': 7 (allowed: 0, 1, 2, 3, 4, 5, 6)"],
  ['digest_weekday', -1, "Bad value for 'digest_weekday': -1 (allowed: 0, 1, 2, 3, 4, 5, 6)"],
  ['digest_weekday', 1.5, 'digest_weekday is not an integer'],
  ['gif_rating_policy', 6, "Bad value for 'gif_rating_policy': 6 (allowed: 0, 1, 2, 3, 4, 5)"],
  ['media_preview_size', 120, "Bad value for 'media_preview_size': 120 (allowed: 100, 150, 200)"],
  ['video_chat_provider', 3, "Bad value for 'video_chat_provider': 3 (allowed: 0, 1)"],
  [
    'org_type',
    15,
    "Bad value for 'org_type': 15 (allowed: 0, 10, 20, 30, 35, 40, 50, 60, 70, 80, 90, 100, 1000)",
  ],
  [
    'waiting_period_threshold',
    -1,
    "Bad value for 'waiting_period_threshold': -1 (allowed: 0 to 36500)",
  ],
  [
    'waiting_period_threshold',
    36_501,
    "Bad value for 'waiting_period_threshold': 36501 (allowed: 0 to 36500)",
  ],
  [
    'message_retention_days',
    0,
    'Bad value for \'message_retention_days\': 0 (allowed: 1 to 2147483647 or "unlimited")',
  ],
  [
    'message_retention_days',
    'forever',
    'Bad value for \'message_retention_days\': forever (allowed: 1 to 2147483647 or "unlimited")',
  ],
  [
    'message_content_edit_limit_seconds',
    0,
    'Bad value for \'message_content_edit_limit_seconds\': 0 (allowed: 1 to 2147483647 or "unlimited")',
  ],
  [
    'message_content_delete_limit_seconds',
    -5,
    'Bad value for \'message_content_delete_limit_seconds\': -5 (allowed: 1 to 2147483647 or "unlimited")',
  ],
  [
    'move_messages_within_stream_limit_seconds',
    2_147_483_648,
    'Bad value for \'move_messages_within_stream_limit_seconds\': 2147483648 (allowed: 1 to 2147483647 or "unlimited")',
  ],
  [
    'move_messages_between_streams_limit_seconds',
    'never',
    'Bad value for \'move_messages_between_streams_limit_seconds\': never (allowed: 1 to 2147483647 or "unlimited")',
  ],
  ['new_stream_announcements_stream_id', 99, 'Invalid channel ID'],
  ['signup_announcements_stream_id', 0, 'Invalid channel ID'],
  ['service_update_announcements_stream_id', -2, 'Invalid channel ID'],
  ['moderation_request_channel_id', 1, 'Moderation request channel must be private.'],
  [
    'authentication_methods',
    { Email: false },
    'At least one authentication method must be enabled.',
  ],
  [
    'authentication_methods',
    { Email: true, GitHub: true },
    'Bad value for \'authentication_methods\': {"Email":true,"GitHub":true} (allowed: Email)',
  ],
  ['authentication_methods', [], 'authentication_methods is not a dictionary'],
  [
    'can_access_all_users_group',
    { new: OWNERS },
    "'can_access_all_users_group' setting cannot be set to 'role:owners' group.",
  ],
  [
    'can_manage_all_groups',
    { new: NOBODY },
    "'can_manage_all_groups' setting cannot be set to 'role:nobody' group.",
  ],
  [
    'can_create_groups',
    { new: EVERYONE },
    "'can_create_groups' setting cannot be set to 'role:everyone' group.",
  ],
  [
    'can_resolve_topics_group',
    { new: INTERNET },
    "'can_resolve_topics_group' setting cannot be set to 'role:internet' group.",
  ],
  ['can_create_groups', { new: 99 }, 'Invalid user group ID: 99'],
  [
    'can_create_groups',
    { new: { direct_members: [99], direct_subgroups: [] } },
    'Invalid user ID: 99',
  ],
  ['can_create_groups', {}, 'can_create_groups["new"] is not an allowed type'],
]

test('what a setting may not be is refused by name, with nothing half-done', async () => {
  await using chat = await startChat()
  const inbox = await chat.olga.listen({ event_types: ['realm'] })

  for (const [name, sent, msg] of REFUSED) {
    // Another, good setting in the same request must not get through either.
    const answer = await chat.olga.patch('/realm', { digest_emails_enabled: true, [name]: sent })
    assert.is(answer.status, 400, name)
    assert.is(answer.msg, msg)
  }

  assert.equal(await inbox.read(), [])
  assert.is(await settingInSnapshot(chat, 'digest_emails_enabled'), false)
})

test('a setting that the interface does not know is ignored and named', async () => {
  await using chat = await startChat()
  const answer = await chat.olga.patch('/realm', { colour: 'blue' })
  assert.equal(answer.ignored_parameters_unsupported, ['colour'])
})

test('announcements of the service go by two names', async () => {
  await using chat = await startChat()
  const inbox = await chat.olga.listen({ event_types: ['realm'] })

  const answer = await chat.olga.patch('/realm', { zulip_update_announcements_stream_id: -1 })

  assert.is(answer.service_update_announcements_stream_id, -1)
  assert.is(answer.zulip_update_announcements_stream_id, -1)
  assert.equal(
    (await inbox.read()).map(({ property }) => property),
    ['service_update_announcements_stream_id', 'zulip_update_announcements_stream_id'],
  )
  const both = await chat.olga.patch('/realm', {
    zulip_update_announcements_stream_id: 1,
    service_update_announcements_stream_id: 1,
  })
  assert.is(both.code, 'REQUEST_CONFUSING_VAR')
})

test('a longer waiting period takes full membership from those who are new', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const inbox = await chat.olga.listen({ event_types: ['user_group'] })

  expectSuccess(await chat.olga.patch('/realm', { waiting_period_threshold: 5 }))

  assert.equal(await inbox.read(), [
    { type: 'user_group', op: 'remove_members', group_id: 5, user_ids: [ben.id] },
  ])
})

test('an administrator sees the welcome that newcomers would get', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const path = '/realm/test_welcome_bot_custom_message'

  const { message_id } = expectSuccess(
    await chat.olga.post(path, { welcome_message_custom_text: 'Mind the **gap**' }),
  )
  const { message } = await chat.olga.get(`/messages/${message_id}`)
  assert.is(message.content, '<p>Mind the <strong>gap</strong></p>')
  assert.is(message.type, 'private')

  const refusals: [sent: string | undefined, msg: string][] = [
    [undefined, "Missing 'welcome_message_custom_text' argument"],
    [' ', 'welcome_message_custom_text cannot be blank'],
    ['x'.repeat(8001), 'welcome_message_custom_text is too long (limit: 8000 characters)'],
  ]
  for (const [welcome_message_custom_text, msg] of refusals) {
    assert.is((await chat.olga.post(path, { welcome_message_custom_text })).msg, msg)
  }
  const refused = await ben.post('/realm/test_welcome_bot_custom_message', {
    welcome_message_custom_text: 'x',
  })
  assert.is(refused.code, 'UNAUTHORIZED_PRINCIPAL')
})

test.run()
