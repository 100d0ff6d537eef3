import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Call, type Endpoint, endpoints } from '../api/index.ts'
import type { Context } from '../domain/context.ts'
import { emailKey } from '../domain/users.ts'
import { refuse } from '../errors.ts'
import { sendError, sendJson } from './answer.ts'
import { readBody } from './body.ts'
import { basicUser, clientName, knowsVendorNames } from './credentials.ts'
import { RATE_RULES, type RateHeaders, type RateLimits } from './rate-limits.ts'
import { Router } from './router.ts'
import { endSession, requireCsrfToken, sessionUser, setSessionCookie } from './sessions.ts'

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
}

type Routes = ReturnType<Router['find']>

/** Serves the endpoints: everything between a socket and `endpoint.answer`. */
export function apiHandler(ctx: Context, limits: RateLimits) {
  const router = new Router(endpoints)

  return async ({ root, req, res, path, query, name }: ApiRequest) => {
    let headers: RateHeaders | undefined
    try {
      const routes = router.find(path)
      if (routes.size === 0) refuse('NOT_FOUND', 'This URL does not exist')
      const { parameters: form, files } = await readBody(req, res)
      const method = methodOf(req, form, routes)
      if (method === 'OPTIONS') {
        res.writeHead(204, { Allow: allowed(routes), 'Content-Length': 0 }).end()
        return
      }
      const { endpoint, parameters } = routes.get(method) ?? refuseMethod(res, routes)
      name(`${endpoint.method} ${endpoint.path}`)
      const sent = { ...Object.fromEntries(new URLSearchParams(query)), ...form, ...parameters }
      const identity = identify(ctx, root, endpoint, req, form)
      if (identity === undefined) challenge(res, root, endpoint)
      headers = takeAllowance(limits, endpoint, identity?.user.id, addressOf(req), sent)
      const call: Call = {
        user: identity?.user,
        client: clientName(sent.client ?? websiteName(root, req), req.headers['user-agent']),
        vendorNames: knowsVendorNames(req.headers['user-agent']),
        address: addressOf(req),
        files,
        csrfToken: identity?.csrfToken,
        keepSession: (token) => setSessionCookie(ctx, res, token),
        endSession: () => endSession(ctx, req, res),
        onHangUp: (work) => void res.once('close', work),
      }
      const body = await endpoint.answer(ctx, withoutCsrf(sent), call)
      if (isLogin(endpoint)) limits.clear(RATE_RULES.login, emailKey(sent.username ?? ''))
      sendJson(res, 200, body, headers)
    } catch (error) {
      sendError(res, error, ctx.log, headers)
    }
  }
}

/** A form's `method` stands in for methods its sender cannot use (events, section 7). */
function methodOf(req: IncomingMessage, form: Record<string, string>, routes: Routes): string {
  const method = req.method === 'HEAD' ? 'GET' : (req.method ?? 'GET')
  const instead = form.method
  return method === 'POST' && instead !== undefined && routes.has(instead) ? instead : method
}

const allowed = (routes: Routes) =>
  [...routes.keys(), ...(routes.has('GET') ? ['HEAD'] : []), 'OPTIONS'].sort().join(', ')

function refuseMethod(res: ServerResponse, routes: Routes): never {
  res.setHeader('Allow', allowed(routes))
  refuse('METHOD_NOT_ALLOWED', 'Method Not Allowed', {
    allowed_methods: allowed(routes).split(', '),
  })
}

/** Who asks, by the credentials this root takes; endpoints for anyone do not look at them. */
function identify(
  ctx: Context,
  root: ApiRoot,
  endpoint: Endpoint,
  req: IncomingMessage,
  form: Record<string, string>,
) {
  if (endpoint.tier === 'anyone') return undefined
  if (root === 'key') {
    const user = basicUser(ctx, req)
    return user && { user, csrfToken: undefined }
  }
  const browser = sessionUser(ctx, req)
  if (browser && endpoint.method !== 'GET') requireCsrfToken(ctx, req, browser.csrfToken, form)
  return browser
}

function challenge(res: ServerResponse, root: ApiRoot, { tier }: Endpoint) {
  if (tier === 'anyone' || tier === 'spectator') return
  res.setHeader(
    'WWW-Authenticate',
    root === 'key' ? 'Basic realm="hearth"' : 'Session realm="hearth"',
  )
}

const isLogin = ({ path, method }: Endpoint) =>
  path === '/fetch_api_key' || (path === '/web/session' && method === 'POST')

function takeAllowance(
  limits: RateLimits,
  endpoint: Endpoint,
  userId: number | undefined,
  address: string,
  sent: Record<string, string>,
): RateHeaders | undefined {
  if (isLogin(endpoint)) limits.take(RATE_RULES.login, emailKey(sent.username ?? ''))
  if (userId === undefined) return limits.take(RATE_RULES.address, address)
  const isPoll = endpoint.path === '/events' && endpoint.method === 'GET'
  return limits.take(isPoll ? RATE_RULES.polls : RATE_RULES.user, String(userId))
}

/** Browsers are one program to us, whatever they call themselves. */
const websiteName = (root: ApiRoot, req: IncomingMessage) =>
  root === 'session' && !knowsVendorNames(req.headers['user-agent']) ? 'website' : undefined

function withoutCsrf({ csrfmiddlewaretoken, ...sent }: Record<string, string>) {
  return sent
}

export const addressOf = (req: IncomingMessage) => req.socket.remoteAddress ?? ''
