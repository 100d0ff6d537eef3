// The response of every request, with what the log and the limits need to know about it.

import {
  type IncomingHttpHeaders,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  ServerResponse,
} from 'node:http'
import type { Socket } from 'node:net'
import { nextTurn } from '../base/shares.ts'

/** A connection without progress, reading an answer or sending a body, is closed after this. */
export const SILENCE_MS = 30_000

/** What of an answer is sent before others have a turn: for a megabyte the system needs 4 ms. */
const PIECE_BYTES = 256 * 1024

/** Counts bytes that clients have not read yet. */
export interface UnreadCount {
  admit(owner: string): void
  watch(res: Routed): void
  hold(owner: string, bytes: number): () => void
}

/** Lets the requests of a connection in, a few at a time. */
export interface Line<Res> {
  enter(req: IncomingMessage, res: Res): void
  /** The client took the answer, or is gone. */
  leave(res: Res): void
  /** The request needs no memory to speak of until it is answered: the next may come in. */
  rest?(res: Res): void
  /** @returns undefined if the client may be given another answer; else a promise of that */
  room?(res: Res): Promise<void> | undefined
}

/** What a JSON answer is written to: a response, or a connection that waited without one. */
export type Answerable = PlainAnswer | ParkedAnswer

interface AnyAnswer {
  readonly req: { readonly headers: IncomingHttpHeaders }
  readonly writableEnded: boolean
  readonly destroyed: boolean
  readonly requestId?: string
  readonly owner?: string
  readonly unsent?: UnreadCount | undefined
}

interface PlainAnswer extends AnyAnswer {
  answer?: undefined
  writeHead(status: number, headers: OutgoingHttpHeaders): unknown
  end(bytes: string | Buffer, encoding: 'latin1'): unknown
  /** Where the network takes bytes at once: ends with a body, and others have turns in between. */
  endInPieces?(bytes: string | Buffer): Promise<void>
}

export interface ParkedAnswer extends AnyAnswer {
  /**
   * Sends head and body.
   * @param same headers that all answers of a kind have: an object that is not changed
   * @param headers the others
   * @param body a string has a character for each byte
   */
  answer(
    status: number,
    same: OutgoingHttpHeaders,
    headers: OutgoingHttpHeaders,
    body: string | Buffer,
  ): void
}

/** Takes the connections of requests that wait. */
export interface Parking {
  /**
   * @param hangUp called if the client goes away before the answer
   * @returns what to answer to; undefined if the response has to be kept
   */
  park(res: RoutedResponse, hangUp: () => void): Answerable | undefined
}

/** A request that was answered, or whose client went away. */
export interface Finished {
  requestId: string
  method: string
  route: string
  unknownPath: string | undefined
  status: number
  /** In milliseconds of the clock's `elapsed`. */
  askedAt: number
}

/** What each response has, whichever version of HTTP carries it. */
export interface Routed {
  /** Whether the connection or stream is closed. */
  readonly destroyed: boolean
  /** The pattern of the route, for the log, which must not show the path. */
  route: string
  /** The path of a request that no route takes, without what could be a secret. */
  unknownPath: string | undefined
  requestId: string
  /** When the request came, in milliseconds of the clock's `elapsed`. */
  askedAt: number
  /** Called when the connection or stream closes, answered or not. */
  whenClosed: (() => void) | undefined
  /** The user or address that receives the answer; limits on unread bytes count by it. */
  owner: string
  unsent: UnreadCount | undefined
  server: { readonly listening: boolean } | undefined
  /** The line that the request came in by. */
  line: Line<Routed> | undefined
  /** Headers of all answers of this server. */
  siteHeaders: OutgoingHttpHeaders | undefined
  /** Names the receiver. @throws RequestError if too many answers wait for this owner to read */
  admit(owner: string): void
  /**
   * A poll waits from now on; `work` is called if the client goes away.
   * @returns what to answer to
   */
  hold(work: () => void): Answerable
  /**
   * Asked before the work of a request begins, which may be long after it came in.
   * @returns undefined if its connection has room for one more answer; else a promise of it, which
   * never settles if the client goes away
   */
  room(): Promise<void> | undefined
  /**
   * Hangs up when the client ends its side of the connection: whether it still reads cannot be seen.
   * @param since `behind the request`: an end that follows the request at once does not count, because
   *   clients that only wait for the answer send one
   * @returns a function that stops watching for the end
   */
  endWithClient(since: 'now' | 'behind the request'): () => void
  /** Closes the connection or stream after so many milliseconds without progress; 0: never. */
  limitSilence(ms: number): void
  /** Whether the client went away in the middle of the body. */
  isCut(): boolean
  /** Bytes of the answer that the network has not taken yet. */
  unreadBytes(): number
  on(event: 'close', work: () => void): unknown
  once(event: 'close', work: () => void): unknown
  off(event: 'close', work: () => void): unknown
}

/** A response of HTTP/1 with the headers that all have, and the facts that its log line needs. */
export class RoutedResponse extends ServerResponse implements Routed {
  route = '-'
  unknownPath: string | undefined
  server: Routed['server']
  line: Line<Routed> | undefined
  siteHeaders: OutgoingHttpHeaders | undefined
  requestId = ''
  askedAt = 0
  whenClosed: (() => void) | undefined
  owner = ''
  unsent: UnreadCount | undefined
  parking: Parking | undefined

  admit(owner: string): void {
    this.owner = owner
    this.unsent?.admit(owner)
  }

  hold(work: () => void): Answerable {
    const parked = this.parking?.park(this, work)
    if (parked) return parked
    this.whenClosed = work
    this.once('finish', this.endWithClient('now'))
    forgetRequest(this.req)
    return this
  }

  room(): undefined {}

  endWithClient(since: 'now' | 'behind the request'): () => void {
    const { socket } = this.req
    let isOver = false
    const watch = () => {
      if (!isOver && !socket.readableEnded) socket.on('end', destroy)
    }
    if (since === 'now') {
      if (socket.readableEnded) socket.destroy()
      watch()
    } else {
      // An end behind the request is read in the next turn.
      setImmediate(() => setImmediate(watch))
    }
    return () => {
      isOver = true
      socket.off('end', destroy)
    }
  }

  limitSilence(ms: number): void {
    this.req.socket.setTimeout(ms)
  }

  /** Node reports it to those who read the body. */
  isCut(): boolean {
    return false
  }

  unreadBytes(): number {
    return this.socket?.writableLength ?? 0
  }

  /** Sets all headers in one call: one by one they took a tenth of the time of an event to hundreds. */
  override writeHead(...args: never[]): this {
    const [status, headers] = args as unknown as [number, OutgoingHttpHeaders?]
    return super.writeHead(status, {
      ...headers,
      ...this.siteHeaders,
      'X-Request-Id': this.requestId,
      // A stopping server closes each connection after its answer, or clients would poll on.
      ...(this.server?.listening === false && { Connection: 'close' }),
    })
  }

  /** Streamed answers wait for the client; one that reads nothing is disconnected. */
  override write(...args: never[]): boolean {
    const isTaken = super.write(...(args as unknown as [Buffer]))
    if (!isTaken) this.socket?.setTimeout(SILENCE_MS)
    return isTaken
  }

  override end(...args: never[]): this {
    super.end(...(args as unknown as [Buffer]))
    this.unsent?.watch(this)
    return this
  }

  /** Resolves when the network has taken what was written, or the client is gone. */
  #taken(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const done = () => {
      this.off('drain', done)
      this.off('close', done)
      resolve()
    }
    this.on('drain', done)
    this.on('close', done)
    return promise
  }

  async endInPieces(bytes: string | Buffer): Promise<void> {
    const end = (rest: string | Buffer) => this.end(...([rest, 'latin1'] as never[]))
    if (bytes.length <= PIECE_BYTES) return void end(bytes)
    const release = this.unsent?.hold(this.owner, bytes.length)
    let at = 0
    while (at + PIECE_BYTES < bytes.length && !this.destroyed) {
      const isTaken = this.write(...([bytes.slice(at, at + PIECE_BYTES), 'latin1'] as never[]))
      at += PIECE_BYTES
      await (isTaken ? nextTurn() : this.#taken())
    }
    release?.()
    end(bytes.slice(at))
  }
}

function destroy(this: Socket) {
  this.destroy()
}

/** Drops headers and address of a held poll: they are not read again, and thousands wait. */
function forgetRequest(req: IncomingMessage) {
  Object.assign(req, { url: '', originalUrl: '', path: '', params: undefined })
  req.headers = NO_HEADERS
  req.rawHeaders = NO_RAW_HEADERS
}

const NO_HEADERS = {}
const NO_RAW_HEADERS: string[] = []

/** What the server adds to a response; undefined for one that it did not make. */
export const routed = (res: object): Routed | undefined =>
  'requestId' in res ? (res as Routed) : undefined

/** The ID of a request, which its log line has too. */
export const requestIdOf = (res: Answerable): string | undefined => res.requestId
