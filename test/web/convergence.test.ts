// Holds the model to its promise: a snapshot and the events after it say what a later snapshot says.
import fc from 'fast-check'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { ClientEvent } from '../../src/web/model/events.ts'
import { Model } from '../../src/web/model/model.ts'
import { channelNarrow, FEED, isNarrow, type Narrow, toWire } from '../../src/web/model/narrow.ts'
import type { Snapshot } from '../../src/web/model/wire.ts'
import { REGISTRATION } from '../../src/web/sync/registration.ts'
import { openChannel } from '../channels.ts'
import { type Chat, expectSuccess, Inbox, type Person, startChat } from '../chat.ts'
import { settle } from '../events/organization-actions.ts'
import { described } from './described.ts'
import { ALL_ACTIONS, CHOSEN_ACTIONS } from './message-actions.ts'

const register = async (person: Person) =>
  expectSuccess(await person.post('/register', REGISTRATION))

function modelOf(chat: Chat, snapshot: object): Model {
  const onUnknownEvent = (type: string) => assert.unreachable(`unknown event ${type}`)
  const model = new Model({ clock: chat.clock, onUnknownEvent })
  model.load(snapshot as Snapshot)
  return model
}

/** Fetches everything that a narrow holds; nothing where one may not. */
async function fetchAll(model: Model, person: Person, narrow: Narrow) {
  const fetch = model.beginFetch()
  const answer = await person.get('/messages', {
    ...{ narrow: toWire(narrow), client_gravatar: false, allow_empty_topic_name: true },
    ...{ anchor: 'newest', num_before: 1000, num_after: 0 },
  })
  if (answer.result !== 'success') return model.dropFetch(fetch)
  const list = model.lists.get(narrow)
  const newest = answer.messages.at(-1)?.id ?? 0
  const to = model.receivesAllOf(narrow) ? Number.POSITIVE_INFINITY : newest
  model.endFetch(fetch, answer.messages, { list, from: 0, to })
}

const narrowsFor = (channels: readonly number[]): Narrow[] => [
  FEED,
  ...['starred', 'mentioned', 'followed', 'resolved', 'dm', 'alerted'].map(isNarrow),
  [{ operator: 'has', operand: 'reaction' }],
  [{ operator: 'has', operand: 'link' }],
  [{ operator: 'is', operand: 'starred', negated: true }],
  ...channels.map(channelNarrow),
  ...channels
    .slice(0, 2)
    .map((id): Narrow => [...channelNarrow(id), { operator: 'topic', operand: 'tea' }]),
]

/** A client of a person, that has fetched all messages and follows the events since. */
async function follow(chat: Chat, person: Person, channels: readonly number[]) {
  const first = await register(person)
  const inbox = new Inbox(person, first.queue_id, first.last_event_id)
  const model = modelOf(chat, first)
  const narrows = narrowsFor(channels)
  for (const narrow of narrows) await fetchAll(model, person, narrow)
  return {
    /** Nothing that the client knows differs from what one is told that comes now. */
    async assertKnowing() {
      model.applyAll((await inbox.read()) as unknown as ClientEvent[])
      const later = modelOf(chat, await register(person))
      for (const narrow of narrows) await fetchAll(later, person, narrow)
      const isKnown = (id: number) => model.messages.has(id) && later.messages.has(id)
      const expected = described(later, isKnown)
      for (const [part, state] of Object.entries(described(model, isKnown)))
        assert.equal(state, expected[part], `${part} of ${person.email}`)
      assertSameMessages(model, later, narrows, person.email)
      for (const narrow of narrows) assertSameList(model, later, narrow, person.email)
    },
  }
}

/** Messages of lists that claim to know everything are as the server says now. */
function assertSameMessages(model: Model, later: Model, narrows: readonly Narrow[], whose: string) {
  for (const id of narrows.flatMap((narrow) => claimed(model, narrow).flatMap(({ ids }) => ids))) {
    const [known, expected] = [model.messages.peek(id), later.messages.peek(id)]
    if (known && expected) assert.equal(timeless(known), timeless(expected), `${id} of ${whose}`)
  }
}

/** The stretches of a narrow that a model takes for complete and right. */
const claimed = (model: Model, narrow: Narrow) =>
  model.receivesAllOf(narrow)
    ? model.lists
        .get(narrow)
        .segments.peek()
        .filter(({ stale }) => !stale)
    : []

/** The order of flags says nothing; names are those of the accounts, which events tell of. */
const timeless = ({
  flags,
  sender_full_name,
  ...message
}: ReturnType<Model['messages']['peekAll']>[number]) => ({
  ...message,
  flags: [...flags].sort(),
})

/** Where a list claims to know everything, it knows what the server answers. */
function assertSameList(model: Model, later: Model, narrow: Narrow, whose: string) {
  const expected = later.lists.get(narrow).segments.peek()[0]?.ids ?? []
  for (const { from, to, ids } of claimed(model, narrow)) {
    const inside = expected.filter((id) => id >= from && id <= to)
    assert.equal([...ids], inside, `${JSON.stringify(narrow)} of ${whose}`)
  }
}

test('a message that moved where one only looks in is shown in the topic that it comes from', async () => {
  await using chat = await startChat()
  const { olga } = chat
  const ben = await chat.join('Ben')
  const aside = await openChannel(olga, 'aside', [])
  const open = await openChannel(olga, 'open', [ben])
  const id = await olga.say('aside', 'tea', 'kettle')
  const first = await register(ben)
  const inbox = new Inbox(ben, first.queue_id, first.last_event_id)
  const model = modelOf(chat, first)
  await fetchAll(model, ben, channelNarrow(aside))

  expectSuccess(await olga.patch(`/messages/${id}`, { topic: 'rum' }))
  expectSuccess(await olga.patch(`/messages/${id}`, { stream_id: open }))
  model.applyAll((await inbox.read()) as unknown as ClientEvent[])

  const { stream_id, topic } = model.messages.peek(id)!
  assert.equal({ stream_id, topic }, { stream_id: open, topic: 'rum' })
})

const action = fc.record({
  kind: fc.constantFrom(...CHOSEN_ACTIONS),
  // The owner may do most, so she does most.
  by: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, fc.nat({ max: 3 })),
  other: fc.nat({ max: 5 }),
  a: fc.nat({ max: 30 }),
  b: fc.nat({ max: 30 }),
})

const isLong = process.env.HEARTH_LONG !== undefined

/** After so many actions, what clients know is held against what the server says. */
const ROUND = 40

test('a client that follows events knows what one is told that comes later', async () => {
  const actions = fc.array(action, { minLength: ROUND, maxLength: isLong ? 5 * ROUND : 3 * ROUND })
  await fc.assert(
    fc.asyncProperty(actions, async (actions) => {
      await using chat = await startChat()
      const world = await settle(chat)
      const clients: Awaited<ReturnType<typeof follow>>[] = []
      for (const person of world.people.slice(0, 4))
        clients.push(await follow(chat, person, world.channels))

      for (const [at, { kind, by, other, a, b }] of actions.entries()) {
        const choice = { by: world.people[by]!, other: world.people[other]!, a, b }
        const answer = await ALL_ACTIONS[kind]!(world, choice)
        assert.ok(answer.status < 500, `${kind} ${JSON.stringify(answer)}`)
        const isLast = at === actions.length - 1
        if (isLast || at % ROUND === ROUND - 1)
          for (const client of clients) await client.assertKnowing()
      }
    }),
    {
      numRuns: isLong ? 300 : 6,
      includeErrorInReport: true,
      // What a run finds is told before the file's time is up, however far it is made smaller.
      interruptAfterTimeLimit: isLong ? 3_000_000 : 30_000,
    },
  )
})

test.run()
