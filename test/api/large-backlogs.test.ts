// People with thousands of unread messages, which are worked on in portions.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openChannel } from '../channels.ts'
import { type Answer, expectSuccess, Inbox, type Person, startChat } from '../chat.ts'
import { createGroup } from '../groups.ts'
import { repeatMessage } from '../many.ts'
import { channelOf, move, threeMessages, topicsOf } from '../moves.ts'

const COUNT = 6000

/** A snapshot lists no more unread messages than these. */
const MOST_LISTED = 50_000

const UNREADS = { fetch_event_types: ['update_message_flags', 'message'] }

test('a snapshot lists thousands of unread messages, and leaving their channel reads them', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const ids = repeatMessage(chat, await chat.olga.say('general', 'tea', 'Soup'), COUNT, false)
  const unread = async () => expectSuccess(await ben.post('/register', UNREADS)).unread_msgs
  const before = await unread()
  assert.is(before.count, COUNT)
  assert.equal(before.streams[0].unread_message_ids, ids)

  const inbox = await ben.listen({ event_types: ['update_message_flags', 'subscription'] })
  expectSuccess(await ben.delete('/users/me/subscriptions', { subscriptions: ['general'] }))
  const events = await inbox.read()
  const read = events.flatMap((event) => event.messages ?? [])
  assert.equal(
    read.sort((one: number, other: number) => one - other),
    ids,
  )
  assert.is(events.filter(({ type }) => type === 'subscription').length, 1)
  const narrow = [['is', 'unread']]
  const page = { anchor: 'newest', num_before: 10, num_after: 0, narrow }
  assert.equal(expectSuccess(await ben.get('/messages', page)).messages, [])
  assert.is((await unread()).count, 0)
})

type Topics = Map<string, number[]>

/** Unread messages by topic, as a snapshot lists them. */
const listed = ({ streams }: Answer['unread_msgs']): Topics =>
  new Map(streams.map((one: Answer) => [one.topic, one.unread_message_ids]))

/** Unread messages by topic after the snapshot, as its client learns from events. */
async function followed(ben: Person, snapshot: Answer): Promise<Topics> {
  const topics = new Map(
    [...listed(snapshot.unread_msgs)].map(([name, ids]) => [name, new Set(ids)]),
  )
  const remove = (...gone: number[]) => {
    for (const ids of topics.values()) for (const id of gone) ids.delete(id)
  }
  const add = (topic: string, ...ids: number[]) =>
    topics.set(topic, new Set([...(topics.get(topic) ?? []), ...ids]))
  const events = await new Inbox(ben, snapshot.queue_id, snapshot.last_event_id).read()
  for (const event of events) {
    if (event.type === 'message') add(event.message.subject, event.message.id)
    if (event.type === 'delete_message') remove(event.message_id)
    if (event.type === 'update_message') {
      remove(...event.message_ids)
      add(event.subject, ...event.message_ids)
    }
    if (event.type === 'update_message_flags' && event.op === 'add') remove(...event.messages)
    if (event.type === 'update_message_flags' && event.op === 'remove')
      for (const id of event.messages) add(event.message_details[id].topic, id)
  }
  return sorted([...topics].map(([topic, ids]) => [topic, [...ids]]))
}

const sorted = (topics: Iterable<[topic: string, ids: number[]]>): Topics =>
  new Map(
    [...topics]
      .filter(([, ids]) => ids.length > 0)
      .map(([topic, ids]): [string, number[]] => [topic, ids.sort((one, other) => one - other)])
      .sort(([one], [other]) => one.localeCompare(other)),
  )

test('snapshots agree with their events while messages come, go and are read', async () => {
  await using chat = await startChat()
  const { olga } = chat
  const ben = await chat.join('Ben')
  const ids = repeatMessage(chat, await olga.say('general', 'tea', 'Soup'), COUNT, false)
  const flag = (op: string, ...messages: number[]) =>
    ben.post('/messages/flags', { messages, op, flag: 'read' })
  const register = async () => expectSuccess(await ben.post('/register', UNREADS))
  const changes: (() => Promise<unknown>)[] = [
    () => olga.say('general', 'tea', 'more'),
    () => olga.say('general', 'news', 'other'),
    () => flag('add', ids[100]!, ids[5900]!, ids.at(-1)!),
    () => flag('remove', ids[100]!),
    () => olga.delete(`/messages/${ids[300]}`),
    () => olga.patch(`/messages/${ids[400]}`, { topic: 'moved', propagate_mode: 'change_one' }),
    () => Promise.all([olga.say('general', 'tea', 'last'), flag('add', ids[0]!)]),
  ]
  const snapshots: Answer[] = []
  for (const change of changes) {
    const [snapshot, , later] = await Promise.all([register(), change(), register()])
    snapshots.push(snapshot, later)
  }
  const now = sorted(listed((await register()).unread_msgs))
  assert.equal([...now.keys()], ['moved', 'news', 'tea'])
  for (const snapshot of snapshots) assert.equal(await followed(ben, snapshot), now)
})

test('of more unread messages than a snapshot lists, it lists the newest', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const ids = repeatMessage(
    chat,
    await chat.olga.say('general', 'tea', 'Soup'),
    MOST_LISTED + 1,
    false,
  )
  const [snapshot, next] = await Promise.all([
    ben.post('/register', UNREADS),
    chat.olga.say('general', 'tea', 'more'),
  ])
  const { unread_msgs } = expectSuccess(await ben.post('/register', UNREADS))
  assert.is(unread_msgs.old_unreads_missing, true)
  assert.equal(listed(unread_msgs).get('tea'), [...ids, next].slice(-MOST_LISTED))
  const before = listed(expectSuccess(snapshot).unread_msgs).get('tea')!
  assert.is(before.length, MOST_LISTED)
  // With the message that came meanwhile, or without.
  const all = [...ids, next]
  assert.equal(before, all.slice(0, all.indexOf(before.at(-1)!) + 1).slice(-MOST_LISTED))
  const kept = new Set([...before, ...(await followed(ben, snapshot)).get('tea')!])
  assert.equal(kept.has(next), true)
})

test('what comes while the most that a snapshot lists is read takes the place of the oldest', async () => {
  await using chat = await startChat()
  const { olga } = chat
  const ben = await chat.join('Ben')
  const oldest = await olga.say('general', 'news', 'Open')
  const soup = await olga.say('general', 'tea', 'Soup')
  const all = [oldest, ...repeatMessage(chat, soup, MOST_LISTED - 1, false)]
  const saySome = async () => {
    for (let left = 8; left > 0; left--) all.push(await olga.say('general', 'tea', 'more'))
  }
  // Some of these messages come between the first turn of a snapshot and the last.
  for (let round = 0; round < 6; round++) {
    const [snapshot] = await Promise.all([ben.post('/register', UNREADS), saySome()])
    const { unread_msgs } = expectSuccess(snapshot)
    const topics = [...listed(unread_msgs).values()]
    const ids = topics.flat().sort((one, other) => one - other)
    assert.equal(ids, all.slice(0, all.indexOf(ids.at(-1)!) + 1).slice(-MOST_LISTED))
    assert.is(topics.length, ids.includes(oldest) ? 2 : 1)
    assert.is(unread_msgs.count, MOST_LISTED)
  }
})

test('messages moved, renamed and deleted while a snapshot is read are where they belong', async () => {
  await using chat = await startChat()
  const { olga } = chat
  const ben = await chat.join('Ben')
  const cake = await olga.say('general', 'cakes', 'Cake')
  const soup = await olga.say('general', 'tea', 'Soup')
  const ids = repeatMessage(chat, soup, 20_000, false)
  const change = async (round: number) => {
    const [moved, gone] = [ids[1000 * round]!, ids[1000 * round + 1]!]
    const topic = `cakes ${round}`
    expectSuccess(await olga.patch(`/messages/${moved}`, { topic: 'moved' }))
    expectSuccess(await olga.patch(`/messages/${cake}`, { topic, propagate_mode: 'change_all' }))
    expectSuccess(await olga.delete(`/messages/${gone}`))
  }
  const snapshots: Answer[] = []
  for (let round = 1; round < 9; round++) {
    const [snapshot] = await Promise.all([ben.post('/register', UNREADS), change(round)])
    snapshots.push(expectSuccess(snapshot))
  }
  const { unread_msgs } = expectSuccess(await ben.post('/register', UNREADS))
  const now = sorted(listed(unread_msgs))
  assert.equal([...now.keys()], ['cakes 8', 'moved', 'tea'])
  for (const snapshot of snapshots) assert.equal(await followed(ben, snapshot), now)
})

test('a move of thousands of messages leaves out those that are moved elsewhere meanwhile', async () => {
  await using chat = await startChat()
  const { olga } = chat
  const mia = await chat.join('Mia')
  const soup = await olga.say('general', 'tea 0', 'Soup')
  const channel = await channelOf(olga, soup)
  const ids = repeatMessage(chat, soup, 25_000, false)
  const aside: number[] = []
  for (let round = 0; round < 4; round++) {
    const topic = `tea ${round + 1}`
    // Messages go one by one to a topic that is there.
    await olga.say('general', topic, 'Cake')
    const some = ids.slice(1000 * round, 1000 * round + 5)
    aside.push(...some)
    const all = { topic, propagate_mode: 'change_all' }
    await Promise.all([
      move(mia, ids.at(-1)!, all).then(expectSuccess),
      ...some.map((id) => move(olga, id, { topic: 'aside' }).then(expectSuccess)),
    ])
    const topics: { name: string }[] = await topicsOf(olga, channel)
    assert.equal(topics.map(({ name }) => name).sort(), ['aside', topic])
  }
  const page = { anchor: 'newest', num_before: 100, num_after: 0, narrow: [['topic', 'aside']] }
  const { messages } = expectSuccess(await olga.get('/messages', page))
  assert.equal(
    messages.map(({ id }: Answer) => id),
    aside,
  )
})

test('messages that go to a channel of others while a snapshot is read are not unread there', async () => {
  await using chat = await startChat()
  const { olga } = chat
  const ben = await chat.join('Ben')
  // Ben may read the channel, but has none of its messages, because he is not subscribed.
  const crew = await createGroup(olga, 'crew', [ben])
  const hold = await openChannel(olga, 'hold', [], { invite_only: true, can_subscribe_group: crew })
  repeatMessage(chat, await olga.say('general', 'tea', 'Soup'), 20_000, false)
  for (let round = 0; round < 6; round++) {
    const topic = `lunch ${round}`
    const [first, , last] = await threeMessages(chat, topic)
    const [snapshot] = await Promise.all([
      ben.post('/register', UNREADS),
      move(olga, last, { stream_id: hold, propagate_mode: 'change_all' }).then(expectSuccess),
    ])
    const { streams } = expectSuccess(snapshot).unread_msgs as Answer
    assert.equal(
      streams.filter((one: Answer) => one.stream_id === hold),
      [],
    )
    const shown = listed(expectSuccess(snapshot).unread_msgs).get(topic)
    assert.ok(shown === undefined || shown[0] === first, `${shown}`)
  }
})

test('older messages take the place of those deleted while the most that a snapshot lists is read', async () => {
  await using chat = await startChat()
  const { olga } = chat
  const ben = await chat.join('Ben')
  const soup = await olga.say('general', 'tea', 'Soup')
  const ids = repeatMessage(chat, soup, MOST_LISTED + 100, false)
  const newest = ids.splice(-40)
  const remove = async () => {
    for (let left = 8; left > 0; left--)
      expectSuccess(await olga.delete(`/messages/${newest.pop()}`))
  }
  for (let round = 0; round < 5; round++) {
    const [snapshot] = await Promise.all([ben.post('/register', UNREADS), remove()])
    const shown = listed(expectSuccess(snapshot).unread_msgs).get('tea')!
    assert.is(shown.length, MOST_LISTED)
    assert.equal(
      [...new Set(shown)],
      [...shown].sort((one, other) => one - other),
    )
  }
  const { unread_msgs } = expectSuccess(await ben.post('/register', UNREADS))
  assert.equal(listed(unread_msgs).get('tea'), ids.slice(-MOST_LISTED))
})

test('muting the author of thousands of unread messages reads them in portions', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const mia = await chat.join('Mia')
  const other = await mia.say('general', 'tea', 'Cake')
  const ids = repeatMessage(chat, await chat.olga.say('general', 'tea', 'Soup'), COUNT, false)
  const inbox = await ben.listen({ event_types: ['update_message_flags', 'muted_users'] })

  expectSuccess(await ben.post(`/users/me/muted_users/${chat.olga.id}`))

  const [muted, ...events] = await inbox.read()
  assert.is(muted!.type, 'muted_users')
  assert.ok(events.length > 1)
  for (const { op, flag, messages } of events) {
    assert.equal([op, flag], ['add', 'read'])
    assert.ok(messages.length <= 4000, `${messages.length} in one portion`)
  }
  assert.equal(
    events.flatMap(({ messages }) => messages),
    ids,
  )
  const { unread_msgs } = expectSuccess(await ben.post('/register', UNREADS))
  assert.equal(listed(unread_msgs), new Map([['tea', [other]]]))
})

test.run()
