// Refusals about messages: reading, sending, editing, reactions, events.

import { refusal } from './refusal.ts'

export const INVALID_MESSAGE = refusal('BAD_REQUEST', 'Invalid message(s)')
export const MAY_NOT_EDIT = refusal('BAD_REQUEST', "You don't have permission to edit this message")
export const STALE_CONTENT = refusal(
  'EXPECTATION_MISMATCH',
  "'{field_name}' value does not match the expected value.",
  ['field_name'],
)
export const TOPIC_TOO_OLD_TO_MOVE = refusal(
  'MOVE_MESSAGES_TIME_LIMIT_EXCEEDED',
  'You only have permission to move the {total_messages_allowed_to_move}/{total_messages_in_topic} most recent messages in this topic.',
  ['first_message_id_allowed_to_move', 'total_messages_in_topic', 'total_messages_allowed_to_move'],
)
export const INVALID_RECIPIENTS = refusal('BAD_REQUEST', 'Invalid data type for recipients')
export const NO_RECIPIENTS = refusal('BAD_REQUEST', 'Message must have recipients')
export const MIXED_RECIPIENTS = refusal(
  'BAD_REQUEST',
  'Recipient lists may contain emails or user IDs, but not both.',
)
export const CHANNEL_WILDCARD = refusal(
  'STREAM_WILDCARD_MENTION_NOT_ALLOWED',
  'You do not have permission to use channel wildcard mentions in this channel.',
)
export const TOPIC_WILDCARD = refusal(
  'TOPIC_WILDCARD_MENTION_NOT_ALLOWED',
  'You do not have permission to use topic wildcard mentions in this topic.',
)
export const INVALID_ANCHOR = refusal('BAD_REQUEST', 'Invalid anchor')
export const BAD_TERM = refusal('BAD_NARROW', 'Invalid narrow operator: {desc}', ['desc'])
export const BAD_TERMS_TOGETHER = refusal(
  'BAD_NARROW',
  'Invalid narrow operator combination: {desc}',
  ['desc'],
)
// With a small "id": a terminal client registers again only where the text begins like this.
export const UNKNOWN_QUEUE = refusal('BAD_EVENT_QUEUE_ID', 'Bad event queue id: {queue_id}', [
  'queue_id',
])
export const REACTION_EXISTS = refusal('REACTION_ALREADY_EXISTS', 'Reaction already exists.')
export const NO_REACTION = refusal('REACTION_DOES_NOT_EXIST', "Reaction doesn't exist.")
export const INVALID_EMOJI_CODE = refusal('BAD_REQUEST', 'Invalid emoji code.')
export const INVALID_EMOJI_NAME = refusal('BAD_REQUEST', 'Invalid emoji name.')
export const INVALID_EMOJI_TYPE = refusal('BAD_REQUEST', 'Invalid emoji type.')
