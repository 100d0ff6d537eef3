// Archiving channels and bringing them back.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { idOf } from '../channels.ts'
import { expectSuccess, startChat } from '../chat.ts'

test('an archived channel takes no messages, keeps its name and what was written, and leaves its offices', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  await chat.olga.say('general', 'lunch', 'Soup')
  const id = await idOf(chat.olga, 'general')
  const capable = { client_capabilities: { archived_channels: true } }
  const [knows, older] = [await ben.listen(capable), await ben.listen()]

  expectSuccess(await chat.olga.delete(`/streams/${id}`))
  assert.is((await chat.olga.delete(`/streams/${id}`)).msg, 'Channel is already deactivated')
  const [archived, others] = [await knows.read(), await older.read()]
  const update = { type: 'stream', op: 'update', stream_id: id, name: 'general' }
  assert.equal(archived.at(-1), { ...update, property: 'is_archived', value: true })
  assert.equal(others.at(-1), {
    type: 'stream',
    op: 'delete',
    stream_ids: [id],
    streams: [{ stream_id: id }],
  })
  for (const heard of [archived, others]) {
    assert.ok(heard.some(({ type }) => type === 'default_streams'))
    const settings = heard.filter(({ type, value }) => type === 'realm' && value === -1)
    assert.ok(settings.some(({ property }) => property === 'new_stream_announcements_stream_id'))
    assert.ok(settings.some(({ property }) => property === 'signup_announcements_stream_id'))
  }
  assert.is(
    (await chat.olga.post('/messages', { type: 'channel', to: id, topic: 'x', content: 'x' }))
      .status,
    400,
  )
  const taken = await chat.olga.post('/channels/create', { name: 'General', subscribers: [] })
  assert.equal(
    [taken.status, taken.code, taken.channel_name],
    [409, 'CHANNEL_ALREADY_EXISTS', 'General'],
  )
  const page = { anchor: 'newest', num_before: 5, num_after: 0, narrow: [['channel', 'general']] }
  assert.is((await ben.get('/messages', page)).messages.length, 1)
})

test('changes of an archived channel are for those who know archived channels', async () => {
  await using chat = await startChat()
  const id = await idOf(chat.olga, 'general')
  expectSuccess(await chat.olga.delete(`/streams/${id}`))
  const capable = { client_capabilities: { archived_channels: true } }
  const [knows, older] = [await chat.olga.listen(capable), await chat.olga.listen()]
  expectSuccess(await chat.olga.patch(`/streams/${id}`, { description: 'what it was for' }))
  assert.equal(
    (await knows.read()).map(({ property }) => property),
    ['description'],
  )
  assert.equal(await older.read(), [])
})

test('a channel that is brought back is there again for its subscribers', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const id = await idOf(chat.olga, 'general')
  expectSuccess(await chat.olga.delete(`/streams/${id}`))
  const capable = { client_capabilities: { archived_channels: true } }
  const [knows, older] = [await ben.listen(capable), await ben.listen()]
  expectSuccess(await chat.olga.patch(`/streams/${id}`, { is_archived: false }))
  const update = { type: 'stream', op: 'update', stream_id: id, name: 'general' }
  assert.equal(await knows.read(), [{ ...update, property: 'is_archived', value: false }])
  const [created, added] = await older.read()
  assert.equal([created!.op, created!.streams[0].is_archived], ['create', false])
  assert.equal([added!.type, added!.op], ['subscription', 'add'])
  assert.ok(await ben.say('general', 'lunch', 'Soup again'))
})

test('a private channel without subscribers stays archived', async () => {
  await using chat = await startChat()
  await chat.olga.subscribe('secret', { invite_only: true })
  const id = await idOf(chat.olga, 'secret')
  await chat.olga.delete('/users/me/subscriptions', { subscriptions: ['secret'] })
  expectSuccess(await chat.olga.delete(`/streams/${id}`))
  const answer = await chat.olga.patch(`/streams/${id}`, { is_archived: false })
  assert.is(answer.msg, 'A private channel that nobody is subscribed to cannot be brought back.')
})

test('who was told that an archived channel is gone learns who is in it when it comes back', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const id = await idOf(chat.olga, 'general')
  expectSuccess(await ben.delete('/users/me/subscriptions', { subscriptions: ['general'] }))
  expectSuccess(await chat.olga.delete(`/streams/${id}`))
  const event_types = ['stream', 'subscription']
  const client_capabilities = { archived_channels: true }
  const older = await ben.listen({ event_types })
  const knows = await ben.listen({ event_types, client_capabilities })

  expectSuccess(await chat.olga.patch(`/streams/${id}`, { is_archived: false }))

  const [created, ...peers] = await older.read()
  assert.equal([created!.op, created!.streams[0].stream_id], ['create', id])
  const user_ids = [chat.olga.id]
  assert.equal(peers, [{ type: 'subscription', op: 'peer_add', stream_ids: [id], user_ids }])
  assert.equal(
    (await knows.read()).map(({ op }) => op),
    ['update'],
  )
})

test.run()
