// The response of every request, with what the log and the limits need to know about it.

import { type OutgoingHttpHeaders, type Server, ServerResponse } from 'node:http'

/** A connection without progress, reading an answer or sending a body, is closed after this. */
export const SILENCE_MS = 30_000

/** A response with the headers that all have, and the facts that its log line needs. */
export class RoutedResponse extends ServerResponse {
  /** The pattern of the route, for the log, which must not show the path. */
  route = '-'
  /** The path, as far as the log may show it, of a request for which there is no route. */
  unknownPath: string | undefined
  server: Server | undefined
  requestId = ''
  /** When the request came, in milliseconds of the clock's `elapsed`. */
  askedAt = 0
  /** Called when the connection closes, answered or not. */
  whenClosed: (() => void) | undefined
  /** The user or address that receives the answer; limits on unread bytes count by it. */
  owner = ''
  /** Counts bytes that the client has not read yet. */
  unsent: { admit(owner: string): void; watch(res: RoutedResponse): void } | undefined

  /** Names the receiver. @throws RequestError if too many answers wait for this owner to read */
  admit(owner: string): void {
    this.owner = owner
    this.unsent?.admit(owner)
  }

  /** Sets all headers in one call: one by one they took a tenth of the time of an event to hundreds. */
  override writeHead(...args: never[]): this {
    const [status, headers] = args as unknown as [number, OutgoingHttpHeaders?]
    return super.writeHead(status, {
      ...headers,
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
}

/** The ID of a request, which its log line has too. */
export const requestIdOf = (res: ServerResponse): string | undefined =>
  res instanceof RoutedResponse ? res.requestId : undefined
