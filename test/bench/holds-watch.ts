// Watches how long some work holds a server: by the processor time of its turns, and by what another
// connection waits meanwhile.

import { Connection, requestBytes } from './client.ts'
import type { Program } from './programs.ts'

const ASK_EVERY_MS = 5

/** What work did to others. */
export interface Watched {
  /** Processor time of the longest turn of the loop, in milliseconds. */
  longest: number
  /** How long another connection waited for small answers, in milliseconds. */
  waits: number[]
}

/** Watches a server that was started with `probed` while the work goes on. */
export async function watch(hearth: Program, work: () => Promise<unknown>): Promise<Watched> {
  const waits: number[] = []
  const { longest } = await hearth.turnsDuring(async () => {
    let isOver = false
    const asking = askAllTheWhile(hearth, () => isOver, waits)
    try {
      await work()
    } finally {
      isOver = true
      await asking
    }
  })
  return { longest, waits }
}

async function askAllTheWhile({ url }: Program, isOver: () => boolean, waits: number[]) {
  let connection = await Connection.open(url)
  const request = requestBytes({ method: 'GET', path: '/api/v1/server_settings' })
  do {
    const started = performance.now()
    await connection.ask(request, false).catch(async () => {
      // A server that was held for long takes the connection for dead.
      connection = await Connection.open(url)
    })
    waits.push(performance.now() - started)
    await new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS))
  } while (!isOver())
  connection.close()
}
