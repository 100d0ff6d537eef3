// Refusals about channels, topics and default channels.

import { refusal } from './refusal.ts'

export const INVALID_CHANNEL_ID = refusal('BAD_REQUEST', 'Invalid channel ID')
export const INVALID_CHANNEL_NAME = refusal('BAD_REQUEST', "Invalid channel name '{name}'")
export const NO_CHANNEL_WITH_ID = refusal(
  'STREAM_DOES_NOT_EXIST',
  "Channel with ID '{stream_id}' does not exist",
  ['stream_id'],
)
export const ONE_CHANNEL = refusal('BAD_REQUEST', 'Expected exactly one channel')
export const NO_CHANNEL_TYPE = refusal('BAD_REQUEST', 'Invalid data type for channel')
export const MISSING_CHANNEL = refusal('BAD_REQUEST', 'Missing channel')
export const NO_CHANNEL_WITH_NAME = refusal(
  'STREAM_DOES_NOT_EXIST',
  "Channel '{stream}' does not exist",
  ['stream'],
)
export const CHANNEL_EXISTS = refusal(
  'CHANNEL_ALREADY_EXISTS',
  "Channel '{channel_name}' already exists",
  ['channel_name'],
)
export const NOT_CHANNEL_ADMINISTRATOR = refusal(
  'CANNOT_ADMINISTER_CHANNEL',
  'You do not have permission to administer this channel.',
)
export const MAY_NOT_POST = refusal(
  'BAD_REQUEST',
  'You do not have permission to post in this channel.',
)
export const PRIVATE_DEFAULT_CHANNEL = refusal(
  'BAD_REQUEST',
  'A default channel cannot be private.',
)
export const INVALID_FOLDER_ID = refusal('BAD_REQUEST', 'Invalid channel folder ID')
export const MISSING_TOPIC = refusal('BAD_REQUEST', 'Missing topic')
