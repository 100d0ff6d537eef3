// Measures two contenders in turns, so that both meet the same conditions.

import { Connection, drive } from './client.ts'
import type { Program } from './programs.ts'
import { type Goal, median, milliseconds, perSecond, quantile, type Row } from './table.ts'

const ROUNDS = 7
const ROUND_MS = 700
const WARM_UP_MS = 2500

export interface Contender {
  program: Program
  next: () => Buffer
}

/**
 * Requests a second of Hearth beside the bare limit. Short rounds in turns: what else runs on the
 * machine then slows both alike, and the median of the rounds drops what does not.
 */
export async function duel(
  work: string,
  goal: Goal,
  connectionCount: number,
  hearth: Contender,
  bare: Contender,
): Promise<Row> {
  const open = ({ program }: Contender) =>
    Promise.all(Array.from({ length: connectionCount }, () => Connection.open(program.url)))
  const [ours, theirs] = [await open(hearth), await open(bare)]
  await drive(ours, hearth.next, WARM_UP_MS)
  await drive(theirs, bare.next, WARM_UP_MS)

  const [rates, limits, ratios, latencies]: number[][] = [[], [], [], []]
  for (let round = 0; round < ROUNDS; round++) {
    const own = await drive(ours, hearth.next, ROUND_MS)
    const limit = await drive(theirs, bare.next, ROUND_MS)
    const rate = (load: typeof own) => (load.count * 1000) / load.elapsed
    rates!.push(rate(own))
    limits!.push(rate(limit))
    ratios!.push(rate(own) / rate(limit))
    for (const ms of own.latencies) latencies!.push(ms)
  }
  for (const connection of [...ours, ...theirs]) connection.close()
  return {
    work,
    hearth: perSecond(median(rates!)),
    bare: perSecond(median(limits!)),
    p50: milliseconds(median(latencies!)),
    p99: milliseconds(quantile(latencies!, 0.99)),
    figure: median(ratios!),
    goal,
  }
}
