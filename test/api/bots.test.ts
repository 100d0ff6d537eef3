// Bots: creating, changing, deactivating, their storage.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { asBot, makeBot } from '../bots.ts'
import { assertRefused } from '../channels.ts'
import { type Answer, expectSuccess, type Person, startChat } from '../chat.ts'

const ADMINISTRATORS = 3

test('everyone receives a new bot, and it writes in its own name', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const mia = await chat.join('Mia')
  const event_types = ['realm_user', 'realm_bot']
  const inboxes = await Promise.all(
    [ben, chat.olga, mia].map((person) => person.listen({ event_types })),
  )

  const made = await makeBot(ben, {
    default_sending_stream: 'general',
    default_all_public_streams: true,
  })

  const { user_id, api_key, avatar_url, ...defaults } = made
  assert.match(api_key, /^[0-9A-Za-z]{32}$/)
  assert.type(avatar_url, 'string')
  assert.equal(
    [defaults.default_sending_stream, defaults.default_events_register_stream],
    ['general', null],
  )
  const heard = await Promise.all(inboxes.map((inbox) => inbox.read()))
  const [person, bot] = heard[0]!
  assert.equal(
    [person!.op, person!.person.bot_type, person!.person.bot_owner_id, person!.person.is_bot],
    ['add', 1, ben.id, true],
  )
  assert.not.ok('profile_data' in person!.person)
  assert.equal(bot, {
    type: 'realm_bot',
    op: 'add',
    bot: {
      user_id,
      default_sending_stream: 'general',
      default_events_register_stream: null,
      default_all_public_streams: true,
      services: [],
    },
  })
  assert.equal(heard[1], heard[0])
  assert.equal(
    heard[2]!.map((event) => event.type),
    ['realm_user'],
  )
  const robo = asBot(chat, made)
  const id = await robo.say('general', 'lunch', 'beep')
  assert.is((await mia.get(`/messages/${id}`)).message.sender_id, user_id)
  assert.not.ok('profile_data' in (await robo.get('/users/me')))
})

test('owners list their active bots, and the snapshot those one may administer', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const mia = await chat.join('Mia')
  const { user_id } = await makeBot(ben)
  const { user_id: other } = await makeBot(mia, { full_name: 'Dot', short_name: 'dot' })

  const { bots } = await ben.get('/bots')
  assert.equal(
    bots.map((bot: Answer) => [bot.username, bot.full_name]),
    [['robo-bot@hearth.local', 'Robo']],
  )
  const ids = async (person: Person) =>
    (await person.post('/register', { fetch_event_types: ['realm_bot'] })).realm_bots.map(
      (bot: Answer) => bot.user_id,
    )
  assert.equal(await ids(ben), [user_id])
  assert.equal(await ids(chat.olga), [user_id, other])
  expectSuccess(await ben.delete(`/bots/${user_id}`))
  assert.equal((await ben.get('/bots')).bots, [])
  assert.equal(await ids(ben), [])
})

test('a bot needs a free name and address, a known type and a valid service', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  await makeBot(ben)
  const cases: [parameters: Record<string, unknown>, message: string | undefined][] = [
    [{ full_name: undefined }, "Missing 'full_name' argument"],
    [{ short_name: undefined }, "Missing 'short_name' argument"],
    [{ short_name: ' ' }, 'Bad name or username'],
    [{ short_name: 'a b' }, 'Bad name or username'],
    [{ short_name: 'robo' }, 'Username already in use'],
    [{ full_name: 'Robo' }, 'Name is already in use.'],
    [{ full_name: '' }, 'Invalid characters in name!'],
    [{ bot_type: 0 }, 'Invalid bot type'],
    [{ bot_type: 4 }, 'Invalid bot type'],
    [{ bot_type: 'generic' }, 'bot_type is not valid JSON'],
    [{ default_sending_stream: 'nowhere' }, "Invalid channel name 'nowhere'"],
    [{ bot_type: 3 }, 'payload_url is not a URL'],
    [
      { bot_type: 3, payload_url: '"https://hooks.test/"', interface_type: 3 },
      'Invalid interface_type',
    ],
    [{ bot_type: 3, payload_url: '"https://hooks.test/"' }, undefined],
    [{ bot_type: 2, full_name: 'In', short_name: 'in' }, undefined],
  ]
  for (const [parameters, message] of cases) {
    const answer = await ben.post('/bots', { full_name: 'Dot', short_name: 'dot', ...parameters })
    assert.is(answer.msg, message ?? '', JSON.stringify(parameters))
  }
  const { realm_bots } = await ben.post('/register', { fetch_event_types: ['realm_bot'] })
  const [service] = realm_bots[1].services
  assert.equal([service.base_url, service.interface], ['https://hooks.test/', 1])
  assert.match(service.token, /^[0-9A-Za-z]{32}$/)
})

test('a bot cannot default to a channel its owner cannot see', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  await chat.olga.subscribe('secret', { invite_only: true })
  for (const name of ['secret', 'nowhere']) {
    const wish = { full_name: 'Robo', short_name: 'robo', default_sending_stream: name }
    assertRefused(await ben.post('/bots', wish), `Invalid channel name '${name}'`)
  }
})

test('each kind of bot needs its permission to be created', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const gus = await chat.join('Gus', 600)
  const robo = asBot(chat, await makeBot(ben))
  const dot = { full_name: 'Dot', short_name: 'dot' }
  assertRefused(await gus.post('/bots', dot), 'Not allowed for guest users')
  assertRefused(await robo.post('/bots', dot), 'This endpoint does not accept bot requests.')

  await chat.olga.patch('/realm', { can_create_bots_group: { new: ADMINISTRATORS } })
  assertRefused(await ben.post('/bots', dot), 'Insufficient permission')
  expectSuccess(await ben.post('/bots', { ...dot, bot_type: 2 }))
})

test("addresses of bots have the domain of the server's mail", async () => {
  await using chat = await startChat({ mailDomain: 'chat.harbour.test' })
  const { user_id } = await makeBot(chat.olga)
  const { user } = await chat.olga.get(`/users/${user_id}`)
  assert.is(user.email, 'robo-bot@chat.harbour.test')
  const snapshot = await chat.olga.post('/register', { fetch_event_types: ['realm'] })
  assert.is(snapshot.realm_bot_domain, 'chat.harbour.test')
})

test.run()
