// Subscribing and unsubscribing others.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openDatabase } from '../../src/store/db.ts'
import { GUEST, idOf, NOBODY } from '../channels.ts'
import { expectSuccess, type Person, startChat } from '../chat.ts'
import { addCrowd } from '../many.ts'
import { namesOf, refusal, subscriptionsOf } from '../subscriptions.ts'

test('people add others where organization or channel allow it, all or none', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const cleo = await chat.join('Cleo')
  await chat.olga.subscribe('open')
  await chat.olga.subscribe('closed', { can_add_subscribers_group: NOBODY })
  const add = (subscriptions: string[], principals: unknown) =>
    ben.post('/users/me/subscriptions', {
      subscriptions: subscriptions.map((name) => ({ name })),
      principals,
    })

  assert.equal((await add(['open'], [cleo.id])).subscribed, { [cleo.id]: ['open'] })
  assert.equal((await add(['closed'], [cleo.email])).subscribed, { [cleo.id]: ['closed'] })
  expectSuccess(await chat.olga.patch('/realm', { can_add_subscribers_group: { new: NOBODY } }))
  await chat.olga.subscribe('later')
  assert.is((await add(['later'], [cleo.id])).msg, 'Insufficient permission')
  assert.is((await add(['later', 'mine'], [cleo.id])).msg, 'Insufficient permission')
  assert.equal(await namesOf(cleo), ['closed', 'general', 'open'])
  // Into a channel of one's own making they come all the same.
  assert.equal((await add(['mine'], [cleo.id])).subscribed, { [cleo.id]: ['mine'] })
  const later = await idOf(ben, 'later')
  const setting = { new: { direct_members: [ben.id], direct_subgroups: [] } }
  await chat.olga.patch(`/streams/${later}`, { can_add_subscribers_group: setting })
  assert.equal((await add(['later'], [cleo.id])).subscribed, { [cleo.id]: ['later'] })
})

test('only the named people are subscribed; an empty list subscribes no one', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  await chat.olga.subscribe('for Ben', { principals: [ben.id] })
  await chat.olga.subscribe('for nobody', { principals: [] })
  assert.equal(await namesOf(chat.olga), ['general'])
  assert.equal(await namesOf(ben), ['for Ben', 'general'])
})

test('unknown people cannot be subscribed', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  expectSuccess(await chat.olga.delete(`/users/${ben.id}`))
  for (const principals of [[999], ['nobody@harbour.test'], [ben.id], [chat.olga.id, 999]]) {
    const answer = await chat.olga.post('/users/me/subscriptions', {
      subscriptions: [{ name: 'new' }],
      principals,
    })
    assert.equal(refusal(answer), [400, 'BAD_REQUEST', 'No such user'])
  }
  assert.is((await chat.olga.get('/get_stream_id', { stream: 'new' })).status, 400)
})

test('an inaccessible channel refuses the request, or is listed as unauthorized', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  await chat.olga.subscribe('secret', { invite_only: true })
  const join = (parameters: object) =>
    ben.post('/users/me/subscriptions', {
      subscriptions: [{ name: 'Secret' }, { name: 'fine' }],
      ...parameters,
    })

  assert.equal(refusal(await join({})), [400, 'BAD_REQUEST', 'Unable to access channel (Secret).'])
  assert.not.ok((await namesOf(ben)).includes('fine'))
  const answer = await join({ authorization_errors_fatal: false })
  assert.equal(answer.subscribed, { [ben.id]: ['fine'] })
  assert.equal(answer.unauthorized, ['Secret'])
})

test('administrators know private channels and cannot join them; those with the permission can', async () => {
  await using chat = await startChat()
  const ada = await chat.join('Ada', 200)
  const ben = await chat.join('Ben')
  const cleo = await chat.join('Cleo')
  await ben.subscribe('secret', {
    invite_only: true,
    can_subscribe_group: { direct_members: [cleo.id], direct_subgroups: [] },
  })
  const join = (person: Person) =>
    person.post('/users/me/subscriptions', { subscriptions: [{ name: 'secret' }] })
  assert.is((await join(ada)).msg, 'Unable to access channel (secret).')
  assert.equal((await join(cleo)).subscribed, { [cleo.id]: ['secret'] })
})

test('guests join nothing and create nothing', async () => {
  await using chat = await startChat()
  const gus = await chat.join('Gus', GUEST)
  const answer = await gus.post('/users/me/subscriptions', { subscriptions: [{ name: 'general' }] })
  assert.equal(refusal(answer), [400, 'BAD_REQUEST', 'Not allowed for guest users'])
})

test('people get a message only when another user subscribes them', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const bot = expectSuccess(
    await chat.olga.post('/bots', { full_name: 'Beep', short_name: 'beep' }),
  )
  await chat.olga.subscribe('old')
  const inbox = await ben.listen({ event_types: ['message'] })
  const add = (name: string, parameters = {}) =>
    chat.olga.subscribe(name, { principals: [ben.id, bot.user_id, chat.olga.id], ...parameters })

  const answer = await add('old')
  assert.is(answer.new_subscription_messages_sent, true)
  const [told, ...others] = await inbox.read()
  assert.equal(others, [])
  assert.is(told!.message.type, 'private')
  assert.is(told!.message.sender_full_name, 'Notification Bot')
  assert.match(told!.message.content, /#\*\*old\*\*/)

  assert.is((await add('brand new')).new_subscription_messages_sent, true)
  await chat.olga.subscribe('quiet')
  const quiet = await add('quiet', { send_new_subscription_messages: false })
  assert.is(quiet.new_subscription_messages_sent, undefined)
  assert.equal(await inbox.read(), [])
})

test('up to a hundred subscribed people get a message, and no one of more', async () => {
  await using chat = await startChat()
  const db = openDatabase(`${chat.folder}/hearth.db`)
  const people = addCrowd(chat, 101)
  const told = db.prepare('SELECT count(*) FROM user_message WHERE flags & 2048').pluck()
  for (const [count, sent] of [
    [101, false],
    [100, true],
  ] as const) {
    await chat.olga.subscribe(`of ${count}`)
    const before = told.get() as number
    const principals = people.slice(0, count)
    const answer = await chat.olga.subscribe(`of ${count}`, { principals })
    assert.is(Object.keys(answer.subscribed).length, count)
    assert.is(answer.new_subscription_messages_sent, sent)
    assert.is((told.get() as number) > before, sent)
  }
  db.close()
})

test('a new channel is announced where the organization announces them, but no private one', async () => {
  await using chat = await startChat()
  const inbox = await chat.olga.listen({ event_types: ['message'] })
  await chat.olga.subscribe('silent')
  await chat.olga.subscribe('secret', { announce: true, invite_only: true })
  assert.equal(await inbox.read(), [])
  await chat.olga.subscribe('loud', { announce: true })
  const [event] = await inbox.read()
  assert.is(event!.message.display_recipient, 'general')
  assert.is(event!.message.subject, 'new channels')
  assert.match(event!.message.content, /#\*\*loud\*\*/)
  // A name is nobody's way to have the bot mention everyone.
  await chat.olga.subscribe('x** @**all**', { announce: true, description: '@**all**' })
  const [sly] = await inbox.read()
  assert.not.ok(sly!.flags.includes('wildcard_mentioned'))
})

test('only people who can see a new channel get its events', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const gus = await chat.join('Gus', GUEST)
  const types = { event_types: ['stream', 'subscription'] }
  const [olga, bens, guests] = [
    await chat.olga.listen(types),
    await ben.listen(types),
    await gus.listen(types),
  ]
  const told = async (inbox: typeof olga) =>
    (await inbox.read()).map(({ type, op, user_ids }) => [type, op, user_ids].filter(Boolean))

  await chat.olga.subscribe('open')
  assert.equal(await told(olga), [
    ['stream', 'create'],
    ['subscription', 'add'],
  ])
  assert.equal(await told(bens), [
    ['stream', 'create'],
    ['subscription', 'peer_add', [chat.olga.id]],
  ])
  assert.equal(await told(guests), [])

  await chat.olga.subscribe('secret', { invite_only: true, principals: [chat.olga.id, gus.id] })
  assert.equal(await told(olga), [
    ['stream', 'create'],
    ['subscription', 'add'],
  ])
  assert.equal(await told(bens), [])
  assert.equal(await told(guests), [
    ['stream', 'create'],
    ['subscription', 'add'],
  ])
})

test('a subscription event is complete, null only for clients that know it', async () => {
  await using chat = await startChat()
  const knows = await chat.olga.listen({
    event_types: ['subscription'],
    client_capabilities: { notification_settings_null: true },
  })
  const older = await chat.olga.listen({ event_types: ['subscription'] })
  await chat.olga.subscribe('new')

  const [complete] = await knows.read()
  const [filled] = await older.read()
  const [subscription] = complete!.subscriptions
  const [own] = (await subscriptionsOf(chat.olga, { include_subscribers: 'true' })).filter(
    (one: { name: string }) => one.name === 'new',
  )
  assert.equal(subscription, own)
  assert.equal(subscription.subscribers, [chat.olga.id])
  assert.is(subscription.desktop_notifications, null)
  assert.is(filled!.subscriptions[0].desktop_notifications, false)
  assert.is(filled!.subscriptions[0].wildcard_mentions_notify, true)
})

test.run()
