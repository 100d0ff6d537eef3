// Benchmark: minutes of writing and reading; memory must settle.

import { Connection, drive, requestBytes } from './client.ts'
import { Team, temporaryFolder } from './data.ts'
import { isBuilt, startHearth } from './programs.ts'
import { Prose } from './prose.ts'
import { type Measure, median, milliseconds, perSecond, quantile } from './table.ts'

const MINUTES = Number(process.env.HEARTH_SOAK_MINUTES ?? 10)
const SLICE_MS = 5000
const CONNECTIONS = 8

/** People write and read for minutes on end: what a server holds must settle, not grow. */
export const measure: Measure = async () => {
  using folder = temporaryFolder()
  const team = await Team.found(folder.path)
  team.addMembers(20)
  const channel = team.addChannel('Harbour', team.members)
  team.close()
  await using hearth = await startHearth(folder.path, { built: isBuilt() })
  const connections = await Promise.all(
    Array.from({ length: CONNECTIONS }, () => Connection.open(hearth.url)),
  )
  const prose = new Prose(3)
  const next = () => {
    const { authorization } = team.members[prose.below(team.members.length)]!
    return prose.random() < 0.5
      ? requestBytes({
          method: 'POST',
          path: '/api/v1/messages',
          authorization,
          parameters: {
            type: 'stream',
            to: channel,
            topic: `Topic ${prose.below(40)}`,
            content: prose.message(),
          },
        })
      : requestBytes({
          method: 'GET',
          path: '/api/v1/messages',
          authorization,
          parameters: { anchor: 'newest', num_before: 50, num_after: 0, narrow: [] },
        })
  }
  const slices = Math.max(4, Math.round((MINUTES * 60_000) / SLICE_MS))
  const memory: number[] = []
  const latencies: number[] = []
  let count = 0
  for (let slice = 0; slice < slices; slice++) {
    const load = await drive(connections, next, SLICE_MS)
    count += load.count
    latencies.push(quantile(load.latencies, 0.99))
    memory.push(hearth.memory())
  }
  for (const connection of connections) connection.close()
  // Caches fill in the first half; what grows after that grows for ever.
  const half = memory.slice(Math.floor(slices / 2))
  const quarter = Math.max(1, Math.floor(half.length / 2))
  return [
    {
      work: `${MINUTES} minutes of writing and reading`,
      hearth: perSecond((count * 1000) / (slices * SLICE_MS)),
      p99: milliseconds(median(latencies)),
    },
    {
      work: 'memory at the end, beside the middle',
      hearth: `${Math.round(memory.at(-1)!)} MB`,
      figure: median(half.slice(-quarter)) / median(half.slice(0, quarter)),
      unit: '×',
      goal: { atLeast: 1.1, aim: 1.02, smallerIsBetter: true },
    },
  ]
}
