// Leaving channels, being removed from them, and guests who gain or lose sight of people.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { EVERYONE, GUEST, idOf } from '../channels.ts'
import { expectSuccess, type Person, startChat } from '../chat.ts'
import { namesOf, refusal } from '../subscriptions.ts'

test('leaving removes the subscription, marks the channel read and informs the others', async () => {
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

test('a person who leaves a private channel cannot see it any more', async () => {
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

test('administrators, channel administrators, permission holders and owners of bots remove others', async () => {
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

test('guests with restricted sight gain and lose people with shared channels', async () => {
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
