// Snapshots that take long, while channels, those who are in them and groups change.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { idOf, openChannel } from '../channels.ts'
import {
  type Answer,
  expectSuccess,
  Inbox,
  type Person,
  type ReceivedEvent,
  startChat,
} from '../chat.ts'
import { createGroup } from '../groups.ts'
import { repeatMessage } from '../many.ts'

/** Unread messages: reading them ahead takes many turns of the event loop. */
const COUNT = 30_000

const SHOWN = {
  fetch_event_types: [
    ...['update_message_flags', 'message', 'subscription'],
    ...['realm_user', 'realm_user_groups'],
  ],
  event_types: ['subscription', 'stream', 'user_group'],
  include_subscribers: 'true',
}

/** Ben has so much unread that a snapshot of his takes many turns. */
async function startLarge() {
  const chat = await startChat()
  const ben = await chat.join('Ben')
  const mia = await chat.join('Mia')
  repeatMessage(chat, await chat.olga.say('general', 'tea', 'Soup'), COUNT, false)
  const register = async () => expectSuccess(await ben.post('/register', SHOWN))
  return { chat, olga: chat.olga, ben, mia, register, [Symbol.asyncDispose]: () => chat.stop() }
}

/** The snapshots that are begun while something happens. */
async function registeredWhile(
  register: () => Promise<Answer>,
  happens: () => Promise<unknown>,
): Promise<Answer[]> {
  let isOver = false
  const snapshots: Answer[] = []
  const registering = async () => {
    while (!isOver) snapshots.push(await register())
  }
  const registered = Promise.all([registering(), registering()])
  await happens()
  isOver = true
  await registered
  return snapshots
}

/** What a client knows: who is in each channel, by the channel's name, and in each group. */
type Known = { channels: Map<string, number[]>; groups: Map<string, number[]> }

interface Members {
  id: number
  name: string
  members: Set<number>
}

const channelsOf = (snapshot: Answer): Members[] =>
  [...snapshot.subscriptions, ...snapshot.unsubscribed, ...snapshot.never_subscribed].map(
    ({ stream_id: id, name, subscribers }: Answer) => ({ id, name, members: new Set(subscribers) }),
  )

const groupsOf = (snapshot: Answer): Members[] =>
  snapshot.realm_user_groups.map(({ id, name, members }: Answer) => ({
    ...{ id, name },
    members: new Set(members),
  }))

/** A client's state after the snapshot, as the events tell it. */
async function followed(ben: Person, snapshot: Answer): Promise<Known> {
  const channels = new Map(channelsOf(snapshot).map((one) => [one.id, one]))
  const groups = new Map(groupsOf(snapshot).map((one) => [one.id, one]))
  const inEach = (ids: number[]) => ids.map((id) => channels.get(id)!.members)
  const handlers: Record<string, (event: ReceivedEvent) => void> = {
    'stream create': ({ streams }) => {
      for (const { stream_id: id, name } of streams)
        channels.set(id, { id, name, members: new Set(channels.get(id)?.members) })
    },
    'stream update': ({ stream_id, property, value }) => {
      if (property === 'name') channels.get(stream_id)!.name = value
    },
    'subscription peer_add': ({ stream_ids, user_ids }) => {
      for (const members of inEach(stream_ids)) for (const id of user_ids) members.add(id)
    },
    'subscription peer_remove': ({ stream_ids, user_ids }) => {
      for (const members of inEach(stream_ids)) for (const id of user_ids) members.delete(id)
    },
    'subscription add': ({ subscriptions }) => {
      for (const { stream_id, subscribers } of subscriptions)
        channels.get(stream_id)!.members = new Set(subscribers)
    },
    'subscription remove': ({ subscriptions }) => {
      for (const { stream_id } of subscriptions) channels.get(stream_id)!.members.delete(ben.id)
    },
    'user_group add': ({ group: { id, name, members } }) =>
      groups.set(id, { id, name, members: new Set(members) }),
    'user_group add_members': ({ group_id, user_ids }) => {
      for (const id of user_ids) groups.get(group_id)!.members.add(id)
    },
    'user_group remove_members': ({ group_id, user_ids }) => {
      for (const id of user_ids) groups.get(group_id)!.members.delete(id)
    },
  }
  for (const event of await new Inbox(ben, snapshot.queue_id, snapshot.last_event_id).read())
    handlers[`${event.type} ${event.op}`]?.(event)
  return { channels: byName(channels.values()), groups: byName(groups.values()) }
}

const byName = (all: Iterable<Members>): Map<string, number[]> =>
  new Map(
    [...all]
      .map(({ name, members }): [string, number[]] => [name, [...members].sort((a, b) => a - b)])
      .sort(([one], [other]) => one.localeCompare(other)),
  )

const listed = (snapshot: Answer): Known => ({
  channels: byName(channelsOf(snapshot)),
  groups: byName(groupsOf(snapshot)),
})

test('snapshots agree with their events while channels are made, joined, left and renamed, and groups change', async () => {
  await using large = await startLarge()
  const { olga, ben, mia, register } = large
  const general = await idOf(olga, 'general')
  const cooks = await createGroup(olga, 'Cooks', [olga])
  const as = async (answer: Promise<Answer>) => void expectSuccess(await answer)
  const changes: (() => Promise<unknown>)[] = [
    () => openChannel(olga, 'kitchen', [mia]),
    () => openChannel(olga, 'garden', [ben, mia]),
    () => as(mia.post('/users/me/subscriptions', { subscriptions: [{ name: 'cellar' }] })),
    () => as(mia.delete('/users/me/subscriptions', { subscriptions: ['garden'] })),
    () => as(ben.delete('/users/me/subscriptions', { subscriptions: ['garden'] })),
    () => as(olga.patch(`/streams/${general}`, { new_name: 'hall' })),
    () => createGroup(olga, 'Bakers', [olga, ben, mia]),
    () => as(olga.post(`/user_groups/${cooks}/members`, { add: [ben.id, mia.id] })),
    () => as(olga.post(`/user_groups/${cooks}/members`, { delete: [mia.id] })),
  ]
  const snapshots = await registeredWhile(register, async () => {
    for (const change of changes) await change()
    for (let time = 0; time < 10; time++) {
      await as(mia.delete('/users/me/subscriptions', { subscriptions: ['hall'] }))
      await as(mia.post('/users/me/subscriptions', { subscriptions: [{ name: 'hall' }] }))
    }
  })
  const now = listed(await register())
  assert.equal([...now.channels.keys()], ['cellar', 'garden', 'hall', 'kitchen'])
  assert.equal(now.channels.get('cellar'), [mia.id])
  assert.equal(now.channels.get('garden'), [olga.id])
  assert.equal(now.groups.get('Cooks'), [olga.id, ben.id])
  assert.equal(now.groups.get('Bakers'), [olga.id, ben.id, mia.id])
  for (const snapshot of snapshots) assert.equal(await followed(ben, snapshot), now)
})

test('people who are deactivated leave groups and settings of the snapshot, and come back', async () => {
  await using chat = await startChat()
  const { olga } = chat
  const [ben, mia] = [await chat.join('Ben'), await chat.join('Mia')]
  const cooks = await createGroup(olga, 'Cooks', [ben, mia])
  const holders = { direct_members: [ben.id, mia.id], direct_subgroups: [] }
  await openChannel(olga, 'kitchen', [ben], { can_administer_channel_group: holders })
  const shown = async () => {
    const snapshot = expectSuccess(await olga.post('/register', SHOWN))
    const kitchen = snapshot.subscriptions.find(({ name }: Answer) => name === 'kitchen')
    const { members } = snapshot.realm_user_groups.find(({ id }: Answer) => id === cooks)
    const { can_administer_channel_group } = kitchen
    return { can_administer_channel_group, members }
  }
  const before = { can_administer_channel_group: holders, members: [ben.id, mia.id] }
  assert.equal(await shown(), before)
  expectSuccess(await olga.delete(`/users/${mia.id}`))
  assert.equal(await shown(), {
    can_administer_channel_group: { direct_members: [ben.id], direct_subgroups: [] },
    members: [ben.id],
  })
  expectSuccess(await olga.post(`/users/${mia.id}/reactivate`))
  assert.equal(await shown(), before)
})

test('a snapshot lists the same people as active and as subscribers while they are deactivated', async () => {
  await using large = await startLarge()
  const { olga, mia, register } = large
  await openChannel(olga, 'garden', [mia])
  const snapshots = await registeredWhile(register, async () => {
    for (let time = 0; time < 6; time++) {
      expectSuccess(await olga.delete(`/users/${mia.id}`))
      expectSuccess(await olga.post(`/users/${mia.id}/reactivate`))
    }
  })
  for (const snapshot of snapshots) {
    const isActive = snapshot.realm_users.some(({ user_id }: Answer) => user_id === mia.id)
    assert.is(listed(snapshot).channels.get('garden')!.includes(mia.id), isActive)
  }
})

test('a change that is refused leaves no trace in later snapshots', async () => {
  await using chat = await startChat()
  const { olga } = chat
  const ben = await chat.join('Ben')
  const id = await openChannel(olga, 'kitchen', [ben])
  await openChannel(olga, 'garden', [])
  const cooks = await createGroup(olga, 'Cooks', [ben])
  const shown = async () => {
    const snapshot = expectSuccess(await olga.post('/register', SHOWN))
    return [snapshot.subscriptions, snapshot.realm_user_groups]
  }
  const before = await shown()
  const holders = { direct_members: [olga.id, ben.id], direct_subgroups: [] }
  const refused = [
    await olga.patch(`/streams/${id}`, {
      can_administer_channel_group: { new: holders },
      can_send_message_group: { new: 999_999 },
    }),
    await olga.patch(`/streams/${id}`, { description: 'Soups', new_name: 'garden' }),
    await olga.post(`/user_groups/${cooks}/members`, {
      add: [olga.id],
      delete: [olga.id, 999_999],
    }),
  ]
  for (const { result } of refused) assert.is(result, 'error')
  assert.equal(await shown(), before)
})

test.run()
