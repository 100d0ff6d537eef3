// Browser sessions: opening, finding, closing.

import { seconds } from '../../base/clock.ts'
import { randomToken, sha256 } from '../../base/tokens.ts'
import { refuse } from '../../errors.ts'
import type { Session } from '../../store/tables/sessions.ts'
import type { App, Context } from '../kernel/context.ts'
import type { User } from '../users/users.ts'
import { browserName } from './browser-names.ts'

export type { Session }

/** How long a session lasts after it was last used. */
export const SESSION_SECONDS = 14 * 86_400

/** A session that is in use is extended once a day, not with each request. */
const EXTEND_AFTER_SECONDS = 86_400

export interface OpenedSession {
  /** For the cookie; only its hash is kept. */
  token: string
  csrfToken: string
}

/** Logs a browser in. @param userAgent what it calls itself, for the list of sessions */
export const openSession = (ctx: App, user: User, userAgent: string): Promise<OpenedSession> =>
  ctx.commit((tx) => {
    const token = randomToken(32)
    const csrfToken = randomToken(32)
    tx.store.sessions.create(sha256(token), {
      user_id: user.id,
      csrf_token: csrfToken,
      created_at: tx.now,
      expires_at: tx.now + SESSION_SECONDS,
      browser: browserName(userAgent),
    })
    return { token, csrfToken }
  })

/** The session of a cookie's token; undefined if it has ended. */
export const findSession = (ctx: Context, token: string): Session | undefined =>
  ctx.store.sessions.find(sha256(token), seconds(ctx.clock))

/** Whether a session in use should get a later end. */
export const isToBeExtended = (ctx: Context, { expires_at }: Session) =>
  expires_at - seconds(ctx.clock) < SESSION_SECONDS - EXTEND_AFTER_SECONDS

/** Lets a session last from now, when it is used; one that has ended meanwhile stays ended. */
export function extendSession(ctx: App, token: string): Promise<void> {
  // A disk may keep the commit waiting, which is no use of the session.
  const end = seconds(ctx.clock) + SESSION_SECONDS
  return ctx.commit((tx) => tx.store.sessions.extend(sha256(token), end))
}

/** Ends the session of a cookie's token. */
export const closeSession = (ctx: App, token: string): Promise<void> =>
  ctx.commit((tx) => tx.store.sessions.remove(sha256(token)))

/** A user's sessions, the newest first. @param csrfToken of the session that asks, if one does */
export function listSessions(ctx: Context, user: User, csrfToken: string | undefined) {
  return ctx.store.sessions.listOf(user.id, seconds(ctx.clock)).map((session) => ({
    id: session.id,
    browser: session.browser,
    created_at: session.created_at,
    last_used_at: session.expires_at - SESSION_SECONDS,
    is_current: session.csrf_token === csrfToken,
  }))
}

/** Ends one of a user's sessions. @throws RequestError if it belongs to another user */
export const endSessionOf = (ctx: App, user: User, id: string): Promise<void> =>
  ctx.commit((tx) => {
    if (!tx.store.sessions.removeOf(user.id, id)) refuse('BAD_REQUEST', 'Invalid session ID')
  })

/** Ends a user's sessions but the one that asks. */
export const endOtherSessions = (ctx: App, user: User, csrfToken: string | undefined) =>
  ctx.commit((tx) => tx.store.sessions.removeOthersOf(user.id, csrfToken ?? ''))
