// Refusals about video calls.

import { refusal } from './refusal.ts'

export const PROVIDER_NOT_CONFIGURED = refusal('BAD_REQUEST', '{provider} is not configured.')
/** For providers at which this server needs an account. */
export const PROVIDER_WITHOUT_CREDENTIALS = refusal(
  'BAD_REQUEST',
  '{provider} credentials have not been configured',
)
export const FORGED_CALL = refusal(
  'BAD_REQUEST',
  'The link to this call is incomplete, or another server made it.',
)
