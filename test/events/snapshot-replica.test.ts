// Snapshot plus events equals a later snapshot, for clients old and new.

import fc from 'fast-check'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { CAPABILITIES } from '../../src/events/types/client-format.ts'
import { expectSuccess, Inbox, type Person, startChat } from '../chat.ts'
import { ClientModel } from './client-model.ts'
import { ACTIONS, settle } from './organization-actions.ts'
import { runEverything } from './payload-scenarios.ts'

/** Settings that a subscription inherits change without an event of the subscription. */
const MODEST = {
  include_subscribers: 'true',
  client_gravatar: false,
  client_capabilities: { notification_settings_null: true },
}

const CAPABLE = {
  ...MODEST,
  slim_presence: true,
  client_capabilities: Object.fromEntries(CAPABILITIES.map((name) => [name, true])),
}

/** Two clients of each person: one that understands everything, and one that understands little. */
function followAll(people: readonly Person[]) {
  const kinds = Object.entries({ capable: CAPABLE, modest: MODEST })
  return Promise.all(
    people.flatMap((person) => kinds.map(([kind, parameters]) => follow(person, kind, parameters))),
  )
}

async function follow(person: Person, kind: string, parameters: object) {
  const snapshot = async () => expectSuccess(await person.post('/register', { ...parameters }))
  const first = await snapshot()
  const model = new ClientModel(first)
  const inbox = new Inbox(person, first.queue_id, first.last_event_id)
  return {
    /** Nothing of what the client knows differs from what one is told that comes now. */
    async assertKnowing() {
      for (const event of await inbox.read()) model.apply(event)
      const expected = new ClientModel(await snapshot()).state()
      for (const [part, state] of Object.entries(model.state()))
        assert.equal(state, expected[part], `${part} of the ${kind} client of ${person.email}`)
    },
  }
}

test('a client that follows events knows of people, groups and channels what one that comes later is told', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const gus = await chat.join('Gus', 600)
  const clients = await followAll([chat.olga, ben, gus])

  await runEverything(chat, ben, gus)

  for (const client of clients) await client.assertKnowing()
})

const action = fc.record({
  kind: fc.constantFrom(...Object.keys(ACTIONS)),
  // The owner may do most, so she does most.
  by: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, fc.nat({ max: 3 })),
  other: fc.nat({ max: 5 }),
  a: fc.nat({ max: 30 }),
  b: fc.nat({ max: 30 }),
})

test('so it does whatever people do, and in whatever order', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 10, maxLength: 50 }), async (actions) => {
      await using chat = await startChat()
      const world = await settle(chat)
      const { people } = world
      const clients = await followAll(people.slice(0, 4))

      for (const { kind, by, other, a, b } of actions) {
        const answer = await ACTIONS[kind]!(world, { by: people[by]!, other: people[other]!, a, b })
        assert.ok(answer.status < 500, `${kind} ${JSON.stringify(answer)}`)
      }

      for (const client of clients) await client.assertKnowing()
    }),
    { numRuns: 6, includeErrorInReport: true },
  )
})

test('so does a client that registers while people do things', async () => {
  await using chat = await startChat()
  const world = await settle(chat)
  const { people } = world
  for (const person of people.slice(0, 2)) await writeManyDrafts(person)
  const clients: Awaited<ReturnType<typeof followAll>> = []
  for (const [at, kind] of Object.keys(ACTIONS).entries()) {
    const by = people[at % 3 === 0 ? 1 : 0]!
    const other = people[(at + 2) % people.length]!
    const registering = followAll([people[at % 2]!])
    await ACTIONS[kind]!(world, { by, other, a: at, b: at })
    clients.push(...(await registering))
  }

  for (const client of clients) await client.assertKnowing()
})

/** With them a snapshot takes several turns of the event loop, between which others change things. */
async function writeManyDrafts(person: Person) {
  const draft = { type: 'private', to: [], topic: '', content: 'long '.repeat(2000), timestamp: 1 }
  expectSuccess(await person.post('/drafts', { drafts: Array.from({ length: 100 }, () => draft) }))
}

test.run()
