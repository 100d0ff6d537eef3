// Refusals about users, groups and their permissions.

import { refusal } from './refusal.ts'

export const NO_SUCH_USER = refusal('BAD_REQUEST', 'No such user')
export const INVALID_USER_ID = refusal('BAD_REQUEST', 'Invalid user ID: {id}')
/** For recipients of a message: clients expect these words, without the colon. */
export const INVALID_RECIPIENT_ID = refusal('BAD_REQUEST', 'Invalid user ID {id}')
export const DEACTIVATED_USER = refusal('BAD_REQUEST', 'User is deactivated')
export const HAS_ACCOUNT = refusal('BAD_REQUEST', 'Already has an account.')
export const HAS_DEACTIVATED_ACCOUNT = refusal('BAD_REQUEST', 'Account has been deactivated.')
export const LAST_USER = refusal(
  'CANNOT_DEACTIVATE_LAST_USER',
  'You cannot deactivate the only {entity}.',
  ['is_last_owner', 'entity'],
)
export const INVALID_GROUP_ID = refusal('BAD_REQUEST', 'Invalid user group ID: {id}')
export const DEACTIVATED_GROUP = refusal('BAD_REQUEST', 'User group is deactivated.')
export const GROUP_IN_USE = refusal(
  'CANNOT_DEACTIVATE_GROUP_IN_USE',
  'Cannot deactivate user group in use.',
  ['objections'],
)
export const SYSTEM_GROUP_ONLY = refusal(
  'SYSTEM_GROUP_REQUIRED',
  "'{setting_name}' must be a system user group.",
  ['setting_name'],
)
export const STALE_PERMISSION = refusal(
  'EXPECTATION_MISMATCH',
  "'old' value does not match the expected value.",
  ['field_name'],
)
/** `explanation` says in a sentence what makes it weak. */
export const WEAK_PASSWORD = refusal('BAD_REQUEST', 'The password is too weak.', ['explanation'])
export const WEAK_NEW_PASSWORD = refusal('BAD_REQUEST', 'New password is too weak!', [
  'explanation',
])
