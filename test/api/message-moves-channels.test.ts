// Moving messages to another channel.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { assertRefused, idOf, openChannel, read } from '../channels.ts'
import { expectSuccess, type Person, startChat } from '../chat.ts'
import { addCrowd } from '../many.ts'
import { channelOf, contents, move, threeMessages } from '../moves.ts'

test('people beyond those whose rows one transaction drops lose them too, and hear of it', async () => {
  await using chat = await startChat()
  const { olga } = chat
  const general = await idOf(olga, 'general')
  addCrowd(chat, 700, { channelId: general })
  const ben = await chat.join('Ben')
  const quiet = await openChannel(olga, 'quiet', [], {})
  const id = await olga.say('general', 'soup', 'hot')
  const bens = await ben.listen({ event_types: ['update_message', 'update_message_flags'] })

  expectSuccess(await move(olga, id, { stream_id: quiet, propagate_mode: 'change_one' }))

  const [update, flags] = await bens.read()
  assert.equal([update!.type, update!.new_stream_id], ['update_message', quiet])
  assert.equal(
    [flags!.type, flags!.op, flags!.flag, flags!.messages],
    ['update_message_flags', 'add', 'read', [id]],
  )
  const types = { fetch_event_types: ['message', 'update_message_flags'] }
  assert.is(expectSuccess(await ben.post('/register', types)).unread_msgs.count, 0)
})

test('in another channel only its subscribers keep the messages; the others are told they are gone', async () => {
  await using chat = await startChat()
  const { olga } = chat
  const [ben, cai] = [await chat.join('Ben'), await chat.join('Cai')]
  const board = await openChannel(olga, 'board', [cai], {
    invite_only: true,
    history_public_to_subscribers: true,
  })
  const ids = await threeMessages(chat)
  const general = await channelOf(olga, ids[0])
  const types = { event_types: ['update_message', 'delete_message', 'update_message_flags'] }
  const bulk = { client_capabilities: { bulk_message_deletion: true } }
  const bens = await ben.listen({ ...types, ...bulk })
  const cais = await cai.listen(types)

  expectSuccess(
    await move(olga, ids[1], { stream_id: board, topic: 'food', propagate_mode: 'change_later' }),
  )

  assert.equal(await bens.read(), [
    {
      type: 'delete_message',
      message_type: 'stream',
      message_ids: [ids[1], ids[2]],
      stream_id: general,
      topic: 'lunch',
    },
  ])
  const [update, ...more] = await cais.read()
  assert.equal(more, [])
  assert.is(update!.stream_id, general)
  assert.is(update!.new_stream_id, board)
  assert.is(update!.orig_subject, 'lunch')
  assert.is(update!.subject, 'food')
  assertRefused(await ben.get(`/messages/${ids[1]}`), 'Invalid message(s)')
  assert.equal(await contents(cai, board, 'food'), ['two', 'three'])
  assert.is((await read(cai, ids[1])).display_recipient, 'board')
  assert.equal((await read(cai, ids[2])).edit_history[0], {
    user_id: olga.id,
    timestamp: update!.edit_timestamp,
    prev_stream: general,
    stream: board,
    prev_topic: 'lunch',
    topic: 'food',
  })
})

test('a whole topic changes its channel, with the first messages of both', async () => {
  await using chat = await startChat()
  const { olga } = chat
  const design = await openChannel(olga, 'Design', [])
  const [first] = await threeMessages(chat)
  const general = await channelOf(olga, first)
  const rest = await olga.say('general', 'other', 'stays')
  const inbox = await olga.listen({ event_types: ['stream'] })
  const before = expectSuccess(await olga.get(`/streams/${general}`)).stream.first_message_id

  expectSuccess(await move(olga, first, { stream_id: design, propagate_mode: 'change_all' }))

  const changes = (await inbox.read()).map(({ stream_id, property, value }) => [
    stream_id,
    property,
    value,
  ])
  assert.ok(
    changes.some((change) => JSON.stringify(change) === `[${design},"first_message_id",${first}]`),
  )
  if (before === first) assert.ok(changes.some(([id, , value]) => id === general && value === rest))
  assert.equal(await contents(olga, design, 'lunch'), ['one', 'two', 'three'])
  assert.equal(await contents(olga, general, 'lunch'), [])
})

test('who comes to a protected channel with messages in it reads those moved while they were there', async () => {
  await using chat = await startChat()
  const { olga } = chat
  const [ben, cai] = [await chat.join('Ben'), await chat.join('Cai')]
  const vault = await openChannel(olga, 'vault', [ben], { invite_only: true })
  const design = await openChannel(olga, 'Design', [])
  const id = await olga.say('Design', 'logo', 'Draft')
  const early = await olga.say('vault', 'logo', 'early')
  expectSuccess(
    await olga.post('/users/me/subscriptions', {
      subscriptions: [{ name: 'vault' }],
      principals: [cai.id],
    }),
  )

  expectSuccess(await move(olga, id, { stream_id: vault }))

  assert.equal((await read(ben, id)).flags, ['read'])
  assert.equal((await read(cai, id)).flags, ['read'])
  assertRefused(await cai.get(`/messages/${early}`), 'Invalid message(s)')
  const inbox = await cai.listen({ event_types: ['update_message'] })
  expectSuccess(await move(olga, early, { topic: 'plans', propagate_mode: 'change_all' }))
  const [event] = await inbox.read()
  assert.equal([event!.message_id, event!.message_ids], [id, [id]])
  assert.is(await channelOf(olga, id), vault)
  assert.equal(await contents(olga, design, 'logo'), [])
})

test('what people chose for a topic goes where it goes; the more visible choice wins', async () => {
  await using chat = await startChat()
  const { olga } = chat
  const [ben, cai] = [await chat.join('Ben'), await chat.join('Cai')]
  const [id] = await threeMessages(chat)
  const channel = await channelOf(olga, id)
  const choose = async (who: Person, topic: string, visibility_policy: number) =>
    expectSuccess(await who.post('/user_topics', { stream_id: channel, topic, visibility_policy }))
  await choose(ben, 'lunch', 3)
  await choose(cai, 'lunch', 1)
  const inbox = await ben.listen({ event_types: ['user_topic'] })
  const older = await cai.listen({ event_types: ['muted_topics'] })

  expectSuccess(await move(olga, id, { topic: 'supper', propagate_mode: 'change_all' }))
  assert.equal(
    (await inbox.read()).map((event) => [event.topic_name, event.visibility_policy]),
    [
      ['lunch', 0],
      ['supper', 3],
    ],
  )
  assert.equal(
    (await older.read()).map(({ muted_topics: [[, topic]] }) => topic),
    ['supper'],
    'one list of muted topics, not one for each side of the move',
  )

  await olga.say('general', 'dinner', 'here already')
  await choose(ben, 'dinner', 1)
  expectSuccess(await move(olga, id, { topic: 'dinner', propagate_mode: 'change_all' }))
  const topics = async (who: Person) =>
    expectSuccess(
      await who.post('/register', { fetch_event_types: ['user_topic'] }),
    ).user_topics.map((row: { topic_name: string; visibility_policy: number }) => [
      row.topic_name,
      row.visibility_policy,
    ])
  assert.equal(await topics(ben), [['dinner', 3]])
  assert.equal(await topics(cai), [])
})

test.run()
