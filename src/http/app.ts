// What every request passes, over plain sockets and TLS: limits, the log, and its route.

import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
  setMaxIdleHTTPParsers,
} from 'node:http'
import { App as HttpApp, type Request, type Response } from '@tinyhttp/app'
import type { Certificates, OwnAuthority } from '../base/certificates.ts'
import type { Network } from '../base/networks.ts'
import { asOwner } from '../base/shares.ts'
import { randomToken } from '../base/tokens.ts'
import type { App, Context } from '../domain/kernel/context.ts'
import { RequestError, refuse } from '../errors.ts'
import type { Instruments } from '../metrics/instruments.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { admit } from './admission.ts'
import { logMistake, sendError } from './answer.ts'
import { apiHandler } from './api.ts'
import { Arrivals } from './arrivals.ts'
import { bodyReader } from './body.ts'
import { clientAddress, ownMachine } from './client-address.ts'
import { AddressCounts, RequestLines, Unsent } from './connections.ts'
import { IdleConnections } from './idle-connections.ts'
import { MemoryGuard } from './memory-guard.ts'
import { methodOf } from './methods.ts'
import { addOperations, type OperationOptions } from './operations.ts'
import { errorPage, pageSender, wantsPage } from './pages/page.ts'
import { ParkingLot } from './parked/lot.ts'
import { loggablePath, refusePath } from './paths.ts'
import { RateLimits } from './rate-limits.ts'
import { type Finished, type Line, type Routed, RoutedResponse } from './response.ts'
import { ANY_METHOD } from './router.ts'
import { routerOf } from './routes.ts'
import { WebClient } from './web/files.ts'

/** Time to send the headers of a request. A held poll has sent them already. */
const HEADERS_TIMEOUT_MS = 30_000

/** Time to send a whole request: enough for large uploads over slow lines. */
const REQUEST_TIMEOUT_MS = 30 * 60_000

const KEEP_ALIVE_MS = 65_000

/** Bytes of headers and URL: a URL may list thousands of messages or a long narrow. */
export const MAX_HEADER_BYTES = 131_072

/** Parsers that no connection uses now. Parked connections leave theirs, and each takes 10 kB. */
const MOST_IDLE_PARSERS = 32

export interface ServerOptions extends OperationOptions {
  rateLimit: boolean
  trustedProxies: readonly Network[]
  /** The origin people use; undefined: the address listened on. */
  url: string | undefined
  port: number
}

/** Requests come in here, whichever server reads them from the network. */
export interface Entrance {
  idle: IdleConnections
  lines: RequestLines
  addresses: AddressCounts
  unsent: Unsent
  /** Begins a request. @param line of the connection it came by */
  enter(
    server: NonNullable<Routed['server']>,
    line: Line<Routed>,
    req: IncomingMessage,
    res: Routed,
  ): void
  /** Handles a request that its line let in. */
  handle(req: IncomingMessage, res: Routed): void
  /** Counts and logs a request that is over. */
  finish(request: Finished): void
}

/** Time that the parts of a request may take, and how long an idle connection stays open. */
export const TIMES = {
  headersTimeout: HEADERS_TIMEOUT_MS,
  requestTimeout: REQUEST_TIMEOUT_MS,
  keepAliveTimeout: KEEP_ALIVE_MS,
} as const

/** Everything that is served, for the servers that read requests from the network. */
export function entranceOf(
  ctx: App,
  options: ServerOptions,
  instruments: Instruments,
  certificates?: Certificates,
): Entrance {
  setMaxIdleHTTPParsers(MOST_IDLE_PARSERS)
  const app = appOf(ctx, options, instruments, certificates?.authority)
  const siteHeaders = forcesHttps(options, certificates) ? FORCE_HTTPS : undefined
  const unsent = new Unsent()
  const idle = new IdleConnections()
  const { enter: handle } = new Arrivals(idle, (req, res) => {
    app.handler(req as Request, res as unknown as Response)
  })
  const finish = requestLog(ctx, instruments.metrics)
  const watch = watchRequests(ctx, finish)
  return {
    idle,
    lines: new RequestLines(idle, handle),
    addresses: new AddressCounts(options.trustedProxies),
    unsent,
    handle,
    finish,
    enter(server, line, req, res) {
      res.server = server
      res.unsent = unsent
      res.siteHeaders = siteHeaders
      req.url = originForm(req.url ?? '/')
      res.line = line
      watch(res)
      line.enter(req, res)
    },
  }
}

/** Half a year: browsers then refuse plain http for this name, and certificates that they doubt. */
const FORCE_HTTPS = { 'Strict-Transport-Security': 'max-age=15552000' }

/**
 * Browsers apply the rule to all ports of a name. So it is sent only where Hearth is what people
 * reach at the name itself, and never with an authority of its own, which they may remove.
 */
const forcesHttps = ({ port }: ServerOptions, certificates: Certificates | undefined) =>
  certificates?.name !== undefined && port === 443

/** The HTTP server without TLS; it listens where the caller tells it to. */
export function httpServer({ lines, addresses, unsent, finish, enter }: Entrance) {
  const options = {
    ServerResponse: RoutedResponse as never,
    maxHeaderSize: MAX_HEADER_BYTES,
    // A request without a body is complete with its head: only such a one can be parked.
    optimizeEmptyRequests: true,
  }
  const server: Server = createServer(options, (req, response) => {
    const res = response as RoutedResponse
    res.parking = parking
    enter(server, lines, req, res)
  })
  // Simple clients end their side after their request, and then read the answer.
  Object.assign(server, { httpAllowHalfOpen: true })
  addresses.limit(server)
  lines.watch(server)
  const parking = new ParkingLot(server, {
    keepAliveMs: KEEP_ALIVE_MS,
    unsent,
    finish,
    forget: (socket) => lines.forget(socket),
    whenClosed: addresses.whenClosed,
  })
  return { server: Object.assign(server, TIMES), parking }
}

/** Routing is ours: tinyhttp would try its patterns one by one, and there are hundreds. */
function appOf(
  ctx: App,
  options: ServerOptions,
  instruments: Instruments,
  authority: OwnAuthority | undefined,
): HttpApp {
  const app = new HttpApp({
    // Requests and responses are used as Node makes them: extending each costs more than routing it.
    applyExtensions: (_req, _res, next) => void next?.(),
    settings: { xPoweredBy: false },
    onError: (error, req, res) => explain(req, res, error),
  })
  /** A browser that opens an address reads a page, everything else JSON. */
  function explain(req: Request, res: ServerResponse, error: unknown) {
    if (!wantsPage(req) || res.headersSent) return sendError(res, error, ctx.log)
    if (!(error instanceof RequestError)) logMistake(res, error, ctx.log)
    sendPage(res, errorPage(error)).catch((problem) => sendError(res, problem, ctx.log))
  }
  const addressOf = clientAddress(options.trustedProxies)
  const limits = new RateLimits(ctx.clock, options.rateLimit)
  const web = new WebClient()
  const sendPage = pageSender(web)
  const readBody = bodyReader(addressOf, ctx.fileStore)
  const isOnThisMachine = ownMachine(options)
  const memory = new MemoryGuard(() => {
    ctx.messageCache.forgetAll()
    ctx.typesetter.forgetAll()
  })
  const requests = { memory, limits, addressOf, readBody }
  const parts = { authority, ...requests, web, sendPage, isOnThisMachine }
  const router = routerOf(ctx, parts)
  addOperations(router, { ...instruments, ...parts }, options)
  const api = apiHandler(ctx, parts)
  // It must be an async function: tinyhttp catches rejections of those only.
  app.use(async (req, response: ServerResponse) => {
    const res = response as RoutedResponse
    const [path = '', ...queries] = req.originalUrl.split('?')
    const routes = router.find(path)
    const { target } = routes.get(methodOf(req)) ?? routes.get(ANY_METHOD) ?? {}
    if (ctx.server.dev) requireLocal(req)
    const address = addressOf(req)
    res.admit(address)
    if (target?.handle) {
      const { handle, prefix, route } = target
      res.route = route
      return asOwner(address, async () => {
        await admit(req, res)
        return handle(req, res, path.slice(prefix.length) || '/')
      })
    }
    if (routes.size === 0) {
      res.unknownPath = loggablePath(path)
      refusePath()
    }
    // Not awaited: it answers errors itself, and thousands of held polls would keep this frame.
    void api({ req, res, routes, query: queries.join('?') })
  })
  return app
}

const FORWARDING = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via']

/**
 * A development server lets anyone log in as anyone. A web page can give its own name the address
 * of this machine, and a proxy can bring the whole world here: both show in the headers.
 */
function requireLocal({ headers }: IncomingMessage) {
  const isForwarded = FORWARDING.some((name) => headers[name] !== undefined)
  const host = (headers.host ?? '').toLowerCase().replace(/:\d+$/, '')
  if (isForwarded || !/^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(host))
    refuse(
      'FORBIDDEN',
      'A server with --dev answers this machine alone: use localhost or 127.0.0.1.',
    )
}

/** The path of a request target, which may be a whole URL (RFC 9112, section 3.2.2). */
function originForm(target: string): string {
  const [, path] = /^https?:\/\/[^/?]*(.*)$/is.exec(target) ?? []
  if (path === undefined) return target
  return path.startsWith('/') ? path : `/${path}`
}

/** The random start of request IDs; counting the rest is cheaper than random IDs. */
const processName = randomToken(6)
let requests = 0

/**
 * Counts each request, and logs a line for it: route, status and time, never query or body. The path
 * is in it only where the server has nothing.
 */
function requestLog(ctx: Context, metrics: Metrics) {
  return ({ requestId: id, method, route, unknownPath: path, status, askedAt }: Finished) => {
    const ms = ctx.clock.elapsed() - askedAt
    metrics.countRequest(route, status, ms)
    ctx.log.info('request', { id, method, route, path, status, ms: Math.round(ms) })
  }
}

/** Gives each request its ID, and notices when it is over. */
function watchRequests(ctx: Context, finish: Entrance['finish']) {
  // One function for all requests: each held poll keeps its listeners in memory.
  function close(this: Routed & { req: IncomingMessage; statusCode: number }) {
    this.whenClosed?.()
    const { requestId, route, statusCode: status, askedAt, req, unknownPath } = this
    finish({ requestId, method: req.method ?? '', route, unknownPath, status, askedAt })
    this.line?.leave(this)
  }
  return (res: Routed) => {
    res.requestId = processName + (++requests).toString(36).padStart(6, '0')
    res.askedAt = ctx.clock.elapsed()
    res.on('close', close)
  }
}
