// Settings of the organization.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { MEMBERS } from '../channels.ts'
import { expectSuccess, startChat } from '../chat.ts'
import { settingInSnapshot } from '../settings.ts'

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

test('each setting takes its values, answers with the stored one, and emits an event', async () => {
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

test('settings with derived values are emitted together with them', async () => {
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

test('setting the present value changes nothing and emits nothing', async () => {
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
