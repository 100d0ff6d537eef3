// Refusals of parameters: each names the parameter and the rule it breaks.

import { refusal } from './refusal.ts'

export const MISSING_PARAMETER = refusal(
  'REQUEST_VARIABLE_MISSING',
  "Missing '{var_name}' argument",
  ['var_name'],
)
/** For endpoints at which clients expect BAD_REQUEST for a missing parameter. */
export const MISSING_ARGUMENT = refusal('BAD_REQUEST', "Missing '{name}' argument")
export const TWO_NAMES_SENT = refusal(
  'REQUEST_CONFUSING_VAR',
  "Can't decide between '{var_name1}' and '{var_name2}' arguments",
  ['var_name1', 'var_name2'],
)
export const UNSUPPORTED_COMBINATION = refusal(
  'BAD_REQUEST',
  'Unsupported parameter combination: {names}',
)
export const NOT_JSON = refusal('BAD_REQUEST', '{name} is not valid JSON')
/** `type` is "an integer", "a boolean", "a string", "a list" or "a dictionary". */
export const WRONG_TYPE = refusal('BAD_REQUEST', '{name} is not {type}')
export const INVALID_VALUE = refusal('BAD_REQUEST', 'Invalid {name}')
export const BLANK = refusal('BAD_REQUEST', '{name} cannot be blank')
export const TOO_LONG = refusal('BAD_REQUEST', '{name} is too long (limit: {limit} characters)')
export const TOO_MANY_VALUES = refusal(
  'BAD_REQUEST',
  '{name} has too many values (limits: {limit} in all, {keys} keys of a dictionary)',
)
export const NOTHING_TO_CHANGE = refusal('BAD_REQUEST', 'Nothing to change')
export const INVALID_TIMEZONE = refusal('BAD_REQUEST', "Invalid timezone '{timezone}'")
export const INVALID_ORDER = refusal('BAD_REQUEST', 'Invalid order mapping.')
export const DELIVERY_IN_PAST = refusal(
  'BAD_REQUEST',
  'Scheduled delivery time must be in the future.',
)
