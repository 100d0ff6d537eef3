import { seconds } from '../base/clock.ts'
import { randomToken, sha256 } from '../base/tokens.ts'
import type { Session } from '../store/sessions.ts'
import type { Context } from './context.ts'
import type { User } from './users.ts'

export type { Session }

/** Events 5. */
export const SESSION_SECONDS = 14 * 86_400

export interface OpenedSession {
  /** For the cookie; only its hash is kept. */
  token: string
  csrfToken: string
}

/** Logs a browser in. */
export const openSession = (ctx: Context, user: User): Promise<OpenedSession> =>
  ctx.commit(() => {
    const token = randomToken(32)
    const csrfToken = randomToken(32)
    const now = seconds(ctx.clock)
    const session = { user_id: user.id, csrf_token: csrfToken }
    ctx.store.sessions.create(sha256(token), session, now, now + SESSION_SECONDS)
    return { token, csrfToken }
  })

/** The session a cookie stands for; undefined when it ended. */
export const findSession = (ctx: Context, token: string): Session | undefined =>
  ctx.store.sessions.find(sha256(token), seconds(ctx.clock))

export const closeSession = (ctx: Context, token: string): Promise<void> =>
  ctx.commit(() => ctx.store.sessions.remove(sha256(token)))
