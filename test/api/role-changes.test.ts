// Changing roles.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { assertRefused, openChannel } from '../channels.ts'
import { expectSuccess, type Person, startChat } from '../chat.ts'

test('a new role is told to everyone, with the groups it leaves and joins', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const inbox = await chat.olga.listen({ event_types: ['realm_user', 'user_group'] })

  await chat.olga.patch(`/users/${ben.id}`, { role: 200 })

  assert.equal(await inbox.read(), [
    { type: 'realm_user', op: 'update', person: { user_id: ben.id, role: 200 } },
    { type: 'user_group', op: 'add_members', group_id: 3, user_ids: [ben.id] },
    { type: 'user_group', op: 'remove_members', group_id: 5, user_ids: [ben.id] },
    { type: 'user_group', op: 'remove_members', group_id: 6, user_ids: [ben.id] },
  ])
  assert.is((await ben.get('/users/me')).role, 200)
})

test('roles are granted and removed only by permitted users', async () => {
  await using chat = await startChat()
  const ada = await chat.join('Ada', 200)
  const ben = await chat.join('Ben')
  const gus = await chat.join('Gus', 600)
  const owner = 'Must be an organization owner'
  const cases: [by: Person, of: Person, role: number, refusal: string | undefined][] = [
    [ben, gus, 400, 'Must be an organization administrator'],
    [ada, ben, 100, owner],
    [ada, chat.olga, 400, owner],
    [ada, ben, 300, undefined],
    [ada, ben, 200, undefined],
    [ada, gus, 200, 'Guests cannot be organization administrators'],
    [chat.olga, gus, 100, 'Guests cannot be organization administrators'],
    [
      chat.olga,
      chat.olga,
      400,
      'The owner permission cannot be removed from the only organization owner.',
    ],
    [chat.olga, ben, 100, undefined],
    [chat.olga, chat.olga, 400, undefined],
    [chat.olga, gus, 300, 'Must be an organization administrator'],
  ]
  for (const [by, of, role, refusal] of cases) {
    const answer = await by.patch(`/users/${of.id}`, { role })
    assert.is(answer.msg, refusal ?? '', `${by.name} makes ${of.name} ${role}`)
  }
  for (const role of [0, 500, null])
    assertRefused(await ben.patch(`/users/${gus.id}`, { role }), 'Invalid role')
})

test('a member who becomes a guest loses sight of channels, and finds them again', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const mia = await chat.join('Mia')
  const open = await openChannel(chat.olga, 'open', [])
  const inbox = await ben.listen({ event_types: ['stream', 'subscription'] })
  const other = await mia.listen({ event_types: ['stream', 'subscription'] })

  expectSuccess(await chat.olga.patch(`/users/${ben.id}`, { role: 600 }))

  assert.equal(await inbox.read(), [
    { type: 'stream', op: 'delete', stream_ids: [open], streams: [{ stream_id: open }] },
  ])
  assert.is((await ben.get(`/streams/${open}`)).msg, 'Invalid channel ID')

  expectSuccess(await chat.olga.patch(`/users/${ben.id}`, { role: 400 }))

  const [created, peers] = await inbox.read()
  assert.equal([created!.op, created!.streams[0].stream_id], ['create', open])
  assert.equal(
    [peers!.op, peers!.stream_ids, peers!.user_ids],
    ['peer_add', [open], [chat.olga.id]],
  )
  assert.equal(await other.read(), [])
})

test('a new role shows addresses that were hidden before, and hides them again', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const mia = await chat.join('Mia')
  await mia.patch('/settings', { email_address_visibility: 3 })
  const inbox = await ben.listen({ event_types: ['realm_user'] })

  await chat.olga.patch(`/users/${ben.id}`, { role: 200 })
  await chat.olga.patch(`/users/${ben.id}`, { role: 400 })

  assert.equal(
    (await inbox.read()).map((event) => event.person),
    [
      { user_id: ben.id, role: 200 },
      { user_id: mia.id, delivery_email: 'mia@harbour.test' },
      { user_id: ben.id, role: 400 },
      { user_id: mia.id, delivery_email: null },
    ],
  )
})

test('a guest who may see few people meets the others on becoming a member', async () => {
  await using chat = await startChat()
  const gus = await chat.join('Gus', 600)
  await gus.delete('/users/me/subscriptions', { subscriptions: ['general'] })
  await chat.olga.patch('/realm', { can_access_all_users_group: { new: 6 } })
  const inbox = await gus.listen({ event_types: ['realm_user'] })

  await chat.olga.patch(`/users/${gus.id}`, { role: 400 })
  await chat.olga.patch(`/users/${gus.id}`, { role: 600 })

  assert.equal(
    (await inbox.read()).map(({ op, person }) => [op, person.user_id, person.full_name]),
    [
      ['update', gus.id, undefined],
      ['add', chat.olga.id, 'Olga'],
      ['update', gus.id, undefined],
      ['remove', chat.olga.id, 'Olga'],
    ],
  )
})

test('who becomes an administrator learns of the bots of others, and forgets them again', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const robo = await chat.joinBot('Robo')
  await ben.post('/bots', { full_name: 'Own', short_name: 'own' })
  const inbox = await ben.listen({ event_types: ['realm_bot'] })

  await chat.olga.patch(`/users/${ben.id}`, { role: 200 })
  const snapshot = await ben.post('/register', { fetch_event_types: ['realm_bot'] })
  await chat.olga.patch(`/users/${ben.id}`, { role: 300 })

  const bot = snapshot.realm_bots.find((bot: { user_id: number }) => bot.user_id === robo.id)
  assert.equal(await inbox.read(), [
    { type: 'realm_bot', op: 'add', bot },
    { type: 'realm_bot', op: 'delete', bot: { user_id: robo.id } },
  ])
})

test('who becomes a guest is told of default channels no longer, and a member is', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  await chat.olga.post('/default_stream_groups/create', {
    group_name: 'Water',
    description: 'wet',
    stream_names: [],
  })
  const event_types = ['default_streams', 'default_stream_groups']
  const inbox = await ben.listen({ event_types })

  await chat.olga.patch(`/users/${ben.id}`, { role: 600 })
  await chat.olga.patch(`/users/${ben.id}`, { role: 400 })

  const known = await ben.post('/register', { fetch_event_types: event_types })
  assert.equal(await inbox.read(), [
    { type: 'default_streams', default_streams: [] },
    { type: 'default_stream_groups', default_stream_groups: [] },
    { type: 'default_streams', default_streams: known.realm_default_streams },
    { type: 'default_stream_groups', default_stream_groups: known.realm_default_stream_groups },
  ])
  assert.is(known.realm_default_stream_groups.length, 1)
})

test.run()
