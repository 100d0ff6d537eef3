// Private channels that a group shows to its members: what people hear when they join or leave it.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { GUEST, openChannel } from '../channels.ts'
import { expectSuccess, type Person, startChat } from '../chat.ts'
import { createGroup } from '../groups.ts'

const TYPES = { event_types: ['stream', 'subscription', 'user_topic'] }

/** Each event by what it is about. */
const heardBy = async (inbox: Awaited<ReturnType<Person['listen']>>) =>
  (await inbox.read()).map(({ type, op, streams, stream_ids, user_ids, topic_name }) => [
    op ? `${type} ${op}` : type,
    streams?.map((stream: { stream_id: number }) => stream.stream_id) ?? stream_ids ?? topic_name,
    ...(user_ids ? [user_ids] : []),
  ])

test('who joins a group hears of all channels that it shows together, and of their people', async () => {
  await using chat = await startChat()
  const { olga } = chat
  const [ben, mia, gus] = [
    await chat.join('Ben'),
    await chat.join('Mia'),
    await chat.join('Gus', GUEST),
  ]
  const crew = await createGroup(olga, 'crew')
  const secret = { invite_only: true, can_subscribe_group: crew }
  const [deck, hold] = [
    await openChannel(olga, 'deck', [], secret),
    await openChannel(olga, 'hold', [mia], secret),
  ]
  const inboxes = [await ben.listen(TYPES), await mia.listen(TYPES), await gus.listen(TYPES)]
  const heard = () => Promise.all(inboxes.map(heardBy))
  const change = async (people: { add?: number[]; delete?: number[] }) =>
    expectSuccess(await olga.post(`/user_groups/${crew}/members`, people))

  await change({ add: [ben.id] })
  assert.equal(await heard(), [
    [
      ['stream create', [deck, hold]],
      ['subscription peer_add', [deck], [olga.id]],
      ['subscription peer_add', [hold], [olga.id, mia.id]],
    ],
    [],
    [],
  ])
  // Mia has been in one of them, and a group shows guests nothing.
  await change({ add: [mia.id, gus.id] })
  assert.equal(await heard(), [
    [],
    [
      ['stream create', [deck]],
      ['subscription peer_add', [deck], [olga.id]],
    ],
    [],
  ])

  const choice = { topic: 'tea', visibility_policy: 3 }
  for (const stream_id of [deck, hold])
    expectSuccess(await ben.post('/user_topics', { ...choice, stream_id }))
  await heard()
  await change({ delete: [ben.id] })
  await change({ delete: [mia.id] })
  assert.equal(await heard(), [[['stream delete', [deck, hold]]], [['stream delete', [deck]]], []])

  const inner = await createGroup(olga, 'inner', [ben])
  expectSuccess(await olga.post(`/user_groups/${crew}/subgroups`, { add: [inner] }))
  const [bens, ...others] = await heard()
  assert.equal(bens!.slice(0, 1), [['stream create', [deck, hold]]])
  // What Ben chose for topics there is told again, for clients forgot it with the channels.
  assert.equal(
    bens!.filter(([type]) => type === 'user_topic'),
    [
      ['user_topic', 'tea'],
      ['user_topic', 'tea'],
    ],
  )
  assert.equal(others, [[], []])
})

test('who is subscribed to channels they did not know hears of all of them together', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const secret = { invite_only: true }
  const ids = [
    await openChannel(chat.olga, 'deck', [], secret),
    await openChannel(chat.olga, 'hold', [], secret),
  ]
  const inbox = await ben.listen(TYPES)

  const subscriptions = [{ name: 'deck' }, { name: 'hold' }]
  const principals = [ben.id]
  expectSuccess(await chat.olga.post('/users/me/subscriptions', { subscriptions, principals }))
  const [created, added] = await inbox.read()
  assert.equal(
    created!.streams.map((stream: { stream_id: number }) => stream.stream_id),
    ids,
  )
  assert.equal([added!.type, added!.op, added!.subscriptions.length], ['subscription', 'add', 2])
})

test('channels that one request creates come together, those of fewer people apart', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const inboxes = [await chat.olga.listen(TYPES), await ben.listen(TYPES)]
  const create = async (names: readonly string[], options: object = {}) => {
    const subscriptions = names.map((name) => ({ name }))
    expectSuccess(await ben.post('/users/me/subscriptions', { subscriptions, ...options }))
  }
  await create(['deck', 'hold'])
  for (const inbox of inboxes) {
    const [created] = await inbox.read()
    assert.equal([created!.type, created!.op], ['stream', 'create'])
    assert.equal(
      created!.streams.map((stream: { name: string }) => stream.name),
      ['deck', 'hold'],
    )
  }
  await create(['cabin', 'galley'], { invite_only: true, principals: [ben.id] })
  const olgas = (await heardBy(inboxes[0]!)).map(([kind]) => kind)
  assert.equal(olgas, ['stream create', 'subscription peer_add'])
  const [created] = await inboxes[1]!.read()
  assert.equal(created!.streams.length, 2)
})

test.run()
