// Subscribing to channels.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { ADMINISTRATORS, EVERYONE, idOf, NOBODY } from '../channels.ts'
import { expectSuccess, startChat } from '../chat.ts'
import { refusal, subscriptionsOf } from '../subscriptions.ts'

test('joining a channel that does not exist creates it, with the colour and description asked for', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')

  const answer = await ben.post('/users/me/subscriptions', {
    subscriptions: [{ name: '  Design ', color: '#ABC', description: 'what it\nlooks like' }],
  })

  assert.equal(answer.subscribed, { [ben.id]: ['Design'] })
  assert.equal(answer.already_subscribed, {})
  assert.is(answer.unauthorized, undefined)
  const [design] = (await subscriptionsOf(ben)).filter(
    (one: { name: string }) => one.name === 'Design',
  )
  assert.is(design.color, '#aabbcc')
  assert.is(design.description, 'what it looks like')
  assert.is(design.creator_id, ben.id)
  assert.equal(design.can_administer_channel_group, {
    direct_members: [ben.id],
    direct_subgroups: [],
  })
})

test('who is in already is told so, whatever the case of the name', async () => {
  await using chat = await startChat()
  await chat.olga.subscribe('Design')
  const again = await chat.olga.subscribe('dESIGN')
  assert.equal(again.subscribed, {})
  assert.equal(again.already_subscribed, { [chat.olga.id]: ['Design'] })
})

test('one request names a channel twice and gets it once', async () => {
  await using chat = await startChat()
  const answer = await chat.olga.post('/users/me/subscriptions', {
    subscriptions: [{ name: 'new' }, { name: 'NEW' }, { name: 'general' }, { name: 'General' }],
  })
  assert.equal(answer.subscribed, { [chat.olga.id]: ['new'] })
  assert.equal(answer.already_subscribed, { [chat.olga.id]: ['general'] })
})

test('first colours are the unused ones of the palette', async () => {
  await using chat = await startChat()
  await chat.olga.subscribe('a')
  await chat.olga.subscribe('b')
  const colors = (await subscriptionsOf(chat.olga)).map((one: { color: string }) => one.color)
  assert.equal(new Set(colors), new Set(['#76ce90', '#fae589', '#a6c7e5']))
})

test('what a channel may not be called or look like is refused, and nothing is created', async () => {
  await using chat = await startChat()
  const before = (await chat.olga.get('/streams')).streams.length
  for (const [subscriptions, message] of [
    [[{ name: ' ' }], "Channel name can't be empty."],
    [[{ name: 'x'.repeat(61) }], 'Channel name too long (limit: 60 characters).'],
    [[{ name: 'a\u0007' }], 'Invalid character in channel name.'],
    [[{ name: 'ok', color: 'red' }], 'color is not a valid hex color code'],
    [[{ name: 'ok', color: '#12345' }], 'color is not a valid hex color code'],
    [
      [{ name: 'ok', description: 'x'.repeat(1025) }],
      'description is too long (limit: 1024 characters)',
    ],
    [[{ name: 'ok' }, { name: '' }], "Channel name can't be empty."],
  ] as const) {
    const answer = await chat.olga.post('/users/me/subscriptions', { subscriptions })
    assert.equal(refusal(answer), [400, 'BAD_REQUEST', message])
  }
  assert.is((await chat.olga.get('/streams')).streams.length, before)
  const largest = [{ name: '🌳'.repeat(60), description: '🌳'.repeat(1024), color: '#FFFFFF' }]
  expectSuccess(await chat.olga.post('/users/me/subscriptions', { subscriptions: largest }))
})

test('the kind of a new channel is one of four, and creating it needs the permission of the kind', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const create = (parameters: object) =>
    ben.post('/users/me/subscriptions', { subscriptions: [{ name: 'new' }], ...parameters })
  for (const parameters of [
    { is_web_public: true, invite_only: true },
    { is_web_public: true, history_public_to_subscribers: false },
    { invite_only: false, history_public_to_subscribers: false },
  ]) {
    assert.is((await create(parameters)).msg, 'Invalid parameters')
  }
  assert.is((await create({ is_web_public: true })).msg, 'Insufficient permission')
  assert.is((await create({ is_default_stream: true })).msg, 'Insufficient permission')

  for (const [parameters, isPrivate, isShared] of [
    [{}, false, true],
    [{ invite_only: true }, true, false],
    [{ invite_only: true, history_public_to_subscribers: true }, true, true],
  ] as const) {
    const name = JSON.stringify(parameters)
    await ben.subscribe(name, parameters)
    const { stream } = await ben.get(`/streams/${await idOf(ben, name)}`)
    assert.is(stream.invite_only, isPrivate)
    assert.is(stream.history_public_to_subscribers, isShared)
  }
})

test('the organization decides who creates channels of each kind', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  for (const [setting, parameters] of [
    ['can_create_public_channel_group', {}],
    ['can_create_private_channel_group', { invite_only: true }],
  ] as const) {
    expectSuccess(await chat.olga.patch('/realm', { [setting]: { new: NOBODY } }))
    const answer = await ben.post('/users/me/subscriptions', {
      subscriptions: [{ name: setting }],
      ...parameters,
    })
    assert.equal(refusal(answer), [400, 'BAD_REQUEST', 'Insufficient permission'])
  }
})

test('a channel is created with all it should be', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const { channel_folder_id } = await chat.olga.post('/channel_folders/create', {
    name: 'Work',
    description: '',
  })
  await chat.olga.subscribe('full', {
    message_retention_days: 30,
    topics_policy: 'empty_topic_only',
    folder_id: channel_folder_id,
    can_send_message_group: ADMINISTRATORS,
    can_administer_channel_group: { direct_members: [ben.id], direct_subgroups: [ADMINISTRATORS] },
    can_delete_any_message_group: { direct_members: [], direct_subgroups: [ADMINISTRATORS] },
    can_subscribe_group: { direct_members: [], direct_subgroups: [] },
  })
  const { stream } = await ben.get(`/streams/${await idOf(ben, 'full')}`)
  assert.is(stream.message_retention_days, 30)
  assert.is(stream.topics_policy, 'empty_topic_only')
  assert.is(stream.folder_id, channel_folder_id)
  assert.is(stream.can_send_message_group, ADMINISTRATORS)
  assert.is(stream.stream_post_policy, 2)
  assert.is(stream.is_announcement_only, true)
  assert.equal(stream.can_administer_channel_group, {
    direct_members: [ben.id],
    direct_subgroups: [ADMINISTRATORS],
  })
  assert.is(stream.can_delete_any_message_group, ADMINISTRATORS)
  assert.is(stream.can_subscribe_group, NOBODY)
  assert.is(stream.stream_weekly_traffic, null)
  assert.is(stream.is_recently_active, true)
})

test('words may come as JSON text or as they are', async () => {
  await using chat = await startChat()
  for (const [name, message_retention_days, topics_policy, days] of [
    ['a', 'unlimited', 'allow_empty_topic', -1],
    ['b', '"unlimited"', '"allow_empty_topic"', -1],
    ['c', '"realm_default"', '"inherit"', null],
  ] as const) {
    await chat.olga.subscribe(name, { message_retention_days, topics_policy })
    const { stream } = await chat.olga.get(`/streams/${await idOf(chat.olga, name)}`)
    assert.is(stream.message_retention_days, days)
    assert.is(stream.topics_policy, topics_policy.replaceAll('"', ''))
  }
})

test('what a new channel may not have is refused', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const { channel_folder_id: archived } = await chat.olga.post('/channel_folders/create', {
    name: 'Old',
    description: '',
  })
  await chat.olga.patch(`/channel_folders/${archived}`, { is_archived: true })
  for (const [who, parameters, code, message] of [
    [
      chat.olga,
      { message_retention_days: 0 },
      'BAD_REQUEST',
      'Bad value for \'message_retention_days\': 0 (allowed: 1 or more, "unlimited" or "realm_default")',
    ],
    [ben, { message_retention_days: 5 }, 'UNAUTHORIZED_PRINCIPAL', 'Must be an organization owner'],
    [chat.olga, { folder_id: 999 }, 'BAD_REQUEST', 'Invalid channel folder ID'],
    [chat.olga, { folder_id: archived }, 'BAD_REQUEST', 'Invalid channel folder ID'],
    [
      chat.olga,
      { is_default_stream: true, invite_only: true },
      'BAD_REQUEST',
      'A default channel cannot be private.',
    ],
    [ben, { can_delete_any_message_group: EVERYONE }, 'BAD_REQUEST', 'Insufficient permission'],
    [
      ben,
      { can_subscribe_group: EVERYONE },
      'BAD_REQUEST',
      "'can_subscribe_group' setting cannot be set to 'role:everyone' group.",
    ],
    [
      ben,
      { can_send_message_group: 8 },
      'BAD_REQUEST',
      "'can_send_message_group' setting cannot be set to 'role:internet' group.",
    ],
    [ben, { can_send_message_group: 999 }, 'BAD_REQUEST', 'Invalid user group ID: 999'],
    [
      ben,
      { can_send_message_group: { direct_members: [999], direct_subgroups: [] } },
      'BAD_REQUEST',
      'Invalid user ID: 999',
    ],
    [
      ben,
      { invite_only: true, can_create_topic_group: ADMINISTRATORS },
      'BAD_REQUEST',
      "'can_create_topic_group' must be 'role:everyone' in a channel with protected history.",
    ],
  ] as const) {
    const answer = await who.post('/users/me/subscriptions', {
      subscriptions: [{ name: 'new' }],
      ...parameters,
    })
    assert.equal(refusal(answer), [400, code, message], JSON.stringify(parameters))
  }
  assert.is((await chat.olga.get('/get_stream_id', { stream: 'new' })).status, 400)
})

test.run()
