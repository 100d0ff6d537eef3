// Settings that administrators change for others, and defaults.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { expectSuccess, PASSWORD, startChat } from '../chat.ts'
import { settingsOf } from '../settings.ts'

test('administrators choose for others, who hear of it, and may be left what they chose themselves', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const cy = await chat.join('Cy')
  const inbox = await ben.listen({ event_types: ['user_settings'] })
  const ofAdministrator = await chat.olga.listen({ event_types: ['user_settings'] })
  expectSuccess(await cy.patch('/settings', { color_scheme: 3 }))

  const members = await chat.olga.patch('/settings', {
    color_scheme: 2,
    target_users: { group_ids: [6], skip_if_already_edited: true },
  })
  expectSuccess(members)

  assert.equal(await inbox.read(), [
    { type: 'user_settings', op: 'update', property: 'color_scheme', value: 2 },
  ])
  assert.is((await settingsOf(cy)).color_scheme, 3)
  // The group of members holds the owner too.
  assert.is((await ofAdministrator.read()).length, 1)

  expectSuccess(
    await chat.olga.patch('/settings', { color_scheme: 2, target_users: { user_ids: [cy.id] } }),
  )
  assert.is((await settingsOf(cy)).color_scheme, 2)
})

test('nobody chooses for others what concerns them as persons', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const inbox = await ben.listen()
  const target_users = { user_ids: [ben.id] }

  const personal: Record<string, unknown>[] = [
    { presence_enabled: false },
    { send_read_receipts: false },
    { send_stream_typing_notifications: false },
    { send_private_typing_notifications: false },
    { email_address_visibility: 4 },
    { enable_digest_emails: false },
    { enable_login_emails: false },
    { enable_marketing_emails: false },
    { allow_private_data_export: true },
    { timezone: 'Europe/Berlin' },
    { full_name: 'Bob' },
    { email: 'bob@harbour.test' },
    { old_password: PASSWORD, new_password: 'quite another anchor chain' },
  ]
  for (const setting of personal) {
    const answer = await chat.olga.patch('/settings', { ...setting, target_users })
    assert.is(answer.msg, 'Cannot change this setting for other users.', JSON.stringify(setting))
  }
  const unknown: [targets: object, msg: string][] = [
    [{ user_ids: [99] }, 'Invalid user ID: 99'],
    [{ group_ids: [99] }, 'Invalid user group ID: 99'],
  ]
  for (const [target_users, msg] of unknown) {
    assert.is((await chat.olga.patch('/settings', { enter_sends: true, target_users })).msg, msg)
  }
  const refused = await ben.patch('/settings', {
    enter_sends: true,
    target_users: { user_ids: [chat.olga.id] },
  })
  assert.is(refused.code, 'UNAUTHORIZED_PRINCIPAL')
  assert.equal(await inbox.read(), [])
})

test('newcomers start with the organization’s settings; who is there keeps their own', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const inbox = await ben.listen({ event_types: ['realm_user_settings_defaults', 'user_settings'] })
  const wanted = { twenty_four_hour_time: true, color_scheme: 2, email_address_visibility: 3 }

  expectSuccess(await chat.olga.patch('/realm/user_settings_defaults', wanted))
  expectSuccess(await chat.olga.patch('/realm/user_settings_defaults', wanted))
  const cy = await chat.join('Cy')

  assert.equal(
    await inbox.read(),
    Object.entries(wanted).map(([property, value]) => ({
      type: 'realm_user_settings_defaults',
      op: 'update',
      property,
      value,
    })),
  )
  const before = await settingsOf(ben)
  const after = await settingsOf(cy)
  assert.equal([before.twenty_four_hour_time, before.color_scheme], [false, 1])
  for (const [name, value] of Object.entries(wanted)) assert.is(after[name], value, name)
  const { realm_user_settings_defaults: defaults } = await cy.post('/register', {
    fetch_event_types: ['realm_user_settings_defaults'],
  })
  assert.is(defaults.color_scheme, 2)
  assert.not.ok('timezone' in defaults)
})

test('some settings have no default, and members do not set those that have', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')

  const answer = await chat.olga.patch('/realm/user_settings_defaults', {
    enable_login_emails: false,
    enable_marketing_emails: false,
    allow_private_data_export: true,
    timezone: 'Europe/Berlin',
  })
  assert.equal(answer.ignored_parameters_unsupported, [
    'allow_private_data_export',
    'enable_login_emails',
    'enable_marketing_emails',
    'timezone',
  ])
  const wrong = await chat.olga.patch('/realm/user_settings_defaults', { color_scheme: 9 })
  assert.is(wrong.msg, 'Invalid color_scheme')
  const refused = await ben.patch('/realm/user_settings_defaults', { color_scheme: 2 })
  assert.is(refused.code, 'UNAUTHORIZED_PRINCIPAL')
})

test.run()
