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

export interface ApiRequest {
  req: IncomingMessage
  res: ServerResponse
  /** Below the API root. */
  path: string
  query: string
}

/** Serves the endpoints under /api/v1: everything between a socket and `endpoint.answer`. */
export function apiHandler(ctx: Context, limits: RateLimits) {
  const router = new Router(endpoints)

  return async ({ req, res, path, query }: ApiRequest) => {
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
      const route = routes.get(method) ?? refuseMethod(res, routes)
      const user = route.endpoint.tier === 'anyone' ? undefined : basicUser(ctx, req)
      if (
        user === undefined &&
        route.endpoint.tier !== 'anyone' &&
        route.endpoint.tier !== 'spectator'
      ) {
        res.setHeader('WWW-Authenticate', 'Basic realm="hearth"')
      }
      const sent = {
        ...Object.fromEntries(new URLSearchParams(query)),
        ...form,
        ...route.parameters,
      }
      headers = limit(limits, route.endpoint, user?.id, addressOf(req), sent)
      const call: Call = {
        user,
        client: clientName(sent.client, req.headers['user-agent']),
        vendorNames: knowsVendorNames(req.headers['user-agent']),
        address: addressOf(req),
        files,
        bySession: false,
        onHangUp: (work) => void res.once('close', work),
      }
      const body = await route.endpoint.answer(ctx, sent, call)
      if (route.endpoint.path === '/fetch_api_key')
        limits.clear(RATE_RULES.login, emailKey(sent.username ?? ''))
      sendJson(res, 200, body, headers)
    } catch (error) {
      sendError(res, error, ctx.log, headers)
    }
  }
}

/** A form's `method` stands in for methods its sender cannot use (events, section 7). */
function methodOf(
  req: IncomingMessage,
  form: Record<string, string>,
  routes: Map<string, unknown>,
): string {
  const method = req.method === 'HEAD' ? 'GET' : (req.method ?? 'GET')
  const instead = form.method
  return method === 'POST' && instead !== undefined && routes.has(instead) ? instead : method
}

const allowed = (routes: Map<string, unknown>) =>
  [...routes.keys(), ...(routes.has('GET') ? ['HEAD'] : []), 'OPTIONS'].sort().join(', ')

function refuseMethod(res: ServerResponse, routes: Map<string, unknown>): never {
  res.setHeader('Allow', allowed(routes))
  refuse('METHOD_NOT_ALLOWED', 'Method Not Allowed', {
    allowed_methods: allowed(routes).split(', '),
  })
}

function limit(
  limits: RateLimits,
  { path, method }: Endpoint,
  userId: number | undefined,
  address: string,
  sent: Record<string, string>,
): RateHeaders | undefined {
  if (path === '/fetch_api_key') limits.take(RATE_RULES.login, emailKey(sent.username ?? ''))
  if (userId === undefined) return limits.take(RATE_RULES.address, address)
  return limits.take(
    path === '/events' && method === 'GET' ? RATE_RULES.polls : RATE_RULES.user,
    String(userId),
  )
}

export const addressOf = (req: IncomingMessage) => req.socket.remoteAddress ?? ''
