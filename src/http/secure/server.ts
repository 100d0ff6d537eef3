// The HTTPS server: HTTP/2 for browsers, HTTP/1 for everything else, with the same limits for both.
// Loaded with TLS alone: Node's HTTP/2 takes memory.

import type { IncomingMessage } from 'node:http'
import { createSecureServer, type Http2SecureServer, type ServerHttp2Session } from 'node:http2'
import type { Socket } from 'node:net'
import type { CertificatePair } from '../../base/certificates.ts'
import { type Entrance, MAX_HEADER_BYTES, TIMES } from '../app.ts'
import { type Line, type Routed, RoutedResponse } from '../response.ts'
import { SessionLimits } from './session-limits.ts'
import { StreamLine } from './stream-line.ts'
import { StreamRequest, StreamResponse } from './stream-message.ts'

/** Of a session that has requests at all; browsers expect at least 100. */
const MOST_STREAMS = 100

/** Bytes of a body on their way. More would make uploads faster over long distances. */
const STREAM_WINDOW = 256 * 1024

/** Of Node: tables, frames and answers that wait for one session, beyond which it gets no more. */
const SESSION_MEGABYTES = 64

const HANDSHAKE_MS = 30_000

/** An HTTPS server; `use` changes the certificate for connections to come. */
export interface SecureServer {
  server: Http2SecureServer
  use(pair: CertificatePair): void
  closeAllConnections(): void
}

/** The HTTPS server; it listens where the caller tells it to. */
export function secureServer(entrance: Entrance, pair: CertificatePair): SecureServer {
  const tls = { minVersion: 'TLSv1.2' as const }
  const options = {
    ...tls,
    ...pair,
    ...TIMES,
    handshakeTimeout: HANDSHAKE_MS,
    allowHTTP1: true,
    maxHeaderSize: MAX_HEADER_BYTES,
    http1Options: { ServerResponse: RoutedResponse },
    Http2ServerRequest: StreamRequest,
    Http2ServerResponse: StreamResponse,
    maxSessionMemory: SESSION_MEGABYTES,
    settings: {
      enablePush: false,
      maxConcurrentStreams: MOST_STREAMS,
      initialWindowSize: STREAM_WINDOW,
      maxHeaderListSize: MAX_HEADER_BYTES,
    },
  }
  const streamLines = new WeakMap<ServerHttp2Session, StreamLine>()
  const limits = new SessionLimits(entrance.addresses)
  const sockets = new Set<Socket>()

  const server = createSecureServer(options as object, (req, res) => {
    const request = req as unknown as IncomingMessage
    const response = res as unknown as StreamResponse | RoutedResponse
    if (response instanceof RoutedResponse)
      return entrance.enter(server, entrance.lines as Line<Routed>, request, response)
    const session = response.stream.session as ServerHttp2Session | undefined
    // The client cancelled the stream before Node announced it.
    if (!session || response.stream.closed) return
    entrance.enter(server, lineOf(session), request, response)
  })
  function lineOf(session: ServerHttp2Session): StreamLine {
    const line = streamLines.get(session) ?? new StreamLine(entrance.handle)
    streamLines.set(session, line)
    return line
  }
  entrance.addresses.limit(server)
  server.on('session', (session) => limits.watch(session))
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  return {
    server,
    use: (next) => server.setSecureContext({ ...tls, ...next }),
    closeAllConnections() {
      for (const socket of sockets) socket.destroy()
    },
  }
}
