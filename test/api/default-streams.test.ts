// Default channels and groups of them.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { idOf } from '../channels.ts'
import { expectSuccess, startChat } from '../chat.ts'

test('default channels are told to all but guests, and new accounts join them', async () => {
  await using chat = await startChat()
  const gus = await chat.join('Gus', 600)
  await chat.olga.subscribe('news')
  const [general, news] = [await idOf(chat.olga, 'general'), await idOf(chat.olga, 'news')]
  const types = { event_types: ['default_streams'] }
  const [own, guests] = [await chat.olga.listen(types), await gus.listen(types)]

  const add = () => chat.olga.post('/default_streams', { stream_id: news })
  expectSuccess(await add())
  expectSuccess(await add())
  assert.equal(await own.read(), [{ type: 'default_streams', default_streams: [general, news] }])
  const ben = await chat.join('Ben')
  const joined = (await ben.get('/users/me/subscriptions')).subscriptions
  assert.equal(
    joined.map((channel: { stream_id: number }) => channel.stream_id),
    [general, news],
  )

  const remove = () => chat.olga.delete('/default_streams', { stream_id: general })
  expectSuccess(await remove())
  expectSuccess(await remove())
  assert.equal(await own.read(), [{ type: 'default_streams', default_streams: [news] }])
  assert.equal(await guests.read(), [])
  const fetch = { fetch_event_types: ['default_streams', 'default_stream_groups'] }
  assert.equal((await ben.post('/register', fetch)).realm_default_streams, [news])
  assert.equal((await gus.post('/register', fetch)).realm_default_streams, [])
})

test('no private, archived or unknown channel is a default one, and only administrators decide', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  await chat.olga.subscribe('secret', { invite_only: true })
  await chat.olga.subscribe('old')
  const [secret, old] = [await idOf(chat.olga, 'secret'), await idOf(chat.olga, 'old')]
  expectSuccess(await chat.olga.delete(`/streams/${old}`))
  for (const [person, stream_id, code, message] of [
    [chat.olga, secret, 'BAD_REQUEST', 'A default channel cannot be private.'],
    [chat.olga, old, 'BAD_REQUEST', 'An archived channel cannot be a default channel.'],
    [chat.olga, 999, 'BAD_REQUEST', 'Invalid channel ID'],
    [ben, secret, 'UNAUTHORIZED_PRINCIPAL', 'Must be an organization administrator'],
  ] as const) {
    const answer = await person.post('/default_streams', { stream_id })
    assert.equal([answer.code, answer.msg], [code, message])
  }
})

test('groups of default channels are made, changed and removed, each time told as a whole', async () => {
  await using chat = await startChat()
  const gus = await chat.join('Gus', 600)
  await chat.olga.subscribe('soup')
  await chat.olga.subscribe('bread')
  const [soup, bread] = [await idOf(chat.olga, 'soup'), await idOf(chat.olga, 'bread')]
  const types = { event_types: ['default_stream_groups'] }
  const [inbox, guests] = [await chat.olga.listen(types), await gus.listen(types)]
  const told = async () => {
    const [event, ...more] = await inbox.read()
    assert.equal(more, [])
    return event!.default_stream_groups
  }

  const group_name = 'Kitchen'
  const make = { group_name, description: 'eat', stream_names: ['soup'] }
  expectSuccess(await chat.olga.post('/default_stream_groups/create', make))
  const [{ id }] = (
    await chat.olga.post('/register', { fetch_event_types: ['default_stream_groups'] })
  ).realm_default_stream_groups
  const group = { id, name: group_name, description: 'eat', streams: [soup] }
  assert.equal(await told(), [group])
  const change = (parameters: object) =>
    chat.olga.patch(`/default_stream_groups/${id}`, { ...parameters })
  const fill = (parameters: object) =>
    chat.olga.patch(`/default_stream_groups/${id}/streams`, { ...parameters })
  expectSuccess(await change({ new_group_name: 'Canteen', new_description: '' }))
  assert.equal(await told(), [{ ...group, name: 'Canteen', description: '' }])
  expectSuccess(await fill({ op: 'add', stream_names: ['bread'] }))
  assert.equal((await told())[0].streams, [soup, bread])
  expectSuccess(await fill({ op: 'remove', stream_names: ['soup'] }))
  assert.equal((await told())[0].streams, [bread])
  expectSuccess(await chat.olga.delete(`/streams/${bread}`))
  assert.equal((await told())[0].streams, [])

  for (const [parameters, message] of [
    [
      { op: 'add', stream_names: ['general'] },
      "'general' is a default channel and cannot be added to 'Canteen'",
    ],
    [{ op: 'add', stream_names: ['none'] }, "Invalid channel name 'none'"],
    [{ op: 'remove', stream_names: ['soup'] }, "Channel 'soup' is not in 'Canteen'"],
  ] as const) {
    assert.is((await fill(parameters)).msg, message)
  }
  assert.match((await change({})).msg, /new_description/)
  const again = await chat.olga.post('/default_stream_groups/create', {
    ...make,
    group_name: 'Canteen',
  })
  assert.is(again.msg, "Default channel group 'Canteen' already exists")

  expectSuccess(await chat.olga.delete(`/default_stream_groups/${id}`))
  assert.equal(await told(), [])
  assert.match((await change({ new_group_name: 'x' })).msg, /does not exist/)
  assert.equal(await guests.read(), [])
})

test.run()
