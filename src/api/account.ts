import { foundOrganization, isSetupToken } from '../domain/founding.ts'
import { openSession } from '../domain/sessions.ts'
import { refuse } from '../errors.ts'
import { endpoint } from './endpoint.ts'
import { int, text } from './params.ts'

export const bootstrap = endpoint('POST /account/bootstrap', {
  tier: 'anyone',
  params: { setup_token: text, realm_name: text, email: text, full_name: text, password: text },
  returns: { user_id: int, csrf_token: text },
  async handle(ctx, { setup_token, realm_name, email, full_name, password }, call) {
    if (!isSetupToken(ctx, setup_token))
      refuse('FORBIDDEN', 'This server cannot be set up with that link.')
    const request = { name: realm_name, ownerEmail: email, ownerName: full_name, password }
    const userId = await foundOrganization(ctx, request)
    const { token, csrfToken } = await openSession(ctx, ctx.store.users.find(userId)!)
    call.keepSession(token)
    return { user_id: userId, csrf_token: csrfToken }
  },
})
