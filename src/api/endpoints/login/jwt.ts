// Endpoints: login with a JSON Web Token.

import { apiKey } from '../../../domain/authentication/api-keys.ts'
import { logInByToken } from '../../../domain/authentication/jwt-login.ts'
import { noteLogin } from '../../../domain/mail/login-mails.ts'
import { readUser } from '../../../domain/users/user-lists.ts'
import { endpoint } from '../../core/endpoint.ts'
import { bool, text } from '../../core/params.ts'
import { user } from '../../wire/users.ts'

export const fetchApiKeyByToken = endpoint('POST /jwt/fetch_api_key', {
  summary: "Returns a user's API key for a JSON web token of the organization's login service.",
  tier: 'anyone',
  errors: ['AUTHENTICATION_FAILED', 'USER_DEACTIVATED', 'REALM_DEACTIVATED'],
  params: {
    token: text.describe('A signed JSON web token with the claim "email".'),
    include_profile: bool
      .default(false)
      .describe('Whether the answer holds the user object as well.'),
  },
  returns: { api_key: text, email: text, user: user.optional() },
  async handle(ctx, { token, include_profile }, call) {
    const person = await logInByToken(ctx, token)
    const userAgent = call.header('user-agent') ?? ''
    await noteLogin(ctx, person, { mark: undefined, userAgent, address: call.address })
    // Clients of this endpoint expect the fields of bots on every user.
    const noBot = { bot_type: null, bot_owner_id: null }
    const options = { clientGravatar: false, withProfiles: true }
    return {
      api_key: apiKey(ctx, person),
      email: person.email,
      ...(include_profile && {
        user: { ...noBot, ...readUser(ctx, person, person.id, options) },
      }),
    }
  },
})
