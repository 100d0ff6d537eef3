// What bots do and how they change: owners, keys, storage, pictures, services.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openDatabase } from '../../src/store/db.ts'
import { asBot, makeBot } from '../bots.ts'
import { assertRefused } from '../channels.ts'
import { type Answer, expectSuccess, startChat } from '../chat.ts'
import { DOT_PNG } from '../images/files.ts'

test('only its owner and administrators change a bot', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const mia = await chat.join('Mia')
  const ada = await chat.join('Ada', 200)
  const { user_id } = await makeBot(ben, { default_sending_stream: 'general' })
  const inbox = await ben.listen({ event_types: ['realm_user', 'realm_bot'] })

  const changed = expectSuccess(
    await ben.patch(`/bots/${user_id}`, { full_name: 'Robot', default_sending_stream: '' }),
  )
  assert.equal(
    [changed.full_name, changed.default_sending_stream, changed.bot_owner],
    ['Robot', null, 'ben@harbour.test'],
  )
  assert.equal(
    (await inbox.read()).map((event) => event.person ?? event.bot),
    [
      // As a user, then as a bot.
      { user_id, full_name: 'Robot' },
      { user_id, full_name: 'Robot' },
      { user_id, default_sending_stream: null },
    ],
  )
  expectSuccess(await ben.patch(`/bots/${user_id}`, { short_name: 'robot' }))
  const email = 'robot-bot@hearth.local'
  assert.equal(
    (await inbox.read()).map((event) => event.person),
    [
      { user_id, delivery_email: email },
      { user_id, new_email: email },
    ],
  )
  assert.is((await mia.get(`/users/${email}`)).user.user_id, user_id)
  expectSuccess(await ben.patch(`/bots/${user_id}`, { short_name: 'Robot' }))
  const dot = await makeBot(ben, { full_name: 'Dot', short_name: 'dot' })
  for (const [short_name, msg] of [
    ['robot', 'Username already in use'],
    ['r 2', 'Bad name or username'],
  ] as const) {
    const wrong = { full_name: 'Point', short_name }
    assertRefused(await ben.patch(`/bots/${dot.user_id}`, wrong), msg)
    assert.is((await ben.get(`/users/${dot.user_id}`)).user.full_name, 'Dot')
  }
  expectSuccess(await ada.patch(`/bots/${user_id}`, { role: 600 }))
  expectSuccess(await ben.patch(`/users/${user_id}`, { full_name: 'Robo' }))

  const calls: [method: string, path: string][] = [
    ['PATCH', ''],
    ['DELETE', ''],
    ['GET', '/api_key'],
    ['POST', '/api_key/regenerate'],
  ]
  for (const [method, path] of calls) {
    assertRefused(await mia.request(method, `/bots/${user_id}${path}`), 'No such bot')
    assertRefused(await ada.request(method, `/bots/${ben.id}${path}`), 'No such bot')
    assertRefused(await ada.request(method, `/bots/999${path}`), 'No such bot')
  }
  const raised = await ben.patch(`/bots/${user_id}`, { role: 100 })
  assertRefused(raised, 'Must be an organization owner', { code: 'UNAUTHORIZED_PRINCIPAL' })
})

test('a bot that changes owners moves from one list to the other', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const mia = await chat.join('Mia')
  const gone = await chat.join('Gone')
  await chat.olga.delete(`/users/${gone.id}`)
  const { user_id } = await makeBot(ben)
  const event_types = ['realm_user', 'realm_bot']
  const [lost, won] = [await ben.listen({ event_types }), await mia.listen({ event_types })]
  const give = (bot_owner_id: number) => ben.patch(`/bots/${user_id}`, { bot_owner_id })

  assertRefused(await give(999), 'Failed to change owner, no such user')
  assertRefused(await give(gone.id), 'Failed to change owner, user is deactivated')
  assertRefused(await give(user_id), "Failed to change owner, bots can't own other bots")
  expectSuccess(await give(mia.id))

  const person = { user_id, bot_owner_id: mia.id }
  const [first, last] = await lost.read()
  assert.equal([first!.person, last!.op, last!.bot], [person, 'delete', { user_id }])
  assert.equal(
    (await won.read()).map((event) => event.op),
    ['update', 'add'],
  )
  assertRefused(await ben.delete(`/bots/${user_id}`), 'No such bot')
})

test("a bot's key is read and replaced by its owner, and ends with the bot", async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const made = await makeBot(ben)
  const robo = asBot(chat, made)
  assert.is((await ben.get(`/bots/${made.user_id}/api_key`)).api_key, made.api_key)

  const { api_key } = expectSuccess(await ben.post(`/bots/${made.user_id}/api_key/regenerate`))

  assert.is((await robo.get('/users/me')).code, 'INVALID_API_KEY')
  const renewed = asBot(chat, { ...made, api_key })
  expectSuccess(await renewed.get('/users/me'))
  const inbox = await ben.listen({ event_types: ['realm_bot', 'realm_user'] })
  expectSuccess(await ben.delete(`/bots/${made.user_id}`))
  assert.is((await renewed.get('/users/me')).code, 'USER_DEACTIVATED')
  assert.equal(
    (await inbox.read()).map((event) => event.person ?? event.op),
    [{ user_id: made.user_id, is_active: false }, 'delete'],
  )
  assertRefused(await ben.delete(`/bots/${made.user_id}`), 'No such bot')
})

test('a bot keeps what it wants to remember', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const robo = asBot(chat, await makeBot(ben))
  const dot = asBot(
    chat,
    await makeBot(ben, { full_name: 'Dot', short_name: 'dot' }),
    'dot-bot@hearth.local',
  )

  expectSuccess(await robo.put('/bot_storage', { storage: { count: '1', name: 'x' } }))
  expectSuccess(await robo.put('/bot_storage', { storage: { count: '2' } }))

  assert.equal((await robo.get('/bot_storage')).storage, { count: '2', name: 'x' })
  assert.equal((await robo.get('/bot_storage', { keys: ['name'] })).storage, { name: 'x' })
  assert.equal((await dot.get('/bot_storage')).storage, {})
  assertRefused(await robo.get('/bot_storage', { keys: ['nothing'] }), 'Key does not exist.')
  assertRefused(
    await robo.delete('/bot_storage', { keys: ['count', 'nothing'] }),
    'Key does not exist.',
  )
  expectSuccess(await robo.delete('/bot_storage', { keys: ['count'] }))
  assert.equal((await robo.get('/bot_storage')).storage, { name: 'x' })
  expectSuccess(await robo.delete('/bot_storage'))
  assert.equal((await robo.get('/bot_storage')).storage, {})

  assertRefused(await ben.get('/bot_storage'), 'This endpoint is for bots only.')
  const large = await robo.put('/bot_storage', { storage: { a: 'x'.repeat(10_000_000) } })
  assert.match(large.msg, 'Storage is full')
  expectSuccess(await robo.put('/bot_storage', { storage: { a: 'x'.repeat(9_999_999) } }))
  const long = { b: 'x', ['k'.repeat(501)]: 'y' }
  const tooLong = await robo.put('/bot_storage', { storage: long })
  assertRefused(tooLong, 'A key can have 500 characters at most.')
  assertRefused(await robo.get('/bot_storage', { keys: ['b'] }), 'Key does not exist.')
  const wrong = await robo.put('/bot_storage', { storage: { a: 1 } })
  assertRefused(wrong, 'storage["a"] is not a string')
})

test('a long value of a bot is whole, and its room is free again', async () => {
  await using chat = await startChat()
  const bot = await chat.joinBot('Robot')
  const stored = async () => (await bot.get('/bot_storage')).storage
  // Wherever the text is cut, a character of two units lies there.
  const [odd, even] = ['😀'.repeat(600_000), `x${'😀'.repeat(600_000)}`]
  expectSuccess(await bot.put('/bot_storage', { storage: { odd, even, '"\n': 'x' } }))
  assert.equal(await stored(), { '"\n': 'x', even, odd })
  assert.equal((await bot.get('/bot_storage', { keys: ['even'] })).storage, { even })

  const six = 'x'.repeat(6_000_000)
  assert.match((await bot.put('/bot_storage', { storage: { six } })).msg, '10800014 bytes')
  assert.equal(await stored(), { even, odd, '"\n': 'x' })
  expectSuccess(await bot.put('/bot_storage', { storage: { odd: six, even: 'y' } }))
  assert.equal(await stored(), { even: 'y', odd: six, '"\n': 'x' })
  expectSuccess(await bot.delete('/bot_storage', { keys: ['odd'] }))

  const many = Object.fromEntries(
    Array.from({ length: 2000 }, (_, at) => [`key ${at}`, `${at} ${'y'.repeat(1000)}`]),
  )
  expectSuccess(await bot.put('/bot_storage', { storage: many }))
  assert.equal(await stored(), { even: 'y', '"\n': 'x', ...many })
  expectSuccess(await bot.delete('/bot_storage', { keys: Object.keys(many) }))

  const both = await Promise.all(
    ['left', 'right'].map((key) => bot.put('/bot_storage', { storage: { [key]: six } })),
  )
  assert.equal(both.map(({ result }) => result).sort(), ['error', 'success'])
  assert.match(both.find(({ result }) => result === 'error')!.msg, 'Storage is full')
  assert.is(Object.keys(await stored()).length, 3)
  expectSuccess(await bot.delete('/bot_storage'))
  expectSuccess(await bot.put('/bot_storage', { storage: { a: 'x'.repeat(9_999_999) } }))
})

test('an incoming webhook posts messages and does nothing else', async () => {
  await using chat = await startChat()
  const robo = asBot(chat, await makeBot(chat.olga, { bot_type: 2 }))

  await robo.say('general', 'alerts', 'disk full')

  for (const answer of [await robo.get('/users/me'), await robo.post('/register')])
    assert.equal([answer.status, answer.code], [401, 'UNAUTHORIZED'])
})

test('a bot has a picture from the start, or none and no bot if the picture is broken', async () => {
  await using chat = await startChat()
  const upload = (name: string, bytes: Buffer) =>
    chat.olga.upload('/bots', new File([new Uint8Array(bytes)], 'a.png', { type: 'image/png' }), {
      full_name: name,
      short_name: name.toLowerCase(),
    })

  const broken = await upload('Dot', Buffer.from('no picture'))
  const { user_id, avatar_url } = expectSuccess(await upload('Robo', DOT_PNG))

  assert.is(broken.status, 400)
  const { members } = await chat.olga.get('/users', { client_gravatar: false })
  assert.equal(
    members.map((user: Answer) => user.full_name),
    ['Olga', 'Robo'],
  )
  assert.is(members[1].avatar_url, avatar_url)
  assert.is((await chat.olga.get(`/users/${user_id}`)).user.avatar_version, 2)
})

test('only a bot that posts to a service is configured', async () => {
  await using chat = await startChat()
  const config_data = { token: 'soup' }
  const request = { full_name: 'Robo', short_name: 'robo', config_data }
  for (const bot_type of [1, 2]) {
    const answer = await chat.olga.post('/bots', { ...request, bot_type })
    assertRefused(answer, 'This bot posts to no service.')
  }
  const payload_url = 'https://robo.example.org/hook'
  const { user_id } = await makeBot(chat.olga, { bot_type: 3, payload_url, config_data })
  const row = () =>
    openDatabase(`${chat.folder}/hearth.db`, { readonly: true })
      .prepare('SELECT config_data FROM bot_service WHERE bot_id = ?')
      .pluck()
      .get(user_id) as string
  assert.equal(JSON.parse(row()), config_data)

  const kept = expectSuccess(await chat.olga.patch(`/bots/${user_id}`, { full_name: 'Ro' }))
  assert.equal(kept.config_data, config_data)
  expectSuccess(await chat.olga.patch(`/bots/${user_id}`, { config_data: {} }))
  assert.equal(JSON.parse(row()), {})
  const { user_id: plain } = await makeBot(chat.olga, { full_name: 'Plain', short_name: 'plain' })
  const answer = await chat.olga.patch(`/bots/${plain}`, { config_data })
  assertRefused(answer, 'This bot posts to no service.')
})

test.run()
