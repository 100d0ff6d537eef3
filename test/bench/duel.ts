// Measures two contenders in turns, so that both meet the same conditions.

import { Connection, drive, type Load } from './client.ts'
import type { Program } from './programs.ts'
import { type Goal, median, milliseconds, perSecond, quantile, type Row } from './table.ts'

/** How many rounds each contender has, for how long, and how long each works before the first. */
export interface Schedule {
  count: number
  ms: number
  warmUpMs: number
}

const SHORT: Schedule = { count: 11, ms: 700, warmUpMs: 2500 }

export interface Contender {
  program: Program
  next: () => Buffer
}

/** What one contender did: requests a second of each round, and milliseconds of each request. */
interface Contest {
  rates: number[]
  latencies: number[]
}

/** Both contenders' rounds, and the ratio of each round, ours to the bare limit's. */
export interface Rounds {
  hearth: Contest
  bare: Contest
  ratios: number[]
}

/** Requests a second of Hearth beside the bare limit. */
export async function duel(
  work: string,
  goal: Goal,
  connectionCount: number,
  hearth: Contender,
  bare: Contender,
): Promise<Row> {
  return ratioRow(work, goal, await rounds(connectionCount, hearth, bare))
}

/** The row that compares how many requests each serves. */
export const ratioRow = (work: string, goal: Goal, { hearth, bare, ratios }: Rounds): Row => ({
  work,
  hearth: perSecond(median(hearth.rates)),
  bare: perSecond(median(bare.rates)),
  p50: milliseconds(median(hearth.latencies)),
  p99: milliseconds(quantile(hearth.latencies, 0.99)),
  figure: median(ratios),
  goal,
})

/**
 * Short rounds in turns: what else runs on the machine then slows both alike, and the median of the
 * rounds drops what does not.
 */
export async function rounds(
  connectionCount: number,
  hearth: Contender,
  bare: Contender,
  schedule: Partial<Schedule> = {},
): Promise<Rounds> {
  const { count, ms, warmUpMs } = { ...SHORT, ...schedule }
  const open = ({ program }: Contender) =>
    Promise.all(Array.from({ length: connectionCount }, () => Connection.open(program.url)))
  const [ours, theirs] = [await open(hearth), await open(bare)]
  await drive(ours, hearth.next, warmUpMs)
  await drive(theirs, bare.next, warmUpMs)

  const done: Rounds = {
    hearth: { rates: [], latencies: [] },
    bare: { rates: [], latencies: [] },
    ratios: [],
  }
  for (let round = 0; round < count; round++) {
    const own = await drive(ours, hearth.next, ms)
    const limit = await drive(theirs, bare.next, ms)
    done.ratios.push(note(done.hearth, own) / note(done.bare, limit))
  }
  for (const connection of [...ours, ...theirs]) connection.close()
  return done
}

/** @returns requests a second */
function note({ rates, latencies }: Contest, load: Load): number {
  const rate = (load.count * 1000) / load.elapsed
  rates.push(rate)
  for (const ms of load.latencies) latencies.push(ms)
  return rate
}
