// A thread that asks a server for small answers all the while, so that reading the large ones on the main
// thread does not lengthen what it waits.

import { setTimeout as delay } from 'node:timers/promises'
import { parentPort } from 'node:worker_threads'
import { Connection, requestBytes } from './client.ts'

/** What the thread tells: that it asks, then how long it waited for each answer, in milliseconds. */
export type AskingNews = 'asking' | number[]

const ASK_EVERY_MS = 5

const request = requestBytes({ method: 'GET', path: '/api/v1/server_settings' })
let isOver = false

async function askAllTheWhile(url: string): Promise<number[]> {
  const waits: number[] = []
  let connection = await Connection.open(url)
  tell('asking')
  do {
    const started = performance.now()
    await connection.ask(request, false).catch(async () => {
      // A server that was held for long takes the connection for dead.
      connection = await Connection.open(url)
    })
    waits.push(performance.now() - started)
    await delay(ASK_EVERY_MS)
  } while (!isOver)
  connection.close()
  return waits
}

const tell = (news: AskingNews) => parentPort!.postMessage(news)

/** The address of a server to ask, or that it is enough. */
parentPort!.on('message', async (order: string) => {
  isOver = order === 'stop'
  if (!isOver) tell(await askAllTheWhile(order))
})
