// Who reads which messages, in each of the ways to read.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { CHANNEL_KINDS, type ChannelKind, everyKindOfReader } from '../channels.ts'
import { type Answer, expectSuccess, type Person, startChat } from '../chat.ts'
import { ids } from '../narrows.ts'

const isShared = (kind: ChannelKind) => kind !== 'private with protected history'

/** The same; empty if the reader cannot see the channel. */
const idsIfKnown = (answer: Answer) => (/unknown channel/.test(answer.msg) ? [] : ids(answer))

/** Which of some messages a person finds, in each of the ways there are. */
async function readingOf(person: Person, channel: string, messages: readonly number[]) {
  const single: number[] = []
  for (const id of messages) {
    const answer = await person.get(`/messages/${id}`)
    if (answer.status === 200) single.push(id)
    else
      assert.equal(
        [answer.status, answer.code, answer.msg],
        [400, 'BAD_REQUEST', 'Invalid message(s)'],
      )
  }
  const narrow = [['channel', channel]]
  const page = { anchor: 'newest', num_before: 100, num_after: 0 }
  const amongThese = (answer: Answer) =>
    idsIfKnown(answer).filter((id: number) => messages.includes(id))
  const byTopic = [...narrow, ['topic', 'x']]
  const word = [...narrow, ['search', 'treasure']]
  return {
    single,
    narrowed: amongThese(await person.get('/messages', { ...page, narrow })),
    byTopic: amongThese(await person.get('/messages', { ...page, narrow: byTopic })),
    searched: amongThese(await person.get('/messages', { ...page, narrow: word })),
    listed: amongThese(await person.get('/messages', { message_ids: messages, narrow })),
    feed: amongThese(await person.get('/messages', page)),
    found: amongThese(await person.get('/messages', { ...page, narrow: [['search', 'treasure']] })),
  }
}

/** Who reads what: `received` are the messages sent while the reader was subscribed. */
function expected(
  kind: ChannelKind,
  isGuest: boolean,
  isSubscribed: boolean,
  all: readonly number[],
  received: readonly number[],
) {
  const mayRead = kind === 'web-public' || isSubscribed || (kind === 'public' && !isGuest)
  const own = mayRead ? [...received] : []
  const shared = mayRead && isShared(kind) ? [...all] : own
  return {
    single: shared,
    narrowed: shared,
    byTopic: shared,
    searched: shared,
    listed: shared,
    feed: own,
    found: own,
  }
}

for (const kind of Object.keys(CHANNEL_KINDS) as ChannelKind[]) {
  test(`what one reads of a ${kind} channel before, during and after being subscribed`, async () => {
    await using chat = await startChat()
    const { olga } = chat
    await olga.subscribe('Cove', CHANNEL_KINDS[kind])
    const readers = await everyKindOfReader(chat)
    const say = () => olga.say('Cove', 'x', 'treasure')
    const check = async (
      time: string,
      isSubscribed: boolean,
      all: readonly number[],
      received: readonly number[],
    ) => {
      for (const [name, person] of readers) {
        assert.equal(
          await readingOf(person, 'Cove', all),
          expected(kind, name === 'guest', isSubscribed, all, received),
          `${name} ${time}`,
        )
      }
    }

    const before = await say()
    await check('before', false, [before], [])
    const principals = [...readers.values()].map((person) => person.id)
    await olga.subscribe('Cove', { principals })
    const during = await say()
    await check('during', true, [before, during], [during])
    expectSuccess(
      await olga.delete('/users/me/subscriptions', { subscriptions: ['Cove'], principals }),
    )
    const after = await say()
    await check('after', false, [before, during, after], [during])
    await olga.subscribe('Cove', { principals })
    const again = await say()
    await check('again', true, [before, during, after, again], [during, again])
  })
}

test('no role reads the direct messages of others', async () => {
  await using chat = await startChat()
  const [ben, cleo] = [await chat.join('Ben'), await chat.join('Cleo')]
  const admin = await chat.join('Ada', 200)
  const id = await ben.tell([cleo], 'treasure')
  for (const other of [chat.olga, admin]) {
    assert.is((await other.get(`/messages/${id}`)).msg, 'Invalid message(s)')
    for (const narrow of [
      [],
      [['search', 'treasure']],
      [{ operator: 'id', operand: id }],
      [{ operator: 'dm', operand: [ben.id, cleo.id] }],
      [{ operator: 'sender', operand: ben.id }],
      [{ operator: 'dm-with', operand: ben.id }],
    ]) {
      const page = await other.get('/messages', { anchor: id, num_before: 5, num_after: 5, narrow })
      assert.not.ok(ids(page).includes(id))
    }
    assert.equal(ids(await other.get('/messages', { message_ids: [id] })), [])
  }
})

test('a channel out of reach is refused like one that is not', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  await chat.olga.subscribe('Secret', { invite_only: true })
  const id = await chat.olga.say('Secret', 'x', 'a')

  const page = await ben.get('/messages', {
    anchor: 'newest',
    num_before: 5,
    num_after: 0,
    narrow: [['channel', 'Secret']],
  })
  assert.is(page.msg, 'Invalid narrow operator: unknown channel Secret')
  const withIt = [{ operator: 'with', operand: id }]
  const answer = await ben.get('/messages', {
    anchor: 'newest',
    num_before: 5,
    num_after: 0,
    narrow: withIt,
  })
  assert.is(answer.desc, "Invalid 'with' operator")
})

test.run()
