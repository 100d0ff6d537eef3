// A server on a port of its own, with clients that open many connections, and a count of its turns.

import { once } from 'node:events'
import type { Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'

/** Starts to listen. */
export async function connected(server: Server) {
  let accepted = 0
  let turn = 0
  server.on('connection', () => accepted++)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const sockets: Socket[] = []
  const nextTurn = () => {
    turn++
    if (server.listening) setImmediate(nextTurn)
  }
  setImmediate(nextTurn)
  return {
    /** The number of the present turn of the event loop. */
    get turn() {
      return turn
    },
    /** Opens connections that the server has accepted: it accepts one in each turn. */
    async connect(many: number) {
      const opened = Array.from({ length: many }, () =>
        connect(port, '127.0.0.1').on('error', () => {}),
      )
      sockets.push(...opened)
      while (accepted < sockets.length) await once(server, 'connection')
      return opened
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
