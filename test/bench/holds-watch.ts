// Watches how long some work holds a server: by the processor time of its turns, and by what another
// connection waits meanwhile.

import { once } from 'node:events'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { AskingNews } from './holds-asking.ts'
import type { Program } from './programs.ts'

/** What work did to others. */
export interface Watched {
  /** Processor time of the longest turn of the loop, in milliseconds. */
  longest: number
  /** How long another connection waited for small answers, in milliseconds. */
  waits: number[]
}

/** One thread asks whatever is watched. */
let asking: Worker | undefined

/** Watches a server that was started with `probed` while the work goes on. */
export async function watch(hearth: Program, work: () => Promise<unknown>): Promise<Watched> {
  asking ??= new Worker(join(import.meta.dirname, 'holds-asking.ts'))
  const thread = asking
  thread.ref()
  const heard = async () => (await once(thread, 'message'))[0] as AskingNews
  let waits: number[] = []
  const { longest } = await hearth.turnsDuring(async () => {
    thread.postMessage(hearth.url)
    await heard()
    try {
      await work()
    } finally {
      const told = heard()
      thread.postMessage('stop')
      waits = (await told) as number[]
    }
  })
  thread.unref()
  return { longest, waits }
}
