import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { DEFAULT_USER_SETTINGS } from '../../src/domain/user-settings.ts'
import { type Chat, expectSuccess, PASSWORD, type Person, startChat } from '../chat.ts'

const settingsOf = async (person: Person) =>
  expectSuccess(await person.post('/register', { fetch_event_types: ['user_settings'] }))
    .user_settings

const SWITCHES = Object.entries(DEFAULT_USER_SETTINGS).filter(
  ([, value]) => typeof value === 'boolean',
)

/** Values besides the default; the last is what is sent, where it is not what is kept. */
const CHOICES: [name: string, values: (string | number)[]][] = [
  ['emojiset', ['twitter', 'text', 'google-blob', 'google']],
  ['web_home_view', ['recent', 'all_messages', 'inbox']],
  ['web_animate_image_previews', ['always', 'never', 'on_hover']],
  ['resolved_topic_notice_auto_read_policy', ['always', 'never', 'except_followed']],
  ['notification_sound', ['none', 'zulip']],
  ['color_scheme', [2, 3, 1]],
  ['web_font_size_px', [8, 40, 16]],
  ['web_line_height_percent', [100, 300]],
  ['web_mark_read_on_scroll_policy', [2, 3, 1]],
  ['web_channel_default_view', [2, 3, 4, 1]],
  ['web_stream_unreads_count_display_policy', [1, 3, 2]],
  ['demote_inactive_streams', [2, 3, 1]],
  ['user_list_style', [1, 2, 3]],
  ['desktop_icon_count_display', [2, 3, 4, 1]],
  ['realm_name_in_email_notifications_policy', [2, 3, 1]],
  ['automatically_follow_topics_policy', [1, 2, 4, 3]],
  ['automatically_unmute_topics_in_muted_streams_policy', [1, 3, 4, 2]],
  ['email_notifications_batching_period_seconds', [1, 604_800]],
  ['email_address_visibility', [2, 3, 4, 5, 1]],
]

test('a new account has every setting with its default', async () => {
  await using chat = await startChat()
  const { timezone, emojiset_choices, available_notification_sounds, ...settings } =
    await settingsOf(chat.olga)
  assert.equal(settings, DEFAULT_USER_SETTINGS)
  assert.is(timezone, '')
  assert.equal(emojiset_choices[0], { key: 'google', text: 'Google' })
  assert.equal(available_notification_sounds, ['zulip'])
})

test('each setting takes its values; only the person’s own clients hear of it', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const own = await ben.listen({ event_types: ['user_settings'] })
  const others = await chat.olga.listen({ event_types: ['user_settings'] })
  const all: [string, unknown[]][] = [
    ...SWITCHES.map(([name, value]): [string, unknown[]] => [name, [!value, value]]),
    ...CHOICES,
  ]

  for (const [name, values] of all) {
    for (const value of values) {
      expectSuccess(await ben.patch('/settings', { [name]: value }))
      assert.equal(
        await own.read(),
        [{ type: 'user_settings', op: 'update', property: name, value }],
        name,
      )
    }
  }
  assert.equal(await others.read(), [])
})

const REFUSED: [name: string, sent: unknown, msg: string][] = [
  ['enter_sends', 'True', 'enter_sends is not a boolean'],
  ['enter_sends', 1, 'enter_sends is not a boolean'],
  ['emojiset', 'apple', 'Invalid emojiset'],
  ['web_home_view', 'feed', 'Invalid web_home_view'],
  ['notification_sound', 'gong', 'Invalid notification_sound'],
  ['color_scheme', 0, 'Invalid color_scheme'],
  ['color_scheme', 4, 'Invalid color_scheme'],
  ['color_scheme', 'dark', 'Invalid color_scheme'],
  ['email_address_visibility', 6, 'Invalid email_address_visibility'],
  ['web_font_size_px', 7, 'web_font_size_px is too small (minimum: 8)'],
  ['web_font_size_px', 41, 'web_font_size_px is too large (maximum: 40)'],
  ['web_font_size_px', 12.5, 'web_font_size_px is not an integer'],
  [
    'email_notifications_batching_period_seconds',
    0,
    'email_notifications_batching_period_seconds is too small (minimum: 1)',
  ],
  [
    'email_notifications_batching_period_seconds',
    604_801,
    'email_notifications_batching_period_seconds is too large (maximum: 604800)',
  ],
  ['default_language', 'klingonese', "Invalid language 'klingonese'"],
  ['timezone', 'Mars/Olympus', "Invalid timezone 'Mars/Olympus'"],
  ['timezone', '+01:00', "Invalid timezone '+01:00'"],
  ['full_name', 'x'.repeat(101), 'Name too long!'],
  ['full_name', 'A*B', 'Invalid characters in name!'],
  ['full_name', 'Ben|12', 'Invalid format!'],
  ['email', 'nobody', 'Invalid address.'],
  ['email', 'olga@harbour.test', 'Already has an account.'],
  ['target_users', { user_ids: [1], colour: 1 }, 'target_users has unknown key "colour"'],
  ['target_users', [1], 'target_users is not a dictionary'],
]

test('what a setting may not be is refused, with nothing half-done', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const inbox = await ben.listen()

  for (const [name, sent, msg] of REFUSED) {
    const answer = await ben.patch('/settings', { left_side_userlist: true, [name]: sent })
    assert.is(answer.status, 400, name)
    assert.is(answer.msg, msg)
  }
  assert.equal(await inbox.read(), [])
  assert.is((await settingsOf(ben)).left_side_userlist, false)
})

test('a value that is the present one is no news', async () => {
  await using chat = await startChat()
  const inbox = await chat.olga.listen()
  expectSuccess(
    await chat.olga.patch('/settings', {
      enter_sends: false,
      timezone: '',
      full_name: 'Olga',
      email: 'Olga@Harbour.test',
      email_address_visibility: 1,
    }),
  )
  assert.equal(await inbox.read(), [])
})

test('words may come as JSON, and the service’s own sound goes by the name clients know', async () => {
  await using chat = await startChat()
  expectSuccess(
    await chat.olga.patch('/settings', {
      web_home_view: '"recent"',
      default_language: '"de"',
      timezone: '"Europe/Berlin"',
      notification_sound: 'none',
    }),
  )
  expectSuccess(await chat.olga.patch('/settings', { notification_sound: 'service' }))
  const settings = await settingsOf(chat.olga)
  assert.is(settings.web_home_view, 'recent')
  assert.is(settings.default_language, 'de')
  assert.is(settings.timezone, 'Europe/Berlin')
  assert.is(settings.notification_sound, 'zulip')
})

test('a language comes with its name, a time zone is told to everyone', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const own = await ben.listen({ event_types: ['user_settings'] })
  const others = await chat.olga.listen({ event_types: ['user_settings', 'realm_user'] })

  expectSuccess(await ben.patch('/settings', { default_language: 'fr', timezone: 'Asia/Kolkata' }))

  assert.equal(await own.read(), [
    { type: 'user_settings', op: 'update', property: 'timezone', value: 'Asia/Kolkata' },
    {
      type: 'user_settings',
      op: 'update',
      property: 'default_language',
      value: 'fr',
      language_name: 'French',
    },
  ])
  assert.equal(await others.read(), [
    {
      type: 'realm_user',
      op: 'update',
      person: { user_id: ben.id, timezone: 'Asia/Kolkata', email: ben.email },
    },
  ])
})

test('older clients change the same settings at two older addresses', async () => {
  await using chat = await startChat()
  expectSuccess(await chat.olga.patch('/settings/display', { twenty_four_hour_time: true }))
  expectSuccess(await chat.olga.patch('/settings/notifications', { enable_sounds: false }))
  const settings = await settingsOf(chat.olga)
  assert.is(settings.twenty_four_hour_time, true)
  assert.is(settings.enable_sounds, false)
})

test('a person takes another name, unless the organization has settled names', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const inbox = await chat.olga.listen({ event_types: ['realm_user'] })

  expectSuccess(await ben.patch('/settings', { full_name: ' Benedict ' }))
  expectSuccess(await chat.olga.patch('/realm', { name_changes_disabled: true }))
  expectSuccess(await ben.patch('/settings', { full_name: 'Benny' }))
  expectSuccess(await chat.olga.patch('/settings', { full_name: 'Olga the Owner' }))

  assert.equal(
    (await inbox.read()).map(({ person }) => [person.user_id, person.full_name]),
    [
      [ben.id, 'Benedict'],
      [chat.olga.id, 'Olga the Owner'],
    ],
  )
})

test('who hides the address loses it to everyone who may no longer know it', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const ada = await chat.join('Ada', 200)
  const ofAdministrator = await ada.listen({ event_types: ['realm_user', 'user_settings'] })
  const ofOwner = await chat.olga.listen({ event_types: ['realm_user'] })
  const cy = await chat.join('Cy')
  const ofMember = await cy.listen({ event_types: ['realm_user'] })
  await ofOwner.read()
  await ofAdministrator.read()

  expectSuccess(await ben.patch('/settings', { email_address_visibility: 3 }))

  const hidden = `user${ben.id}@hearth.local`
  const renamed = {
    type: 'realm_user',
    op: 'update',
    person: { user_id: ben.id, new_email: hidden },
  }
  assert.equal(await ofAdministrator.read(), [renamed])
  assert.equal(await ofOwner.read(), [renamed])
  assert.equal(await ofMember.read(), [
    { type: 'realm_user', op: 'update', person: { user_id: ben.id, delivery_email: null } },
    renamed,
  ])
})

async function openSession(chat: Chat, email: string) {
  const response = await fetch(`${chat.url}/api/v1/web/session`, {
    method: 'POST',
    body: new URLSearchParams({ username: email, password: PASSWORD }),
  })
  const { csrf_token } = (await response.json()) as { csrf_token: string }
  const cookie = response.headers.getSetCookie()[0]!.split(';')[0]!
  const ask = (method: string, path: string, form?: Record<string, string>) =>
    fetch(`${chat.url}/json${path}`, {
      method,
      headers: { Cookie: cookie, 'X-CSRFToken': csrf_token },
      ...(form && { body: new URLSearchParams(form) }),
    })
  return ask
}

test('a new password ends all sessions but the one that set it; the key stays', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const here = await openSession(chat, ben.email)
  const there = await openSession(chat, ben.email)

  const changed = await here('PATCH', '/settings', {
    old_password: PASSWORD,
    new_password: 'quite another anchor chain',
  })

  assert.is(changed.status, 200)
  assert.is((await here('GET', '/users/me')).status, 200)
  assert.is((await there('GET', '/users/me')).status, 401)
  assert.is((await ben.get('/users/me')).status, 200)
  const old = await ben.post('/fetch_api_key', { username: ben.email, password: PASSWORD })
  assert.is(old.code, 'AUTHENTICATION_FAILED')
})

test('a password is changed by who knows it, to one that is hard to guess', async () => {
  await using chat = await startChat()
  const refusals: [old: string | undefined, wanted: string, msg: string][] = [
    [undefined, 'quite another anchor chain', 'Wrong password!'],
    ['wrong', 'quite another anchor chain', 'Wrong password!'],
    [PASSWORD, '12345', 'New password is too weak!'],
    [PASSWORD, 'aaaaaaaaaa', 'New password is too weak!'],
    [PASSWORD, 'x'.repeat(101), 'New password is too weak!'],
    [PASSWORD, 'x'.repeat(1001), 'new_password is too long (limit: 1000 characters)'],
  ]
  for (const [old_password, new_password, msg] of refusals) {
    const answer = await chat.olga.patch('/settings', {
      old_password,
      new_password,
      enter_sends: true,
    })
    assert.is(answer.msg, msg)
  }
  assert.is((await settingsOf(chat.olga)).enter_sends, false)
  expectSuccess(
    await chat.olga.post('/fetch_api_key', { username: chat.olga.email, password: PASSWORD }),
  )
})

test('a new address is the person’s once its key was used', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const { key } = expectSuccess(await ben.patch('/settings', { email: 'benedict@harbour.test' }))
  assert.is((await ben.get('/users/me')).delivery_email, 'ben@harbour.test')

  expectSuccess(await ben.post('/account/email_change', { key }))
  const moved = await chat.olga.get(`/users/${ben.id}`)
  assert.is(moved.user.delivery_email, 'benedict@harbour.test')

  expectSuccess(await chat.olga.patch('/realm', { email_changes_disabled: true }))
  const cy = await chat.join('Cy')
  const refused = await cy.patch('/settings', { email: 'cyril@harbour.test' })
  assert.is(refused.msg, 'Email address changes are disabled in this organization.')
})

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
