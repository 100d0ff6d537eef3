// Benchmark: time to the first answer, idle memory, size of the executable.

import { statSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { expectSuccess } from './client.ts'
import { Team, temporaryFolder } from './data.ts'
import {
  executable,
  isBuilt,
  type Program,
  type Start,
  startEmpty,
  startHearth,
} from './programs.ts'
import { type Measure, median, milliseconds, notAvailable, quantile, type Row } from './table.ts'

const TIMES = 7

const RESTING_MS = 15_000

export const FIRST_ANSWER = { atLeast: 300, aim: 120, smallerIsBetter: true } as const

/** How long a start takes, what an idle server holds, and how large the executable is. */
export const measure: Measure = async () => {
  using folder = temporaryFolder()
  const team = await Team.found(folder.path)
  team.addMembers(20)
  team.close()
  const rows = [
    await timeStart('start to first answer, from source', folder.path, {}),
    await idleMemory('memory after the first answer, from source', folder.path, {}),
  ]
  if (!isBuilt()) return [...rows, notAvailable('executable', 'not built; npm run build')]
  const bytes = statSync(executable).size
  return [
    ...rows,
    await timeStart('start to first answer, executable', folder.path, { built: true }),
    await idleMemory('memory after the first answer, executable', folder.path, { built: true }),
    {
      work: 'size of the executable',
      figure: bytes / 1e6,
      unit: 'MB',
      goal: { atLeast: 135, aim: 115, smallerIsBetter: true },
    },
  ]
}

/** From starting the process to its first answer, in turns with an empty server. */
export async function timeStart(work: string, folder: string, start: Start): Promise<Row> {
  const times: number[] = []
  const limits: number[] = []
  for (let time = -1; time < TIMES; time++) {
    const own = await timeToAnswer(() => startHearth(folder, start))
    const limit = await timeToAnswer(startEmpty)
    if (time < 0) continue
    times.push(own)
    limits.push(limit)
  }
  return {
    work,
    hearth: `${(median(times) / median(limits)).toFixed(1)}×`,
    bare: milliseconds(median(limits)),
    p50: milliseconds(median(times)),
    p99: milliseconds(quantile(times, 0.99)),
    figure: median(times),
    unit: 'ms',
    // The goals are for what people run; from source, Node reads and strips every file first.
    ...(start.built && { goal: FIRST_ANSWER }),
  }
}

async function timeToAnswer(begin: () => Promise<Program>): Promise<number> {
  const started = performance.now()
  await using program = await begin()
  await expectSuccess(program.url, { method: 'GET', path: '/api/v1/server_settings' })
  return performance.now() - started
}

/** Memory right after the first answer, and when V8 had time to tidy up. */
async function idleMemory(work: string, folder: string, start: Start): Promise<Row> {
  await using hearth = await startHearth(folder, start)
  await expectSuccess(hearth.url, { method: 'GET', path: '/api/v1/server_settings' })
  const [all, own] = [hearth.memory(), hearth.ownMemory()]
  await wait(RESTING_MS)
  return {
    work,
    hearth: `${Math.round(own)} MB own`,
    bare: `${Math.round(hearth.memory())} MB at rest`,
    figure: all,
    unit: 'MB',
    ...(start.built && { goal: { atLeast: 80, aim: 70, smallerIsBetter: true } }),
  }
}
