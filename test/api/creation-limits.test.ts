// How much people create of what everyone is told of: enough for anyone, and never endless.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { assertRefused } from '../channels.ts'
import { expectSuccess, type Person, startChat } from '../chat.ts'
import { createGroup, groupOf } from '../groups.ts'
import { file, PNG } from '../images/files.ts'
import { repeatRow } from '../many.ts'

const ofOne = (kind: string, most: number) =>
  `You can create ${most} ${kind} in all; administrators can create more.`

const inAll = (kind: string, most: number) => `An organization can have ${most} ${kind}.`

const names = (count: number, word: string) =>
  Array.from({ length: count }, (_, at) => ({ name: `${word} ${at}` }))

test('a member creates 500 channels, an administrator more, an organization 5,000', async () => {
  await using chat = await startChat()
  const { olga } = chat
  const ben = await chat.join('Ben')
  const subscribe = (person: Person, ...subscriptions: { name: string }[]) =>
    person.post('/users/me/subscriptions', { subscriptions })
  const count = async () =>
    expectSuccess(await olga.get('/streams', { exclude_archived: false })).streams.length
  expectSuccess(await subscribe(ben, ...names(499, 'dock')))
  const before = await count()

  assertRefused(await subscribe(ben, ...names(2, 'pier')), ofOne('channels', 500))
  assert.is(await count(), before)
  expectSuccess(await subscribe(ben, { name: 'pier' }))
  const one = { name: 'quay', subscribers: [ben.id] }
  assertRefused(await ben.post('/channels/create', one), ofOne('channels', 500))
  const { stream_id } = expectSuccess(await ben.get('/get_stream_id', { stream: 'pier' }))
  expectSuccess(await ben.delete(`/streams/${stream_id}`))
  assertRefused(await subscribe(ben, { name: 'quay' }), ofOne('channels', 500))
  expectSuccess(await subscribe(ben, { name: 'dock 7' }))

  expectSuccess(await subscribe(olga, ...names(2, 'buoy')))
  repeatRow(chat, 'channel', 'name', 5000 - (await count()))
  assertRefused(await subscribe(olga, { name: 'reef' }), inAll('channels', 5000))
})

test('a member creates a hundred groups and a hundred bots, an administrator more', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const create: Record<string, (person: Person, name: string) => ReturnType<Person['post']>> = {
    groups: (person, name) =>
      person.post('/user_groups/create', { name, description: '', members: [] }),
    bots: (person, short_name) => person.post('/bots', { full_name: short_name, short_name }),
  }
  for (const [kind, attempt] of Object.entries(create)) {
    for (let at = 0; at < 100; at++) expectSuccess(await attempt(ben, `${kind}-${at}`))
    assertRefused(await attempt(ben, 'more'), ofOne(kind, 100))
    for (let at = 0; at < 101; at++) expectSuccess(await attempt(chat.olga, `own-${kind}-${at}`))
  }
})

test('a permission names fifty people and groups, a group may have more', async () => {
  await using chat = await startChat()
  const { olga } = chat
  const people: Person[] = []
  for (let at = 0; at < 50; at++) people.push(await chat.join(`Hand ${at}`))
  const [ben] = people as [Person]
  const groups = [await createGroup(ben, 'cooks'), await createGroup(ben, 'hands', people)]
  const naming = (members: readonly Person[], direct_subgroups: readonly number[]) => ({
    direct_members: members.map(({ id }) => id),
    direct_subgroups,
  })
  const most = naming(people.slice(2), groups)
  const tooMany = naming(people.slice(1), groups)
  const problem = (name: string) =>
    `'${name}' can name 50 people and groups; a group can have more.`

  const group = (can_join_group: object) => ({ name: 'crew', description: '', can_join_group })
  const create = (holders: object) =>
    ben.post('/user_groups/create', { ...group(holders), members: [] })
  assertRefused(await create(tooMany), problem('can_join_group'))
  const { group_id } = expectSuccess(await create(most))
  const described = await groupOf(olga, group_id)
  assert.equal(described.can_join_group, most)
  const wider = { can_join_group: { new: tooMany } }
  assertRefused(await ben.patch(`/user_groups/${group_id}`, wider), problem('can_join_group'))

  const channel = (can_send_message_group: object) =>
    ben.post('/channels/create', { name: 'deck', subscribers: [ben.id], can_send_message_group })
  assertRefused(await channel(tooMany), problem('can_send_message_group'))
  expectSuccess(await channel(most))
  const { stream_id } = await ben.get('/get_stream_id', { stream: 'deck' })
  expectSuccess(await people.at(-1)!.delete('/users/me'))
  const now = naming(people.slice(2, -1), groups)
  const { stream } = expectSuccess(await ben.get(`/streams/${stream_id}`))
  assert.equal(stream.can_send_message_group, now)
  assert.equal((await groupOf(ben, group_id)).can_join_group, now)
})

test('a group has a hundred subgroups, and those have more', async () => {
  await using chat = await startChat()
  const { olga } = chat
  const groups: number[] = []
  for (let at = 0; at < 102; at++) groups.push(await createGroup(olga, `group ${at}`))
  const [outer, ...others] = groups as [number, ...number[]]
  const problem = 'A group can have 100 subgroups; those can have more.'
  const about = { name: 'all', description: '', members: [] }
  assertRefused(await olga.post('/user_groups/create', { ...about, subgroups: others }), problem)
  const add = (id: number, ids: readonly number[]) =>
    olga.post(`/user_groups/${id}/subgroups`, { add: ids })
  assertRefused(await add(outer, others), problem)
  expectSuccess(await add(outer, others.slice(1)))
  assertRefused(await add(outer, others.slice(0, 1)), problem)
  expectSuccess(await add(others.at(-1)!, others.slice(0, 1)))
  const { subgroups } = expectSuccess(await olga.get(`/user_groups/${outer}/subgroups`))
  assert.equal(subgroups, others)
})

test('a member adds 500 emoji, an organization has 5,000', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const add = (person: Person, name: string) => person.upload(`/realm/emoji/${name}`, file(PNG))
  expectSuccess(await add(ben, 'capstan'))
  repeatRow(chat, 'emoji', 'name', 499)

  assertRefused(await add(ben, 'winch'), ofOne('emoji', 500))
  expectSuccess(await add(chat.olga, 'winch'))
  repeatRow(chat, 'emoji', 'name', 4499)
  assertRefused(await add(chat.olga, 'rudder'), inAll('emoji', 5000))
})

test('a person has preferences for ten thousand topics, and can take them back', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const { stream_id } = expectSuccess(await ben.get('/get_stream_id', { stream: 'general' }))
  const choose = (topic: string, visibility_policy: number) =>
    ben.post('/user_topics', { stream_id, topic, visibility_policy })
  expectSuccess(await choose('tea', 1))
  repeatRow(chat, 'user_topic', 'topic', 9999)

  assertRefused(await choose('coffee', 3), 'You can mute, unmute and follow 10000 topics in all.')
  expectSuccess(await choose('coffee', 0))
  expectSuccess(await choose('tea', 3))
  expectSuccess(await choose('tea', 0))
  expectSuccess(await choose('coffee', 3))
})

test.run()
