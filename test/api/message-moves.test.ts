// Renaming topics and moving messages within a channel.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { assertRefused, openChannel, read } from '../channels.ts'
import { expectSuccess, type Inbox, startChat } from '../chat.ts'
import { channelOf, contents, move, threeMessages, topicsOf } from '../moves.ts'

test('a whole topic is renamed, and its messages say where they were', async () => {
  await using chat = await startChat()
  const { olga } = chat
  const ben = await chat.join('Ben')
  const ids = await threeMessages(chat)
  const channel = await channelOf(olga, ids[0])
  const inbox = await ben.listen({ event_types: ['update_message', 'delete_message', 'message'] })

  expectSuccess(await move(ben, ids[1], { topic: 'supper', propagate_mode: 'change_all' }))

  const [event, ...others] = await inbox.read()
  const { edit_timestamp, ...update } = event!
  assert.equal(update, {
    type: 'update_message',
    user_id: ben.id,
    message_id: ids[1],
    message_ids: ids,
    rendering_only: false,
    stream_id: channel,
    stream_name: 'general',
    orig_subject: 'lunch',
    subject: 'supper',
    topic_links: [],
    propagate_mode: 'change_all',
    flags: [],
  })
  assert.equal(others, [])
  assert.equal(await contents(ben, channel, 'supper'), ['one', 'two', 'three'])
  assert.equal(await contents(ben, channel, 'lunch'), [])
  const moved = await read(ben, ids[2])
  assert.is(moved.subject, 'supper')
  assert.is(moved.last_moved_timestamp, edit_timestamp)
  assert.equal(moved.edit_history, [
    { user_id: ben.id, timestamp: edit_timestamp, prev_topic: 'lunch', topic: 'supper' },
  ])
})

test('messages written after a rename have no part in it', async () => {
  await using chat = await startChat()
  const { olga } = chat
  const [id] = await threeMessages(chat)
  expectSuccess(await move(olga, id, { topic: 'supper', propagate_mode: 'change_all' }))
  const later = await olga.say('general', 'supper', 'four')
  assert.is((await read(olga, later)).edit_history, undefined)
  const fresh = await olga.say('general', 'lunch', 'five')
  assert.is((await read(olga, fresh)).edit_history, undefined)
  assert.is((await read(olga, fresh)).subject, 'lunch')
})

test('change_one, change_later and change_all take one, the rest, or everything', async () => {
  await using chat = await startChat()
  const { olga } = chat
  const ids = await threeMessages(chat)
  const channel = await channelOf(olga, ids[0])

  expectSuccess(await move(olga, ids[1], { topic: 'a' }))
  assert.equal(await contents(olga, channel, 'lunch'), ['one', 'three'])
  expectSuccess(await move(olga, ids[1], { topic: 'lunch', propagate_mode: 'change_one' }))
  expectSuccess(await move(olga, ids[1], { topic: 'b', propagate_mode: 'change_later' }))
  assert.equal(await contents(olga, channel, 'lunch'), ['one'])
  assert.equal(await contents(olga, channel, 'b'), ['two', 'three'])
  expectSuccess(await move(olga, ids[2], { topic: 'LUNCH', propagate_mode: 'change_all' }))
  assert.equal(await contents(olga, channel, 'lunch'), ['one', 'two', 'three'])
  assert.is((await read(olga, ids[0])).subject, 'lunch')
  assert.is((await read(olga, ids[1])).subject, 'LUNCH')
  assert.equal(
    (await read(olga, ids[1])).edit_history.map(
      (entry: { prev_topic: string; topic: string }) => `${entry.prev_topic} > ${entry.topic}`,
    ),
    ['b > LUNCH', 'lunch > b', 'a > lunch', 'lunch > a'],
  )
})

test('a message takes along what its topic went through before it left', async () => {
  await using chat = await startChat()
  const { olga } = chat
  const ids = await threeMessages(chat)
  expectSuccess(await move(olga, ids[0], { topic: 'supper', propagate_mode: 'change_all' }))
  expectSuccess(await olga.patch(`/messages/${ids[1]}`, { content: 'zwei' }))
  expectSuccess(await move(olga, ids[0], { topic: 'dinner', propagate_mode: 'change_all' }))
  expectSuccess(await move(olga, ids[1], { topic: 'dessert' }))
  const other = await olga.say('general', 'cake', 'four')
  expectSuccess(await move(olga, other, { topic: 'torte', propagate_mode: 'change_all' }))
  expectSuccess(await move(olga, ids[1], { topic: 'torte' }))
  expectSuccess(await move(olga, other, { topic: 'gateau', propagate_mode: 'change_all' }))

  const steps = async (id: number) =>
    (await read(olga, id)).edit_history.map((entry: { topic?: string }) => entry.topic ?? 'edit')
  assert.equal(await steps(ids[0]), ['dinner', 'supper'])
  assert.equal(await steps(ids[1]), ['gateau', 'torte', 'dessert', 'dinner', 'edit', 'supper'])
  assert.equal(await steps(other), ['gateau', 'torte'])
})

test('a topic renamed to a name that lost its messages gives its own in exchange', async () => {
  await using chat = await startChat()
  const { olga } = chat
  const [id] = await threeMessages(chat)
  const channel = await channelOf(olga, id)
  const other = await olga.say('general', 'Supper', 'gone')
  expectSuccess(await olga.delete(`/messages/${other}`))

  expectSuccess(await move(olga, id, { topic: 'supper', propagate_mode: 'change_all' }))
  const back = await olga.say('general', 'Lunch', 'new')

  assert.equal(await contents(olga, channel, 'supper'), ['one', 'two', 'three'])
  assert.equal(await contents(olga, channel, 'lunch'), ['new'])
  assert.is((await read(olga, back)).subject, 'Lunch')
})

test('another spelling is a change that leaves everything in its place', async () => {
  await using chat = await startChat()
  const { olga } = chat
  const ids = await threeMessages(chat)
  const channel = await channelOf(olga, ids[0])
  const inbox = await olga.listen({ event_types: ['message', 'update_message'] })

  expectSuccess(
    await olga.patch(`/messages/${ids[0]}`, { topic: 'Lunch', propagate_mode: 'change_all' }),
  )
  expectSuccess(await olga.patch(`/messages/${ids[1]}`, { topic: 'LUNCH' }))

  assert.equal(
    (await inbox.read()).map((event) => [event.type, event.subject, event.message_ids]),
    [
      ['update_message', 'Lunch', ids],
      ['update_message', 'LUNCH', [ids[1]]],
    ],
  )
  assert.equal(await Promise.all(ids.map(async (id) => (await read(olga, id)).subject)), [
    'Lunch',
    'LUNCH',
    'Lunch',
  ])
  assert.equal(await topicsOf(olga, channel), [{ name: 'Lunch', max_id: ids[2] }])
})

test('resolving is a rename of its own kind, with a notice that is soon taken back', async () => {
  await using chat = await startChat()
  const { olga } = chat
  const ben = await chat.join('Ben')
  const ids = await threeMessages(chat)
  const channel = await channelOf(olga, ids[0])
  const inbox = await ben.listen({
    event_types: ['message', 'update_message', 'delete_message'],
    client_capabilities: { notification_settings_null: true, bulk_message_deletion: true },
  })

  expectSuccess(
    await ben.patch(`/messages/${ids[2]}`, { topic: '✔ lunch', propagate_mode: 'change_all' }),
  )
  const [update, notice] = await inbox.read()
  assert.is(update!.subject, '✔ lunch')
  assert.is(notice!.message.subject, '✔ lunch')
  assert.is(notice!.message.content, `@_**Ben|${ben.id}** resolved this topic.`)
  assert.equal(notice!.flags, ['read'])
  const resolved = await read(ben, ids[0])
  assert.is(resolved.last_moved_timestamp, undefined)
  assert.is(resolved.edit_history.length, 1)

  chat.clock.advance(30)
  expectSuccess(
    await ben.patch(`/messages/${ids[2]}`, { topic: 'lunch', propagate_mode: 'change_all' }),
  )
  const events = await inbox.read()
  assert.equal(
    events.map((event) => [event.type, event.message_ids]),
    [
      ['update_message', [...ids, notice!.message.id]],
      ['delete_message', [notice!.message.id]],
    ],
  )
  assert.equal(await contents(ben, channel, 'lunch'), ['one', 'two', 'three'])
})

test('a notice of resolving is unread only for those who want it so', async () => {
  await using chat = await startChat()
  const { olga } = chat
  const [ben, cai, dot] = [await chat.join('Ben'), await chat.join('Cai'), await chat.join('Dot')]
  const [id] = await threeMessages(chat)
  const channel = await channelOf(olga, id)
  const policy = 'resolved_topic_notice_auto_read_policy'
  expectSuccess(await cai.patch('/settings', { [policy]: 'never' }))
  const follow = { stream_id: channel, topic: 'lunch', visibility_policy: 3 }
  expectSuccess(await ben.post('/user_topics', follow))
  expectSuccess(await dot.post('/user_topics', follow))
  expectSuccess(await dot.patch('/settings', { [policy]: 'always' }))
  const people = [olga, ben, cai, dot]
  const inboxes = await Promise.all(people.map((who) => who.listen({ event_types: ['message'] })))

  expectSuccess(await move(olga, id, { topic: '✔ lunch', propagate_mode: 'change_all' }))

  const flags = await Promise.all(inboxes.map(async (inbox) => (await inbox.read())[0]!.flags))
  assert.equal(flags, [['read'], [], [], ['read']])
})

test('other moves leave notices where they are wanted', async () => {
  await using chat = await startChat()
  const { olga } = chat
  const ids = await threeMessages(chat)
  const channel = await channelOf(olga, ids[0])
  const both = { send_notification_to_old_thread: true, send_notification_to_new_thread: true }
  const who = `@_**Olga|${olga.id}**`

  expectSuccess(await olga.patch(`/messages/${ids[0]}`, { topic: 'supper', ...both }))
  assert.equal(await contents(olga, channel, 'supper'), [
    'one',
    `${who} moved [a message](/#narrow/channel/${channel}-general/topic/supper/near/${ids[0]}) here from #**general>lunch**.`,
  ])
  expectSuccess(
    await olga.patch(`/messages/${ids[1]}`, {
      topic: 'dinner',
      propagate_mode: 'change_later',
      ...both,
    }),
  )
  assert.is(
    (await contents(olga, channel, 'dinner')).at(-1),
    `${who} moved this topic here from #**general>lunch**.`,
  )
  assert.is(
    (await contents(olga, channel, 'lunch')).at(-1),
    `${who} moved this topic from here to #**general>dinner**.`,
  )
})

test('archived channels neither give nor take messages', async () => {
  await using chat = await startChat()
  const { olga } = chat
  const old = await openChannel(olga, 'old', [])
  const inside = await olga.say('old', 'x', 'inside')
  const [id] = await threeMessages(chat)
  expectSuccess(await olga.delete(`/streams/${old}`))
  assertRefused(await move(olga, id, { stream_id: old }), 'Invalid channel ID')
  assertRefused(await move(olga, inside, { topic: 'y' }), 'Invalid message(s)')
})

test('a long topic is merged in parts, and nothing sent meanwhile is lost', async () => {
  await using chat = await startChat()
  const { olga } = chat
  const sends = Array.from({ length: 450 }, (_, n) => olga.say('general', 'long', `${n}`))
  const ids = (await Promise.all(sends)).sort((a, b) => a - b)
  const channel = await channelOf(olga, ids[0]!)
  await olga.say('general', 'other', 'first')
  const inbox: Inbox = await olga.listen({ event_types: ['update_message', 'message'] })

  const [merged, sent] = await Promise.all([
    move(olga, ids[0]!, { topic: 'other', propagate_mode: 'change_all' }),
    olga.say('general', 'long', 'meanwhile'),
  ])

  expectSuccess(merged)
  const updates = (await inbox.read()).filter((event) => event.type === 'update_message')
  assert.ok(updates.length > 1)
  assert.equal(
    updates.flatMap((event) => event.message_ids),
    ids,
  )
  assert.ok(updates.every((event) => event.message_ids.includes(event.message_id)))
  assert.equal(await contents(olga, channel, 'long'), ['meanwhile'])
  assert.is((await read(olga, sent)).subject, 'long')
  assert.is((await read(olga, ids[449]!)).subject, 'other')
})

test('a client that knows no empty topic reads its name in every event', async () => {
  await using chat = await startChat()
  const { olga } = chat
  const id = await olga.say('general', '', 'one')
  const plain = await olga.listen({ event_types: ['update_message'] })
  const able = await olga.listen({
    event_types: ['update_message'],
    client_capabilities: { empty_topic_name: true },
  })

  expectSuccess(await move(olga, id, { topic: 'lunch' }))
  expectSuccess(await move(olga, id, { topic: 'general chat' }))

  const words = async (inbox: Inbox) =>
    (await inbox.read()).map((event) => [event.orig_subject, event.subject])
  assert.equal(await words(plain), [
    ['general chat', 'lunch'],
    ['lunch', 'general chat'],
  ])
  assert.equal(await words(able), [
    ['', 'lunch'],
    ['lunch', ''],
  ])
})

test.run()
