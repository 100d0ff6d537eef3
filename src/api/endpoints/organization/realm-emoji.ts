// Endpoints: custom emoji.

import * as z from 'zod'
import { createEmoji, deactivateEmoji, listEmoji } from '../../../domain/content/custom-emoji.ts'
import { endpoint } from '../../core/endpoint.ts'
import { text } from '../../core/params.ts'
import { customEmojiShape } from '../../wire/organization.ts'

export const getEmoji = endpoint('GET /realm/emoji', {
  summary: 'Returns the custom emoji by ID, deactivated ones included.',
  tier: 'user',
  returns: { emoji: z.record(text, customEmojiShape) },
  handle: (ctx) => ({ emoji: listEmoji(ctx) }),
})

export const createEmojiEndpoint = endpoint('POST /realm/emoji/:name', {
  summary: 'Adds a custom emoji, sent as a multipart form with one image.',
  tier: 'user',
  errors: ['BAD_IMAGE'],
  params: {
    name: text.describe(
      'Lower-case letters, digits, "-" and "_", ending in a letter or digit; spaces become "_".',
    ),
  },
  handle: (ctx, { name }, call) => createEmoji(ctx, call.user, name, call.files),
})

export const deactivateEmojiEndpoint = endpoint('DELETE /realm/emoji/:name', {
  summary: 'Deactivates a custom emoji; messages and reactions that use it keep it.',
  tier: 'user',
  errors: ['NOT_FOUND'],
  params: { name: text.describe('The name of the emoji.') },
  handle: (ctx, { name }, call) => deactivateEmoji(ctx, call.user, name),
})
