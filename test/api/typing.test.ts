// Typing notifications.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { assertRefused, openChannel, read } from '../channels.ts'
import { expectSuccess, startChat } from '../chat.ts'

test('people see who is writing to them', async () => {
  await using chat = await startChat()
  const { olga } = chat
  const [ben, cai] = [await chat.join('Ben'), await chat.join('Cai')]
  const inboxes = [await olga.listen(), await ben.listen(), await cai.listen()]

  expectSuccess(await olga.post('/typing', { op: 'start', to: [ben.id] }))

  const sender = { user_id: olga.id, email: olga.email }
  const event = {
    type: 'typing',
    op: 'start',
    message_type: 'direct',
    sender,
    recipients: [sender, { user_id: ben.id, email: ben.email }],
  }
  const received = await Promise.all(inboxes.map((inbox) => inbox.read()))
  assert.equal(received, [[event], [event], []])
})

test('a channel sees it where clients can show it', async () => {
  await using chat = await startChat()
  const { olga } = chat
  const ben = await chat.join('Ben')
  const { stream_id } = await read(olga, await olga.say('general', 'lunch', 'x'))
  const plain = await ben.listen()
  const able = await ben.listen({ client_capabilities: { stream_typing_notifications: true } })

  expectSuccess(
    await olga.post('/typing', { op: 'stop', type: 'channel', stream_id, topic: 'lunch' }),
  )

  assert.equal(await plain.read(), [])
  assert.equal(await able.read(), [
    {
      type: 'typing',
      op: 'stop',
      message_type: 'stream',
      sender: { user_id: olga.id, email: olga.email },
      stream_id,
      topic: 'lunch',
    },
  ])
})

test('typing needs recipients and the permission to write', async () => {
  await using chat = await startChat()
  const { olga } = chat
  const ben = await chat.join('Ben')
  const board = await openChannel(olga, 'board', [], { invite_only: true })
  const refusals: [object, string][] = [
    [{}, "Missing 'to' argument"],
    [{ to: [] }, "Empty 'to' list"],
    [{ to: [999] }, 'Invalid user ID 999'],
    [{ type: 'channel', topic: 'x' }, 'Missing stream_id'],
    [{ type: 'stream', stream_id: board }, 'Missing topic'],
    [{ type: 'stream', stream_id: board, topic: 'x' }, 'Invalid channel ID'],
  ]
  for (const [parameters, msg] of refusals)
    assertRefused(await ben.post('/typing', { op: 'start', ...parameters }), msg)
  assertRefused(await ben.post('/typing', { op: 'pause', to: [olga.id] }), 'Invalid op')
})

test('people turn typing notifications off, to send and to receive', async () => {
  await using chat = await startChat()
  const { olga } = chat
  const ben = await chat.join('Ben')
  const { stream_id } = await read(olga, await olga.say('general', 'lunch', 'x'))
  expectSuccess(await ben.patch('/settings', { receives_typing_notifications: false }))
  const inbox = await ben.listen()
  expectSuccess(await olga.post('/typing', { op: 'start', to: [ben.id] }))
  assert.equal(await inbox.read(), [])

  const off = { send_stream_typing_notifications: false, send_private_typing_notifications: false }
  expectSuccess(await olga.patch('/settings', off))
  assertRefused(
    await olga.post('/typing', { op: 'start', to: [ben.id] }),
    'User has disabled typing notifications for direct messages',
  )
  assertRefused(
    await olga.post('/typing', { op: 'start', type: 'stream', stream_id, topic: 'lunch' }),
    'User has disabled typing notifications for channel messages',
  )
})

test('who edits a message is seen editing it', async () => {
  await using chat = await startChat()
  const { olga } = chat
  const ben = await chat.join('Ben')
  const id = await olga.say('general', 'lunch', 'Soup')
  const direct = await olga.tell([ben], 'hello')
  const { stream_id } = await read(olga, id)
  const inbox = await ben.listen({ event_types: ['typing_edit_message'] })

  expectSuccess(await olga.post(`/messages/${id}/typing`, { op: 'start' }))
  expectSuccess(await olga.post(`/messages/${direct}/typing`, { op: 'start' }))

  const event = { type: 'typing_edit_message', op: 'start', sender_id: olga.id }
  assert.equal(await inbox.read(), [
    {
      ...event,
      message_id: id,
      recipient: { type: 'channel', channel_id: stream_id, topic: 'lunch' },
    },
    {
      ...event,
      message_id: direct,
      recipient: { type: 'direct', user_ids: [olga.id, ben.id] },
    },
  ])
  assertRefused(
    await ben.post(`/messages/${id}/typing`, { op: 'start' }),
    "You don't have permission to edit this message",
  )
  chat.clock.advance(601)
  assertRefused(
    await olga.post(`/messages/${id}/typing`, { op: 'start' }),
    'The time limit for editing this message has passed',
  )
})

test('of a message that is edited nobody hears who came when it was written already', async () => {
  await using chat = await startChat()
  const { olga } = chat
  const [ben, cai] = [await chat.join('Ben'), await chat.join('Cai')]
  const hidden = { invite_only: true, history_public_to_subscribers: false }
  await openChannel(olga, 'Vault', [ben], hidden)
  const id = await olga.say('Vault', 'before Cai', 'hush')
  await olga.subscribe('Vault', { principals: [cai.id] })
  const event_types = ['typing_edit_message']
  const [here, later] = [await ben.listen({ event_types }), await cai.listen({ event_types })]

  expectSuccess(await olga.post(`/messages/${id}/typing`, { op: 'start' }))

  assert.is((await here.read()).length, 1)
  assert.equal(await later.read(), [])
})

test.run()
