// Hundreds of connections that one owner has open are read some at a time.

import { once } from 'node:events'
import { createServer } from 'node:http'
import type { Socket } from 'node:net'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { Arrivals } from '../../src/http/arrivals.ts'
import { RequestLines } from '../../src/http/connections.ts'
import { IdleConnections } from '../../src/http/idle-connections.ts'
import type { RoutedResponse } from '../../src/http/response.ts'
import { connected } from './connected.ts'

const CROWD = 200

/** What reading each request holds the event loop for. */
const READING_MS = 0.1

test('requests that one owner sends at once are read in many turns, and all are answered', async () => {
  await using server = await listen()
  const crowd = await server.connect(CROWD)
  for (const round of ['new connections', 'used connections']) {
    server.turns.length = 0
    await Promise.all(crowd.map((socket) => ask(socket, 'Basic crowd')))

    assert.is(server.turns.length, CROWD, `${round}: all are read`)
    const most = Math.max(
      ...Map.groupBy(server.turns, (turn) => turn)
        .values()
        .map((a) => a.length),
    )
    assert.ok(most < CROWD / 4, `${round}: ${most} in one turn`)
  }
})

test('a single connection of another caller is read at once', async () => {
  await using server = await listen()
  const crowd = await server.connect(CROWD)
  const [single] = await server.connect(1)
  await ask(single!, 'Basic single')
  server.callers.length = 0

  const answers = crowd.map((socket) => ask(socket, 'Basic crowd'))
  await Promise.all([...answers, ask(single!, 'Basic single')])

  const place = server.callers.indexOf('Basic single')
  assert.ok(place < CROWD / 4, `it was read ${place}th`)
})

test('connections that close while they are not read end like others', async () => {
  await using server = await listen()
  const crowd = await server.connect(CROWD)
  const first = Promise.race(crowd.map((socket) => ask(socket, 'Basic crowd')))
  await first
  for (const socket of crowd) socket.destroy()
  const [last] = await server.connect(1)

  while ((await server.open()) > 1) await ask(last!, 'Basic last')
})

/** Sends a request. @returns when the answer comes */
async function ask(socket: Socket, authorization: string) {
  socket.write(`GET / HTTP/1.1\r\nHost: a\r\nAuthorization: ${authorization}\r\n\r\n`)
  await once(socket, 'data')
}

/** A server that takes some time to read each request. */
async function listen() {
  const callers: string[] = []
  const turns: number[] = []
  const idle = new IdleConnections()
  const arrivals = new Arrivals(idle, (_, res) => void (res as unknown as RoutedResponse).end())
  const lines = new RequestLines(idle, arrivals.enter as never)
  const server = createServer((req, res) => {
    callers.push(req.headers.authorization!)
    turns.push(clients.turn)
    const until = performance.now() + READING_MS
    while (performance.now() < until);
    const routed = res as unknown as RoutedResponse
    routed.owner = req.headers.authorization!
    routed.once('close', () => lines.leave(routed))
    lines.enter(req, routed)
  })
  lines.watch(server)
  const clients = await connected(server)
  return {
    callers,
    turns,
    open: () => new Promise<number>((found) => server.getConnections((_, count) => found(count))),
    connect: clients.connect,
    [Symbol.asyncDispose]: clients[Symbol.asyncDispose],
  }
}

test.run()
