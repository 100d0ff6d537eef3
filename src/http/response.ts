import { type OutgoingHttpHeaders, type Server, ServerResponse } from 'node:http'

/** An answer with what the server adds to each, and what the log says of it. */
export class RoutedResponse extends ServerResponse {
  /** For the log, which may show the name of a route where it may not show the path. */
  route = '-'
  server: Server | undefined
  requestId = ''
  /** When the request came, in milliseconds of the clock's `elapsed`. */
  askedAt = 0
  /** What follows when the connection is closed, answered or not. */
  whenClosed: (() => void) | undefined

  /** Headers set one by one would cost an answer to hundreds who wait a tenth of its time. */
  override writeHead(...args: never[]): this {
    const [status, headers] = args as unknown as [number, OutgoingHttpHeaders?]
    return super.writeHead(status, {
      ...headers,
      'X-Request-Id': this.requestId,
      // Once the server stops, each answer is the last of its connection: a client would poll on.
      ...(this.server?.listening === false && { Connection: 'close' }),
    })
  }
}

export const requestIdOf = (res: ServerResponse): string | undefined =>
  res instanceof RoutedResponse ? res.requestId : undefined
