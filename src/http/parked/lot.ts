// Connections whose request waits for its answer, and those that wait for their next request after
// such an answer. Polls of event queues wait most of the time, and there may be 10,000: node:http
// would keep 9 kB for each, this keeps the socket and a small record.

import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { onceATurn } from '../../base/once-a-turn.ts'
import type { RoutedResponse } from '../response.ts'
import { attach, detach, isAlone } from './connection.ts'
import { type Lot, type LotFacts, Parked } from './parked.ts'

/** How often connections that wait for a request too long are looked for. */
const LOOK_EVERY_MS = 1000

/** A request that was sent just before the time was over may still be on its way. */
const GRACE_MS = 1000

/** The parked connections of one server. */
export class ParkingLot implements Lot {
  readonly server: Server
  readonly facts: LotFacts
  readonly #parked = new Map<Socket, Parked>()
  /** Those that wait for a request, with the time since when; the one that waits longest is first. */
  readonly #idle = new Map<Parked, number>()
  #look: NodeJS.Timeout | undefined
  #answered: Parked[] = []

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
    socket.on('error', ignore)
    socket.on('close', this.#close)
    return parked
  }

  /** Gives a connection back to node:http for its next request. */
  release(socket: Socket, bytes?: Buffer) {
    this.#idle.delete(this.#parked.get(socket)!)
    this.#parked.delete(socket)
    socket.off('data', this.#read)
    socket.off('error', ignore)
    socket.off('close', this.#close)
    socket.on('close', this.facts.whenClosed)
    attach(this.server, socket, bytes)
  }

  /** Counts and logs requests later: one answer often goes to hundreds, and each waits for those before. */
  finish(parked: Parked) {
    this.#answered.push(parked)
    this.#finishLater()
  }

  readonly #finishLater = onceATurn(() => {
    const answered = this.#answered
    this.#answered = []
    for (const { finished } of answered) this.facts.finish(finished)
  })

  /** A connection waits for its next request, for as long as connections are kept. */
  keep(parked: Parked) {
    this.#idle.set(parked, performance.now())
    this.#look ??= setInterval(() => this.#endSilent(), LOOK_EVERY_MS).unref()
  }

  /** Closes the connections that wait for a request; those that wait for an answer go on. */
  closeIdle() {
    for (const parked of this.#idle.keys()) parked.destroy()
  }

  closeAll() {
    for (const parked of this.#parked.values()) parked.destroy()
  }

  #endSilent() {
    const last = performance.now() - (this.facts.keepAliveMs + GRACE_MS)
    for (const [parked, since] of this.#idle) {
      if (since >= last) break
      parked.destroy()
    }
    if (this.#idle.size > 0) return
    clearInterval(this.#look)
    this.#look = undefined
  }

  // One function each for all connections, so that none of them needs its own.

  readonly #read = this.#on((parked, _, bytes: Buffer) => parked.read(bytes))

  readonly #close = this.#on((parked, socket) => {
    this.#idle.delete(parked)
    this.#parked.delete(socket)
    parked.closed()
    this.facts.whenClosed.call(socket)
  })

  #on<T>(work: (parked: Parked, socket: Socket, value: T) => void) {
    const parkedAt = (socket: Socket) => this.#parked.get(socket)!
    return function (this: Socket, value: T) {
      work(parkedAt(this), this, value)
    }
  }
}

const ignore = () => {}
