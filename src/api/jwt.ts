import { apiKey } from '../domain/api-keys.ts'
import { logInByToken } from '../domain/jwt-login.ts'
import { readUser } from '../domain/user-lists.ts'
import { endpoint } from './endpoint.ts'
import { bool, text } from './params.ts'
import { user } from './wire/users.ts'

export const fetchApiKeyByToken = endpoint('POST /jwt/fetch_api_key', {
  tier: 'anyone',
  params: { token: text, include_profile: bool.default(false) },
  returns: { api_key: text, email: text, user: user.optional() },
  async handle(ctx, { token, include_profile }) {
    const person = await logInByToken(ctx, token)
    // Clients of this endpoint find the keys of bots in everyone, there with null.
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
