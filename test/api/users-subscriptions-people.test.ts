// Subscribing and unsubscribing others.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openDatabase } from '../../src/store/db.ts'
import { EVERYONE, idOf, NOBODY } from '../channels.ts'
import { expectSuccess, type Person, startChat } from '../chat.ts'
import { refusal, subscriptionsOf } from '../subscriptions.ts'

const GUEST = 600

const namesOf = async (person: Person) =>
  (await subscriptionsOf(person)).map((channel: { name: string }) => channel.name)

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

test('only those named are subscribed; nobody is when the list is empty', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  await chat.olga.subscribe('for Ben', { principals: [ben.id] })
  await chat.olga.subscribe('for nobody', { principals: [] })
  assert.equal(await namesOf(chat.olga), ['general'])
  assert.equal(await namesOf(ben), ['for Ben', 'general'])
})

test('people who are not there cannot be subscribed', async () => {
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

test('a channel out of reach stops the request, or is named beside the others', async () => {
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

test('people get a message when another user subscribes them, and only then', async () => {
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

test('up to a hundred people are written to, and nobody when there are more', async () => {
  await using chat = await startChat()
  const db = openDatabase(`${chat.folder}/hearth.db`)
  const insert = db.prepare(
    'INSERT INTO user (email, email_key, full_name, name_key, role, joined_at) VALUES (@key, @key, @key, @key, 400, 0)',
  )
  const people = Array.from({ length: 101 }, (_, index) =>
    Number(insert.run({ key: `p${index}@harbour.test` }).lastInsertRowid),
  )
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

test('everyone who may know hears of a new channel and its subscribers, and nobody else', async () => {
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

test('leaving takes the channel away, marks it read, and is told to the others', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  await chat.olga.say('general', 'lunch', 'Soup')
  const id = await chat.olga.say('general', 'lunch', 'Bread')
  const own = await ben.listen()
  const others = await chat.olga.listen()

  const answer = await ben.delete('/users/me/subscriptions', {
    subscriptions: ['General'],
  })
  assert.equal(answer.removed, ['general'])
  assert.equal(answer.not_removed, [])
  const stream_id = await idOf(ben, 'general')
  const events = await own.read()
  assert.equal(
    events.map(({ type, op }) => [type, op]),
    [
      ['update_message_flags', 'add'],
      ['subscription', 'remove'],
    ],
  )
  assert.ok(events[0]!.messages.includes(id))
  assert.equal(events[1]!.subscriptions, [{ stream_id, name: 'general' }])
  assert.equal(await others.read(), [
    { type: 'subscription', op: 'peer_remove', stream_ids: [stream_id], user_ids: [ben.id] },
  ])
  const again = await ben.delete('/users/me/subscriptions', { subscriptions: ['general'] })
  assert.equal([again.removed, again.not_removed], [[], ['general']])
})

test('who leaves a private channel knows it no more', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  await chat.olga.subscribe('secret', { invite_only: true, principals: [chat.olga.id, ben.id] })
  const stream_id = await idOf(ben, 'secret')
  const inbox = await ben.listen({ event_types: ['stream', 'subscription'] })
  expectSuccess(await ben.delete('/users/me/subscriptions', { subscriptions: ['secret'] }))
  assert.equal(await inbox.read(), [
    { type: 'subscription', op: 'remove', subscriptions: [{ stream_id, name: 'secret' }] },
    { type: 'stream', op: 'delete', stream_ids: [stream_id], streams: [{ stream_id }] },
  ])
  const gone = await ben.delete('/users/me/subscriptions', { subscriptions: ['secret'] })
  assert.equal(refusal(gone), [400, 'BAD_REQUEST', 'Channel(s) (secret) do not exist'])
})

test('who may remove others: administrators, who administers the channel, who holds the permission, owners of bots', async () => {
  await using chat = await startChat()
  const ada = await chat.join('Ada', 200)
  const mo = await chat.join('Mo')
  const ben = await chat.join('Ben')
  const gus = await chat.join('Gus', GUEST)
  const bot = expectSuccess(await ben.post('/bots', { full_name: 'Beep', short_name: 'beep' }))
  await mo.subscribe('team', {
    principals: [mo.id, ben.id, gus.id, chat.olga.id, bot.user_id],
  })
  const remove = (by: Person, who: number) =>
    by.delete('/users/me/subscriptions', { subscriptions: ['team'], principals: [who] })

  assert.is((await remove(ben, chat.olga.id)).msg, 'Insufficient permission')
  assert.is((await remove(gus, ben.id)).msg, 'Insufficient permission')
  assert.equal((await remove(ben, bot.user_id)).removed, ['team'])
  assert.equal((await remove(ada, chat.olga.id)).removed, ['team'])
  assert.equal((await remove(mo, gus.id)).removed, ['team'])
  const id = await idOf(mo, 'team')
  expectSuccess(
    await mo.patch(`/streams/${id}`, { can_remove_subscribers_group: { new: EVERYONE } }),
  )
  await chat.olga.subscribe('team', { principals: [gus.id] })
  assert.is((await remove(gus, mo.id)).msg, 'Insufficient permission')
  assert.equal((await remove(ben, mo.id)).removed, ['team'])
})

test('joining and leaving in one request happen together or not at all', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const refused = await ben.patch('/users/me/subscriptions', {
    add: [{ name: 'new' }],
    delete: ['no such'],
  })
  assert.equal(refusal(refused), [400, 'BAD_REQUEST', 'Channel(s) (no such) do not exist'])
  assert.equal(await namesOf(ben), ['general'])

  const answer = await ben.patch('/users/me/subscriptions', {
    add: [{ name: 'new' }],
    delete: ['general'],
  })
  assert.equal(answer.subscribed, { [ben.id]: ['new'] })
  assert.equal(answer.removed, ['general'])
  assert.equal(await namesOf(ben), ['new'])
  assert.match((await ben.patch('/users/me/subscriptions')).msg, /^Nothing to do/)
})

test('guests who see only their company see who joins it, and lose who leaves', async () => {
  await using chat = await startChat()
  const gus = await chat.join('Gus', GUEST)
  const ben = await chat.join('Ben')
  for (const person of [gus, ben]) {
    await person.delete('/users/me/subscriptions', { subscriptions: ['general'] })
  }
  expectSuccess(await chat.olga.patch('/realm', { can_access_all_users_group: { new: 6 } }))
  await chat.olga.subscribe('visit', { principals: [gus.id] })
  const inbox = await gus.listen({ event_types: ['realm_user'] })

  await ben.subscribe('visit')
  const [seen, ...more] = await inbox.read()
  assert.equal(more, [])
  assert.equal([seen!.op, seen!.person.user_id], ['add', ben.id])
  await ben.delete('/users/me/subscriptions', { subscriptions: ['visit'] })
  assert.equal(await inbox.read(), [
    { type: 'realm_user', op: 'remove', person: { user_id: ben.id, full_name: 'Ben' } },
  ])
})

test('a first direct message brings its people into the sight of guests, once', async () => {
  await using chat = await startChat()
  const [gus, gina] = [await chat.join('Gus', GUEST), await chat.join('Gina', GUEST)]
  const ben = await chat.join('Ben')
  for (const person of [gus, gina, ben])
    await person.delete('/users/me/subscriptions', { subscriptions: ['general'] })
  expectSuccess(await chat.olga.patch('/realm', { can_access_all_users_group: { new: 6 } }))
  const inboxes = await Promise.all(
    [gus, gina, ben].map((person) => person.listen({ event_types: ['realm_user', 'message'] })),
  )
  const heard = () =>
    Promise.all(
      inboxes.map(async (inbox) =>
        (await inbox.read()).map(({ type, op, person }) => (op ? [op, person.user_id] : type)),
      ),
    )

  await ben.tell([gus], 'Welcome')
  assert.equal(await heard(), [[['add', ben.id], 'message'], [], ['message']])
  await gus.tell([ben], 'Thanks')
  assert.equal(await heard(), [['message'], [], ['message']])
  await ben.tell([gus, gina], 'You two should meet')
  assert.equal(await heard(), [
    [['add', gina.id], 'message'],
    [['add', gus.id], ['add', ben.id], 'message'],
    ['message'],
  ])
})

test.run()
