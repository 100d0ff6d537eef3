import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Call, type Endpoint, endpoints } from '../api/index.ts'
import type { Context } from '../domain/context.ts'
import { emailKey, findByEmail, isEmailLike, type User } from '../domain/users.ts'
import { RequestError } from '../errors.ts'
import { SECURITY_HEADERS, sendError, sendJson } from './answer.ts'
import { type BodyReader, readParameters } from './body.ts'
import type { ClientAddress } from './client-address.ts'
import { basicUser, clientName, knowsVendorNames } from './credentials.ts'
import { refuseMethod } from './methods.ts'
import { refusePath } from './paths.ts'
import { RATE_RULES, type RateHeaders, type RateLimits, type RateRule } from './rate-limits.ts'
import { Router } from './router.ts'
import {
  endSession,
  requireCsrfToken,
  requireSameOrigin,
  sessionUser,
  setSessionCookie,
} from './sessions.ts'

/** The two roots of the API: one for programs with a key, one for browsers with a session. */
export type ApiRoot = 'key' | 'session'

export interface ApiRequest {
  root: ApiRoot
  req: IncomingMessage
  res: ServerResponse
  /** Below the API root. */
  path: string
  query: string
  /** Says which route it was, for the log: paths can hold secrets. */
  name(route: string): void
  /** Has something done when the connection is closed, answered or not. */
  onClose(work: () => void): void
}

type Routes = ReturnType<Router['find']>

/** What a request asks of an endpoint. */
interface Asked {
  endpoint: Endpoint
  parameters: Record<string, string>
  call: Call
  /** Whose password is being tried, if one is. */
  login: string | undefined
}

/** Serves the endpoints: everything between a socket and `endpoint.answer`. */
export function apiHandler(
  ctx: Context,
  limits: RateLimits,
  addressOf: ClientAddress,
  readBody: BodyReader,
) {
  const router = new Router(endpoints)

  // Promises are chained: an async function would keep all that a request brought until the request
  // is answered, and thousands of requests wait for events.
  return (request: ApiRequest) => {
    const { root, res } = request
    const headers: Partial<RateHeaders> = {}
    const send = (body: Record<string, unknown>) => sendJson(res, 200, body, headers)
    const fail = (error: unknown) => {
      if (error instanceof RequestError && error.code === 'UNAUTHORIZED') challenge(res, root)
      sendError(res, error, ctx.log, headers)
    }
    understand(request, headers)
      .then((asked) => {
        const body = asked && answer(asked)
        if (body instanceof Promise) body.then(send).catch(fail)
        else if (body) send(body)
      })
      .catch(fail)
  }

  function answer({ endpoint, parameters, call, login }: Asked) {
    const body = endpoint.answer(ctx, parameters, call)
    if (login === undefined) return body
    return Promise.resolve(body).then((right) => {
      limits.clear(RATE_RULES.login, login)
      return right
    })
  }

  /** @returns undefined where no endpoint is needed to answer */
  async function understand(
    request: ApiRequest,
    headers: Partial<RateHeaders>,
  ): Promise<Asked | undefined> {
    const { root, req, res, path, query, name } = request
    const routes = router.find(path)
    if (routes.size === 0) refusePath()
    const credentials = identify(ctx, request)
    const { parameters: form, files } = await readBody(req, res, credentials.user)
    const method = methodOf(req, form, routes)
    if (method === 'OPTIONS') {
      res.writeHead(204, { ...SECURITY_HEADERS, Allow: served(routes).join(', ') }).end()
      return undefined
    }
    const { endpoint, parameters } = routes.get(method) ?? refuseMethod(res, served(routes))
    name(`${endpoint.method} ${endpoint.path}`)
    const sent = {
      ...knownInSession(root, endpoint, credentials.user),
      ...readParameters(query),
      ...form,
      ...parameters,
    }
    // Endpoints for anyone do not look at credentials (events 6).
    const isOpen = endpoint.tier === 'anyone'
    const user = isOpen ? undefined : credentials.user
    takeAllowance(limits, endpoint, user?.id ?? addressOf(req), headers)
    const login = loginKey(ctx, endpoint, sent, user)
    if (login !== undefined) limits.take(RATE_RULES.login, login, headers)
    for (const [rule, key] of furtherRules(endpoint, sent, user)) limits.take(rule, key, headers)
    if (!isOpen) requireGoodCredentials(ctx, request, endpoint, credentials, form)
    const call: Call = {
      user,
      client: clientName(sent.client ?? websiteName(root, req), req.headers['user-agent']),
      vendorNames: knowsVendorNames(req.headers['user-agent']),
      address: addressOf(req),
      files,
      csrfToken: credentials.csrfToken,
      ...sessionOf(ctx, request),
    }
    return { endpoint, parameters: asParameters(sent, method !== req.method), call, login }
  }
}

/** What an endpoint may do to the browser's session and to the connection. */
const sessionOf = (ctx: Context, { req, res, onClose }: ApiRequest) => ({
  keepSession(token: string) {
    requireSameOrigin(ctx, req)
    setSessionCookie(ctx, res, token)
  },
  endSession: () => endSession(ctx, req, res),
  onHangUp(work: () => void) {
    onClose(work)
    forgetRequest(req)
  },
})

/** Nothing of a request that waits is read again, and thousands wait for events. */
function forgetRequest(req: IncomingMessage) {
  Object.assign(req, { url: '', originalUrl: '', path: '', params: undefined })
  req.headers = NO_HEADERS
  req.rawHeaders = NO_RAW_HEADERS
}

const NO_HEADERS = {}
const NO_RAW_HEADERS: string[] = []

/** A form's `method` stands in for methods its sender cannot use (events 7). */
function methodOf(req: IncomingMessage, form: Record<string, string>, routes: Routes): string {
  const method = req.method === 'HEAD' ? 'GET' : (req.method ?? 'GET')
  const instead = form.method
  return method === 'POST' && instead !== undefined && routes.has(instead) ? instead : method
}

const served = (routes: Routes) =>
  [...routes.keys(), ...(routes.has('GET') ? ['HEAD'] : []), 'OPTIONS'].sort()

interface Credentials {
  user?: User
  csrfToken?: string | undefined
  /** Why what was sent is worth nothing; whether that matters is the endpoint's to say. */
  refusal?: unknown
}

/** Who asks, by the credentials this root takes. Known before the body, which may be large. */
function identify(ctx: Context, { root, req }: ApiRequest): Credentials {
  try {
    if (root === 'session') return sessionUser(ctx, req) ?? {}
    const user = basicUser(ctx, req)
    return user ? { user } : {}
  } catch (refusal) {
    return { refusal }
  }
}

function requireGoodCredentials(
  ctx: Context,
  { root, req }: ApiRequest,
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

function challenge(res: ServerResponse, root: ApiRoot) {
  res.setHeader(
    'WWW-Authenticate',
    root === 'key' ? 'Basic realm="hearth"' : 'Session realm="hearth"',
  )
}

const isLogin = ({ path, method }: Endpoint) =>
  path === '/fetch_api_key' || (path === '/web/session' && method === 'POST')

/** In a session one's own password is enough to see one's key (organization 5.1). */
const knownInSession = (
  root: ApiRoot,
  { path }: Endpoint,
  user: User | undefined,
): Record<string, string> =>
  root === 'session' && path === '/fetch_api_key' && user ? { username: user.email } : {}

/** Whose password is being tried; undefined where none is. An account has two addresses. */
function loginKey(
  ctx: Context,
  endpoint: Endpoint,
  { username = '', old_password }: Record<string, string>,
  user: User | undefined,
): string | undefined {
  if (isLogin(endpoint)) {
    if (!isEmailLike(username)) return undefined
    return String(findByEmail(ctx, username)?.id ?? emailKey(username))
  }
  const changesPassword = endpoint.path === '/settings' && old_password !== undefined
  return changesPassword && user ? String(user.id) : undefined
}

/** What is counted besides requests, by whom or what it concerns: ways to make mail. */
function furtherRules(
  { method, path }: Endpoint,
  { email }: Record<string, string>,
  user: User | undefined,
): [rule: RateRule, key: string][] {
  if (email === undefined) return []
  const key = emailKey(email)
  if (path === '/account/password_reset') {
    return [
      [RATE_RULES.passwordReset, key],
      [RATE_RULES.passwordResetOfDay, key],
    ]
  }
  const changes = method === 'PATCH' && path === '/settings' && user && key !== user.email_key
  if (!changes) return []
  return [
    [RATE_RULES.addressChange, String(user.id)],
    [RATE_RULES.addressChangeOfDay, String(user.id)],
  ]
}

/** @param who a user's ID, or the address of somebody unknown */
function takeAllowance(
  limits: RateLimits,
  endpoint: Endpoint,
  who: number | string,
  headers: Partial<RateHeaders>,
) {
  if (typeof who === 'string') return limits.take(RATE_RULES.address, who, headers)
  const isPoll = endpoint.path === '/events' && endpoint.method === 'GET'
  limits.take(isPoll ? RATE_RULES.polls : RATE_RULES.user, String(who), headers)
}

/** Browsers are one program to us, whatever they call themselves. */
const websiteName = (root: ApiRoot, req: IncomingMessage) =>
  root === 'session' && !knowsVendorNames(req.headers['user-agent']) ? 'website' : undefined

/** Without what was for us: the token, and a method that has been followed. */
function asParameters(sent: Record<string, string>, methodFollowed: boolean) {
  const { csrfmiddlewaretoken, method, ...parameters } = sent
  return methodFollowed || method === undefined ? parameters : { ...parameters, method }
}
