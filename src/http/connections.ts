// Limits on the memory and time that connections take: for each connection, each person, and in all.

import type { IncomingMessage } from 'node:http'
import type { Server, Socket } from 'node:net'
import { memberOf, type Network, readNetwork } from '../base/networks.ts'
import { noteConnection } from '../base/shares.ts'
import { TOO_BUSY } from '../errors/callers.ts'
import { refuse } from '../errors.ts'
import { plainAddress } from './client-address.ts'
import type { IdleConnections } from './idle-connections.ts'
import { type Line, type Routed, type RoutedResponse, SILENCE_MS } from './response.ts'

/** Connections of one address: an office behind one router has fewer. */
const MOST_FROM_ADDRESS = 2000

const MIB = 1024 * 1024

/** Bytes of answers that clients have not taken yet: twice the largest answer, and all together. */
const MOST_UNSENT_OF_ONE = 24 * MIB
const MOST_UNSENT = 192 * MIB

const RETRY_AFTER_SECONDS = 5

const LOOPBACK: Network[] = [readNetwork('127.0.0.0/8')!, readNetwork('::1')!]

type Handle = (req: IncomingMessage, res: RoutedResponse) => void

/** Requests of one connection that wait for the answer to the one before them. */
interface Queue {
  isBusy: boolean
  waiting: [req: IncomingMessage, res: RoutedResponse][]
}

/**
 * Counts the connections of each address, and the streams that one connection of HTTP/2 carries
 * beside its first; proxies in front of the server are exempt.
 */
export class AddressCounts {
  readonly #counts = new Map<string, number>()
  readonly #isExempt: (address: string) => boolean
  /** Listens for the end of every connection that is counted: one function for all of them. */
  readonly whenClosed: (this: Socket) => void

  constructor(trustedProxies: readonly Network[]) {
    this.#isExempt = memberOf([...LOOPBACK, ...trustedProxies])
    const leave = (address: string) => this.#leave(address)
    this.whenClosed = function () {
      leave(plainAddress(this.remoteAddress ?? ''))
    }
  }

  /** Closes connections of an address that has very many. */
  limit(server: Server): void {
    server.on('connection', (socket: Socket) => {
      noteConnection()
      // One that was parked is counted already.
      if (socket.listeners('close').includes(this.whenClosed)) return
      if (this.#enter(plainAddress(socket.remoteAddress ?? ''))) socket.on('close', this.whenClosed)
      else socket.destroy()
    })
  }

  /** Counts one more, until the returned function is called; undefined if there are too many. */
  enter(remoteAddress: string | undefined): (() => void) | undefined {
    const address = plainAddress(remoteAddress ?? '')
    return this.#enter(address) ? () => this.#leave(address) : undefined
  }

  #enter(address: string): boolean {
    if (this.#isExempt(address)) return true
    const count = (this.#counts.get(address) ?? 0) + 1
    if (count > MOST_FROM_ADDRESS) return false
    this.#counts.set(address, count)
    return true
  }

  #leave(address: string) {
    const left = this.#counts.get(address)
    if (left === undefined) return
    if (left === 1) this.#counts.delete(address)
    else this.#counts.set(address, left - 1)
  }
}

/**
 * Lets the requests of a connection in one after the other: the next when the client has taken the
 * answer to the last. Node would begin all that came in one piece, and hold all their answers.
 */
export class RequestLines implements Line<RoutedResponse> {
  readonly #idle: IdleConnections
  readonly #handle: Handle
  readonly #lines = new WeakMap<Socket, Queue>()

  constructor(idle: IdleConnections, handle: Handle) {
    this.#idle = idle
    this.#handle = handle
  }

  /** Connections are idle from their beginning, those that were parked from their return. */
  watch(server: Server): void {
    server.on('connection', (socket: Socket) => this.#idle.enter(socket))
  }

  enter(req: IncomingMessage, res: RoutedResponse): void {
    const { socket } = req
    this.#idle.leave(socket)
    let line = this.#lines.get(socket)
    if (!line) {
      line = { isBusy: false, waiting: [] }
      this.#lines.set(socket, line)
    }
    if (line.isBusy) {
      line.waiting.push([req, res])
      // Stops reading, so that further requests stay on the network.
      socket.pause()
      return
    }
    line.isBusy = true
    this.#handle(req, res)
  }

  /** Drops the line of a connection. @returns false if further requests wait in it */
  forget(socket: Socket): boolean {
    const line = this.#lines.get(socket)
    if (line && line.waiting.length > 0) return false
    this.#lines.delete(socket)
    return true
  }

  /** The answer was taken, or the connection is gone. */
  leave({ req: { socket }, owner }: RoutedResponse): void {
    const line = this.#lines.get(socket)
    if (!line) return
    const next = socket.destroyed ? undefined : line.waiting.shift()
    if (!next) {
      line.isBusy = false
      line.waiting = []
      if (!socket.destroyed) this.#idle.enter(socket, owner || undefined)
      return
    }
    if (line.waiting.length === 0) socket.resume()
    // Node resumes a socket after an answer, to drop the rest of the request's body.
    else socket.pause()
    this.#handle(...next)
  }
}

/** Counts the bytes of answers that wait for slow clients. */
export class Unsent {
  #total = 0
  readonly #byOwner = new Map<string, number>()

  /**
   * @param owner the user or address that receives the answer
   * @throws RequestError RATE_LIMIT_HIT when too many bytes wait for this owner already
   */
  admit(owner: string): void {
    const own = this.#byOwner.get(owner) ?? 0
    if (own <= MOST_UNSENT_OF_ONE && this.#total <= MOST_UNSENT) return
    refuse(TOO_BUSY, {
      what: 'Earlier answers have not been read yet',
      'retry-after': RETRY_AFTER_SECONDS,
    })
  }

  /** Counts what the client of an answer has not taken at once, until it has or is gone. */
  watch(res: Routed): void {
    const bytes = res.unreadBytes()
    if (bytes === 0) return
    res.limitSilence(SILENCE_MS)
    const { owner } = res
    this.#add(owner, bytes)
    res.once('close', () => this.#add(owner, -bytes))
  }

  /**
   * Counts an answer that is being compressed, which no client could have taken yet.
   * @returns ends that; call it exactly once
   */
  hold(owner: string, bytes: number): () => void {
    this.#add(owner, bytes)
    return () => this.#add(owner, -bytes)
  }

  #add(owner: string, bytes: number) {
    this.#total += bytes
    const own = (this.#byOwner.get(owner) ?? 0) + bytes
    if (own === 0) this.#byOwner.delete(owner)
    else this.#byOwner.set(owner, own)
  }
}
