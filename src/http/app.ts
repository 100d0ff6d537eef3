import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { App } from '@tinyhttp/app'
import { openApi } from '../api/openapi.ts'
import { randomToken } from '../base/tokens.ts'
import type { Context } from '../domain/context.ts'
import { RequestError } from '../errors.ts'
import { sendError, sendJson } from './answer.ts'
import { apiHandler } from './api.ts'
import { RateLimits } from './rate-limits.ts'

/** Headers and the socket of a request are given this long; a held poll is neither. */
const HEADERS_TIMEOUT_MS = 30_000

/** The HTTP server with all its routes; it listens where the caller tells it to. */
export function httpServer(ctx: Context, options: { rateLimit: boolean }): Server {
  const app = new App({
    // Requests and responses are used as Node makes them: extending each costs more than routing it.
    applyExtensions: (_req, _res, next) => void next?.(),
    settings: { xPoweredBy: false },
    noMatchHandler: (_req, res) =>
      sendError(res, new RequestError('NOT_FOUND', 'This URL does not exist'), ctx.log),
    onError: (error, _req, res) => sendError(res, error, ctx.log),
  })
  const api = apiHandler(ctx, new RateLimits(ctx.clock, options.rateLimit))
  let document: Record<string, unknown> | undefined

  app.get('/api/v1/openapi.json', async (_req, res) => {
    document ??= openApi(ctx.site)
    sendJson(res, 200, document)
  })
  app.use('/api/v1', async (req, res) => {
    const [path = '', query = ''] = req.url.split('?', 2)
    await api({ req, res, path, query })
  })

  const server = createServer((req, res) => {
    logRequest(ctx, req, res)
    app.handler(req as never, res as never)
  })
  server.headersTimeout = HEADERS_TIMEOUT_MS
  // Uploads may take their time, and held polls send nothing for a minute.
  server.requestTimeout = 0
  server.keepAliveTimeout = 65_000
  return server
}

/** One line a request: what was asked and how it went, never what was in it. */
function logRequest(ctx: Context, req: IncomingMessage, res: ServerResponse) {
  const id = randomToken(12)
  const started = ctx.clock.now()
  res.setHeader('X-Request-Id', id)
  res.once('close', () => {
    ctx.log.info('request', {
      id,
      method: req.method,
      path: (req as { originalUrl?: string }).originalUrl?.split('?', 1)[0],
      status: res.statusCode,
      ms: ctx.clock.now() - started,
    })
  })
}
