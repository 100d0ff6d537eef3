// One parked connection: the answer it waits for, and what happens until node:http has it again.

import type { OutgoingHttpHeaders, Server } from 'node:http'
import type { Socket } from 'node:net'
import {
  type Finished,
  type ParkedAnswer,
  type RoutedResponse,
  SILENCE_MS,
  type UnreadCount,
} from '../response.ts'
import { endOf, linesOf, startOf } from './head.ts'

/** What a lot needs to know about the server whose connections it takes. */
export interface LotFacts {
  /** Milliseconds that a connection is kept for its next request. */
  keepAliveMs: number
  unsent: UnreadCount
  /** Counts and logs a request that is over. */
  finish(request: Finished): void
  /** Whether node:http holds no further request of the connection. */
  forget(socket: Socket): boolean
  /** Listens for the end of each connection, parked or not. */
  whenClosed(this: Socket): void
}

/** Where parked connections are kept. */
export interface Lot {
  readonly server: Server
  readonly facts: LotFacts
  /** Gives a connection back to node:http for its next request, which begins with these bytes. */
  release(socket: Socket, bytes?: Buffer): void
  /** Keeps a connection for its next request. */
  keep(parked: Parked): void
  /** Counts and logs a request that was answered or whose client went away. */
  finish(parked: Parked): void
}

/**
 * The request that answers are written for: one without Accept-Encoding, so nothing is compressed.
 * These answers are short and go to many clients.
 */
const REQUEST = { headers: {} }

/** Ends a connection whose client does not read. */
function end(this: Socket) {
  this.destroy()
}

/** A request that waits on a parked connection. Its answer is written in one piece. */
export class Parked implements ParkedAnswer {
  readonly #lot: Lot
  readonly #socket: Socket
  readonly requestId: string
  readonly owner: string
  readonly #askedAt: number
  readonly #route: string
  /** Headers that were set before the request began to wait. */
  readonly #headers: OutgoingHttpHeaders | undefined
  #keepsAlive: boolean
  /** Called if the client goes away before the answer. */
  #hangUp: (() => void) | undefined
  #status = 200
  #isOver = false
  /** Ends the count of bytes that the client has not taken. */
  #release: (() => void) | undefined

  constructor(lot: Lot, res: RoutedResponse, hangUp: () => void) {
    this.#lot = lot
    this.#socket = res.req.socket
    this.requestId = res.requestId
    this.owner = res.owner
    this.#askedAt = res.askedAt
    this.#route = res.route
    this.#headers = headersOf(res)
    this.#keepsAlive = res.shouldKeepAlive
    this.#hangUp = hangUp
  }

  get unsent() {
    return this.#lot.facts.unsent
  }

  get req() {
    return REQUEST
  }

  get writableEnded() {
    return this.#hangUp === undefined
  }

  get destroyed() {
    return this.#socket.destroyed
  }

  answer(
    status: number,
    same: OutgoingHttpHeaders,
    headers: OutgoingHttpHeaders,
    body: string | Buffer,
  ) {
    const socket = this.#socket
    const { server, facts } = this.#lot
    // A stopping server closes each connection after its answer, or clients would poll on.
    if (!server.listening) this.#keepsAlive = false
    this.#status = status
    this.#hangUp = undefined
    const seconds = this.#keepsAlive ? facts.keepAliveMs / 1000 : undefined
    const head =
      startOf(status, same, seconds) +
      linesOf(headers) +
      (this.#headers ? linesOf(this.#headers) : '') +
      endOf(this.requestId)
    if (typeof body === 'string') socket.write(head + body, 'latin1')
    else socket.write(Buffer.concat([Buffer.from(head), body]))
    const unread = socket.writableLength
    if (unread === 0) return this.#taken()
    socket.setTimeout(SILENCE_MS, end)
    this.#release = this.unsent.hold(this.owner, unread)
    // Called once the network has taken everything before it.
    socket.write('', () => this.#taken())
  }

  /** Bytes of the next request. Until this one is answered, those after them stay on the network. */
  read(bytes: Buffer) {
    const socket = this.#socket
    if (this.#isOver) {
      // A connection that ends takes no further request.
      if (this.#keepsAlive) this.#lot.release(socket, bytes)
      return
    }
    socket.pause()
    socket.unshift(bytes)
  }

  destroy() {
    this.#socket.destroy()
  }

  /** The connection is gone. */
  closed() {
    this.#hangUp?.()
    this.#hangUp = undefined
    this.#finish()
  }

  get finished(): Finished {
    return {
      requestId: this.requestId,
      route: this.#route,
      askedAt: this.#askedAt,
      unknownPath: undefined,
      method: 'GET',
      status: this.#status,
    }
  }

  #taken() {
    const socket = this.#socket
    if (socket.destroyed) return
    if (this.#release) socket.setTimeout(0, end)
    this.#finish()
    if (!this.#keepsAlive) socket.destroySoon()
    else if (socket.readableLength > 0) this.#lot.release(socket)
    else this.#lot.keep(this)
  }

  #finish() {
    if (this.#isOver) return
    this.#isOver = true
    this.#release?.()
    this.#lot.finish(this)
  }
}

/** The headers set on a response so far; undefined if none was set, as with most. */
function headersOf(res: RoutedResponse): OutgoingHttpHeaders | undefined {
  const given = res.getHeaderNames().length > 0 ? res.getHeaders() : undefined
  return res.siteHeaders ? { ...given, ...res.siteHeaders } : given
}
