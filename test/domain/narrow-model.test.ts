// Reading and narrows, against a model with random actions.

import fc from 'fast-check'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { expectSuccess, type Person, startChat } from '../chat.ts'
import { CHANNELS, learnNotices, type Model, type ModelTerm, startModel } from './narrow-model.ts'

/** People and messages are chosen by numbers that are taken modulo how many there are. */
const index = fc.nat(1000)
const channel = fc.constantFrom(...Object.keys(CHANNELS))
const topic = fc.constantFrom('boat', 'Boat', 'storm warning', '✔ storm warning', '')
const words = fc.subarray(['boat', 'train', 'storm', 'quay'])

const happening = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ does: fc.constant('say' as const), who: index, channel, topic, words }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constant('tell' as const),
      who: index,
      whom: fc.array(index, { minLength: 1, maxLength: 2 }),
      words,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constant('flag' as const),
      who: index,
      message: index,
      flag: fc.constantFrom('read' as const, 'starred' as const),
      op: fc.constantFrom('add' as const, 'remove' as const),
    }),
  },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('join' as const), who: index, channel }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('leave' as const), who: index, channel }) },
)

type Happening = typeof happening extends fc.Arbitrary<infer T> ? T : never

const pick = <T>(list: readonly T[], at: number) => list[at % list.length] as T

async function happen(model: Model, event: Happening) {
  const who = pick(model.people, event.who)
  const [olga] = model.people as [Person, ...Person[]]
  switch (event.does) {
    case 'say': {
      const { channel, topic, words } = event
      if (!model.isSubscribed(who, channel)) return
      const id = await who.say(channel, topic, words.join(' ') || 'nothing')
      model.sent({ id, sender: who.id, channel, topic, people: [], words })
      return
    }
    case 'tell': {
      const whom = event.whom.map((at) => pick(model.people, at))
      const id = await who.tell(whom, event.words.join(' ') || 'nothing')
      const people = [...new Set([who, ...whom])].map((person) => person.id)
      model.sent({ id, sender: who.id, channel: undefined, topic: '', people, words: event.words })
      return
    }
    case 'flag': {
      const message = pick(model.messages, event.message)
      if (!message || !model.reaches(who, message)) return
      const { flag, op } = event
      expectSuccess(await who.post('/messages/flags', { messages: [message.id], flag, op }))
      model.flag(who, message, flag, op)
      return
    }
    case 'join': {
      if (!model.isSubscribed(olga, event.channel)) return
      await olga.subscribe(event.channel, { principals: [who.id] })
      model.subscribers.get(event.channel)!.add(who.id)
      return
    }
    case 'leave': {
      // Olga stays, so that she can let the others in again.
      if (who === olga || !model.isSubscribed(who, event.channel)) return
      const subscriptions = [event.channel]
      expectSuccess(await who.delete('/users/me/subscriptions', { subscriptions }))
      model.left(who, event.channel)
    }
  }
}

const wish = fc.oneof(
  fc.record({
    operator: fc.constant('channel'),
    operand: channel as fc.Arbitrary<string | number>,
  }),
  fc.record({ operator: fc.constant('channels'), operand: fc.constant('public') }),
  fc.record({
    operator: fc.constant('topic'),
    operand: fc.constantFrom('BOAT', 'storm warning', ''),
  }),
  fc.record({ operator: fc.constant('sender'), operand: index }),
  fc.record({ operator: fc.constant('dm'), operand: index }),
  fc.record({ operator: fc.constant('dm-with'), operand: index }),
  fc.record({
    operator: fc.constant('is'),
    operand: fc.constantFrom('dm', 'unread', 'starred', 'resolved'),
  }),
  fc.record({
    operator: fc.constant('search'),
    operand: fc.constantFrom('boat', 'storm', 'boat storm', 'train quay', 'warning boat'),
  }),
)

const query = fc.record({
  who: index,
  terms: fc.array(fc.record({ wish, negated: fc.boolean() }), { maxLength: 3 }),
  anchor: index,
  before: fc.nat(4),
  after: fc.nat(4),
  page: fc.integer({ min: 1, max: 4 }),
})

type Query = typeof query extends fc.Arbitrary<infer T> ? T : never

function termsOf(model: Model, { terms }: Query): ModelTerm[] {
  return terms.map(({ wish: { operator, operand }, negated }) => {
    if (typeof operand === 'string') return { operator, operand, negated }
    const { id } = pick(model.people, operand)
    return { operator, operand: operator === 'dm' ? [id] : id, negated }
  })
}

async function check(model: Model, query: Query) {
  const who = pick(model.people, query.who)
  const narrow = termsOf(model, query)
  const all = model.matching(who, narrow)
  const common = { narrow, allow_empty_topic_name: true }
  const place = JSON.stringify({ who: who.name || 'Olga', narrow })

  const first = await who.get('/messages', {
    ...common,
    anchor: 'oldest',
    num_before: 0,
    num_after: query.page,
  })
  const [, unknown] = /unknown channel (\w+)$/.exec(first.msg) ?? []
  if (first.code === 'BAD_NARROW' && unknown !== undefined) {
    const { streams } = expectSuccess(await who.get('/streams'))
    const known = streams.map(({ name }: { name: string }) => name)
    assert.not(known.includes(unknown), place)
    return
  }
  if (first.code === 'BAD_NARROW') {
    assert.match(first.msg, 'No message can be both')
    assert.equal(all, [], place)
    return
  }
  assert.equal(await readForward(who, common, query.page), all, `forward: ${place}`)
  assert.equal(await readBackward(who, common, query.page), all, `backward: ${place}`)

  const anchor = pick([0, ...model.messages.map(({ id }) => id), 100_000], query.anchor)
  const { before, after } = query
  const range = { ...common, anchor, num_before: before, num_after: after }
  const found = expectSuccess(await who.get('/messages', range))
  const below = all.filter((id) => id < anchor)
  const above = all.filter((id) => id > anchor)
  const at = all.filter((id) => id === anchor)
  const shown = found.messages as { id: number; flags: string[] }[]
  assert.equal(
    shown.map(({ id }) => id),
    [
      ...below.slice(below.length - Math.min(before, below.length)),
      ...at,
      ...above.slice(0, after),
    ],
    `around ${anchor}: ${place}`,
  )
  for (const { id, flags } of shown) assert.equal(flags.toSorted(), model.flagsOf(who, id), place)
}

async function readForward(who: Person, common: object, size: number): Promise<number[]> {
  const read: number[] = []
  for (;;) {
    const page = expectSuccess(
      await who.get('/messages', {
        ...common,
        anchor: read.at(-1) ?? 'oldest',
        include_anchor: false,
        num_before: 0,
        num_after: size,
      }),
    )
    read.push(...page.messages.map(({ id }: { id: number }) => id))
    if (page.found_newest) return read
  }
}

async function readBackward(who: Person, common: object, size: number): Promise<number[]> {
  const read: number[] = []
  for (;;) {
    const page = expectSuccess(
      await who.get('/messages', {
        ...common,
        anchor: read[0] ?? 'newest',
        include_anchor: false,
        num_before: size,
        num_after: 0,
      }),
    )
    read.unshift(...page.messages.map(({ id }: { id: number }) => id))
    if (page.found_oldest) return read
  }
}

test('whatever happens, everyone reads what a plain list of it says', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(happening, { minLength: 10, maxLength: 40 }),
      fc.array(query, { minLength: 10, maxLength: 10 }),
      async (happenings, queries) => {
        await using chat = await startChat()
        const model = await startModel(chat)
        await learnNotices(model)
        for (const event of happenings) await happen(model, event)
        await learnNotices(model)
        for (const query of queries) await check(model, query)
      },
    ),
    // Every attempt to shrink starts a server; what failed first says enough.
    { numRuns: 10, endOnFailure: true, includeErrorInReport: true },
  )
})

test.run()
