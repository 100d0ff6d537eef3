// One parked connection: the answer it waits for, and what happens until node:http has it again.

import type { OutgoingHttpHeaders, Server } from 'node:http'
import type { Socket } from 'node:net'
import {
  type Answerable,
  type Finished,
  type RoutedResponse,
  SILENCE_MS,
  type UnreadCount,
} from '../response.ts'
import { headOf } from './head.ts'

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
}

/** What answers depend on. Compression is not worth its time: they are short, and go out to many. */
const REQUEST = { headers: {} }

/** A request that was sent just before the time was over may still be on its way. */
const GRACE_MS = 1000

/** Ends a connection on which nothing happened for too long. */
function end(this: Socket) {
  this.destroy()
}

/** A request that waits on a parked connection. Its answer is written in one piece. */
export class Parked implements Answerable {
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
  #head = ''
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

  /** Whether the client has the answer and asked for nothing since. */
  get isIdle() {
    return this.#isOver && this.#keepsAlive
  }

  writeHead(status: number, headers: OutgoingHttpHeaders) {
    const { server, facts } = this.#lot
    // A stopping server closes each connection after its answer, or clients would poll on.
    if (!server.listening) this.#keepsAlive = false
    this.#status = status
    const all = { ...this.#headers, ...headers, 'X-Request-Id': this.requestId }
    this.#head = headOf(status, all, this.#keepsAlive ? facts.keepAliveMs / 1000 : undefined)
  }

  end(body: string | Buffer) {
    const socket = this.#socket
    this.#hangUp = undefined
    if (typeof body === 'string') socket.write(this.#head + body, 'latin1')
    else socket.write(Buffer.concat([Buffer.from(this.#head), body]))
    this.#head = ''
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
    if (this.isIdle) {
      socket.setTimeout(0, end)
      return this.#lot.release(socket, bytes)
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

  #taken() {
    const socket = this.#socket
    if (socket.destroyed) return
    this.#finish()
    if (!this.#keepsAlive) return socket.destroySoon()
    socket.setTimeout(0, end)
    if (socket.readableLength > 0) return this.#lot.release(socket)
    socket.setTimeout(this.#lot.facts.keepAliveMs + GRACE_MS, end)
  }

  #finish() {
    if (this.#isOver) return
    this.#isOver = true
    this.#release?.()
    this.#lot.facts.finish({
      requestId: this.requestId,
      route: this.#route,
      askedAt: this.#askedAt,
      unknownPath: undefined,
      method: 'GET',
      status: this.#status,
    })
  }
}

/** The headers set on a response so far; undefined if there are none, as with most. */
function headersOf(res: RoutedResponse): OutgoingHttpHeaders | undefined {
  const given = res.getHeaderNames().length > 0 ? res.getHeaders() : undefined
  return res.siteHeaders ? { ...given, ...res.siteHeaders } : given
}
