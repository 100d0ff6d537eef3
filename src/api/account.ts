import * as z from 'zod'
import { describeKey } from '../domain/confirmations.ts'
import type { Context } from '../domain/context.ts'
import { foundOrganization, isSetupToken } from '../domain/founding.ts'
import { join, signUp } from '../domain/joining.ts'
import { confirmAddress, resetPassword } from '../domain/key-actions.ts'
import { openSession } from '../domain/sessions.ts'
import type { User } from '../domain/users.ts'
import { refuse } from '../errors.ts'
import { type Call, endpoint } from './endpoint.ts'
import { bool, int, oneOf, text } from './params.ts'

const session = { user_id: int, csrf_token: text }

export const bootstrap = endpoint('POST /account/bootstrap', {
  tier: 'anyone',
  params: { setup_token: text, realm_name: text, email: text, full_name: text, password: text },
  returns: session,
  async handle(ctx, { setup_token, realm_name, email, full_name, password }, call) {
    if (!isSetupToken(ctx, setup_token))
      refuse('FORBIDDEN', 'This server cannot be set up with that link.')
    const request = { name: realm_name, ownerEmail: email, ownerName: full_name, password }
    const userId = await foundOrganization(ctx, request)
    return startSession(ctx, ctx.store.users.find(userId)!, call)
  },
})

export const getAccountKey = endpoint('GET /account/key/:key', {
  tier: 'anyone',
  params: { key: text },
  returns: {
    kind: z.enum(['invitation', 'multiuse', 'signup', 'email_change', 'password_reset']),
    realm_name: text,
    email: text.nullable(),
    invited_as: int.nullable(),
    password_required: bool,
    password_min_length: int,
    password_max_length: int,
    password_min_guesses: int,
  },
  handle: (ctx, { key }) => describeKey(ctx, key),
})

export const signUpEndpoint = endpoint('POST /account/signup', {
  tier: 'anyone',
  params: { email: text, key: text.optional() },
  returns: { key: text },
  handle: async (ctx, { email, key }) => ({ key: await signUp(ctx, email, key) }),
})

export const joinEndpoint = endpoint('POST /account/register', {
  tier: 'anyone',
  params: {
    key: text,
    email: text.optional(),
    full_name: text,
    password: text,
    timezone: text.optional(),
    email_address_visibility: oneOf([1, 2, 3, 4, 5]).optional(),
  },
  returns: session,
  async handle(ctx, params, call) {
    const user = await join(ctx, {
      key: params.key,
      email: params.email,
      fullName: params.full_name,
      password: params.password,
      timezone: params.timezone,
      addressVisibility: params.email_address_visibility,
    })
    return startSession(ctx, user, call)
  },
})

/** Always succeeds, so that nobody learns who has an account. */
export const requestPasswordReset = endpoint('POST /account/password_reset', {
  tier: 'anyone',
  params: { email: text },
  // This server mails nothing, and says no more about it than one that does.
  handle: () => {},
})

export const resetPasswordEndpoint = endpoint('POST /account/password', {
  tier: 'anyone',
  params: { key: text, new_password: text },
  returns: session,
  handle: async (ctx, { key, new_password }, call) =>
    startSession(ctx, await resetPassword(ctx, key, new_password), call),
})

export const confirmAddressEndpoint = endpoint('POST /account/email_change', {
  tier: 'anyone',
  params: { key: text },
  handle: (ctx, { key }) => confirmAddress(ctx, key),
})

async function startSession(ctx: Context, user: User, call: Call) {
  const { token, csrfToken } = await openSession(ctx, user)
  call.keepSession(token)
  return { user_id: user.id, csrf_token: csrfToken }
}
