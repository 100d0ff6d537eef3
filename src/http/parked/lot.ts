// Connections whose request waits for its answer, and those that wait for their next request after
// such an answer. Polls of event queues wait most of the time, and there may be 10,000: node:http
// would keep 9 kB for each, this keeps the socket and a small record.

import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { RoutedResponse } from '../response.ts'
import { attach, detach, isAlone } from './connection.ts'
import { type Lot, type LotFacts, Parked } from './parked.ts'

/** The parked connections of one server. */
export class ParkingLot implements Lot {
  readonly server: Server
  readonly facts: LotFacts
  readonly #parked = new Map<Socket, Parked>()

  constructor(server: Server, facts: LotFacts) {
    this.server = server
    this.facts = facts
  }

  /**
   * Takes over the connection of a request that waits.
   * @param hangUp called if the client goes away before the answer
   * @returns what to answer to; undefined if node:http has to keep the connection
   */
  park(res: RoutedResponse, hangUp: () => void): Parked | undefined {
    const { req } = res
    if (req.method !== 'GET' || !isAlone(res) || !this.facts.forget(req.socket)) return undefined
    const parked = new Parked(this, res, hangUp)
    const socket = detach(res, this.facts.whenClosed)
    this.#parked.set(socket, parked)
    socket.on('data', this.#read)
    socket.on('end', end)
    socket.on('error', ignore)
    socket.on('close', this.#close)
    return parked
  }

  /** Gives a connection back to node:http for its next request. */
  release(socket: Socket, bytes?: Buffer) {
    socket.off('data', this.#read)
    socket.off('end', end)
    socket.off('error', ignore)
    socket.off('close', this.#close)
    this.#parked.delete(socket)
    attach(this.server, socket, bytes)
  }

  /** Closes the connections that wait for a request; those that wait for an answer go on. */
  closeIdle() {
    for (const parked of this.#parked.values()) if (parked.isIdle) parked.destroy()
  }

  closeAll() {
    for (const parked of this.#parked.values()) parked.destroy()
  }

  // One function each for all connections, so that none of them needs its own.

  readonly #read = this.#on((parked, bytes: Buffer) => parked.read(bytes))

  readonly #close = this.#on((parked, _, socket) => {
    this.#parked.delete(socket)
    parked.closed()
  })

  #on<T>(work: (parked: Parked, value: T, socket: Socket) => void) {
    const parkedAt = (socket: Socket) => this.#parked.get(socket)!
    return function (this: Socket, value: T) {
      work(parkedAt(this), value, this)
    }
  }
}

/** A client that sends nothing more is gone, as it is for node:http. */
function end(this: Socket) {
  this.end()
}

const ignore = () => {}
