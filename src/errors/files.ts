// Refusals about files, pictures and custom emoji.

import { refusal } from './refusal.ts'

export const NO_FILE = refusal('NOT_FOUND', 'This file does not exist or has been deleted.')
export const NO_IMAGE = refusal('NOT_FOUND', 'Image not found.')
export const INVALID_ATTACHMENT = refusal('BAD_REQUEST', 'Invalid attachment')
export const INVALID_FILE_TOKEN = refusal('BAD_REQUEST', 'Invalid token')
export const UNREADABLE_IMAGE = refusal(
  'BAD_IMAGE',
  'Could not decode image; did you upload an image file?',
)
export const TOO_MANY_PIXELS = refusal(
  'BAD_IMAGE',
  'Image has too many pixels; the limit is {limit} million.',
)
export const NO_CUSTOM_EMOJI = refusal('NOT_FOUND', "Emoji '{name}' does not exist")
