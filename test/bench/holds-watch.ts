// Watches how long some work holds a server: by the processor time of its turns, and by what another
// connection waits meanwhile.

import type { Program } from './programs.ts'
import { waitsDuring } from './waits.ts'

/** What work did to others. */
export interface Watched {
  /** Processor time of the longest turn of the loop, in milliseconds. */
  longest: number
  /** How long another connection waited for small answers, in milliseconds. */
  waits: number[]
}

/** Watches a server that was started with `probed` while the work goes on. */
export async function watch(hearth: Program, work: () => Promise<unknown>): Promise<Watched> {
  let waits: number[] = []
  const { longest } = await hearth.turnsDuring(async () => {
    waits = await waitsDuring(hearth.url, work)
  })
  return { longest, waits }
}
