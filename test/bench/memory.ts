// Benchmark: the memory of 10,000 waiting clients.

import { setTimeout as wait } from 'node:timers/promises'
import { Connection, requestBytes } from './client.ts'
import { Team, temporaryFolder } from './data.ts'
import { isBuilt, startHearth } from './programs.ts'
import { type Measure, notAvailable } from './table.ts'

const QUEUES = 10_000
const USERS = 1000

/** Connections opened at once: more than the system keeps waiting would be refused. */
const BATCH = 200

/** V8 gives back what so many arrivals have left behind once it has seen some seconds of rest. */
const SETTLING_MS = 15_000

/** What 10,000 people cost who wait for something to happen. */
export const measure: Measure = async () => {
  using folder = temporaryFolder()
  const team = await Team.found(folder.path)
  team.addMembers(USERS)
  team.close()
  await using hearth = await startHearth(folder.path, { built: isBuilt() })
  const before = hearth.memory()
  const connections: Connection[] = []
  const waitForEvents = async (index: number) => {
    const { authorization } = team.members[index % USERS]!
    const connection = await Connection.open(hearth.url, 4096)
    connections.push(connection)
    const parameters = { event_types: ['message'], fetch_event_types: [] }
    const registered = await connection.ask(
      requestBytes({ method: 'POST', path: '/api/v1/register', authorization, parameters }),
    )
    const { queue_id } = JSON.parse(registered.body.toString())
    const poll = { queue_id, last_event_id: -1 }
    connection
      .ask(
        requestBytes({ method: 'GET', path: '/api/v1/events', authorization, parameters: poll }),
        false,
      )
      .catch(() => undefined)
  }
  const work = '10,000 waiting queues'
  try {
    for (let first = 0; first < QUEUES; first += BATCH) {
      await Promise.all(Array.from({ length: BATCH }, (_, index) => waitForEvents(first + index)))
    }
  } catch (error) {
    // Where few files may be open at once, that many connections cannot be had.
    return [notAvailable(work, `only ${connections.length}: ${(error as Error).message}`)]
  }
  await wait(SETTLING_MS)
  const after = hearth.memory()
  for (const connection of connections) connection.close()
  return [
    {
      work,
      hearth: `${(((after - before) * 1000) / QUEUES).toFixed(1)} kB each`,
      figure: after,
      unit: 'MB',
      goal: { atLeast: 200, aim: 150, smallerIsBetter: true },
    },
  ]
}
