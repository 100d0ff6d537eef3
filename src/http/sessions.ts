import type { IncomingMessage, ServerResponse } from 'node:http'
import { sameText } from '../base/tokens.ts'
import { refuseDeactivated } from '../domain/accounts.ts'
import type { Context } from '../domain/context.ts'
import { closeSession, findSession, SESSION_SECONDS } from '../domain/sessions.ts'
import type { User, Viewer } from '../domain/users.ts'
import { refuse } from '../errors.ts'
import { basicUser } from './credentials.ts'

/** Whoever is logged in with a browser. */
export interface BrowserUser {
  user: User
  csrfToken: string
}

/** With https the browser itself keeps other hosts from setting the cookie. */
const cookieName = (ctx: Context) => (isSecure(ctx) ? '__Host-sessionid' : 'sessionid')

const isSecure = (ctx: Context) => ctx.site.url.startsWith('https:')

function sessionToken(ctx: Context, req: IncomingMessage): string | undefined {
  const prefix = `${cookieName(ctx)}=`
  return req.headers.cookie
    ?.split(/;\s*/)
    .find((cookie) => cookie.startsWith(prefix))
    ?.slice(prefix.length)
}

/** @throws RequestError USER_DEACTIVATED or REALM_DEACTIVATED */
export function sessionUser(ctx: Context, req: IncomingMessage): BrowserUser | undefined {
  const token = sessionToken(ctx, req)
  const session = token === undefined ? undefined : findSession(ctx, token)
  const user = session && ctx.store.users.find(session.user_id)
  if (!session || !user) return undefined
  refuseDeactivated(ctx, user)
  return { user, csrfToken: session.csrf_token }
}

/**
 * A page of another site can make a browser send its cookie, or log it in as somebody else; the
 * browser says which site it is.
 *
 * @throws RequestError CSRF_FAILED
 */
export function requireSameOrigin(ctx: Context, req: IncomingMessage) {
  const { origin, host } = req.headers
  if (origin === undefined || origin === ctx.site.url) return
  // Without https people also come by addresses we cannot know, of a local network for instance.
  if (isSecure(ctx) || URL.parse(origin)?.host !== host) {
    refuse('CSRF_FAILED', 'CSRF error: the request came from another site.', { reason: 'origin' })
  }
}

/**
 * Another site cannot read the token that must come beside the cookie (events 6).
 *
 * @throws RequestError CSRF_FAILED
 */
export function requireCsrfToken(
  req: IncomingMessage,
  expected: string,
  form: Readonly<Record<string, string>>,
) {
  const given = req.headers['x-csrftoken'] ?? form.csrfmiddlewaretoken
  if (typeof given !== 'string' || !sameText(given, expected)) {
    refuse('CSRF_FAILED', 'CSRF error: the CSRF token is missing or wrong.', { reason: 'token' })
  }
}

/** Who asks for a file or picture, by whichever credentials the request has. */
export const viewerOf = (ctx: Context, req: IncomingMessage): Viewer =>
  basicUser(ctx, req) ?? sessionUser(ctx, req)?.user

export function setSessionCookie(ctx: Context, res: ServerResponse, token: string) {
  setCookie(ctx, res, token, SESSION_SECONDS)
}

export async function endSession(ctx: Context, req: IncomingMessage, res: ServerResponse) {
  const token = sessionToken(ctx, req)
  if (token !== undefined) await closeSession(ctx, token)
  setCookie(ctx, res, '', 0)
}

function setCookie(ctx: Context, res: ServerResponse, value: string, maxAge: number) {
  res.setHeader(
    'Set-Cookie',
    `${cookieName(ctx)}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${maxAge}${isSecure(ctx) ? '; Secure' : ''}`,
  )
}
