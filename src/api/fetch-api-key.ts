import { logIn } from '../domain/accounts.ts'
import { apiKey } from '../domain/api-keys.ts'
import { endpoint } from './endpoint.ts'
import { int, text } from './params.ts'

export const fetchApiKey = endpoint('POST /fetch_api_key', {
  tier: 'anyone',
  params: { username: text, password: text },
  returns: { api_key: text, email: text, user_id: int },
  async handle(ctx, { username, password }) {
    const user = await logIn(ctx, username, password)
    return { api_key: apiKey(ctx, user), email: user.email, user_id: user.id }
  },
})
