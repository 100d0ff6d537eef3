// Benchmark: one message to 500 waiting clients.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Ready } from './bare.ts'
import { type Answer, Connection, expectSuccess, requestBytes } from './client.ts'
import { copyOf, type Member, Team, temporaryFolder } from './data.ts'
import { type Program, startBare, startHearth } from './programs.ts'
import { layReady, messageOf } from './send.ts'
import { type Measure, median, milliseconds, quantile } from './table.ts'

const QUEUES = 500
const WARM_UP = 5
const ROUNDS = 60

/** One message to 500 people who wait for it: from sending it to the last one having it. */
export const measure: Measure = async () => {
  using folder = temporaryFolder()
  const team = await Team.found(folder.path)
  team.addMembers(QUEUES)
  const channel = team.addChannel('harbour', team.members)
  const topic = team.addTopic(channel, 'pump tests')
  team.close()
  using copy = copyOf(folder.path)

  await using hearth = await startHearth(folder.path)
  const send = await layReady(hearth.url, team, channel, topic)
  writeFileSync(join(copy.path, 'bare.json'), JSON.stringify({ send } satisfies Ready))
  await using bare = await startBare(copy.path)

  const clients = await register(hearth, team.members)
  const watchers = await openMany(bare, QUEUES)
  const [sender, other] = [await Connection.open(hearth.url), await Connection.open(bare.url)]
  const sending = requestBytes(messageOf(team.owner, channel))
  const [times, limits, ratios]: number[][] = [[], [], []]
  for (let round = -WARM_UP; round < ROUNDS; round++) {
    const own = await timeToLast(clients, sender, sending)
    const relay = requestBytes({ method: 'POST', path: '/fan-out' }, clients[0]!.event)
    const limit = await timeToLast(watchers, other, relay)
    if (round < 0) continue
    times!.push(own)
    limits!.push(limit)
    ratios!.push(limit / own)
  }
  for (const { connection } of [...clients, ...watchers]) connection.close()
  sender.close()
  other.close()
  return [
    {
      work: 'one message to 500 waiting queues',
      hearth: milliseconds(median(times!)),
      bare: milliseconds(median(limits!)),
      p50: milliseconds(median(times!)),
      p99: milliseconds(quantile(times!, 0.99)),
      figure: median(ratios!),
      goal: { atLeast: 0.8, aim: 0.85 },
    },
  ]
}

/** A client that polls for events. */
interface Watcher {
  connection: Connection
  /** The request that waits for the next event. */
  poll(): Buffer
  /** The bytes of the last answer. */
  event: Buffer
}

const openMany = ({ url }: Program, count: number): Promise<Watcher[]> =>
  Promise.all(
    Array.from({ length: count }, async () => ({
      connection: await Connection.open(url, 8192),
      poll: () => WAIT,
      event: Buffer.alloc(0),
    })),
  )

const WAIT = requestBytes({ method: 'GET', path: '/wait' })

/** Opens an event queue for each member. */
async function register(program: Program, members: readonly Member[]): Promise<Watcher[]> {
  const watchers = await openMany(program, members.length)
  for (const [index, { authorization }] of members.entries()) {
    const watcher = watchers[index]!
    const { queue_id } = await expectSuccess(program.url, {
      method: 'POST',
      path: '/api/v1/register',
      authorization,
      parameters: { event_types: ['message'], apply_markdown: true },
    })
    let last = -1
    watcher.poll = () => {
      last = lastEventId(watcher.event) ?? last
      const parameters = { queue_id, last_event_id: last }
      return requestBytes({ method: 'GET', path: '/api/v1/events', authorization, parameters })
    }
  }
  return watchers
}

const lastEventId = (answer: Buffer): number | undefined =>
  answer.length === 0 ? undefined : JSON.parse(answer.toString()).events.at(-1)?.id

async function timeToLast(watchers: readonly Watcher[], sender: Connection, request: Buffer) {
  const answers = watchers.map(async (watcher) => {
    watcher.event = (await watcher.connection.ask(watcher.poll())).body
  })
  await everyoneWaits(watchers.length)
  const started = performance.now()
  const sent: Promise<Answer> = sender.ask(request)
  await Promise.all(answers)
  const elapsed = performance.now() - started
  await sent
  return elapsed
}

/** Gives the server time to read all polls; that a poll is held cannot be seen from outside. */
const everyoneWaits = (count: number) => new Promise((resolve) => setTimeout(resolve, count / 2))
