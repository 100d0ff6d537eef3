import * as z from 'zod'
import { createEmoji, deactivateEmoji, listEmoji } from '../domain/custom-emoji.ts'
import { endpoint } from './endpoint.ts'
import { text } from './params.ts'
import { customEmoji } from './wire/organization.ts'

export const getEmoji = endpoint('GET /realm/emoji', {
  tier: 'user',
  returns: { emoji: z.record(text, customEmoji) },
  handle: (ctx) => ({ emoji: listEmoji(ctx) }),
})

export const createEmojiEndpoint = endpoint('POST /realm/emoji/:name', {
  tier: 'user',
  params: { name: text },
  handle: (ctx, { name }, call) => createEmoji(ctx, call.user, name, call.files),
})

export const deactivateEmojiEndpoint = endpoint('DELETE /realm/emoji/:name', {
  tier: 'user',
  params: { name: text },
  handle: (ctx, { name }, call) => deactivateEmoji(ctx, call.user, name),
})
