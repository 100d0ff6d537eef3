// Fields of events about messages, their flags and reactions, and typing.

import * as z from 'zod'
import * as wire from '../../../src/api/wire/messages.ts'
import { bool, exactly, int, ints, oneOf, text } from './shapes.ts'

const { flags, edit_history, last_edit_timestamp, last_moved_timestamp, ...sent } =
  wire.message.shape

const person = { user_id: int, email: text }

const flagChange = { operation: text, flag: text, messages: ints, all: bool }

const flagDetails = z.union([
  exactly({ type: z.literal('private'), mentioned: z.literal(true).optional(), user_ids: ints }),
  exactly({
    type: z.literal('stream'),
    mentioned: z.literal(true).optional(),
    stream_id: int,
    topic: text,
  }),
])

const deletion = { message_type: text, stream_id: int.optional(), topic: text.optional() }

const typing = z.union([
  exactly({
    message_type: z.literal('direct'),
    sender: exactly(person),
    recipients: z.array(exactly(person)),
  }),
  exactly({
    message_type: z.literal('stream'),
    sender: exactly(person),
    stream_id: int,
    topic: text,
  }),
])

const editing = exactly({
  sender_id: int,
  message_id: int,
  recipient: z.union([
    exactly({ type: z.literal('direct'), user_ids: ints }),
    exactly({ type: z.literal('channel'), channel_id: int, topic: text }),
  ]),
})

/** The terminal client reads `user`, which newer ones do without. */
const reaction = exactly({
  message_id: int,
  ...wire.reaction.shape,
  user: exactly({ ...person, full_name: text }),
})

export const MESSAGE_PAYLOADS: Record<string, z.ZodType> = {
  message: exactly({
    message: exactly(sent),
    flags: z.array(text),
    local_message_id: text.optional(),
  }),
  update_message: exactly({
    user_id: int.nullable(),
    edit_timestamp: int,
    message_id: int,
    message_ids: ints,
    flags: z.array(text),
    rendering_only: bool,
    stream_id: int.optional(),
    stream_name: text.optional(),
    orig_content: text.optional(),
    orig_rendered_content: text.optional(),
    content: text.optional(),
    rendered_content: text.optional(),
    is_me_message: bool.optional(),
    orig_subject: text.optional(),
    propagate_mode: text.optional(),
    subject: text.optional(),
    topic_links: z.array(exactly({ text, url: text })).optional(),
    new_stream_id: int.optional(),
  }),
  delete_message: oneOf(deletion, { message_ids: ints }, { message_id: int }),
  'reaction/add': reaction,
  'reaction/remove': reaction,
  submessage: exactly({
    message_id: int,
    submessage_id: int,
    sender_id: int,
    msg_type: text,
    content: text,
  }),
  'update_message_flags/add': exactly(flagChange),
  'update_message_flags/remove': exactly({
    ...flagChange,
    message_details: z.record(text, flagDetails).optional(),
  }),
  'typing/start': typing,
  'typing/stop': typing,
  'typing_edit_message/start': editing,
  'typing_edit_message/stop': editing,
}
