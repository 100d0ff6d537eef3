// A thread that floods a server, so that its own work does not lengthen what another client measures.

import { setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { Connection } from './client.ts'

/** An order to the thread: a connection for each request is opened, and all are sent at once. */
export interface FloodOrder {
  url: string
  requests: Uint8Array[]
}

/** What the thread answers: first that all connections are open, then how requests were answered. */
export type FloodNews = 'sending' | { answered: number; refused: number }

// Lowers the priority of this thread alone. A real flood comes from processors of its own; here it would
// take one of the two that the server and the quiet person need.
setPriority(19)

/** Connections opened at once: more than the system keeps waiting would be refused. */
const BATCH = 200

let connections: Connection[] = []

async function flood({ url, requests }: FloodOrder) {
  connections = []
  for (let at = 0; at < requests.length; at += BATCH) {
    const opened = requests.slice(at, at + BATCH).map(() => Connection.open(url))
    connections.push(...(await Promise.all(opened)))
  }
  let [answered, refused] = [0, 0]
  const asked = connections.map(async (connection, at) => {
    const { status } = await connection.ask(Buffer.from(requests[at]!), false)
    if (status === 429) refused++
    else answered++
  })
  tell('sending')
  await Promise.allSettled(asked)
  close()
  tell({ answered, refused })
}

function close() {
  for (const connection of connections) connection.abort()
}

const tell = (news: FloodNews) => parentPort!.postMessage(news)

parentPort!.on('message', (order: FloodOrder | 'stop') => {
  if (order === 'stop') close()
  else void flood(order)
})
