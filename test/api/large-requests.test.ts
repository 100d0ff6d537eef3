// Requests that name many people, channels or messages at once.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { expectSuccess, startChat } from '../chat.ts'

test('three people join sixty channels with one request, and leave them with one', async () => {
  await using chat = await startChat()
  const { olga } = chat
  const [ben, mia] = [await chat.join('Ben'), await chat.join('Mia')]
  const names = Array.from({ length: 60 }, (_, at) => `channel ${at}`)
  const principals = [olga.id, ben.id, mia.id]
  const inbox = await ben.listen({ event_types: ['message'] })
  const joined = await olga.subscribe(names[0]!, {
    subscriptions: names.map((name) => ({ name })),
    principals,
  })
  for (const { id } of [olga, ben, mia])
    assert.equal(joined.subscribed[id].sort(), [...names].sort())
  assert.equal(joined.already_subscribed, {})
  assert.is(joined.new_subscription_messages_sent, true)
  assert.is((await mia.get('/users/me/subscriptions')).subscriptions.length, 61)
  const again = await olga.subscribe(names[0]!, {
    subscriptions: names.map((name) => ({ name })),
    principals,
  })
  assert.equal(again.subscribed, {})
  assert.is(again.already_subscribed[mia.id].length, 60)

  const left = expectSuccess(
    await olga.delete('/users/me/subscriptions', { subscriptions: names, principals }),
  )
  assert.equal(left.removed.sort(), [...names].sort())
  assert.equal(left.not_removed, [])
  assert.is((await ben.get('/users/me/subscriptions')).subscriptions.length, 1)
  assert.equal(await inbox.read(), [], 'nobody is told of a channel made for them')
})

test('250 new channels of one request are all created, announced and joined, with others that are there', async () => {
  await using chat = await startChat()
  const { olga } = chat
  const [ben, mia] = [await chat.join('Ben'), await chat.join('Mia')]
  await olga.subscribe('old 1')
  const news = Array.from({ length: 250 }, (_, at) => `new ${at}`)
  const names = ['old 1', ...news, 'GENERAL', 'New 7']
  const inbox = await ben.listen({ event_types: ['stream', 'message'] })
  const joined = await ben.subscribe('old 1', {
    subscriptions: names.map((name) => ({ name, color: '#112233' })),
    announce: true,
  })
  assert.equal(joined.subscribed[ben.id].toSorted(), ['old 1', ...news].toSorted())
  assert.equal(joined.already_subscribed, { [ben.id]: ['general'] })
  const { subscriptions } = await ben.get('/users/me/subscriptions')
  const own = subscriptions.filter(({ color }: { color: string }) => color === '#112233')
  assert.is(own.length, 251)
  const events = await inbox.read()
  const seen = events.filter(({ op }) => op === 'create').flatMap(({ streams }) => streams)
  assert.equal(seen.map(({ name }: { name: string }) => name).toSorted(), news.toSorted())
  const posts = events.filter(({ type }) => type === 'message').map(({ message }) => message)
  const announced = posts
    .filter(({ subject }) => subject === 'new channels')
    .map(({ content }) => content)
  for (const name of news) assert.match(announced.join(''), new RegExp(`#(\\*\\*)?${name}\\b`))

  // The owner adds Mia: one message names what was there before.
  const dms = await mia.listen({ event_types: ['message'] })
  const more = Array.from({ length: 120 }, (_, at) => `more ${at}`)
  const added = await olga.subscribe('old 1', {
    subscriptions: ['old 1', ...more].map((name) => ({ name })),
    principals: [mia.id],
  })
  assert.is(added.subscribed[mia.id].length, 121)
  assert.is(added.new_subscription_messages_sent, true)
  const told = (await dms.read()).filter(({ message }) => message.type === 'private')
  assert.is(told.length, 1)
  assert.match(told[0]!.message.content, 'old 1')
})

test('of hundreds of channels none is created if one cannot be', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  await chat.olga.subscribe('secret', { invite_only: true })
  const names = Array.from({ length: 250 }, (_, at) => ({ name: `new ${at}` }))
  const refused = async (last: object) => {
    const subscriptions = [...names, last]
    return (await ben.post('/users/me/subscriptions', { subscriptions })).msg
  }
  assert.is(await refused({ name: 'secret' }), 'Unable to access channel (secret).')
  assert.match(await refused({ name: 'x'.repeat(61) }), 'Channel name too long')
  assert.match(await refused({ name: 'x', description: 'x'.repeat(1025) }), 'description')
  assert.match(await refused({ name: 'x', color: 'red' }), 'color')
  assert.is((await ben.get('/streams')).streams.length, 1)
  // Where that is asked for, those out of reach are skipped.
  const subscriptions = [{ name: 'secret' }, ...names]
  const answer = await ben.post('/users/me/subscriptions', {
    subscriptions,
    authorization_errors_fatal: false,
  })
  assert.equal(answer.unauthorized, ['secret'])
  assert.is(answer.subscribed[ben.id].length, 250)
})

test('who is added to sixty existing channels with others receives one message', async () => {
  await using chat = await startChat()
  const { olga } = chat
  const [ben, mia] = [await chat.join('Ben'), await chat.join('Mia')]
  const subscriptions = Array.from({ length: 60 }, (_, at) => ({ name: `channel ${at}` }))
  await olga.subscribe('channel 0', { subscriptions })
  const inbox = await mia.listen({ event_types: ['message'] })
  const principals = [ben.id, mia.id]
  const joined = await olga.subscribe('channel 0', { subscriptions, principals })
  assert.is(joined.new_subscription_messages_sent, true)
  assert.is((await inbox.read()).length, 1)
})

test('a member without the permission adds nobody, not even with people who are themselves', async () => {
  await using chat = await startChat()
  const { olga } = chat
  const [ben, mia] = [await chat.join('Ben'), await chat.join('Mia')]
  expectSuccess(await olga.patch('/realm', { can_add_subscribers_group: { new: 2 } }))
  const subscriptions = Array.from({ length: 200 }, (_, at) => ({ name: `channel ${at}` }))
  await olga.subscribe('channel 0', { subscriptions })
  const principals = [ben.id, mia.id]
  const refused = await ben.post('/users/me/subscriptions', { subscriptions, principals })
  assert.is(refused.status, 400)
  assert.is((await ben.get('/users/me/subscriptions')).subscriptions.length, 1)
  const names = subscriptions.map(({ name }) => name)
  const removal = { subscriptions: names, principals: [ben.id, olga.id] }
  assert.is((await ben.delete('/users/me/subscriptions', removal)).status, 400)
  assert.is((await olga.get('/users/me/subscriptions')).subscriptions.length, 201)
})

test('more channels, subscriptions or values than the limits are refused and change nothing', async () => {
  await using chat = await startChat()
  const { olga } = chat
  const subscriptions = Array.from({ length: 501 }, (_, at) => ({ name: `channel ${at}` }))
  const channels = await olga.post('/users/me/subscriptions', { subscriptions })
  assert.is(channels.msg, 'Too many channels at once (maximum: 500)')
  assert.is((await olga.get('/users/me/subscriptions')).subscriptions.length, 1)
  const principals = Array.from({ length: 10_001 }, (_, at) => `ben${at}@harbour.test`)
  const people = await olga.post('/users/me/subscriptions', {
    subscriptions: [{ name: 'crowd' }],
    principals,
  })
  assert.match(people.msg, /^principals has too many values \(limits: 10000 in all/)
  assert.is((await olga.get('/users/me/subscriptions')).subscriptions.length, 1)
  const hello = { type: 'direct', content: 'hello' }
  const to = principals.map((_, at) => at)
  const sent = await olga.post('/messages', { ...hello, to })
  assert.match(sent.msg, /^to has too many values \(limits: 10000 in all/)
  const typing = await olga.post('/typing', { op: 'start', to })
  assert.match(typing.msg, /^to has too many values \(limits: 10000 in all/)
  const alert_words = Array.from({ length: 10_001 }, () => 'tea')
  for (const change of [olga.post, olga.delete]) {
    const { msg } = await change.call(olga, '/users/me/alert_words', { alert_words })
    assert.match(msg, /^alert_words has too many values \(limits: 10000 in all/)
  }
  const messages = Array.from({ length: 50_001 }, () => 1)
  const flags = await olga.post('/messages/flags', { messages, op: 'add', flag: 'read' })
  assert.is(
    flags.msg,
    'messages has too many values (limits: 50000 in all, 2000 keys of a dictionary)',
  )
  const bot = await chat.joinBot('Robot')
  const storage = Object.fromEntries(Array.from({ length: 2001 }, (_, at) => [`key ${at}`, 'x']))
  assert.match((await bot.put('/bot_storage', { storage })).msg, /^storage has too many values/)
  assert.equal((await bot.get('/bot_storage')).storage, {})
})

test('what a list repeats counts once', async () => {
  await using chat = await startChat()
  const { olga } = chat
  const ben = await chat.join('Ben')
  const often = <T>(value: T, length = 40_000) => Array.from({ length }, () => value)
  const inbox = await ben.listen({ event_types: ['message'] })
  const hello = { type: 'direct', content: 'hello' }
  const sent = await olga.post('/messages', { ...hello, to: often(ben.id, 10_000) })
  expectSuccess(sent)
  assert.is((await inbox.read()).length, 1)
  const cooks = { name: 'cooks', description: '', members: often(ben.id) }
  const { group_id } = expectSuccess(await olga.post('/user_groups/create', cooks))
  assert.equal((await ben.get(`/user_groups/${group_id}/members`)).members, [ben.id])
  const set = { group_name: 'set', description: '', stream_names: often('general') }
  assert.match((await olga.post('/default_stream_groups/create', set)).msg, 'default channel')
  // Unless the list is an order, in which everything stands once.
  const { channel_folder_id } = expectSuccess(
    await olga.post('/channel_folders/create', { name: 'Sea', description: '' }),
  )
  const order = await olga.patch('/channel_folders', { order: often(channel_folder_id) })
  assert.is(order.msg, 'Invalid order mapping.')
})

test('a bot keeps fifty thousand keys at most', async () => {
  await using chat = await startChat()
  const bot = await chat.joinBot('Robot')
  const keep = (from: number) =>
    bot.put('/bot_storage', {
      storage: Object.fromEntries(
        Array.from({ length: 2000 }, (_, at) => [`key ${from + at}`, '']),
      ),
    })
  for (let from = 0; from < 50_000; from += 2000) expectSuccess(await keep(from))
  assert.is((await keep(49_999)).msg, 'Storage has too many keys (maximum: 50000).')
  assert.is(Object.keys((await bot.get('/bot_storage')).storage).length, 50_000)
})

test.run()
