// POST /channels/create.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { expectSuccess, startChat } from '../chat.ts'

test('a channel is created with the subscribers named, who are told by events alone', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const inbox = await ben.listen({ event_types: ['stream', 'subscription', 'message'] })
  const { id } = expectSuccess(
    await chat.olga.post('/channels/create', {
      name: ' Design ',
      description: 'looks',
      subscribers: [ben.id],
      invite_only: true,
      can_send_message_group: 3,
    }),
  )
  const events = await inbox.read()
  assert.equal(
    events.map(({ type, op }) => [type, op]),
    [
      ['stream', 'create'],
      ['subscription', 'add'],
    ],
  )
  const { stream } = await ben.get(`/streams/${id}`)
  assert.equal(
    [stream.name, stream.description, stream.invite_only, stream.can_send_message_group],
    ['Design', 'looks', true, 3],
  )
  assert.equal((await ben.get(`/streams/${id}/members`)).subscribers, [ben.id])
})

test('a channel may start with nobody in it, and be announced', async () => {
  await using chat = await startChat()
  const inbox = await chat.olga.listen({ event_types: ['message'] })
  const { id } = expectSuccess(
    await chat.olga.post('/channels/create', { name: 'empty', subscribers: [], announce: true }),
  )
  assert.equal((await chat.olga.get(`/streams/${id}/members`)).subscribers, [])
  assert.is((await inbox.read())[0]!.message.subject, 'new channels')
})

test('a name that is taken, people who are not there and missing permission create nothing', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const gus = await chat.join('Gus', 600)
  expectSuccess(await chat.olga.patch('/realm', { can_create_private_channel_group: { new: 3 } }))
  for (const [person, parameters, status, code] of [
    [ben, { name: 'GENERAL', subscribers: [] }, 409, 'CHANNEL_ALREADY_EXISTS'],
    [ben, { name: 'new', subscribers: [999] }, 400, 'BAD_REQUEST'],
    [ben, { name: 'new', subscribers: [ben.id, 999] }, 400, 'BAD_REQUEST'],
    [ben, { name: '', subscribers: [] }, 400, 'BAD_REQUEST'],
    [ben, { name: 'new', subscribers: [], invite_only: true }, 400, 'BAD_REQUEST'],
    [ben, { name: 'new', subscribers: [], is_default_stream: true }, 400, 'BAD_REQUEST'],
    [gus, { name: 'new', subscribers: [] }, 400, 'BAD_REQUEST'],
  ] as const) {
    const answer = await person.post('/channels/create', parameters)
    assert.equal([answer.status, answer.code], [status, code])
  }
  assert.is((await chat.olga.get('/streams', { include_all: true })).streams.length, 1)
})

test.run()
