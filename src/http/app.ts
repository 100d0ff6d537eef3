import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { App, type Request, type Response } from '@tinyhttp/app'
import { openApi } from '../api/openapi.ts'
import type { Network } from '../base/networks.ts'
import { randomToken } from '../base/tokens.ts'
import type { Context } from '../domain/context.ts'
import { RequestError } from '../errors.ts'
import { sendError, sendJson } from './answer.ts'
import { type ApiRoot, apiHandler } from './api.ts'
import { bodyReader } from './body.ts'
import { clientAddress } from './client-address.ts'
import { exportHandler } from './exports.ts'
import { joinHandler } from './join.ts'
import { passwordHandler } from './password.ts'
import {
  avatarHandler,
  emojiHandler,
  loadingHandler,
  pictureHandler,
  redirectToPicture,
} from './pictures.ts'
import { RATE_RULES, RateLimits } from './rate-limits.ts'
import { RoutedResponse } from './response.ts'
import { setupHandler } from './setup.ts'
import { uploadHandler } from './uploads.ts'

/** A client gets this long to send its headers; a held poll sent them long ago. */
const HEADERS_TIMEOUT_MS = 30_000

/** And this long to send all of a request, so that large uploads over slow lines come through. */
const REQUEST_TIMEOUT_MS = 30 * 60_000

const KEEP_ALIVE_MS = 65_000

/** Requests that list the most messages they may, or a long narrow, do so in their URL. */
const MAX_HEADER_BYTES = 131_072

/** The HTTP server with all its routes; it listens where the caller tells it to. */
export function httpServer(
  ctx: Context,
  options: { rateLimit: boolean; trustedProxies: readonly Network[] },
): Server {
  const app = new App({
    // Requests and responses are used as Node makes them: extending each costs more than routing it.
    applyExtensions: (_req, _res, next) => void next?.(),
    settings: { xPoweredBy: false },
    noMatchHandler: (_req, res) => refuseUnknown(ctx, res),
    onError: (error, _req, res) => sendError(res, error, ctx.log),
  })
  const limits = new RateLimits(ctx.clock, options.rateLimit)
  const addressOf = clientAddress(options.trustedProxies)
  const readBody = bodyReader(addressOf)
  const api = apiHandler(ctx, limits, addressOf, readBody)
  const setup = setupHandler(ctx, readBody)
  let document: Record<string, unknown> | undefined

  app.get('/api/v1/openapi.json', async (_req, res) => {
    document ??= openApi(ctx.site)
    sendJson(res, 200, document)
  })
  const countForm = (req: IncomingMessage) => {
    if (req.method === 'POST') limits.take(RATE_RULES.address, addressOf(req), {})
  }
  app.use('/setup', async (req, res) => {
    countForm(req)
    await setup(req, res, req.url.slice(1).split('?', 1)[0]!)
  })
  const join = joinHandler(ctx, readBody)
  app.use('/join', async (req, res) => {
    countForm(req)
    await join(req, res, req.url.slice(1).split(/[/?]/, 1)[0]!)
  })
  const password = passwordHandler(ctx, readBody)
  app.use('/password', async (req, res) => {
    countForm(req)
    await password(req, res, req.url.slice(1).split(/[/?]/, 1)[0]!)
  })
  const serve =
    (handle: ReturnType<typeof pictureHandler>) => async (req: Request, res: ServerResponse) =>
      handle(req, res, req.url.split('?', 1)[0]!)
  app.use('/user_avatars', serve(pictureHandler(ctx)))
  app.use('/static/generated/emoji', serve(emojiHandler()))
  app.use('/static/images/loading', serve(loadingHandler()))
  app.use('/avatar', serve(avatarHandler(ctx)))
  for (const root of ['/api/v1', '/json']) {
    app.get(`${root}/realm/icon`, redirectToPicture(ctx, 'icon'))
    app.get(`${root}/realm/logo`, redirectToPicture(ctx, 'logo'))
  }
  app.use('/user_uploads', serve(uploadHandler(ctx, limits)))
  app.use('/exports', serve(exportHandler(ctx)))
  const serveApi = (root: ApiRoot) => (req: Request, response: ServerResponse) => {
    const res = response as RoutedResponse
    const [path = '', ...queries] = req.url.split('?')
    const query = queries.join('?')
    const name = (route: string) => {
      res.route = route
    }
    const onClose = (work: () => void) => {
      res.whenClosed = work
    }
    // Not awaited, for it answers errors itself: thousands wait for events in here.
    void api({ root, req, res, path, query, name, onClose })
  }
  app.use('/api/v1', serveApi('key'))
  app.use('/json', serveApi('session'))

  const log = requestLogger(ctx)
  const server: Server = createServer(
    { ServerResponse: RoutedResponse as never, maxHeaderSize: MAX_HEADER_BYTES },
    (req, response) => {
      const res = response as RoutedResponse
      res.server = server
      req.url = originForm(req.url ?? '/')
      log(res)
      app.handler(req as Request, res as unknown as Response)
    },
  )
  server.headersTimeout = HEADERS_TIMEOUT_MS
  server.requestTimeout = REQUEST_TIMEOUT_MS
  server.keepAliveTimeout = KEEP_ALIVE_MS
  return server
}

/** The path alone, also where the whole URL is asked for (RFC 9112, section 3.2.2). */
function originForm(target: string): string {
  const [, path] = /^https?:\/\/[^/?]*(.*)$/is.exec(target) ?? []
  if (path === undefined) return target
  return path.startsWith('/') ? path : `/${path}`
}

const refuseUnknown = (ctx: Context, res: ServerResponse) =>
  sendError(res, new RequestError('NOT_FOUND', 'This URL does not exist'), ctx.log)

/** Requests are counted, which costs less than drawing lots; each process begins otherwise. */
const processName = randomToken(6)
let requests = 0

/** One line a request: what was asked and how it went, never what was in it. */
function requestLogger(ctx: Context) {
  // One function for all requests: those who wait for events keep what listens to them.
  function close(this: RoutedResponse) {
    this.whenClosed?.()
    const { requestId: id, route, statusCode: status, askedAt, req } = this
    ctx.log.info('request', {
      id,
      method: req.method,
      route,
      status,
      ms: Math.round(ctx.clock.elapsed() - askedAt),
    })
  }
  return (res: RoutedResponse) => {
    res.requestId = processName + (++requests).toString(36).padStart(6, '0')
    res.askedAt = ctx.clock.elapsed()
    res.on('close', close)
  }
}
