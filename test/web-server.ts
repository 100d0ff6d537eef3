// A small web server of someone else, for previews and webhooks.

import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** One request that arrived. */
export interface Visit {
  method: string
  path: string
  headers: IncomingMessage['headers']
  body: string
  response: ServerResponse
}

/** A web server of another party. */
export interface WebServer extends AsyncDisposable {
  url: string
  port: number
  /** Every request so far. */
  visits: Visit[]
  /** The next request that nobody has waited for yet. */
  visit(): Promise<Visit>
}

/** A server on this machine, gone when the test ends. `answer` may leave a request open. */
export async function startWebServer(
  answer: (visit: Visit) => void,
  host = '127.0.0.1',
): Promise<WebServer> {
  const visits: Visit[] = []
  const arrivals: Visit[] = []
  let arrived = Promise.withResolvers<void>()
  const server = createServer(async (request, response) => {
    const { method = '', url: path = '', headers } = request
    const visit = { method, path, headers, body: await text(request), response }
    visits.push(visit)
    arrivals.push(visit)
    arrived.resolve()
    answer(visit)
  })
  server.listen(0, host)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://${host}:${port}`,
    port,
    visits,
    async visit() {
      while (arrivals.length === 0) {
        await arrived.promise
        arrived = Promise.withResolvers()
      }
      return arrivals.shift()!
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}

/** A page with these properties in its head. */
export const page = (properties: Record<string, string>) =>
  `<!doctype html><html><head>${Object.entries(properties)
    .map(([name, content]) => `<meta property="${name}" content="${content}">`)
    .join('')}</head><body>Hello</body></html>`

export function sendPage({ response }: Visit, html: string | Buffer, type = 'text/html') {
  response.setHeader('Content-Type', type)
  response.end(html)
}
