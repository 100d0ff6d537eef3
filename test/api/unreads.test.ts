// Unread messages in the snapshot and in events.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { type Answer, type Chat, expectSuccess, type Person, startChat } from '../chat.ts'

const snapshot = async (person: Person, types: string[], more: object = {}) =>
  expectSuccess(await person.post('/register', { fetch_event_types: types, ...more }))

const unreads = async (person: Person, more: object = {}) =>
  (await snapshot(person, ['message', 'update_message_flags'], more)).unread_msgs

/** Ben, who has read everything so far. */
async function startWithBen(): Promise<{ chat: Chat; ben: Person }> {
  const chat = await startChat()
  const ben = await chat.join('Ben')
  await ben.subscribe('Design')
  await chat.olga.subscribe('Design')
  await ben.post('/mark_all_as_read')
  return { chat, ben }
}

const NOTHING = {
  count: 0,
  pms: [],
  huddles: [],
  streams: [],
  mentions: [],
  old_unreads_missing: false,
}

const channelId = async (person: Person, stream: string): Promise<number> =>
  expectSuccess(await person.get('/get_stream_id', { stream })).stream_id

test('what is unread is told by conversation', async () => {
  const { chat, ben } = await startWithBen()
  await using _ = chat
  const cleo = await chat.join('Cleo')
  assert.equal(await unreads(ben), NOTHING)
  const design = await channelId(ben, 'Design')
  const first = await chat.olga.say('Design', 'Logo', 'a')
  const pair = await chat.olga.tell([ben], 'b')
  const second = await cleo.say('Design', 'logo', 'c')
  const empty = await chat.olga.say('Design', '', 'd')
  const group = await chat.olga.tell([ben, cleo], '@**Ben**')
  const self = await ben.tell([ben], 'e')
  const named = await chat.olga.say('Design', 'other', '@**Ben**')

  const mine = { count: 7, mentions: [group, named], old_unreads_missing: false }
  const told = {
    ...mine,
    pms: [
      { other_user_id: chat.olga.id, sender_id: chat.olga.id, unread_message_ids: [pair] },
      { other_user_id: ben.id, sender_id: ben.id, unread_message_ids: [self] },
    ],
    huddles: [
      {
        user_ids_string: [chat.olga.id, ben.id, cleo.id].sort((a, b) => a - b).join(','),
        unread_message_ids: [group],
      },
    ],
    streams: [
      { stream_id: design, topic: 'Logo', unread_message_ids: [first, second] },
      { stream_id: design, topic: '', unread_message_ids: [empty] },
      { stream_id: design, topic: 'other', unread_message_ids: [named] },
    ],
  }
  assert.equal(await unreads(ben, { client_capabilities: { empty_topic_name: true } }), told)
  const { streams } = await unreads(ben)
  assert.equal(
    streams.map((stream: { topic: string }) => stream.topic),
    ['Logo', 'general chat', 'other'],
  )
})

test('messages that were unread before are listed where they have moved since', async () => {
  const { chat, ben } = await startWithBen()
  await using _ = chat
  const { olga } = chat
  const [design, general] = [await channelId(ben, 'Design'), await channelId(ben, 'general')]
  const ids = [
    await olga.say('Design', 'tea', 'a'),
    await olga.say('Design', 'tea', 'b'),
    await olga.say('Design', 'tea', 'c'),
    await olga.say('Design', 'tea', 'd'),
  ]
  const places = async () =>
    (await unreads(ben)).streams.map((place: Record<string, unknown>) => [
      place.stream_id,
      place.topic,
      place.unread_message_ids,
    ])
  const silently = {
    send_notification_to_old_thread: false,
    send_notification_to_new_thread: false,
  }
  const move = async (id: number | undefined, changes: Record<string, unknown>) =>
    expectSuccess(await olga.patch(`/messages/${id}`, { ...silently, ...changes }))
  assert.equal(await places(), [[design, 'tea', ids]])

  await move(ids[0], { topic: 'soup', propagate_mode: 'change_one' })
  assert.equal(await places(), [
    [design, 'soup', [ids[0]]],
    [design, 'tea', ids.slice(1)],
  ])
  await move(ids[1], { topic: 'cake', propagate_mode: 'change_all' })
  assert.equal(await places(), [
    [design, 'soup', [ids[0]]],
    [design, 'cake', ids.slice(1)],
  ])
  await move(ids[3], { stream_id: general, propagate_mode: 'change_one' })
  expectSuccess(await olga.delete(`/messages/${ids[2]}`))
  assert.equal(await places(), [
    [design, 'soup', [ids[0]]],
    [design, 'cake', [ids[1]]],
    [general, 'cake', [ids[3]]],
  ])
})

test('what is muted is listed, but neither counted nor a mention of everybody', async () => {
  const { chat, ben } = await startWithBen()
  await using _ = chat
  const design = await channelId(ben, 'Design')
  const muted = await chat.olga.say('Design', 'x', '@**all**')
  const named = await chat.olga.say('Design', 'x', '@**Ben**')
  const shown = await chat.olga.say('Design', 'dear', '@**all**')
  const silenced = await chat.olga.say('general', 'noise', '@**all**')
  expectSuccess(
    await ben.post('/users/me/subscriptions/properties', {
      subscription_data: [{ stream_id: design, property: 'is_muted', value: true }],
    }),
  )
  const choose = async (stream_id: number, topic: string, visibility_policy: number) =>
    expectSuccess(await ben.post('/user_topics', { stream_id, topic, visibility_policy }))
  await choose(design, 'dear', 2)
  await choose(design, 'x', 0)
  await choose(await channelId(ben, 'general'), 'noise', 1)

  const told = await unreads(ben)

  assert.is(told.count, 1)
  assert.equal(told.mentions, [named, shown])
  assert.equal(
    told.streams.flatMap((stream: { unread_message_ids: number[] }) => stream.unread_message_ids),
    [muted, named, shown, silenced],
  )
})

test('of hundreds of topics, that with the oldest unread message is listed first', async () => {
  const { chat, ben } = await startWithBen()
  await using _ = chat
  const names = Array.from({ length: 230 }, (_, at) => `Brücke ${at} 🌉`)
  const ids = new Map(names.map((name): [string, number[]] => [name, []]))
  for (const name of [...names, ...names.toReversed()])
    ids.get(name)!.push(await chat.olga.say('Design', name, 'Rain'))
  // The first topic is now the last one with something unread.
  const [first] = ids.get(names[0]!)!.splice(0, 1)
  expectSuccess(await ben.post('/messages/flags', { messages: [first], op: 'add', flag: 'read' }))
  const { streams, count } = await unreads(ben)
  assert.is(count, 459)
  assert.equal(
    streams.map(({ topic, unread_message_ids }: Answer) => [topic, unread_message_ids]),
    [...names.slice(1), names[0]!].map((name) => [name, ids.get(name)]),
  )
})

test('a channel one has left has nothing unread', async () => {
  const { chat, ben } = await startWithBen()
  await using _ = chat
  await chat.olga.say('Design', 'x', 'a')
  await ben.delete('/users/me/subscriptions', { subscriptions: ['Design'] })
  assert.equal(await unreads(ben), NOTHING)
})

test('unread messages are told to those who hear of messages and flags', async () => {
  const { chat, ben } = await startWithBen()
  await using _ = chat
  assert.is((await snapshot(ben, ['message'])).unread_msgs, undefined)
  assert.is((await snapshot(ben, ['update_message_flags'])).unread_msgs, undefined)
})

test('recent conversations and stars are part of the snapshot', async () => {
  const { chat, ben } = await startWithBen()
  await using _ = chat
  const cleo = await chat.join('Cleo')
  const pair = await chat.olga.tell([ben], 'a')
  const group = await cleo.tell([ben, chat.olga], 'b')
  const self = await ben.tell([ben], 'c')
  const topic = await chat.olga.say('Design', 'x', 'd')
  await ben.post('/messages/flags', { messages: [topic, pair], op: 'add', flag: 'starred' })

  const told = await snapshot(ben, ['recent_private_conversations', 'starred_messages', 'message'])

  assert.equal(told.recent_private_conversations.slice(0, 3), [
    { max_message_id: self, user_ids: [] },
    { max_message_id: group, user_ids: [chat.olga.id, cleo.id].sort((a, b) => a - b) },
    { max_message_id: pair, user_ids: [chat.olga.id] },
  ])
  assert.equal(told.starred_messages, [pair, topic])
  assert.is(told.max_message_id, topic)
})

test('the words a search passes over are told', async () => {
  const { chat, ben } = await startWithBen()
  await using _ = chat
  const { stop_words } = await snapshot(ben, ['stop_words'])
  assert.is(stop_words.length, 127)
  assert.equal([stop_words[0], stop_words.at(-1)], ['i', 'now'])
})

test.run()
