import * as z from 'zod'
import { deleteMessage } from '../domain/message-deletion.ts'
import { changeMessage } from '../domain/message-edits.ts'
import { messageHistory } from '../domain/message-history.ts'
import { readersOf } from '../domain/receipts.ts'
import { typeInMessage } from '../domain/typing.ts'
import { endpoint } from './endpoint.ts'
import { alias, bool, int, ints, text } from './params.ts'
import { attachment } from './wire/messages.ts'

export const patchMessage = endpoint('PATCH /messages/:message_id', {
  tier: 'user',
  params: {
    message_id: int,
    content: text.optional(),
    topic: alias('subject', text.optional()),
    stream_id: int.optional(),
    propagate_mode: z.enum(['change_one', 'change_later', 'change_all']).default('change_one'),
    send_notification_to_old_thread: bool.default(false),
    send_notification_to_new_thread: bool.default(true),
    prev_content_sha256: text.optional(),
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
  tier: 'user',
  params: { message_id: int },
  handle: (ctx, { message_id }, call) => deleteMessage(ctx, call.user, message_id),
})

export const getMessageHistory = endpoint('GET /messages/:message_id/history', {
  tier: 'user',
  params: { message_id: int, allow_empty_topic_name: bool.default(false) },
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
  handle: (ctx, { message_id, allow_empty_topic_name }, call) => ({
    message_history: messageHistory(ctx, call.user, message_id, allow_empty_topic_name),
  }),
})

export const getReadReceipts = endpoint('GET /messages/:message_id/read_receipts', {
  tier: 'user',
  params: { message_id: int },
  returns: { user_ids: ints },
  handle: (ctx, { message_id }, call) => ({ user_ids: readersOf(ctx, call.user, message_id) }),
})

export const typeInMessageEndpoint = endpoint('POST /messages/:message_id/typing', {
  tier: 'user',
  params: { message_id: int, op: z.enum(['start', 'stop']) },
  handle: (ctx, { message_id, op }, call) => typeInMessage(ctx, call.user, op, message_id),
})
