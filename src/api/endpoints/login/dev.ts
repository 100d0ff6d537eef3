// Endpoints: login without a password, on development servers.

import * as z from 'zod'
import { apiKey } from '../../../domain/authentication/api-keys.ts'
import {
  listForDevelopment,
  logInForDevelopment,
} from '../../../domain/authentication/development.ts'
import { endpoint } from '../../core/endpoint.ts'
import { int, text } from '../../core/params.ts'

const account = z.object({ email: text, realm_url: text })

export const fetchDevelopmentApiKey = endpoint('POST /dev_fetch_api_key', {
  summary: 'Logs in as any user without a password, on a server started for development only.',
  tier: 'anyone',
  errors: ['AUTHENTICATION_FAILED', 'USER_DEACTIVATED', 'REALM_DEACTIVATED', 'CSRF_FAILED'],
  params: { username: text.describe('The e-mail address of the account.') },
  returns: { api_key: text, email: text, user_id: int },
  async handle(ctx, { username }, call) {
    const user = logInForDevelopment(ctx, username)
    await call.startSession(user)
    return { api_key: apiKey(ctx, user), email: user.email, user_id: user.id }
  },
})

export const listDevelopmentUsers = endpoint('GET /dev_list_users', {
  summary: 'Lists the accounts to log in as, on a server started for development only.',
  tier: 'anyone',
  returns: { direct_admins: z.array(account), direct_users: z.array(account) },
  handle: (ctx) => listForDevelopment(ctx),
})
