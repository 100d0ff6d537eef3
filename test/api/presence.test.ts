// Presence.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { type Chat, expectSuccess, type Person, startChat } from '../chat.ts'

const ping = (person: Person, more: Record<string, unknown> = {}) =>
  person.post('/users/me/presence', { status: 'active', ...more })

const now = (chat: Chat) => Math.floor(chat.clock.now() / 1000)

test('who comes online is told to those who see them, in the words of each client', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const listen = (more: object) => chat.olga.listen({ event_types: ['presence'], ...more })
  const legacy = await listen({})
  const slim = await listen({ slim_presence: true })
  const modern = await listen({ client_capabilities: { simplified_presence_events: true } })
  const at = now(chat)

  expectSuccess(await ping(ben))

  const presence = {
    website: { client: 'website', status: 'active', timestamp: at, pushable: false },
  }
  const rest = { type: 'presence', user_id: ben.id, server_timestamp: at, presence }
  assert.equal(await legacy.read(), [{ ...rest, email: ben.email }])
  assert.equal(await slim.read(), [rest])
  assert.equal(await modern.read(), [
    {
      type: 'presence',
      presences: { [ben.id]: { active_timestamp: at, idle_timestamp: at } },
    },
  ])
})

test('only the first ping, and coming back after 130 seconds, is news', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const inbox = await chat.olga.listen({ event_types: ['presence'] })
  const pings: [seconds: number, status: string, isNews: boolean][] = [
    [0, 'idle', true],
    [60, 'idle', false],
    [60, 'active', true],
    [130, 'active', false],
    [131, 'active', true],
    [500, 'idle', false],
    [0, 'active', true],
  ]
  for (const [seconds, status, isNews] of pings) {
    chat.clock.advance(seconds)
    expectSuccess(await ping(ben, { status }))
    assert.is((await inbox.read()).length, isNews ? 1 : 0, `${status} after ${seconds} s`)
  }
})

test('a ping within 55 seconds of the last is not written down', async () => {
  await using chat = await startChat()
  const first = await ping(chat.olga)
  chat.clock.advance(55)
  const soon = await ping(chat.olga)
  chat.clock.advance(1)
  const later = await ping(chat.olga)

  assert.is(first.presence_last_update_id, 1)
  assert.is(soon.presence_last_update_id, 1)
  assert.is(later.presence_last_update_id, 2)
})

test('presence is read in the older form, by e-mail, with a status', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const joined = now(chat)
  chat.clock.advance(100)
  expectSuccess(await ping(ben, { status: 'idle' }))
  const idle = { client: 'website', status: 'idle', timestamp: joined + 100 }
  const answer = await ping(chat.olga)
  const active = { client: 'website', status: 'active', timestamp: joined + 100 }

  const expected = {
    [ben.email]: { aggregated: idle, website: { ...idle, pushable: false } },
    [chat.olga.email]: { aggregated: active, website: { ...active, pushable: false } },
  }
  assert.equal(answer.presences, expected)
  assert.is(answer.server_timestamp, joined + 100)
  assert.equal((await ben.get('/realm/presence')).presences, expected)
})

test('who was active shortly before counts as active, then as idle', async () => {
  await using chat = await startChat()
  await ping(chat.olga)
  const statusAfter = async (seconds: number) => {
    chat.clock.advance(seconds)
    await ping(chat.olga, { status: 'idle', ping_only: true })
    return (await chat.olga.get(`/users/${chat.olga.id}/presence`)).presence.aggregated.status
  }
  assert.is(await statusAfter(70), 'active')
  assert.is(await statusAfter(70), 'idle')
})

test('a client asks for what changed since its last answer', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const joined = now(chat)
  await ping(ben, { status: 'idle' })
  chat.clock.advance(60)

  const all = await ping(chat.olga, { last_update_id: -1 })
  chat.clock.advance(60)
  await ping(ben, { ping_only: true })
  const changed = await ping(chat.olga, { last_update_id: all.presence_last_update_id })

  assert.equal(all.presences, {
    [ben.id]: { active_timestamp: joined, idle_timestamp: joined },
    [chat.olga.id]: { active_timestamp: joined + 60, idle_timestamp: joined + 60 },
  })
  assert.equal(Object.keys(changed.presences).sort(), [String(chat.olga.id), String(ben.id)].sort())
  assert.ok(changed.presence_last_update_id > all.presence_last_update_id)
  const nothing = await ping(chat.olga, { last_update_id: changed.presence_last_update_id })
  assert.equal(nothing.presences, {})
})

test('a bare ping answers nothing more', async () => {
  await using chat = await startChat()
  const { result, msg, status, headers, ...more } = await ping(chat.olga, { ping_only: true })
  assert.is(result, 'success')
  assert.equal(more, {})
})

test('presence older than a client wants is left out', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  await ping(ben)
  chat.clock.advance(2 * 86_400)

  const seen = async (days?: number) => {
    const answer = await ping(chat.olga, { slim_presence: true, history_limit_days: days })
    return String(ben.id) in answer.presences
  }
  assert.is(await seen(), true)
  assert.is(await seen(2), true)
  assert.is(await seen(1), false)
  assert.is(await seen(0), false)

  const { presences } = await chat.olga.post('/register', {
    fetch_event_types: ['presence'],
    presence_history_limit_days: 1,
    slim_presence: true,
  })
  assert.equal(Object.keys(presences), [String(chat.olga.id)])
})

test('the snapshot has the form the client knows', async () => {
  await using chat = await startChat()
  await ping(chat.olga)
  const read = (more: object) =>
    chat.olga.post('/register', { fetch_event_types: ['presence'], ...more })

  const legacy = await read({})
  const slim = await read({ slim_presence: true })
  const modern = await read({ client_capabilities: { simplified_presence_events: true } })

  assert.equal(Object.keys(legacy.presences), [chat.olga.email])
  for (const { presences } of [slim, modern]) {
    assert.equal(Object.keys(presences), [String(chat.olga.id)])
  }
  assert.is(legacy.presence_last_update_id, 1)
  assert.is(legacy.server_timestamp, chat.clock.now() / 1000)
})

test('nobody’s presence is known before anyone was here', async () => {
  await using chat = await startChat()
  const { presences, presence_last_update_id } = await chat.olga.post('/register', {
    fetch_event_types: ['presence'],
  })
  assert.equal(presences, {})
  assert.is(presence_last_update_id, -1)
})

test('who does not want to be seen is gone at once, and back at once', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  await ping(ben)
  const inbox = await chat.olga.listen({ event_types: ['presence'], slim_presence: true })

  expectSuccess(await ben.patch('/settings', { presence_enabled: false }))
  const [gone] = await inbox.read()
  chat.clock.advance(300)
  expectSuccess(await ping(ben))
  const meanwhile = await inbox.read()
  expectSuccess(await ben.patch('/settings', { presence_enabled: true }))
  const [back] = await inbox.read()

  assert.is(gone!.presence.website.timestamp, now(chat) - 300 - 201)
  assert.equal(meanwhile, [])
  assert.is(back!.presence.website.timestamp, now(chat))
})

test('guests who see only acquaintances are told of nobody else', async () => {
  await using chat = await startChat()
  const gus = await chat.join('Gus', 600)
  expectSuccess(await gus.delete('/users/me/subscriptions', { subscriptions: ['general'] }))
  await chat.olga.patch('/realm', { can_access_all_users_group: { new: 6 } })
  const inbox = await gus.listen({ event_types: ['presence'] })

  await ping(chat.olga)

  assert.equal(await inbox.read(), [])
  assert.equal((await gus.get('/realm/presence')).presences, {})
  const refused = await gus.get(`/users/${chat.olga.id}/presence`)
  assert.is(refused.msg, 'Insufficient permission')
})

test('where more than 100 people are, only who hides or returns is announced', async () => {
  await using chat = await startChat()
  const names = Array.from({ length: 100 }, (_, at) => `Sailor ${at}`)
  const [first, second] = await Promise.all(names.map((name) => chat.join(name)))
  const inbox = await chat.olga.listen({ event_types: ['presence'] })

  expectSuccess(await ping(first!))
  assert.equal(await inbox.read(), [])
  expectSuccess(await second!.patch('/settings', { presence_enabled: false }))
  assert.is((await inbox.read()).length, 1)
})

test('who was not here for longer than the threshold is offline, all in all', async () => {
  await using chat = await startChat()
  const { server_presence_offline_threshold_seconds: threshold } = await chat.olga.post(
    '/register',
    { fetch_event_types: ['presence', 'realm'] },
  )
  await ping(chat.olga)
  const statuses = async () => {
    const { presence } = await chat.olga.get(`/users/${chat.olga.id}/presence`)
    const { presences } = await chat.olga.get('/realm/presence')
    return [presence, presences[chat.olga.email]].map(({ aggregated, website }) => [
      aggregated.status,
      website.status,
    ])
  }

  chat.clock.advance(threshold)
  assert.equal(await statuses(), [
    ['active', 'active'],
    ['active', 'active'],
  ])
  chat.clock.advance(1)
  assert.equal(await statuses(), [
    ['offline', 'active'],
    ['offline', 'active'],
  ])
})

test('one person’s presence is read by number and by address', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  await ping(ben)
  const state = { status: 'active', timestamp: now(chat) }

  for (const whom of [ben.id, encodeURIComponent(ben.email)]) {
    const { presence } = expectSuccess(await chat.olga.get(`/users/${whom}/presence`))
    assert.equal(presence, { aggregated: state, website: state })
  }
  assert.is((await chat.olga.get('/users/99/presence')).msg, 'No such user')
  assert.is((await chat.olga.get('/users/x@harbour.test/presence')).msg, 'No such user')
  const silent = await ben.get(`/users/${chat.olga.id}/presence`)
  assert.is(silent.msg, `No presence data for ${chat.olga.id}`)
})

const REFUSED: [parameters: Record<string, unknown>, msg: string][] = [
  [{}, "Missing 'status' argument"],
  [{ status: 'away' }, 'Invalid status: away'],
  [{ status: 'active', ping_only: 'yes' }, 'ping_only is not valid JSON'],
  [{ status: 'active', last_update_id: 'x' }, 'last_update_id is not valid JSON'],
  [{ status: 'active', history_limit_days: -1 }, 'history_limit_days is too small (minimum: 0)'],
]

test('a ping that makes no sense is refused and tells nobody', async () => {
  await using chat = await startChat()
  const inbox = await chat.olga.listen({ event_types: ['presence'] })
  for (const [parameters, msg] of REFUSED) {
    assert.is((await chat.olga.post('/users/me/presence', parameters)).msg, msg)
  }
  assert.equal(await inbox.read(), [])
})

test.run()
