// The links of a demo that log a browser in as one of its people.

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { App } from '../../domain/kernel/context.ts'
import { UNKNOWN_URL } from '../../errors/requests.ts'
import { refuse } from '../../errors.ts'
import { requireMethod } from '../methods.ts'
import { redirectLoggedIn } from '../sessions.ts'

/**
 * GET /log-in-as/TOKEN: starts a session and redirects to the app. Only a demo has such links; on
 * every other server all tokens are unknown.
 */
export function logInAsHandler(ctx: App) {
  return async (req: IncomingMessage, res: ServerResponse, token: string) => {
    const userId = ctx.server.logins.get(token)
    const user = userId === undefined ? undefined : ctx.store.users.find(userId)
    if (!user) refuse(UNKNOWN_URL)
    requireMethod(req, res, ['GET'])
    await redirectLoggedIn(ctx, req, res, user)
  }
}
