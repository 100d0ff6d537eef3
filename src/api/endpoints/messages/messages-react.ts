// Endpoints: reactions.

import { addReaction, removeReaction } from '../../../domain/messages/reactions.ts'
import { endpoint } from '../../core/endpoint.ts'
import { int, text } from '../../core/params.ts'

export const postReaction = endpoint('POST /messages/:message_id/reactions', {
  summary: 'Adds a reaction to a message, which can have 100 different emoji.',
  tier: 'user',
  errors: ['REACTION_ALREADY_EXISTS'],
  params: {
    message_id: int,
    emoji_name: text.describe('The name of the emoji.'),
    emoji_code: text
      .optional()
      .describe(
        'The code of the emoji: of a Unicode emoji its code points in hexadecimal, joined by "-"; of a custom one its ID. Found by the name where it is not sent.',
      ),
    reaction_type: text
      .optional()
      .describe('unicode_emoji, realm_emoji (custom) or zulip_extra_emoji.'),
  },
  handle: (ctx, { message_id, emoji_name, emoji_code, reaction_type }, call) =>
    addReaction(ctx, call.user, message_id, {
      name: emoji_name,
      code: emoji_code,
      type: reaction_type,
    }),
})

export const deleteReaction = endpoint('DELETE /messages/:message_id/reactions', {
  summary: "Removes the caller's reaction from a message.",
  tier: 'user',
  errors: ['REACTION_DOES_NOT_EXIST'],
  params: {
    message_id: int,
    emoji_name: text.optional().describe('The name of the emoji. This or emoji_code is required.'),
    emoji_code: text
      .optional()
      .describe(
        'The code of the emoji: of a Unicode emoji its code points in hexadecimal, joined by "-"; of a custom one its ID.',
      ),
    reaction_type: text
      .optional()
      .describe('unicode_emoji, realm_emoji (custom) or zulip_extra_emoji.'),
  },
  handle: (ctx, { message_id, emoji_name, emoji_code, reaction_type }, call) =>
    removeReaction(ctx, call.user, message_id, {
      name: emoji_name,
      code: emoji_code,
      type: reaction_type,
    }),
})
