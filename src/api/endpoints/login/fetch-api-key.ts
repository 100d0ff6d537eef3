// Endpoints: login with a password for an API key.

import { logIn } from '../../../domain/authentication/accounts.ts'
import { apiKey } from '../../../domain/authentication/api-keys.ts'
import { rememberAddress } from '../../../domain/authentication/login-addresses.ts'
import { noteLogin } from '../../../domain/mail/login-mails.ts'
import { endpoint } from '../../core/endpoint.ts'
import { loginTries } from '../../core/limits.ts'
import { int, text } from '../../core/params.ts'

export const fetchApiKey = endpoint('POST /fetch_api_key', {
  summary: "Returns a user's API key for the right e-mail address and password.",
  tier: 'anyone',
  errors: ['AUTHENTICATION_FAILED', 'USER_DEACTIVATED', 'REALM_DEACTIVATED'],
  limits: loginTries,
  // With a session the password alone is enough; the session names the user.
  fromSession: ({ email }) => ({ username: email }),
  params: {
    username: text.describe(
      'The e-mail address of the account; in a browser session its own address stands in.',
    ),
    password: text.describe('The password of the account.'),
  },
  returns: { api_key: text, email: text, user_id: int },
  async handle(ctx, { username, password }, call) {
    const user = await logIn(ctx, username, password)
    const { address, csrfToken } = call
    const userAgent = call.header('user-agent') ?? ''
    await Promise.all([
      rememberAddress(ctx, user, address),
      // A browser that is logged in only looks its key up.
      csrfToken === undefined && noteLogin(ctx, user, { mark: undefined, userAgent, address }),
    ])
    return { api_key: apiKey(ctx, user), email: user.email, user_id: user.id }
  },
})
