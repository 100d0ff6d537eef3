// Hundreds of requests that arrive at once keep nobody waiting until all of them are begun.

import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { Arrivals } from '../../src/http/arrivals.ts'
import { IdleConnections } from '../../src/http/idle-connections.ts'
import type { Routed } from '../../src/http/response.ts'
import { connected } from './connected.ts'

const CROWD = 200

/** What each request holds the event loop for. */
const WORK_MS = 1

test('a single request passes the hundreds of another caller', async () => {
  await using server = await listen()
  const crowd = await server.connect(CROWD)
  const [single] = await server.connect(1)
  for (const socket of crowd) socket.write(request('Basic crowd'))
  single!.write(request('Basic single'))
  await server.begun(CROWD + 1)

  const place = server.callers.indexOf('Basic single')
  assert.ok(place < CROWD / 2, `it came ${place}th`)
})

test('few requests are begun in a turn, and those of one caller in their order', async () => {
  await using server = await listen()
  const crowd = await server.connect(CROWD)
  for (const socket of crowd) socket.write(request('Basic crowd'))
  await server.begun(CROWD)

  const most = Math.max(...server.turns.values())
  assert.ok(most <= 8, `${most} in one turn`)
  assert.equal(server.arrived, server.order)
})

test('what waits for a client that goes away is not begun', async () => {
  await using server = await listen()
  const crowd = await server.connect(CROWD)
  for (const socket of crowd) socket.write(request('Basic crowd'))
  await server.begun(1)
  for (const socket of crowd) socket.destroy()
  const [last] = await server.connect(1)
  last!.write(request('Basic last'))
  await once(last!, 'data')

  assert.ok(server.callers.length < CROWD, `${server.callers.length} were begun`)
})

test('more bodies than may be in memory do not wait', async () => {
  await using server = await listen()
  const count = 400
  const crowd = await server.connect(count)
  const body = 'x'.repeat(60_000)
  for (const socket of crowd) socket.write(request('Basic crowd', body))
  await server.begun(count)
  const waited = server.callers.length - server.atOnce
  assert.ok(waited < 300, `${waited} waited, with ${(waited * body.length) / 1e6} MB`)
})

const request = (authorization: string, body = '') =>
  `POST / HTTP/1.1\r\nHost: a\r\nAuthorization: ${authorization}\r\nContent-Length: ${body.length}\r\n\r\n${body}`

/** A server whose requests each hold the event loop. */
async function listen() {
  const arrived: number[] = []
  const order: number[] = []
  const callers: string[] = []
  const turns = new Map<number, number>()
  const numbers = new WeakMap<IncomingMessage, number>()
  let atOnce = 0
  let entering: IncomingMessage | undefined
  const arrivals = new Arrivals(new IdleConnections(), (req, res) => {
    callers.push(req.headers.authorization!)
    order.push(numbers.get(req)!)
    turns.set(clients.turn, (turns.get(clients.turn) ?? 0) + 1)
    if (req === entering) atOnce++
    const until = performance.now() + WORK_MS
    while (performance.now() < until);
    ;(res as unknown as ServerResponse).end()
    progress?.()
  })
  let progress: (() => void) | undefined
  const server = createServer((req, res) => {
    arrived.push(arrived.length)
    numbers.set(req, arrived.length - 1)
    entering = req
    arrivals.enter(req, res as unknown as Routed)
    entering = undefined
  })
  const clients = await connected(server)
  return {
    arrived,
    order,
    callers,
    turns,
    get atOnce() {
      return atOnce
    },
    connect: clients.connect,
    begun: (many: number) =>
      new Promise<void>((resolve) => {
        progress = () => callers.length >= many && resolve()
        progress()
      }),
    [Symbol.asyncDispose]: clients[Symbol.asyncDispose],
  }
}

test.run()
