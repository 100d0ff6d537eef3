// Serves the endpoints over HTTP: credentials, limits, parameters, and the answer.

import type { IncomingMessage, ServerResponse } from 'node:http'
import { statusOf } from '../api/core/error-codes.ts'
import { RATE_RULES, type RateRule } from '../api/core/limits.ts'
import type { Endpoint, EndpointCall } from '../api/index.ts'
import type { Log } from '../base/log.ts'
import { asOwner, nextTurn } from '../base/shares.ts'
import type { App, Context } from '../domain/kernel/context.ts'
import type { User } from '../domain/users/users.ts'
import { RequestError } from '../errors.ts'
import { admit } from './admission.ts'
import { SECURITY_HEADERS, sendError, sendJson } from './answer.ts'
import { isLarge } from './body.ts'
import { basicUser, clientName, knowsVendorNames } from './credentials.ts'
import { methodOf, refuseMethod } from './methods.ts'
import type { RateHeaders, RateLimits } from './rate-limits.ts'
import type { Answerable, RoutedResponse } from './response.ts'
import type { Found } from './router.ts'
import type { ApiRoot, RouteParts, Target } from './routes.ts'
import {
  endSession,
  keepSession,
  requireCsrfToken,
  requireSameOrigin,
  sessionUser,
  startSession,
} from './sessions.ts'
import { readQuery } from './urlencoded.ts'

/** The targets at the path of a request, by method. */
type Routes = ReadonlyMap<string, Found<Target>>

/** A request for a path at which endpoints are. */
export interface ApiRequest {
  req: IncomingMessage
  res: ServerResponse &
    Pick<RoutedResponse, 'route' | 'hold' | 'admit' | 'owner' | 'room' | 'endWithClient'>
  routes: Routes
  query: string
}

/** An API request with its credentials. */
interface Asking extends ApiRequest {
  root: ApiRoot
  /** The headers about rate limits, filled while limits are checked. */
  headers: Partial<RateHeaders>
  reply: Reply
}

/** Where the answer to a request goes. All that a request which waits keeps in memory hangs on it. */
class Reply {
  readonly #log: Log
  readonly #root: ApiRoot
  readonly headers: Partial<RateHeaders> = {}
  /** The response, until a parked connection takes its place. */
  to: Answerable

  constructor(log: Log, root: ApiRoot, to: Answerable) {
    this.#log = log
    this.#root = root
    this.to = to
  }

  send(body: Record<string, unknown>) {
    try {
      sendJson(this.to, 200, body, this.headers)
    } catch (error) {
      this.fail(error)
    }
  }

  fail(error: unknown) {
    const isUnknown = error instanceof RequestError && statusOf(error.code) === 401
    const headers = isUnknown ? { ...this.headers, ...challenge(this.#root) } : this.headers
    sendError(this.to, error, this.#log, headers)
  }
}

/** A request that was read completely: the endpoint, its parameters, the caller. */
interface Asked {
  endpoint: Endpoint
  parameters: Record<string, string>
  call: EndpointCall
  /** Allowances that a success gives back. */
  cleared: [rule: RateRule, key: string][]
}

/** Serves the endpoints: everything between a socket and `endpoint.answer`. */
export function apiHandler(ctx: App, parts: RouteParts) {
  // Promises are chained: an async function would keep all that a request brought until the request
  // is answered, and thousands of requests wait for events.
  return (request: ApiRequest) => {
    const root = rootOf(request.routes)
    const reply = new Reply(ctx.log, root, request.res)
    const asking = { ...request, root, headers: reply.headers, reply }
    const credentials = identify(ctx, asking)
    const { user } = credentials
    const owner = user ? `user ${user.id}` : parts.addressOf(request.req)
    asOwner(owner, () => {
      respond(ctx, parts.limits, reply, understand(ctx, parts, asking, credentials))
    })
  }
}

/** Its closures hold only the reply, not the request: thousands of requests wait for events. */
function respond(ctx: App, limits: RateLimits, reply: Reply, read: Promise<Asked | undefined>) {
  const fail = (error: unknown) => reply.fail(error)
  read
    .then((asked) => {
      const body = asked && answer(ctx, limits, asked)
      if (body instanceof Promise) body.then((later) => reply.send(later), fail)
      else if (body) reply.send(body)
    })
    .catch(fail)
}

const rootOf = (routes: Routes): ApiRoot => {
  for (const { target } of routes.values()) if (target.endpoint) return target.root
  return 'key'
}

function answer(ctx: App, limits: RateLimits, { endpoint, parameters, call, cleared }: Asked) {
  const body = endpoint.answer(ctx, parameters, call)
  if (cleared.length === 0) return body
  return Promise.resolve(body).then((success) => {
    for (const [rule, key] of cleared) limits.clear(rule, key)
    return success
  })
}

/** @returns undefined where no endpoint is needed to answer */
async function understand(
  ctx: App,
  { limits, addressOf, readBody, memory }: RouteParts,
  asking: Asking,
  before: Credentials,
): Promise<Asked | undefined> {
  const { root, req, res, routes, query, headers } = asking
  let credentials = before
  if (credentials.user) res.admit(`user ${credentials.user.id}`)
  const { parameters: form, files } = await readBody(req, res, credentials.user)
  const method = askedMethod(req, form, routes)
  if (method === 'OPTIONS') {
    res.writeHead(204, { ...SECURITY_HEADERS, Allow: served(routes).join(', ') }).end()
    return undefined
  }
  const { target, parameters } = routes.get(method) ?? refuseMethod(res, served(routes))
  const endpoint = target.endpoint ?? refuseMethod(res, served(routes))
  res.route = `${endpoint.method} ${endpoint.path}`
  memory.admit(endpoint)
  const turn = admit(req, res, endpoint.isBrief)
  if (turn && (await turn)) {
    // Meanwhile the person may have been deactivated, or renewed the key.
    credentials = identify(ctx, asking)
  }
  const known = root === 'session' && credentials.user && endpoint.fromSession(credentials.user)
  const sent = { ...known, ...readQuery(query), ...form, ...parameters }
  // Endpoints for anyone do not look at credentials.
  const isOpen = endpoint.tier === 'anyone'
  const user = isOpen ? undefined : credentials.user
  const address = addressOf(req)
  if (user) limits.take(endpoint.rate, String(user.id), headers)
  else limits.take(RATE_RULES.address, address, headers)
  const cleared = takeFurther(ctx, limits, {
    endpoint,
    sent,
    user,
    address,
    headers,
  })
  if (!isOpen) requireGoodCredentials(ctx, asking, endpoint, credentials, form)
  const call: EndpointCall = {
    user,
    client: clientName(sent.client ?? websiteName(root, req), req.headers['user-agent']),
    vendorNames: knowsVendorNames(req.headers['user-agent']),
    address,
    files,
    csrfToken: credentials.csrfToken,
    ...sessionOf(ctx, asking, address),
    anotherTurn: isLarge(req) ? anotherTurn : undefined,
  }
  async function anotherTurn() {
    await nextTurn()
    const renewed = identify(ctx, asking)
    if (!isOpen) requireGoodCredentials(ctx, asking, endpoint, renewed, form)
    return { ...call, user: isOpen ? undefined : renewed.user }
  }
  return { endpoint, parameters: asParameters(sent, method !== req.method), call, cleared }
}

/** Takes from the limits that the endpoint declares. @returns those that a success gives back */
function takeFurther(
  ctx: App,
  limits: RateLimits,
  { endpoint, sent, user, address, headers }: Taking,
) {
  const cleared: Asked['cleared'] = []
  for (const { rule, keyOf, clearedBySuccess, whenSpent } of endpoint.limits) {
    const key = keyOf(ctx, sent, user, address)
    if (key === undefined) continue
    try {
      limits.take(rule, key, headers)
    } catch (refusal) {
      if (whenSpent && limits.admits(whenSpent.rule, key)) {
        whenSpent
          .work(ctx, sent)
          .catch((error) => ctx.log.error('limit-failed', { error: String(error.stack) }))
      }
      throw refusal
    }
    if (clearedBySuccess) cleared.push([rule, key])
  }
  return cleared
}

/** The part of a request that limits depend on. */
interface Taking {
  endpoint: Endpoint
  sent: Readonly<Record<string, string>>
  user: User | undefined
  address: string
  headers: Partial<RateHeaders>
}

/** What an endpoint may do to the browser's session and to the connection. */
const sessionOf = (ctx: App, { req, res, reply }: Asking, address: string) => ({
  header: (name: string) => {
    const value = req.headers[name]
    return Array.isArray(value) ? value.join(', ') : value
  },
  startSession(user: User) {
    requireSameOrigin(ctx, req)
    return startSession(ctx, req, res, user, address)
  },
  endSession: () => endSession(ctx, req, res),
  onHangUp(work: () => void) {
    reply.to = res.hold(work)
  },
})

/** The method a request means: a form may name one in `method` that browsers cannot send. */
function askedMethod(req: IncomingMessage, form: Record<string, string>, routes: Routes): string {
  const method = methodOf(req)
  const instead = form.method
  return method === 'POST' && instead !== undefined && routes.has(instead) ? instead : method
}

const served = (routes: Routes) =>
  [...routes.keys(), ...(routes.has('GET') ? ['HEAD'] : []), 'OPTIONS'].sort()

interface Credentials {
  user?: User
  csrfToken?: string | undefined
  /** Why the credentials were refused. Endpoints for anyone ignore it. */
  refusal?: unknown
}

/** Reads the credentials that this root accepts, before the body, which may be large. */
function identify(ctx: App, { root, req, res }: Asking): Credentials {
  try {
    if (root === 'session') {
      keepSession(ctx, req, res)
      return sessionUser(ctx, req) ?? {}
    }
    const user = basicUser(ctx, req)
    return user ? { user } : {}
  } catch (refusal) {
    return { refusal }
  }
}

function requireGoodCredentials(
  ctx: Context,
  { root, req }: Asking,
  endpoint: Endpoint,
  { user, csrfToken, refusal }: Credentials,
  form: Record<string, string>,
) {
  if (refusal !== undefined) throw refusal
  if (user !== undefined && root === 'session' && endpoint.method !== 'GET') {
    requireSameOrigin(ctx, req)
    requireCsrfToken(req, csrfToken ?? '', form)
  }
}

const challenge = (root: ApiRoot) => ({
  'WWW-Authenticate': root === 'key' ? 'Basic realm="hearth"' : 'Session realm="hearth"',
})

/** The client name of browser sessions is `website`, whatever the User-Agent says. */
const websiteName = (root: ApiRoot, req: IncomingMessage) =>
  root === 'session' && !knowsVendorNames(req.headers['user-agent']) ? 'website' : undefined

/** The parameters for the endpoint, without the CSRF token and a method that was applied. */
function asParameters(sent: Record<string, string>, methodFollowed: boolean) {
  const { csrfmiddlewaretoken, method, ...parameters } = sent
  return methodFollowed || method === undefined ? parameters : { ...parameters, method }
}
