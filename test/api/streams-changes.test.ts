// Changing channels.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { ADMINISTRATORS, EVERYONE, GUEST, idOf, MODERATORS, NOBODY } from '../channels.ts'
import { expectSuccess, type Person, startChat } from '../chat.ts'

const events = async (inbox: Awaited<ReturnType<Person['listen']>>) => inbox.read()

test('each changed property is one event for people who can see the channel; no change, no event', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const gus = await chat.join('Gus', GUEST)
  await gus.delete('/users/me/subscriptions', { subscriptions: ['general'] })
  const stream_id = await idOf(chat.olga, 'general')
  const { channel_folder_id: folder } = await chat.olga.post('/channel_folders/create', {
    name: 'Work',
    description: '',
  })
  const [bens, guests] = [await ben.listen(), await gus.listen()]
  const update = (property: string, value: unknown, more = {}) => ({
    type: 'stream',
    op: 'update',
    stream_id,
    name: 'general',
    property,
    value,
    ...more,
  })
  const described = { rendered_description: '<p>what <em>for</em></p>' }
  const group = { direct_members: [ben.id], direct_subgroups: [MODERATORS] }
  for (const [parameters, expected] of [
    [{ description: 'what\n*for*' }, [update('description', 'what *for*', described)]],
    [{ folder_id: folder }, [update('folder_id', folder)]],
    [{ folder_id: null }, [update('folder_id', null)]],
    [{ message_retention_days: 7 }, [update('message_retention_days', 7)]],
    [{ message_retention_days: 'unlimited' }, [update('message_retention_days', -1)]],
    [{ message_retention_days: 'realm_default' }, [update('message_retention_days', null)]],
    [{ topics_policy: 'disable_empty_topic' }, [update('topics_policy', 'disable_empty_topic')]],
    [
      { can_send_message_group: { new: ADMINISTRATORS, old: EVERYONE } },
      [
        update('can_send_message_group', ADMINISTRATORS),
        update('stream_post_policy', 2),
        update('is_announcement_only', true),
      ],
    ],
    [
      { can_send_message_group: { new: MODERATORS } },
      [
        update('can_send_message_group', MODERATORS),
        update('stream_post_policy', 4),
        update('is_announcement_only', false),
      ],
    ],
    [
      { can_administer_channel_group: { new: group } },
      [update('can_administer_channel_group', group)],
    ],
    [
      { is_web_public: true },
      [
        update('invite_only', false, {
          is_web_public: true,
          history_public_to_subscribers: true,
        }),
      ],
    ],
    [{ new_name: 'Main' }, [update('name', 'Main')]],
  ] as const) {
    expectSuccess(await chat.olga.patch(`/streams/${stream_id}`, parameters))
    assert.equal(await events(bens), expected, JSON.stringify(parameters))
    if ('new_name' in parameters || 'is_web_public' in parameters) continue
    // The same again is no change.
    const { can_send_message_group, ...again } = parameters as Record<string, unknown>
    expectSuccess(await chat.olga.patch(`/streams/${stream_id}`, again))
    assert.equal(await events(bens), [])
  }
  // A guest receives the channel when it becomes web-public, and later changes of it.
  const heard = await events(guests)
  assert.equal(
    heard.map(({ type, op, property }) => [type, op, property].filter(Boolean)),
    [
      ['stream', 'create'],
      ['subscription', 'peer_add'],
      ['stream', 'update', 'name'],
    ].filter(([type]) => type === 'stream' || type === 'subscription'),
  )
})

test('one invalid change of a channel refuses the whole request', async () => {
  await using chat = await startChat()
  const ada = await chat.join('Ada', 200)
  const ben = await chat.join('Ben')
  await ben.subscribe('of Ben')
  await ben.subscribe('private of Ben', { invite_only: true })
  await chat.olga.say('of Ben', 'lunch', 'Soup')
  const general = await idOf(chat.olga, 'general')
  const mine = await idOf(ben, 'of Ben')
  const secret = await idOf(ben, 'private of Ben')
  const bad = 'BAD_REQUEST'
  for (const [person, id, parameters, code, message] of [
    [chat.olga, general, { new_name: 'general' }, bad, 'Channel already has that name.'],
    [chat.olga, general, { new_name: '' }, bad, "Channel name can't be empty."],
    [
      chat.olga,
      general,
      { new_name: 'x'.repeat(61) },
      bad,
      'Channel name too long (limit: 60 characters).',
    ],
    [
      chat.olga,
      general,
      { new_name: 'OF ben' },
      'CHANNEL_ALREADY_EXISTS',
      "Channel 'OF ben' already exists",
    ],
    [chat.olga, general, { is_private: true }, bad, 'A default channel cannot be private.'],
    [chat.olga, general, { is_private: true, is_web_public: true }, bad, 'Invalid parameters'],
    [chat.olga, general, { history_public_to_subscribers: false }, bad, 'Invalid parameters'],
    [chat.olga, general, { folder_id: 999 }, bad, 'Invalid channel folder ID'],
    [
      ada,
      general,
      { message_retention_days: 7 },
      'UNAUTHORIZED_PRINCIPAL',
      'Must be an organization owner',
    ],
    [
      chat.olga,
      general,
      { message_retention_days: -1 },
      bad,
      'Bad value for \'message_retention_days\': -1 (allowed: 1 or more, "unlimited" or "realm_default")',
    ],
    [
      ben,
      mine,
      { is_default_stream: true },
      bad,
      'You do not have permission to change default channels.',
    ],
    [ben, mine, { is_web_public: true }, bad, 'Insufficient permission'],
    [
      ben,
      mine,
      { topics_policy: 'empty_topic_only' },
      bad,
      'This policy needs a channel in which no message has a topic: move or delete the others first.',
    ],
    [
      ben,
      mine,
      { can_delete_any_message_group: { new: ADMINISTRATORS } },
      bad,
      'Insufficient permission',
    ],
    [
      ben,
      mine,
      { can_send_message_group: { new: ADMINISTRATORS, old: NOBODY } },
      'EXPECTATION_MISMATCH',
      "'old' value does not match the expected value.",
    ],
    [ada, secret, { is_private: false }, bad, 'Channel content access is required.'],
    [
      ada,
      secret,
      { can_add_subscribers_group: { new: ADMINISTRATORS } },
      bad,
      'Channel content access is required.',
    ],
    [chat.olga, secret, { is_default_stream: true }, bad, 'A default channel cannot be private.'],
    [
      ben,
      secret,
      { can_create_topic_group: { new: ADMINISTRATORS } },
      bad,
      "'can_create_topic_group' must be 'role:everyone' in a channel with protected history.",
    ],
  ] as const) {
    const answer = await person.patch(`/streams/${id}`, { description: 'changed', ...parameters })
    const { status } = answer
    assert.equal([answer.code, answer.msg], [code, message], JSON.stringify(parameters))
    assert.is(status, code === 'CHANNEL_ALREADY_EXISTS' ? 409 : 400)
    assert.is.not((await chat.olga.get(`/streams/${id}`)).stream.description, 'changed')
  }
})

test('a renamed channel has its new name everywhere, and only its case may change', async () => {
  await using chat = await startChat()
  await chat.olga.say('general', 'lunch', 'Soup')
  const id = await idOf(chat.olga, 'general')
  const read = () =>
    chat.olga.get('/messages', { anchor: 'newest', num_before: 1, num_after: 0, narrow: [] })
  assert.is((await read()).messages[0].display_recipient, 'general')
  for (const name of ['General', 'main']) {
    expectSuccess(await chat.olga.patch(`/streams/${id}`, { new_name: name }))
    assert.is((await read()).messages[0].display_recipient, name)
    assert.is(await idOf(chat.olga, name.toUpperCase()), id)
  }
  assert.is((await chat.olga.get('/get_stream_id', { stream: 'general' })).status, 400)
})

test('changes of a channel post a system message if the organization wants it', async () => {
  await using chat = await startChat()
  const id = await idOf(chat.olga, 'general')
  const inbox = await chat.olga.listen({ event_types: ['message'] })
  expectSuccess(await chat.olga.patch(`/streams/${id}`, { description: 'silent' }))
  assert.equal(await inbox.read(), [])
  expectSuccess(await chat.olga.patch('/realm', { send_channel_events_messages: true }))
  for (const change of [
    { new_name: 'main' },
    { description: 'loud' },
    { is_web_public: true },
    { is_archived: true },
    { is_archived: false },
  ]) {
    expectSuccess(await chat.olga.patch(`/streams/${id}`, change))
    const [event, ...more] = await inbox.read()
    assert.equal(more, [])
    assert.is(event!.message.subject, 'channel events')
    assert.is(event!.message.sender_full_name, 'Notification Bot')
  }
})

test('a public channel begins with a message about its creator if the organization wants it', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const inbox = await ben.listen({ event_types: ['message'] })
  await ben.subscribe('silent')
  expectSuccess(await chat.olga.patch('/realm', { send_channel_events_messages: true }))
  await ben.subscribe('Quay')
  await ben.subscribe('Cove', { invite_only: true })
  expectSuccess(await ben.post('/channels/create', { name: 'Pier', subscribers: [ben.id] }))

  assert.equal(
    (await inbox.read()).map(({ message, flags }) => [
      message.display_recipient,
      message.subject,
      message.content,
      flags,
    ]),
    ['Quay', 'Pier'].map((channel) => [
      channel,
      'channel events',
      `@_**Ben|${ben.id}** has opened this channel`,
      ['read'],
    ]),
  )
})

test.run()
