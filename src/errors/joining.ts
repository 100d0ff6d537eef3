// Refusals about links, invitations and the organization as a whole.

import { refusal } from './refusal.ts'

/** `problem` is a sentence that says why the link cannot be used. */
export const INVALID_LINK = refusal('KEY_INVALID', '{problem}')
export const EXPIRED_LINK = refusal('KEY_EXPIRED', 'This link has expired or was used already.')
export const NOT_INVITED = refusal('INVITATION_FAILED', '{message}', [
  'errors',
  'sent_invitations',
  'license_limit_reached',
  'daily_limit_reached',
])
export const TOO_MUCH_MAIL = refusal(
  'BAD_REQUEST',
  'Too much mail was sent today for you or to this address; try again tomorrow.',
)
export const NO_MAIL = refusal(
  'BAD_REQUEST',
  'This server sends no mail; the options --smtp-url and --mail-from turn it on.',
)
export const UNCONFIRMED_ADDRESS = refusal(
  'BAD_REQUEST',
  'This server confirms addresses by mail: POST /account/signup sends the link that makes the account.',
)
export const NO_ORGANIZATION = refusal(
  'SERVER_NOT_READY',
  'This server has no organization yet; open its set-up link first.',
)
export const WRONG_SETUP_LINK = refusal('FORBIDDEN', 'This server cannot be set up with that link.')
export const HAS_ORGANIZATION = refusal('FORBIDDEN', 'This server already has an organization.')
export const UNKNOWN_DOMAIN = refusal('BAD_REQUEST', 'No entry found for domain {domain}.')
