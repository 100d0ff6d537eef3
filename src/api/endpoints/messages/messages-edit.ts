// Endpoints: editing, moving and deleting a message, its history, receipts and typing.

import * as z from 'zod'
import { listInSlices } from '../../../base/list-text.ts'
import { deleteMessage } from '../../../domain/editing/message-deletion.ts'
import { changeMessage } from '../../../domain/editing/message-edits.ts'
import { messageHistory } from '../../../domain/messages/message-history.ts'
import { readReceipts } from '../../../domain/messages/read-receipts.ts'
import { typeInMessage } from '../../../domain/messages/typing.ts'
import { endpoint } from '../../core/endpoint.ts'
import { alias, bool, int, ints, text } from '../../core/params.ts'
import { attachment } from '../../wire/messages.ts'

export const patchMessage = endpoint('PATCH /messages/:message_id', {
  summary: 'Edits the content of a message, or moves messages to another topic or channel.',
  tier: 'user',
  errors: [
    'EXPECTATION_MISMATCH',
    'MOVE_MESSAGES_TIME_LIMIT_EXCEEDED',
    'STREAM_WILDCARD_MENTION_NOT_ALLOWED',
    'TOPIC_WILDCARD_MENTION_NOT_ALLOWED',
  ],
  params: {
    message_id: int,
    content: text.optional().describe('The new Markdown source.'),
    topic: alias('subject', text.optional()).describe(
      'The new topic; the present one counts as not sent.',
    ),
    stream_id: int.optional().describe('The ID of the channel to move to.'),
    propagate_mode: z
      .enum(['change_one', 'change_later', 'change_all'])
      .default('change_one')
      .describe('Which messages of the topic move: this one, this and later ones, or all.'),
    send_notification_to_old_thread: bool
      .default(false)
      .describe('Whether a notice about the move appears in the old topic.'),
    send_notification_to_new_thread: bool
      .default(true)
      .describe('Whether a notice about the move appears in the new topic.'),
    prev_content_sha256: text
      .optional()
      .describe(
        'SHA-256, in hexadecimal, of the source the edit is based on; another present source refuses the edit.',
      ),
  },
  returns: { detached_uploads: z.array(attachment) },
  handle: (ctx, params, call) =>
    changeMessage(ctx, call.user, params.message_id, {
      content: params.content,
      topic: params.topic,
      channelId: params.stream_id,
      mode: params.propagate_mode,
      notifyOld: params.send_notification_to_old_thread,
      notifyNew: params.send_notification_to_new_thread,
      prevContentHash: params.prev_content_sha256,
    }),
})

export const deleteMessageEndpoint = endpoint('DELETE /messages/:message_id', {
  summary: 'Deletes a message for everyone.',
  tier: 'user',
  params: { message_id: int },
  handle: (ctx, { message_id }, call) => deleteMessage(ctx, call.user, message_id),
})

export const getMessageHistory = endpoint('GET /messages/:message_id/history', {
  summary: 'Lists the versions of a message, oldest first.',
  tier: 'user',
  params: {
    message_id: int,
    allow_empty_topic_name: bool
      .default(false)
      .describe(
        'Whether the topic without a name is sent as ""; otherwise under its display name.',
      ),
  },
  returns: {
    message_history: z.array(
      z.object({
        topic: text,
        content: text,
        rendered_content: text,
        timestamp: int,
        user_id: int.nullable(),
        prev_topic: text.optional(),
        prev_stream: int.optional(),
        stream: int.optional(),
        prev_content: text.optional(),
        prev_rendered_content: text.optional(),
        content_html_diff: text.optional(),
      }),
    ),
  },
  async handle(ctx, { message_id, allow_empty_topic_name }, call) {
    const states = await messageHistory(ctx, call.user, message_id, allow_empty_topic_name)
    return { message_history: await listInSlices(states, (state) => state) }
  },
})

export const getReadReceipts = endpoint('GET /messages/:message_id/read_receipts', {
  summary: 'Lists the users who have read a message and let others know that.',
  tier: 'user',
  params: { message_id: int },
  returns: { user_ids: ints },
  handle: (ctx, { message_id }, call) => ({ user_ids: readReceipts(ctx, call.user, message_id) }),
})

export const typeInMessageEndpoint = endpoint('POST /messages/:message_id/typing', {
  summary: "Tells a message's readers that the caller starts or stops editing it.",
  tier: 'user',
  params: {
    message_id: int,
    op: z.enum(['start', 'stop']).describe('Whether editing starts or stops.'),
  },
  handle: (ctx, { message_id, op }, call) => typeInMessage(ctx, call.user, op, message_id),
})
