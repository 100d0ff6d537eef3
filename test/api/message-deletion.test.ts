// Deleting messages and topics.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { assertRefused, EVERYONE, NOBODY, openChannel, read } from '../channels.ts'
import { expectSuccess, startChat } from '../chat.ts'

test('a deleted message is gone for everybody, with all that hung on it', async () => {
  await using chat = await startChat()
  const { olga } = chat
  const ben = await chat.join('Ben')
  const kept = await olga.say('general', 'lunch', 'first')
  const id = await olga.say('general', 'lunch', 'Soup, @**Ben**')
  const channel = (await read(olga, id)).stream_id
  expectSuccess(await ben.post(`/messages/${id}/reactions`, { emoji_name: 'tada' }))
  expectSuccess(await olga.patch(`/messages/${id}`, { content: 'Stew, @**Ben**' }))
  const bulk = await ben.listen({
    event_types: ['delete_message'],
    client_capabilities: { bulk_message_deletion: true },
  })
  const plain = await ben.listen({ event_types: ['delete_message'] })

  expectSuccess(await olga.delete(`/messages/${id}`))

  const event = {
    type: 'delete_message',
    message_type: 'stream',
    stream_id: channel,
    topic: 'lunch',
  }
  assert.equal(await bulk.read(), [{ ...event, message_ids: [id] }])
  assert.equal(await plain.read(), [{ ...event, message_id: id }])
  for (const answer of [
    await ben.get(`/messages/${id}`),
    await olga.delete(`/messages/${id}`),
    await olga.patch(`/messages/${id}`, { content: 'x' }),
    await olga.get(`/messages/${id}/history`),
  ])
    assertRefused(answer, 'Invalid message(s)')
  const topics = expectSuccess(await ben.get(`/users/me/${channel}/topics`)).topics
  assert.equal(topics, [{ name: 'lunch', max_id: kept }])
  assert.ok((await ben.tell([olga], 'next')) > id)
})

test('a direct message is deleted for all who have it', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const id = await ben.tell([chat.olga], 'hello')
  const inbox = await chat.olga.listen({ event_types: ['delete_message'] })
  expectSuccess(await ben.delete(`/messages/${id}`))
  assert.equal(await inbox.read(), [
    { type: 'delete_message', message_type: 'private', message_id: id },
  ])
})

test('the first message of a channel is told anew when it is deleted', async () => {
  await using chat = await startChat()
  const { olga } = chat
  const design = await openChannel(olga, 'Design', [])
  const first = () =>
    olga.get(`/streams/${design}`).then((answer) => answer.stream.first_message_id)
  const ids = [await first(), await olga.say('Design', 'logo', 'one')].filter((id) => id !== null)
  const inbox = await olga.listen({ event_types: ['stream'] })

  for (const id of ids) expectSuccess(await olga.delete(`/messages/${id}`))

  const [last] = (await inbox.read()).slice(-1)
  assert.equal([last!.property, last!.value], ['first_message_id', null])
  assert.is(await first(), null)
})

test('people delete their own messages in time, or those of their bots; others by permission', async () => {
  await using chat = await startChat()
  const { olga } = chat
  const ben = await chat.join('Ben')
  const cai = await chat.join('Cai')
  const general = (await read(olga, await olga.say('general', 'x', 'x'))).stream_id
  const say = () => ben.say('general', 'lunch', 'Soup')

  const id = await say()
  assertRefused(
    await cai.delete(`/messages/${id}`),
    "You don't have permission to delete this message",
  )
  chat.clock.advance(601)
  assertRefused(
    await ben.delete(`/messages/${id}`),
    'The time limit for deleting this message has passed',
  )
  expectSuccess(await olga.delete(`/messages/${id}`))

  expectSuccess(await olga.patch('/realm', { can_delete_own_message_group: { new: NOBODY } }))
  const own = await say()
  assertRefused(
    await ben.delete(`/messages/${own}`),
    "You don't have permission to delete this message",
  )
  expectSuccess(
    await olga.patch(`/streams/${general}`, { can_delete_own_message_group: { new: EVERYONE } }),
  )
  expectSuccess(await ben.delete(`/messages/${own}`))
  expectSuccess(
    await olga.patch(`/streams/${general}`, { can_delete_any_message_group: { new: EVERYONE } }),
  )
  expectSuccess(await cai.delete(`/messages/${await say()}`))
})

test('administrators delete a topic, newest first, with what people chose for it', async () => {
  await using chat = await startChat()
  const { olga } = chat
  const ben = await chat.join('Ben')
  const sends = Array.from({ length: 130 }, (_, n) => olga.say('general', 'lunch', `${n}`))
  const ids = (await Promise.all(sends)).sort((a, b) => a - b)
  const other = await olga.say('general', 'supper', 'stays')
  const channel = (await read(olga, other)).stream_id
  expectSuccess(
    await ben.post('/user_topics', { stream_id: channel, topic: 'Lunch', visibility_policy: 3 }),
  )
  const inbox = await ben.listen({
    event_types: ['delete_message', 'user_topic'],
    client_capabilities: { bulk_message_deletion: true },
  })

  const parameters = { topic_name: 'LUNCH' }
  assertRefused(
    await ben.post(`/streams/${channel}/delete_topic`, parameters),
    'Must be an organization administrator',
    { code: 'UNAUTHORIZED_PRINCIPAL' },
  )
  const answer = expectSuccess(await olga.post(`/streams/${channel}/delete_topic`, parameters))

  assert.is(answer.complete, true)
  const events = await inbox.read()
  const groups: number[][] = events.slice(0, -1).map((event) => event.message_ids)
  assert.ok(groups.length > 1, 'others take turns in between')
  assert.equal(groups.reverse().flat(), ids)
  assert.equal([events.at(-1)!.topic_name, events.at(-1)!.visibility_policy], ['Lunch', 0])
  assertRefused(await ben.get(`/messages/${ids[0]}`), 'Invalid message(s)')
  assert.is((await read(ben, other)).subject, 'supper')
})

test('an administrator deletes of a protected topic only what they may read', async () => {
  await using chat = await startChat()
  const { olga } = chat
  const ben = await chat.join('Ben')
  const vault = await openChannel(ben, 'vault', [], { invite_only: true })
  const before = await ben.say('vault', 'plans', 'secret')
  assertRefused(
    await olga.post(`/streams/${vault}/delete_topic`, { topic_name: 'plans' }),
    'Invalid channel ID',
  )
  expectSuccess(
    await ben.post('/users/me/subscriptions', {
      subscriptions: [{ name: 'vault' }],
      principals: [olga.id],
    }),
  )
  const after = await ben.say('vault', 'plans', 'open')

  const answer = await olga.post(`/streams/${vault}/delete_topic`, { topic_name: 'plans' })

  assert.is(expectSuccess(answer).complete, true)
  assert.is((await read(ben, before)).subject, 'plans')
  assertRefused(await ben.get(`/messages/${after}`), 'Invalid message(s)')
})

test.run()
