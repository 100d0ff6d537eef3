import { addReaction, removeReaction } from '../domain/reactions.ts'
import { endpoint } from './endpoint.ts'
import { int, text } from './params.ts'

export const postReaction = endpoint('POST /messages/:message_id/reactions', {
  tier: 'user',
  params: {
    message_id: int,
    emoji_name: text,
    emoji_code: text.optional(),
    reaction_type: text.optional(),
  },
  handle: (ctx, { message_id, emoji_name, emoji_code, reaction_type }, call) =>
    addReaction(ctx, call.user, message_id, {
      name: emoji_name,
      code: emoji_code,
      type: reaction_type,
    }),
})

export const deleteReaction = endpoint('DELETE /messages/:message_id/reactions', {
  tier: 'user',
  params: {
    message_id: int,
    emoji_name: text.optional(),
    emoji_code: text.optional(),
    reaction_type: text.optional(),
  },
  handle: (ctx, { message_id, emoji_name, emoji_code, reaction_type }, call) =>
    removeReaction(ctx, call.user, message_id, {
      name: emoji_name,
      code: emoji_code,
      type: reaction_type,
    }),
})
