import * as z from 'zod'
import { apiKey } from '../domain/api-keys.ts'
import { listForDevelopment, logInForDevelopment } from '../domain/development.ts'
import { openSession } from '../domain/sessions.ts'
import { endpoint } from './endpoint.ts'
import { int, text } from './params.ts'

const account = z.object({ email: text, realm_url: text })

export const fetchDevelopmentApiKey = endpoint('POST /dev_fetch_api_key', {
  tier: 'anyone',
  params: { username: text },
  returns: { api_key: text, email: text, user_id: int },
  async handle(ctx, { username }, call) {
    const user = logInForDevelopment(ctx, username)
    const { token } = await openSession(ctx, user)
    call.keepSession(token)
    return { api_key: apiKey(ctx, user), email: user.email, user_id: user.id }
  },
})

export const listDevelopmentUsers = endpoint('GET /dev_list_users', {
  tier: 'anyone',
  returns: { direct_admins: z.array(account), direct_users: z.array(account) },
  handle: (ctx) => listForDevelopment(ctx),
})
