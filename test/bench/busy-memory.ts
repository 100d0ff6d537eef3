// Benchmark: what a server holds after 6,000 messages, with 500 people waiting for events.

import { setTimeout as wait } from 'node:timers/promises'
import { Connection, requestBytes } from './client.ts'
import { type Member, Team, temporaryFolder } from './data.ts'
import { isBuilt, type Program, startHearth } from './programs.ts'
import { messageOf } from './send.ts'
import type { Measure } from './table.ts'

const QUEUES = 500
const SUBSCRIBERS = 20
const TOPICS = 50
const SENDS = 6000
const CONNECTIONS = 16
const RESTING_MS = 15_000

/** Memory right after the last answer, and when V8 had time to tidy up. */
export const measure: Measure = async () => {
  using folder = temporaryFolder()
  const team = await Team.found(folder.path)
  team.addMembers(QUEUES)
  const senders = team.members.slice(0, SUBSCRIBERS)
  const channel = team.addChannel('harbour', senders)
  team.close()
  await using hearth = await startHearth(folder.path, { built: isBuilt() })
  const watchers = await Promise.all(team.members.map((member) => follow(hearth, member)))

  let sent = 0
  const connections = await Promise.all(
    Array.from({ length: CONNECTIONS }, () => Connection.open(hearth.url)),
  )
  const keepSending = async (connection: Connection) => {
    while (sent < SENDS) {
      const topic = `pump tests ${sent++ % TOPICS}`
      const request = messageOf(senders[sent % SUBSCRIBERS]!, channel, topic)
      const { status } = await connection.ask(requestBytes(request), false)
      if (status !== 200) throw new Error(`the server answered ${status}`)
    }
  }
  await Promise.all(connections.map(keepSending))
  const [all, own] = [hearth.memory(), hearth.ownMemory()]
  await wait(RESTING_MS)
  const rested = hearth.memory()
  for (const connection of [...connections, ...watchers]) connection.close()
  return [
    {
      work: `memory after ${SENDS.toLocaleString('en')} sends, ${QUEUES} people waiting`,
      hearth: `${Math.round(own)} MB own`,
      bare: `${Math.round(rested)} MB at rest`,
      figure: all,
      unit: 'MB',
      goal: { atLeast: 160, aim: 130, smallerIsBetter: true },
    },
  ]
}

/** Opens an event queue and asks for its events, again and again. */
async function follow({ url }: Program, { authorization }: Member): Promise<Connection> {
  const connection = await Connection.open(url, 8192)
  const ask = (method: string, path: string, parameters: object) =>
    connection.ask(
      requestBytes({
        method,
        path,
        authorization,
        parameters: parameters as Record<string, unknown>,
      }),
    )
  const register = { event_types: ['message'], fetch_event_types: [], apply_markdown: true }
  const opened = await ask('POST', '/api/v1/register', register)
  const { queue_id } = JSON.parse(opened.body.toString())
  const poll = async () => {
    for (let last = -1; ; ) {
      const { body } = await ask('GET', '/api/v1/events', { queue_id, last_event_id: last })
      last = JSON.parse(body.toString()).events.at(-1)?.id ?? last
    }
  }
  // Ends with its connection.
  poll().catch(() => undefined)
  return connection
}
