// Login by a JSON Web Token that another system signed.

import { createPublicKey } from 'node:crypto'
import { WRONG_LOGIN } from '../../errors/callers.ts'
import { refuse } from '../../errors.ts'
import type { Context, JwtTrust } from '../kernel/context.ts'
import { findByEmail, isPerson, type User } from '../users/users.ts'
import { refuseDeactivated } from './accounts.ts'

/** POST /jwt/fetch_api_key: the person a signed token names. */
export async function logInByToken(ctx: Context, token: string): Promise<User> {
  const { jwt } = ctx.server
  if (!jwt) refuse('BAD_REQUEST', 'JWT authentication is not enabled for this organization')
  if (token.trim() === '') refuse('BAD_REQUEST', 'No JSON web token passed in request')
  const { email } = await claimsOf(ctx, jwt, token.trim())
  if (typeof email !== 'string' || email.trim() === '')
    refuse('BAD_REQUEST', 'No email specified in JSON web token claims')
  const user = findByEmail(ctx, email)
  if (!user || !isPerson(user)) refuse(WRONG_LOGIN)
  refuseDeactivated(ctx, user)
  return user
}

async function claimsOf(ctx: Context, jwt: JwtTrust, token: string) {
  // Most servers never need it, so it is loaded with the first token.
  const { jwtVerify } = await import('jose')
  const key =
    jwt.publicKey === undefined
      ? new TextEncoder().encode(jwt.secret)
      : createPublicKey(jwt.publicKey)
  const options = {
    algorithms: [...jwt.algorithms],
    currentDate: new Date(ctx.clock.now()),
    requiredClaims: jwt.requiresExpiry ? ['exp'] : [],
  }
  const verified = await jwtVerify(token, key, options).catch(() =>
    refuse('BAD_REQUEST', 'Bad JSON web token'),
  )
  return verified.payload as { email?: unknown }
}
