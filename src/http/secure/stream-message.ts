// Requests and responses of HTTP/2 streams, with the properties that those of HTTP/1 connections have.

import type { OutgoingHttpHeaders } from 'node:http'
import {
  constants,
  Http2ServerRequest,
  Http2ServerResponse,
  type IncomingHttpHeaders,
  type ServerHttp2Stream,
} from 'node:http2'
import type { Readable } from 'node:stream'
import { type Line, type Routed, SILENCE_MS, type UnreadCount } from '../response.ts'

const { NGHTTP2_CANCEL, NGHTTP2_NO_ERROR } = constants

/** A request whose host is where HTTP/1 has it. */
export class StreamRequest extends Http2ServerRequest {
  constructor(
    stream: ServerHttp2Stream,
    headers: IncomingHttpHeaders,
    options: ConstructorParameters<typeof Readable>[0],
    rawHeaders: readonly string[],
  ) {
    const { ':authority': authority } = headers
    if (authority !== undefined) headers.host = authority
    super(stream, headers, options ?? {}, rawHeaders)
  }
}

/** The response on an HTTP/2 stream. */
export class StreamResponse extends Http2ServerResponse<StreamRequest> implements Routed {
  route = '-'
  unknownPath: string | undefined
  server: Routed['server']
  siteHeaders: OutgoingHttpHeaders | undefined
  requestId = ''
  askedAt = 0
  whenClosed: (() => void) | undefined
  owner = ''
  unsent: UnreadCount | undefined
  line: Line<Routed> | undefined
  #isEnding = false

  admit(owner: string): void {
    this.owner = owner
    this.unsent?.admit(owner)
  }

  /** Drops the headers as well: they are not read again, and thousands of polls wait. */
  hold(work: () => void): this {
    this.whenClosed = work
    for (const name of Object.keys(this.req.headers)) {
      if (name !== ':method') delete this.req.headers[name]
    }
    this.req.rawHeaders.length = 0
    this.#rest()
    return this
  }

  room(): Promise<void> | undefined {
    return this.line?.room?.(this)
  }

  /** In HTTP/2 a client that went away resets its stream. */
  endWithClient(): () => void {
    return () => {}
  }

  limitSilence(ms: number): void {
    if (!this.stream.destroyed) this.stream.setTimeout(ms)
  }

  isCut(): boolean {
    return this.stream.aborted || this.stream.destroyed
  }

  unreadBytes(): number {
    return this.stream.destroyed ? 0 : this.stream.writableLength
  }

  override writeHead(...args: never[]): this {
    const [status, given] = args as unknown as [number, OutgoingHttpHeaders?]
    return super.writeHead(status, {
      ...given,
      ...this.siteHeaders,
      'X-Request-Id': this.requestId,
    })
  }

  /** An answer in pieces waits for its client and holds little memory, so others go on beside it. */
  override write(...args: never[]): boolean {
    const isTaken = super.write(...(args as unknown as [Buffer]))
    if (this.#isEnding) return isTaken
    this.#rest()
    if (!isTaken) this.limitSilence(SILENCE_MS)
    return isTaken
  }

  override end(...args: never[]): this {
    this.#isEnding = true
    super.end(...(args as unknown as [Buffer]))
    this.unsent?.watch(this)
    this.#refuseRestOfBody()
    return this
  }

  /** HTTP/2 has no such header; the rest of a body that nobody wants is refused instead. */
  override setHeader(name: string, value: number | string | readonly string[]): this {
    if (name.toLowerCase() !== 'connection') super.setHeader(name, value)
    return this
  }

  /** A client may go on sending a body after the answer to it. */
  #refuseRestOfBody() {
    const { stream } = this
    if (stream.destroyed || stream.readableEnded || stream.endAfterHeaders) return
    stream.close(NGHTTP2_NO_ERROR)
  }

  #rest() {
    this.line?.rest?.(this)
  }
}

// Node's class for HTTP/2 declares these and does not have them.
Object.defineProperties(StreamResponse.prototype, {
  destroyed: {
    get(this: StreamResponse) {
      return this.stream.destroyed
    },
  },
  closed: {
    get(this: StreamResponse) {
      return this.stream.closed
    },
  },
})

/** Ends a stream without progress. The whole connection, if its client takes nothing at all. */
export function endSilent(stream: ServerHttp2Stream): void {
  const { session } = stream
  if (session && session.socket.writableLength > 0) session.destroy()
  else stream.close(NGHTTP2_CANCEL)
}
