// Refusals of callers: credentials, roles, bots, guests, limits.

import { refusal } from './refusal.ts'

export const NOT_LOGGED_IN = refusal(
  'UNAUTHORIZED',
  'Not logged in: API authentication or user session required',
)
export const NO_BASIC_SCHEME = refusal(
  'BAD_REQUEST',
  'This endpoint requires HTTP basic authentication.',
)
export const UNREADABLE_CREDENTIALS = refusal(
  'UNAUTHORIZED',
  'Invalid authorization header for basic auth',
)
export const MALFORMED_API_KEY = refusal('INVALID_API_KEY', 'Malformed API key')
export const INVALID_API_KEY = refusal('INVALID_API_KEY', 'Invalid API key')
export const WRONG_LOGIN = refusal(
  'AUTHENTICATION_FAILED',
  'Your username or password is incorrect',
)
export const ACCOUNT_DEACTIVATED = refusal('USER_DEACTIVATED', 'Account is deactivated')
export const ORGANIZATION_DEACTIVATED = refusal(
  'REALM_DEACTIVATED',
  'This organization has been deactivated',
)
export const WRONG_ORIGIN = refusal(
  'CSRF_FAILED',
  'CSRF error: the request came from another site.',
  ['reason'],
)
export const WRONG_CSRF_TOKEN = refusal(
  'CSRF_FAILED',
  'CSRF error: the CSRF token is missing or wrong.',
  ['reason'],
)
export const RATE_LIMITED = refusal('RATE_LIMIT_HIT', 'API usage exceeded rate limit', [
  'retry-after',
])
/** `what` is not possible now: too much of it is in progress. */
export const TOO_BUSY = refusal('RATE_LIMIT_HIT', '{what}; try again in a moment.', ['retry-after'])
export const INSUFFICIENT_PERMISSION = refusal('BAD_REQUEST', 'Insufficient permission')
export const NOT_BY_PRINCIPAL = refusal('UNAUTHORIZED_PRINCIPAL', 'Insufficient permission')
export const OWNERS_ONLY = refusal('UNAUTHORIZED_PRINCIPAL', 'Must be an organization owner')
export const ADMINISTRATORS_ONLY = refusal(
  'UNAUTHORIZED_PRINCIPAL',
  'Must be an organization administrator',
)
export const ROLE_CHANGED = refusal(
  'BAD_REQUEST',
  'Your role changed while this request waited; try again.',
)
export const NOT_FOR_GUESTS = refusal('BAD_REQUEST', 'Not allowed for guest users')
export const NOT_FOR_BOTS = refusal('BAD_REQUEST', 'This endpoint does not accept bot requests.')
export const NOT_FOR_WEBHOOK_BOTS = refusal(
  'UNAUTHORIZED',
  'This API is not available to incoming webhook bots.',
)
