// Messages and attachments, as answers and events show them.

import * as z from 'zod'

export const reaction = z.object({
  emoji_name: z.string(),
  emoji_code: z.string(),
  reaction_type: z.string(),
  user_id: z.int(),
})

export const message = z.object({
  id: z.int(),
  type: z.enum(['stream', 'private']),
  sender_id: z.int(),
  sender_email: z.string(),
  sender_full_name: z.string(),
  sender_realm_str: z.string(),
  avatar_url: z.string().nullable(),
  client: z.string(),
  content: z.string(),
  content_type: z.enum(['text/html', 'text/x-markdown']),
  display_recipient: z.union([
    z.string(),
    z.array(
      z.object({
        id: z.int(),
        email: z.string(),
        full_name: z.string(),
        is_mirror_dummy: z.boolean(),
      }),
    ),
  ]),
  recipient_id: z.int(),
  stream_id: z.int().optional(),
  subject: z.string(),
  timestamp: z.int(),
  is_me_message: z.boolean(),
  flags: z.array(z.string()),
  last_edit_timestamp: z.int().optional(),
  last_moved_timestamp: z.int().optional(),
  edit_history: z
    .array(
      z.object({
        user_id: z.int().nullable(),
        timestamp: z.int(),
        prev_content: z.string().optional(),
        prev_rendered_content: z.string().optional(),
        prev_stream: z.int().optional(),
        stream: z.int().optional(),
        prev_topic: z.string().optional(),
        topic: z.string().optional(),
      }),
    )
    .optional(),
  reactions: z.array(reaction),
  submessages: z.array(
    z.object({
      id: z.int(),
      message_id: z.int(),
      sender_id: z.int(),
      msg_type: z.string(),
      content: z.string(),
    }),
  ),
  topic_links: z.array(z.object({ text: z.string(), url: z.string() })),
})

/** An uploaded file; `path_id` is the part of its address after /user_uploads/. */
export const attachment = z.object({
  id: z.int(),
  name: z.string(),
  path_id: z.string(),
  size: z.int(),
  create_time: z.int(),
  message_ids: z.array(z.int()).describe('The newest 1,000 messages that link it, ascending.'),
})
