import { logIn } from '../domain/accounts.ts'
import { openSession } from '../domain/sessions.ts'
import { endpoint } from './endpoint.ts'
import { int, text } from './params.ts'

const session = { user_id: int, csrf_token: text }

export const logInBrowser = endpoint('POST /web/session', {
  tier: 'anyone',
  params: { username: text, password: text },
  returns: session,
  async handle(ctx, { username, password }, call) {
    const user = await logIn(ctx, username, password)
    const { token, csrfToken } = await openSession(ctx, user)
    call.keepSession(token)
    return { user_id: user.id, csrf_token: csrfToken }
  },
})

export const getBrowserSession = endpoint('GET /web/session', {
  tier: 'user',
  returns: session,
  handle: (_ctx, _params, call) => ({ user_id: call.user.id, csrf_token: call.csrfToken ?? '' }),
})

export const logOutBrowser = endpoint('DELETE /web/session', {
  tier: 'user',
  handle: (_ctx, _params, call) => call.endSession(),
})
