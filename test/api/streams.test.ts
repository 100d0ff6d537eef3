// Listing and reading channels.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { idOf } from '../channels.ts'
import { type Chat, expectSuccess, type Person, startChat } from '../chat.ts'

const GUEST = 600
const MODERATOR = 300

const namesFor = async (person: Person, parameters = {}) =>
  expectSuccess(await person.get('/streams', parameters)).streams.map(
    (channel: { name: string }) => channel.name,
  )

/** Channels of every kind, with people who stand differently to them. */
async function harbour(chat: Chat) {
  const ben = await chat.join('Ben')
  const gus = await chat.join('Gus', GUEST)
  await ben.delete('/users/me/subscriptions', { subscriptions: ['general'] })
  await gus.delete('/users/me/subscriptions', { subscriptions: ['general'] })
  await chat.olga.subscribe('open')
  await chat.olga.subscribe('web', { is_web_public: true })
  await chat.olga.subscribe('secret', { invite_only: true })
  await chat.olga.subscribe('shared', { invite_only: true, principals: [chat.olga.id, gus.id] })
  await chat.olga.subscribe('granted', {
    invite_only: true,
    can_subscribe_group: { direct_members: [ben.id, gus.id], direct_subgroups: [] },
  })
  await chat.olga.subscribe('run by Ben', {
    invite_only: true,
    can_administer_channel_group: { direct_members: [ben.id, gus.id], direct_subgroups: [] },
  })
  await chat.olga.subscribe('old')
  expectSuccess(await chat.olga.delete(`/streams/${await idOf(chat.olga, 'old')}`))
  return { ben, gus }
}

test('each person lists the channels that are there for them', async () => {
  await using chat = await startChat()
  const { ben, gus } = await harbour(chat)
  const none = { include_public: false, include_subscribed: false }
  const mine = ['general', 'granted', 'open', 'run by Ben', 'secret', 'shared', 'web']
  for (const [person, parameters, expected] of [
    [ben, {}, ['general', 'open', 'web']],
    [ben, { exclude_archived: false }, ['general', 'old', 'open', 'web']],
    [ben, none, []],
    [ben, { ...none, include_web_public: true }, ['web']],
    [ben, { ...none, include_can_access_content: true }, ['general', 'granted', 'open', 'web']],
    [ben, { include_all: true }, ['general', 'granted', 'open', 'run by Ben', 'web']],
    [ben, { ...none, include_owner_subscribed: true }, []],
    [gus, {}, ['shared']],
    [gus, { include_web_public: true }, ['shared', 'web']],
    [gus, { include_all: true }, ['shared', 'web']],
    [gus, { include_can_access_content: true, include_subscribed: false }, ['shared', 'web']],
    [chat.olga, {}, mine],
    [chat.olga, { ...none, include_all_active: true }, mine],
    [chat.olga, { ...none, include_subscribed: true }, mine],
    [
      chat.olga,
      { include_all: true, exclude_archived: false },
      ['general', 'granted', 'old', 'open', 'run by Ben', 'secret', 'shared', 'web'],
    ],
  ] as const) {
    assert.equal(await namesFor(person, parameters), expected, JSON.stringify(parameters))
  }
})

test('administrators know of every channel, and read only what others do', async () => {
  await using chat = await startChat()
  const { ben } = await harbour(chat)
  const ada = await chat.join('Ada', 200)
  await ada.delete('/users/me/subscriptions', { subscriptions: ['general'] })
  await ben.subscribe('of Ben', { invite_only: true })
  assert.ok((await namesFor(ada, { include_all: true })).includes('of Ben'))
  assert.not.ok((await namesFor(ada, { include_can_access_content: true })).includes('of Ben'))
  assert.is(
    (await ada.get('/get_stream_id', { stream: 'of Ben' })).msg,
    "Invalid channel name 'of Ben'",
  )
})

test('a bot may list what its owner is subscribed to', async () => {
  await using chat = await startChat()
  const { ben } = await harbour(chat)
  await chat.olga.subscribe('open', { principals: [ben.id] })
  const made = expectSuccess(await ben.post('/bots', { full_name: 'Beep', short_name: 'beep' }))
  const { user } = await ben.get(`/users/${made.user_id}`)
  const { Person: Client } = await import('../chat.ts')
  const bot = new Client(chat.url, {
    id: made.user_id,
    email: user.email,
    name: 'Beep',
    key: made.api_key,
  })
  const none = { include_public: false, include_subscribed: false }
  assert.equal(await namesFor(bot, none), [])
  assert.equal(await namesFor(bot, { ...none, include_owner_subscribed: true }), ['open'])
})

test('which channels are default ones is said when asked for', async () => {
  await using chat = await startChat()
  await chat.olga.subscribe('open')
  const { streams } = await chat.olga.get('/streams', { include_default: true })
  assert.equal(
    streams.map((channel: { name: string; is_default: boolean }) => [
      channel.name,
      channel.is_default,
    ]),
    [
      ['general', true],
      ['open', false],
    ],
  )
  assert.is((await chat.olga.get('/streams')).streams[0].is_default, undefined)
})

test('a channel, its ID and its subscribers are found by those who may, archived ones too', async () => {
  await using chat = await startChat()
  const { ben, gus } = await harbour(chat)
  const { streams } = await chat.olga.get('/streams', {
    include_all: true,
    exclude_archived: false,
  })
  const ids = Object.fromEntries(
    streams.map((channel: { name: string; stream_id: number }) => [
      channel.name,
      channel.stream_id,
    ]),
  )
  // What each of Olga, Ben and Gus may: read about it, find it by name, see its subscribers.
  const expected: Record<string, [string, string, string]> = {
    general: ['rfs', 'rfs', '---'],
    open: ['rfs', 'rfs', '---'],
    web: ['rfs', 'rfs', 'rfs'],
    secret: ['rfs', '---', '---'],
    shared: ['rfs', '---', 'rfs'],
    granted: ['rfs', 'rfs', '---'],
    'run by Ben': ['rfs', 'r-s', '---'],
    old: ['r-s', 'r-s', '---'],
  }
  for (const [name, may] of Object.entries(expected)) {
    for (const [index, person] of [chat.olga, ben, gus].entries()) {
      const read = await person.get(`/streams/${ids[name]}`)
      const found = await person.get('/get_stream_id', { stream: name })
      const seen = await person.get(`/streams/${ids[name]}/members`)
      const got = [
        read.result === 'success' ? 'r' : '-',
        found.result === 'success' ? 'f' : '-',
        seen.result === 'success' ? 's' : '-',
      ].join('')
      assert.is(got, may[index], `${name}, person ${index}`)
      if (read.result === 'error') assert.is(read.msg, 'Invalid channel ID')
      if (found.result === 'error') assert.is(found.msg, `Invalid channel name '${name}'`)
    }
  }
  assert.equal((await gus.get(`/streams/${ids.shared}/members`)).subscribers, [
    chat.olga.id,
    gus.id,
  ])
  assert.is((await chat.olga.get('/streams/999')).msg, 'Invalid channel ID')
})

test('deactivated people are among no subscribers', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const id = await idOf(chat.olga, 'general')
  expectSuccess(await chat.olga.delete(`/users/${ben.id}`))
  assert.equal((await chat.olga.get(`/streams/${id}/members`)).subscribers, [chat.olga.id])
  assert.is((await chat.olga.get(`/streams/${id}`)).stream.subscriber_count, 1)
  expectSuccess(await chat.olga.post(`/users/${ben.id}/reactivate`))
  assert.is((await chat.olga.get(`/streams/${id}`)).stream.subscriber_count, 2)
})

test('only administrators of a channel change it; others are refused, or learn nothing of it', async () => {
  await using chat = await startChat()
  const { ben, gus } = await harbour(chat)
  const mo = await chat.join('Mo', MODERATOR)
  const ada = await chat.join('Ada', 200)
  const ids = {
    open: await idOf(chat.olga, 'open'),
    secret: await idOf(chat.olga, 'secret'),
    byBen: await idOf(chat.olga, 'run by Ben'),
    shared: await idOf(chat.olga, 'shared'),
  }
  const may = 'success'
  const mayNot = 'CANNOT_ADMINISTER_CHANNEL'
  const unknown = 'BAD_REQUEST'
  for (const [person, id, expected] of [
    [ada, ids.open, may],
    [ada, ids.secret, may],
    [ben, ids.byBen, may],
    [ben, ids.open, mayNot],
    [mo, ids.open, mayNot],
    [ben, ids.secret, unknown],
    [gus, ids.shared, mayNot],
    [gus, ids.byBen, unknown],
    [gus, 999, unknown],
  ] as const) {
    const answer = await person.patch(`/streams/${id}`, { description: 'new' })
    assert.is(answer.code ?? answer.result, expected, `${person.name} ${id}`)
    if (expected === unknown) assert.is(answer.msg, 'Invalid channel ID')
    if (expected !== may) {
      const archived = await person.delete(`/streams/${id}`)
      assert.is(archived.code, expected)
    }
  }
})

test.run()
