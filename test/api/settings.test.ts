// Personal settings.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { DEFAULT_USER_SETTINGS } from '../../src/domain/users/user-settings.ts'
import { expectSuccess, startChat } from '../chat.ts'
import { settingsOf } from '../settings.ts'

const SWITCHES = Object.entries(DEFAULT_USER_SETTINGS).filter(
  ([, value]) => typeof value === 'boolean',
)

/** Values besides the default; the last is what is sent, where it is not what is kept. */
const CHOICES: [name: string, values: (string | number)[]][] = [
  ['emojiset', ['twitter', 'text', 'google-blob', 'google']],
  ['web_home_view', ['recent', 'all_messages', 'inbox']],
  ['web_animate_image_previews', ['always', 'never', 'on_hover']],
  ['resolved_topic_notice_auto_read_policy', ['always', 'never', 'except_followed']],
  ['notification_sound', ['none', 'ascend', 'beep_boop', 'bink', 'bleep', 'bong', 'ding', 'zulip']],
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
  assert.equal(
    available_notification_sounds,
    'ascend beep_boop bink bleep bong ding notification zulip'.split(' '),
  )
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
  ['enter_sends', 'True', 'enter_sends is not valid JSON'],
  ['enter_sends', 1, 'enter_sends is not a boolean'],
  ['emojiset', 'apple', 'Invalid emojiset'],
  ['web_home_view', 'feed', 'Invalid web_home_view'],
  ['notification_sound', 'gong', 'Invalid notification_sound'],
  ['color_scheme', 0, 'Invalid color_scheme'],
  ['color_scheme', 4, 'Invalid color_scheme'],
  ['color_scheme', 'dark', 'color_scheme is not valid JSON'],
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

test('every sound of notifications is served, for good, and is short', async () => {
  await using chat = await startChat()
  const at = (name: string) => fetch(`${chat.url}/static/audio/notification_sounds/${name}.wav`)
  const { available_notification_sounds } = await chat.olga
    .post('/register', {
      fetch_event_types: ['user_settings'],
    })
    .then(({ user_settings }) => user_settings)
  for (const name of available_notification_sounds) {
    const response = await at(name)
    const bytes = Buffer.from(await response.arrayBuffer())
    assert.equal([response.status, response.headers.get('content-type')], [200, 'audio/wav'], name)
    assert.match(response.headers.get('cache-control')!, 'immutable')
    assert.ok(bytes.length > 2000 && bytes.length <= 20_000, `${name}: ${bytes.length}`)
    assert.is(bytes.readUInt32LE(4) + 8, bytes.length)
    assert.ok(
      bytes.subarray(44).some((byte) => byte !== 0),
      name,
    )
  }
  for (const name of ['none', 'gong', 'constructor']) assert.is((await at(name)).status, 404)
})

test.run()
