// The plain listener beside https: leads browsers to https, and proves to an authority that this
// server has its name (ACME HTTP-01). It serves nothing else, and stores nothing.

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'

export interface RedirectFacts {
  /** Origins of this server; the first counts for requests to names that several share. */
  origins: readonly string[]
  challengeAnswer: ((token: string) => string | undefined) | undefined
}

/** Requests take no body and their answers are short, so few and quick connections are enough. */
const MOST_CONNECTIONS = 500
const TIMES = { headersTimeout: 10_000, requestTimeout: 10_000, connectionsCheckingInterval: 5000 }
const MAX_HEADER_BYTES = 16_384

const CHALLENGE = '/.well-known/acme-challenge/'

export function redirectServer({ origins, challengeAnswer }: RedirectFacts): Server {
  const known = new Map<string, string>()
  for (const origin of origins) {
    const { hostname } = new URL(origin)
    if (!known.has(hostname)) known.set(hostname, origin)
  }
  const server = createServer({ ...TIMES, maxHeaderSize: MAX_HEADER_BYTES }, (req, res) => {
    const path = req.url ?? '/'
    if (path.startsWith(CHALLENGE)) {
      const proof = challengeAnswer?.(path.slice(CHALLENGE.length))
      return proof === undefined ? send(res, 404, 'There is nothing here.') : send(res, 200, proof)
    }
    const origin = known.get(hostOf(req))
    // A name that is not ours would make this server lead people wherever a stranger wants.
    if (origin === undefined || !path.startsWith('/'))
      return send(res, 421, 'This server is not known by that name.')
    send(res, 308, `This chat is at ${origin}`, { Location: origin + path })
  })
  server.maxConnections = MOST_CONNECTIONS
  // One that is full closes the connections that ask for nothing.
  server.setTimeout(TIMES.requestTimeout)
  return server
}

/** The host that a request names, without its port. */
const hostOf = ({ headers }: IncomingMessage) => URL.parse(`http://${headers.host}`)?.hostname ?? ''

function send(
  res: ServerResponse,
  status: number,
  text: string,
  headers: Record<string, string> = {},
) {
  res.writeHead(status, {
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Length': Buffer.byteLength(text),
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'no-store',
    Connection: 'close',
    ...headers,
  })
  res.end(text)
}
