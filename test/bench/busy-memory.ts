// Benchmark: what a server holds after 6,000 messages, with event queues of 500 people.

import { setTimeout as wait } from 'node:timers/promises'
import { Connection, requestBytes } from './client.ts'
import { type Member, Team, temporaryFolder } from './data.ts'
import { isBuilt, type Program, startHearth } from './programs.ts'
import { messageOf } from './send.ts'
import type { Measure, Row } from './table.ts'

const QUEUES = 500
const SUBSCRIBERS = 20
const TOPICS = 50
const SENDS = 6000
const CONNECTIONS = 16
const RESTING_MS = 15_000

/** The figure depends on when V8 collected last: it is the median of so many servers. */
const SERVERS = 5

/** With clients that take their events, and with clients that registered and went away. */
export const measure: Measure = async () => [
  await memoryAfterSends(`${QUEUES} people waiting`, SUBSCRIBERS, async (hearth, member) =>
    (await Client.register(hearth, member)).follow(),
  ),
  await memoryAfterSends(`${QUEUES} subscribers that never poll`, QUEUES, Client.register),
]

/** @param subscribers of the channel that is written to @param open a client of a member */
async function memoryAfterSends(
  who: string,
  subscribers: number,
  open: (hearth: Program, member: Member) => Promise<Client>,
): Promise<Row> {
  const held: Held[] = []
  while (held.length < SERVERS) held.push(await heldAfterSends(subscribers, open))
  held.sort((one, other) => one.all - other.all)
  const { all, own, rested } = held[(SERVERS - 1) / 2]!
  return {
    work: `memory after ${SENDS.toLocaleString('en')} sends, ${who}`,
    hearth: `${Math.round(own)} MB own`,
    bare: `${Math.round(rested)} MB at rest`,
    p50: `${Math.round(held[0]!.all)} MB least`,
    p99: `${Math.round(held.at(-1)!.all)} MB most`,
    figure: all,
    unit: 'MB',
    goal: { atLeast: 160, aim: 130, smallerIsBetter: true },
  }
}

/** In MB: right after the last answer, the part that is not pages of files, and after a rest. */
interface Held {
  all: number
  own: number
  rested: number
}

async function heldAfterSends(
  subscribers: number,
  open: (hearth: Program, member: Member) => Promise<Client>,
): Promise<Held> {
  using folder = temporaryFolder()
  const team = await Team.found(folder.path)
  team.addMembers(QUEUES)
  const channel = team.addChannel('harbour', team.members.slice(0, subscribers))
  team.close()
  await using hearth = await startHearth(folder.path, { built: isBuilt() })
  const clients = await Promise.all(team.members.map((member) => open(hearth, member)))

  let sent = 0
  const connections = await Promise.all(
    Array.from({ length: CONNECTIONS }, () => Connection.open(hearth.url)),
  )
  const keepSending = async (connection: Connection) => {
    while (sent < SENDS) {
      const topic = `pump tests ${sent++ % TOPICS}`
      const request = messageOf(team.members[sent % SUBSCRIBERS]!, channel, topic)
      const { status } = await connection.ask(requestBytes(request), false)
      if (status !== 200) throw new Error(`the server answered ${status}`)
    }
  }
  await Promise.all(connections.map(keepSending))
  const [all, own] = [hearth.memory(), hearth.ownMemory()]
  await wait(RESTING_MS)
  const rested = hearth.memory()
  for (const { connection } of clients) connection.close()
  for (const connection of connections) connection.close()
  return { all, own, rested }
}

/** A client with an event queue. */
class Client {
  readonly connection: Connection
  readonly #member: Member
  readonly #queueId: string

  private constructor(connection: Connection, member: Member, queueId: string) {
    this.connection = connection
    this.#member = member
    this.#queueId = queueId
  }

  static async register({ url }: Program, member: Member): Promise<Client> {
    const connection = await Connection.open(url, 8192)
    const parameters = { event_types: ['message'], fetch_event_types: [], apply_markdown: true }
    const { authorization } = member
    const request = { method: 'POST', path: '/api/v1/register', authorization, parameters }
    const { body } = await connection.ask(requestBytes(request))
    return new Client(connection, member, JSON.parse(body.toString()).queue_id)
  }

  /** Asks for events again and again, until its connection is closed. */
  follow(): this {
    const poll = async () => {
      for (let last = -1; ; ) {
        const parameters = { queue_id: this.#queueId, last_event_id: last }
        const { authorization } = this.#member
        const request = { method: 'GET', path: '/api/v1/events', authorization, parameters }
        const { body } = await this.connection.ask(requestBytes(request))
        last = JSON.parse(body.toString()).events.at(-1)?.id ?? last
      }
    }
    poll().catch(() => undefined)
    return this
  }
}
