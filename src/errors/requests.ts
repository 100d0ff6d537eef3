// Refusals of requests as such: paths, methods, bodies.

import { refusal } from './refusal.ts'

export const UNKNOWN_URL = refusal('NOT_FOUND', 'This URL does not exist')
export const UNSERVED_METHOD = refusal('METHOD_NOT_ALLOWED', 'Method Not Allowed', [
  'allowed_methods',
])
export const BODY_TOO_LARGE = refusal('PAYLOAD_TOO_LARGE', 'The body is larger than {limit} MiB')
export const BODY_INCOMPLETE = refusal('BAD_REQUEST', 'The body ended early')
