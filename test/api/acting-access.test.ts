// Which messages people may act on, for every kind of action and access.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { CHANNEL_KINDS, type ChannelKind, everyKindOfReader } from '../channels.ts'
import { type Answer, expectSuccess, type Inbox, type Person, startChat } from '../chat.ts'

// Reading is one way to learn of a message; this file goes through the others. A person who may read a
// message may also react to it, star it, and ask for its history and receipts; nobody else may.

const ACTIONS: Record<string, (person: Person, id: number) => Promise<Answer>> = {
  history: (person, id) => person.get(`/messages/${id}/history`),
  receipts: (person, id) => person.get(`/messages/${id}/read_receipts`),
  react: (person, id) => person.post(`/messages/${id}/reactions`, { emoji_name: 'tada' }),
  unreact: (person, id) => person.delete(`/messages/${id}/reactions`, { emoji_name: 'tada' }),
  star: (person, id) =>
    person.post('/messages/flags', { messages: [id], op: 'add', flag: 'starred' }),
  unstar: (person, id) =>
    person.post('/messages/flags', { messages: [id], op: 'remove', flag: 'starred' }),
}

/** The messages each action is possible on. */
async function reachOf(person: Person, messages: readonly number[]) {
  const reach: Record<string, number[]> = {}
  for (const [name, act] of Object.entries(ACTIONS)) {
    reach[name] = []
    for (const id of messages) {
      const answer = await act(person, id)
      if (answer.status === 200) reach[name].push(id)
      else assert.equal([answer.status, answer.msg], [400, 'Invalid message(s)'], `${name} ${id}`)
    }
  }
  return reach
}

function mayReach(
  kind: ChannelKind,
  isGuest: boolean,
  isSubscribed: boolean,
  all: readonly number[],
  received: readonly number[],
) {
  const mayRead = kind === 'web-public' || isSubscribed || (kind === 'public' && !isGuest)
  if (!mayRead) return []
  return kind === 'private with protected history' ? received : all
}

for (const kind of Object.keys(CHANNEL_KINDS) as ChannelKind[]) {
  test(`what one may do with messages of a ${kind} channel before, during and after being subscribed`, async () => {
    await using chat = await startChat()
    const { olga } = chat
    await olga.subscribe('Cove', CHANNEL_KINDS[kind])
    const readers = await everyKindOfReader(chat)
    const inboxes = new Map<string, Inbox>()
    for (const [name, person] of readers) {
      inboxes.set(
        name,
        await person.listen({ event_types: ['message', 'update_message', 'delete_message'] }),
      )
    }
    const held = new Map<string, ReadonlySet<number>>()
    const check = async (
      time: string,
      isSubscribed: boolean,
      all: number[],
      received: number[],
    ) => {
      for (const [name, person] of readers) {
        const reach = mayReach(kind, name === 'guest', isSubscribed, all, received)
        // A star is a person's own mark: from what they have had once they may take it away.
        const had = new Set([...(held.get(name) ?? []), ...reach])
        held.set(name, had)
        const expected = Object.fromEntries(
          Object.keys(ACTIONS).map((action) => [
            action,
            action === 'unstar' ? all.filter((id) => had.has(id)) : reach,
          ]),
        )
        assert.equal(await reachOf(person, all), expected, `${name} ${time}`)
      }
    }
    const heard = async (expectsMessage: boolean, time: string) => {
      for (const [name, inbox] of inboxes) {
        // Notification Bot writes to users who were subscribed by another user.
        const inChannel = (await inbox.read()).filter(({ message }) => message?.type !== 'private')
        const types = inChannel.map(({ type }) => type)
        assert.equal(types, expectsMessage ? ['message'] : [], `${name} ${time}`)
      }
    }
    const principals = [...readers.values()].map((person) => person.id)
    const say = () => olga.say('Cove', 'x', 'treasure')

    const before = await say()
    await heard(false, 'before')
    await check('before', false, [before], [])
    await olga.subscribe('Cove', { principals })
    const during = await say()
    await heard(true, 'during')
    await check('during', true, [before, during], [during])
    expectSuccess(
      await olga.delete('/users/me/subscriptions', { subscriptions: ['Cove'], principals }),
    )
    const after = await say()
    await heard(false, 'after')
    await check('after', false, [before, during, after], [during])
  })
}

test('a user who left a private channel gets no events about the messages they had', async () => {
  await using chat = await startChat()
  const { olga } = chat
  const ben = await chat.join('Ben')
  await olga.subscribe('Cove', { invite_only: true, principals: [olga.id, ben.id] })
  const id = await olga.say('Cove', 'x', 'treasure')
  expectSuccess(
    await olga.delete('/users/me/subscriptions', { subscriptions: ['Cove'], principals: [ben.id] }),
  )
  const inbox = await ben.listen()

  expectSuccess(await olga.patch(`/messages/${id}`, { content: 'gold' }))
  expectSuccess(await olga.patch(`/messages/${id}`, { topic: 'y' }))
  expectSuccess(await olga.post(`/messages/${id}/reactions`, { emoji_name: 'tada' }))
  const stream_id = (await olga.get('/get_stream_id', { stream: 'Cove' })).stream_id
  expectSuccess(await olga.patch(`/streams/${stream_id}`, { description: 'secret plans' }))
  expectSuccess(await olga.post('/typing', { op: 'start', type: 'channel', stream_id, topic: 'y' }))
  await olga.say('Cove', 'y', 'silver')
  expectSuccess(await olga.delete(`/messages/${id}`))

  assert.equal(await inbox.read(), [])
})

test.run()
