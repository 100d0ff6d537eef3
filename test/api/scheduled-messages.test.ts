// Scheduled messages.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { type Chat, expectSuccess, type Person, startChat } from '../chat.ts'
import { matrix } from '../matrix.ts'
import { ALL_BUT_THE_LAST, sentBesideRemoval } from './due.ts'

const now = (chat: Chat) => chat.clock.now() / 1000

const toGeneral = (chat: Chat, more: object = {}) => ({
  type: 'channel',
  to: 1,
  topic: 'lunch',
  content: 'Soup *now*',
  scheduled_delivery_timestamp: now(chat) + 60,
  ...more,
})

/** Waits for an event of a type, however many others come first. */
async function waitFor(inbox: Awaited<ReturnType<Person['listen']>>, type: string) {
  for (;;) {
    const found = (await inbox.wait()).find((event) => event.type === type)
    if (found) return found
  }
}

test('a scheduled message is sent when its time comes, and then it is gone', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const inbox = await ben.listen({ event_types: ['message'] })
  const own = await chat.olga.listen({ event_types: ['scheduled_messages'] })

  const { scheduled_message_id } = expectSuccess(
    await chat.olga.post('/scheduled_messages', toGeneral(chat)),
  )
  const waiting = {
    scheduled_message_id,
    type: 'stream',
    to: 1,
    topic: 'lunch',
    content: 'Soup *now*',
    rendered_content: '<p>Soup <em>now</em></p>',
    scheduled_delivery_timestamp: now(chat) + 60,
    failed: false,
  }
  assert.equal((await chat.olga.get('/scheduled_messages')).scheduled_messages, [waiting])
  assert.equal(await inbox.read(), [], 'scheduling sends nothing yet')

  chat.clock.advance(62)
  const { message } = await waitFor(inbox, 'message')

  assert.is(message.sender_id, chat.olga.id)
  assert.is(message.content, 'Soup *now*')
  assert.equal((await chat.olga.get('/scheduled_messages')).scheduled_messages, [])
  assert.equal(await own.read(), [
    { type: 'scheduled_messages', op: 'add', scheduled_messages: [waiting] },
    { type: 'scheduled_messages', op: 'remove', scheduled_message_id },
  ])
})

test('a message that is removed while those before it are prepared is not sent', async () => {
  await using chat = await startChat()

  const sent = await sentBesideRemoval(chat, 'scheduled_messages', async (n) => {
    const message = toGeneral(chat, { content: `Sum ${n} ${matrix(200, n)}` })
    const { scheduled_message_id } = expectSuccess(
      await chat.olga.post('/scheduled_messages', message),
    )
    return `/scheduled_messages/${scheduled_message_id}`
  })

  assert.equal(sent, ALL_BUT_THE_LAST)
})

test('a message that was sent can be removed, not changed, and only by its author', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const { scheduled_message_id } = await chat.olga.post('/scheduled_messages', toGeneral(chat))
  const inbox = await ben.listen({ event_types: ['message'] })
  chat.clock.advance(62)
  await waitFor(inbox, 'message')
  const path = `/scheduled_messages/${scheduled_message_id}`

  const late = await chat.olga.patch(path, { content: 'Stew' })
  assert.equal([late.status, late.msg], [400, 'Scheduled message was already sent'])
  assert.is((await ben.delete(path)).status, 404)
  expectSuccess(await chat.olga.delete(path))
  assert.is((await chat.olga.delete(path)).status, 404)
  chat.clock.advance(62)
  assert.equal(await inbox.read(), [], 'it is not sent again')
})

test('bots schedule messages too', async () => {
  await using chat = await startChat()
  const bot = await chat.joinBot('Robo')
  const inbox = await chat.olga.listen({ event_types: ['message'] })
  const to = [chat.olga.id]
  const request = toGeneral(chat, { type: 'direct', to, topic: undefined })
  expectSuccess(await bot.post('/scheduled_messages', request))
  assert.is((await bot.get('/scheduled_messages')).scheduled_messages.length, 1)

  chat.clock.advance(62)

  assert.is((await waitFor(inbox, 'message')).message.sender_id, bot.id)
})

test('what is due while the server is off is sent when it comes back', async () => {
  await using chat = await startChat()
  const to = [chat.olga.id]
  const request = toGeneral(chat, { type: 'direct', to, topic: undefined })
  expectSuccess(await chat.olga.post('/scheduled_messages', request))

  await chat.stop()
  chat.clock.advance(120)
  await chat.restart()
  const inbox = await chat.olga.listen({ event_types: ['message'] })
  chat.clock.advance(2)

  const { message } = await waitFor(inbox, 'message')
  assert.is(message.content, 'Soup *now*')
})

test('a message that is far too late is not sent; its author is told', async () => {
  await using chat = await startChat()
  expectSuccess(await chat.olga.post('/scheduled_messages', toGeneral(chat)))

  await chat.stop()
  chat.clock.advance(3600)
  await chat.restart()
  const inbox = await chat.olga.listen({ event_types: ['message'] })
  chat.clock.advance(2)

  const { message } = await waitFor(inbox, 'message')
  assert.is(message.sender_full_name, 'Notification Bot')
  const [late] = (await chat.olga.get('/scheduled_messages')).scheduled_messages
  assert.is(late.failed, true)

  const path = `/scheduled_messages/${late.scheduled_message_id}`
  assert.is((await chat.olga.patch(path, { content: 'Stew' })).status, 400, 'it needs a new time')
  expectSuccess(await chat.olga.patch(path, { scheduled_delivery_timestamp: now(chat) + 60 }))
  assert.is((await chat.olga.get('/scheduled_messages')).scheduled_messages[0].failed, false)
})

test('a waiting message can be given another kind, place and time', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const { scheduled_message_id: id } = await chat.olga.post('/scheduled_messages', toGeneral(chat))
  const path = `/scheduled_messages/${id}`

  const refusals: [Record<string, unknown>, string][] = [
    [{}, 'Nothing to change'],
    [{ type: 'direct' }, 'Recipient required when updating type of scheduled message.'],
    [{ scheduled_delivery_timestamp: now(chat) }, 'Scheduled delivery time must be in the future.'],
    [{ content: '' }, 'Message must not be empty'],
    [{ to: 99 }, "Channel with ID '99' does not exist"],
  ]
  for (const [changes, msg] of refusals) assert.is((await chat.olga.patch(path, changes)).msg, msg)
  expectSuccess(await chat.olga.patch(path, { type: 'direct', to: [chat.olga.id] }))
  expectSuccess(await chat.olga.patch(path, { to: [ben.id] }))
  const back = await chat.olga.patch(path, { type: 'channel', to: 1 })
  assert.is(back.msg, 'Topic required when updating scheduled message type to channel.')

  const [changed] = (await chat.olga.get('/scheduled_messages')).scheduled_messages
  assert.is(changed.type, 'private')
  assert.equal(changed.to, [ben.id])
  assert.is(changed.topic, undefined)
})

test('what could not be sent now cannot be scheduled either', async () => {
  await using chat = await startChat()
  const refusals: [object, string][] = [
    [{ to: 99 }, "Channel with ID '99' does not exist"],
    [{ topic: undefined }, 'Missing topic'],
    [{ content: undefined }, "Missing 'content' argument"],
    [{ type: 'direct', to: [999] }, 'Invalid user ID 999'],
    [{ to: 'general' }, 'to is not valid JSON'],
    [
      { scheduled_delivery_timestamp: now(chat) - 1 },
      'Scheduled delivery time must be in the future.',
    ],
  ]

  for (const [change, msg] of refusals) {
    const answer = await chat.olga.post('/scheduled_messages', toGeneral(chat, change))
    assert.is(answer.status, 400, msg)
    assert.is(answer.msg, msg)
  }

  assert.equal((await chat.olga.get('/scheduled_messages')).scheduled_messages, [])
})

test("another person's scheduled message does not exist", async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const { scheduled_message_id: id } = await chat.olga.post('/scheduled_messages', toGeneral(chat))

  for (const answer of [
    await ben.patch(`/scheduled_messages/${id}`, { content: 'mine' }),
    await ben.delete(`/scheduled_messages/${id}`),
  ]) {
    assert.is(answer.status, 404)
    assert.is(answer.msg, 'Scheduled message does not exist')
  }
  expectSuccess(await chat.olga.delete(`/scheduled_messages/${id}`))
})

test.run()
