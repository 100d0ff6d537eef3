// Browser sessions: cookie, CSRF token, same-origin check.

import type { IncomingMessage, ServerResponse } from 'node:http'
import { equalsSecret, randomToken } from '../base/tokens.ts'
import { refuseDeactivated } from '../domain/authentication/accounts.ts'
import {
  closeSession,
  extendSession,
  findSession,
  isToBeExtended,
  openSession,
  SESSION_SECONDS,
} from '../domain/authentication/sessions.ts'
import type { App, Context } from '../domain/kernel/context.ts'
import type { Viewer } from '../domain/kernel/viewer.ts'
import { noteLogin } from '../domain/mail/login-mails.ts'
import type { User } from '../domain/users/users.ts'
import { WRONG_CSRF_TOKEN, WRONG_ORIGIN } from '../errors/callers.ts'
import { refuse } from '../errors.ts'
import { SECURITY_HEADERS } from './answer.ts'
import { basicUser } from './credentials.ts'

/** A user with a browser session. */
export interface BrowserUser {
  user: User
  csrfToken: string
}

/** The `__Host-` prefix, for https only, makes browsers refuse the cookie from other hosts. */
const cookieName = (ctx: Context) => (isSecure(ctx) ? '__Host-sessionid' : 'sessionid')

/** Under this name programs look for the token. */
const CSRF_COOKIE = 'csrftoken'

const isSecure = (ctx: Context) => ctx.server.url.startsWith('https:')

/** By this cookie a browser is recognised at its next login, also after its session has ended. */
const deviceCookieName = (ctx: Context) => (isSecure(ctx) ? '__Host-deviceid' : 'deviceid')

/** The longest that browsers keep a cookie. */
const DEVICE_SECONDS = 400 * 86_400

function cookieOf(req: IncomingMessage, name: string): string | undefined {
  const prefix = `${name}=`
  return req.headers.cookie
    ?.split(/;\s*/)
    .find((cookie) => cookie.startsWith(prefix))
    ?.slice(prefix.length)
}

const sessionToken = (ctx: Context, req: IncomingMessage) => cookieOf(req, cookieName(ctx))

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
 * Refuses requests that a page of another site made the browser send. Browsers name the origin of
 * the page in a header.
 *
 * @throws RequestError CSRF_FAILED
 */
export function requireSameOrigin(ctx: Context, req: IncomingMessage) {
  const { origin, host } = req.headers
  if (origin === undefined || ctx.server.origins.includes(origin)) return
  // Without https the server may be reached by addresses it does not know, in a local network.
  if (isSecure(ctx) || URL.parse(origin)?.host !== host) {
    refuse(WRONG_ORIGIN, { reason: 'origin' })
  }
}

/**
 * Another site cannot read the token that must come beside the cookie.
 *
 * @throws RequestError CSRF_FAILED
 */
export function requireCsrfToken(
  req: IncomingMessage,
  expected: string,
  form: Readonly<Record<string, string>>,
) {
  const given = req.headers['x-csrftoken'] ?? form.csrfmiddlewaretoken
  if (typeof given !== 'string' || !equalsSecret(given, expected)) {
    refuse(WRONG_CSRF_TOKEN, { reason: 'token' })
  }
}

/** The viewer of a file or picture, by session or by API key; undefined for a spectator. */
export const viewerOf = (ctx: Context, req: IncomingMessage): Viewer =>
  basicUser(ctx, req) ?? sessionUser(ctx, req)?.user

/**
 * Logs the browser in.
 * @param address of the client, for the mail about a new device
 * @returns the CSRF token of the session
 */
export async function startSession(
  ctx: App,
  req: IncomingMessage,
  res: ServerResponse,
  user: User,
  address?: string,
): Promise<string> {
  const userAgent = req.headers['user-agent'] ?? ''
  const mark = deviceMark(ctx, req)
  const [{ token, csrfToken }] = await Promise.all([
    openSession(ctx, user, userAgent),
    noteLogin(ctx, user, { mark, userAgent, address }),
  ])
  setCookies(ctx, res, token, csrfToken, SESSION_SECONDS)
  const lasting = `Path=/; SameSite=Lax; Max-Age=${DEVICE_SECONDS}${isSecure(ctx) ? '; Secure' : ''}; HttpOnly`
  res.appendHeader('Set-Cookie', `${deviceCookieName(ctx)}=${mark}; ${lasting}`)
  return csrfToken
}

/** What the browser got at an earlier login, or a new mark for it. */
function deviceMark(ctx: Context, req: IncomingMessage): string {
  const kept = cookieOf(req, deviceCookieName(ctx))
  return kept !== undefined && /^[\w-]{20,64}$/.test(kept) ? kept : randomToken(32)
}

/** A session lasts as long as it is used: now and then its end is put off, in the cookie as well. */
export function keepSession(ctx: App, req: IncomingMessage, res: ServerResponse) {
  const token = sessionToken(ctx, req)
  const session = token === undefined ? undefined : findSession(ctx, token)
  if (token === undefined || !session || !isToBeExtended(ctx, session)) return
  setCookies(ctx, res, token, session.csrf_token, SESSION_SECONDS)
  // Nothing waits for it: where it cannot be saved, the next request tries again.
  extendSession(ctx, token).catch((error) =>
    ctx.log.error('session-not-extended', { error: String(error) }),
  )
}

/** Ends a page that logs a person in: sets the session and redirects to the app. */
export async function redirectLoggedIn(
  ctx: App,
  req: IncomingMessage,
  res: ServerResponse,
  user: User,
) {
  await startSession(ctx, req, res, user)
  res.writeHead(303, { ...SECURITY_HEADERS, Location: '/', 'Cache-Control': 'no-store' }).end()
}

/** Ends the session of a request's cookie and removes its cookies. */
export async function endSession(ctx: App, req: IncomingMessage, res: ServerResponse) {
  const token = sessionToken(ctx, req)
  if (token !== undefined) await closeSession(ctx, token)
  setCookies(ctx, res, '', '', 0)
}

/**
 * Sets the session cookie: HttpOnly, SameSite, and Secure if the public URL is https. Beside it is
 * the session's CSRF token, for scripts of this site to send as X-CSRFToken.
 */
function setCookies(
  ctx: Context,
  res: ServerResponse,
  token: string,
  csrfToken: string,
  maxAge: number,
) {
  const shared = `Path=/; SameSite=Lax; Max-Age=${maxAge}${isSecure(ctx) ? '; Secure' : ''}`
  res.setHeader('Set-Cookie', [
    `${cookieName(ctx)}=${token}; ${shared}; HttpOnly`,
    `${CSRF_COOKIE}=${csrfToken}; ${shared}`,
  ])
}
