// Endpoints: browser sessions.

import * as z from 'zod'
import { logIn } from '../../../domain/authentication/accounts.ts'
import { rememberAddress } from '../../../domain/authentication/login-addresses.ts'
import {
  endOtherSessions,
  endSessionOf,
  listSessions,
} from '../../../domain/authentication/sessions.ts'
import { endpoint } from '../../core/endpoint.ts'
import { loginTries } from '../../core/limits.ts'
import { bool, int, text } from '../../core/params.ts'

const session = { user_id: int, csrf_token: text }

export const logInBrowser = endpoint('POST /web/session', {
  summary: 'Logs a browser in with a session cookie.',
  tier: 'anyone',
  errors: ['AUTHENTICATION_FAILED', 'USER_DEACTIVATED', 'REALM_DEACTIVATED', 'CSRF_FAILED'],
  limits: loginTries,
  params: {
    username: text.describe('The e-mail address of the account.'),
    password: text.describe('The password of the account.'),
  },
  returns: session,
  async handle(ctx, { username, password }, call) {
    const user = await logIn(ctx, username, password)
    await rememberAddress(ctx, user, call.address)
    return { user_id: user.id, csrf_token: await call.startSession(user) }
  },
})

export const getBrowserSession = endpoint('GET /web/session', {
  summary: "Returns the user of a browser's session and the token that its writing requests carry.",
  tier: 'user',
  returns: session,
  handle: (_ctx, _params, call) => ({ user_id: call.user.id, csrf_token: call.csrfToken ?? '' }),
})

export const logOutBrowser = endpoint('DELETE /web/session', {
  summary: "Ends a browser's session.",
  tier: 'user',
  handle: (_ctx, _params, call) => call.endSession(),
})

const listed = z.object({
  id: text,
  browser: text.describe('The browser and its system, such as Firefox on Linux; may be empty.'),
  created_at: int.describe('UNIX seconds of the login.'),
  last_used_at: int.describe('UNIX seconds, up to a day early.'),
  is_current: bool.describe('Whether this request came with it.'),
})

export const listBrowserSessions = endpoint('GET /web/sessions', {
  summary: "Lists the browser sessions of the caller's account, the newest first.",
  tier: 'user',
  returns: { sessions: z.array(listed) },
  handle: (ctx, _params, call) => ({ sessions: listSessions(ctx, call.user, call.csrfToken) }),
})

export const endBrowserSession = endpoint('DELETE /web/sessions/:session', {
  summary: "Ends one of the browser sessions of the caller's account.",
  tier: 'user',
  params: { session: text.describe('Its ID in the list of sessions.') },
  handle: (ctx, { session }, call) => endSessionOf(ctx, call.user, session),
})

export const endOtherBrowserSessions = endpoint('DELETE /web/sessions', {
  summary: "Ends all browser sessions of the caller's account but the one that asks.",
  tier: 'user',
  handle: (ctx, _params, call) => endOtherSessions(ctx, call.user, call.csrfToken),
})
