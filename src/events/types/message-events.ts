// Events about edits, moves and deletion of messages, and about topics.

import type { ClientFormat } from './client-format.ts'
import {
  type MessageReaction,
  type MessageSubmessage,
  shownReactionType,
  shownTopic,
} from './message-format.ts'

/** An edit or a move; the receiver's flags travel beside it. What did not change is absent. */
export interface UpdateMessageEvent {
  type: 'update_message'
  /** null: the server itself did it. */
  user_id: number | null
  edit_timestamp: number
  message_id: number
  message_ids: readonly number[]
  rendering_only: boolean
  /** Channel of the message before the move. */
  stream_id?: number
  stream_name?: string
  content?: string
  rendered_content?: string
  orig_content?: string
  orig_rendered_content?: string
  is_me_message?: boolean
  orig_subject?: string
  subject?: string
  topic_links?: readonly { text: string; url: string }[]
  propagate_mode?: 'change_one' | 'change_later' | 'change_all'
  new_stream_id?: number
}

export interface DeleteMessageEvent {
  type: 'delete_message'
  message_type: 'stream' | 'private'
  message_ids: readonly number[]
  stream_id?: number
  topic?: string
}

interface TypingInChannel {
  type: 'typing'
  op: 'start' | 'stop'
  message_type: 'stream'
  sender: { user_id: number; email: string }
  stream_id: number
  topic: string
}

interface TypingDirectly {
  type: 'typing'
  op: 'start' | 'stop'
  message_type: 'direct'
  sender: { user_id: number; email: string }
  recipients: readonly { user_id: number; email: string }[]
}

interface TypingEdit {
  type: 'typing_edit_message'
  op: 'start' | 'stop'
  sender_id: number
  message_id: number
  recipient:
    | { type: 'channel'; channel_id: number; topic: string }
    | { type: 'direct'; user_ids: readonly number[] }
}

/** An uploaded file; `path_id` is the part of its address after /user_uploads/. */
export interface AttachmentObject {
  id: number
  name: string
  path_id: string
  /** In bytes. */
  size: number
  /** UNIX seconds. */
  create_time: number
  message_ids: readonly number[]
}

/** [channel name, topic, when it was muted] */
export type MutedTopic = readonly [channel: string, topic: string, at: number]

/** Events about messages that exist, and about topics. */
export type MessageChangeEvent =
  | UpdateMessageEvent
  | DeleteMessageEvent
  | ({ type: 'reaction'; op: 'add' | 'remove'; message_id: number } & MessageReaction)
  | ({ type: 'submessage'; submessage_id: number } & Omit<MessageSubmessage, 'id'>)
  | TypingInChannel
  | TypingDirectly
  | TypingEdit
  | {
      type: 'user_topic'
      stream_id: number
      topic_name: string
      last_updated: number
      visibility_policy: number
    }
  | { type: 'muted_topics'; muted_topics: readonly MutedTopic[] }
  | {
      type: 'attachment'
      op: 'add' | 'update'
      attachment: AttachmentObject
      upload_space_used: number
    }
  | { type: 'attachment'; op: 'remove'; attachment: { id: number }; upload_space_used: number }

/** An edit, a deletion or another change of messages as a client of this format receives it. */
export function formatMessageChange(
  event: MessageChangeEvent,
  format: ClientFormat,
): readonly object[] {
  const shown = (topic: string) => shownTopic(topic, format.capabilities.has('empty_topic_name'))
  switch (event.type) {
    case 'update_message': {
      const update = { ...event }
      if (event.orig_subject !== undefined) update.orig_subject = shown(event.orig_subject)
      if (event.subject !== undefined) update.subject = shown(event.subject)
      return [update]
    }
    case 'delete_message':
      return formatDeletion(event, format)
    case 'reaction':
      return [
        { ...event, reaction_type: shownReactionType(event.reaction_type, format.vendorNames) },
      ]
    case 'typing':
      if (event.message_type === 'direct') return [event]
      if (!format.capabilities.has('stream_typing_notifications')) return []
      return [{ ...event, topic: shown(event.topic) }]
    case 'typing_edit_message': {
      const { recipient } = event
      if (recipient.type === 'direct') return [event]
      return [{ ...event, recipient: { ...recipient, topic: shown(recipient.topic) } }]
    }
    case 'user_topic':
      return [{ ...event, topic_name: shown(event.topic_name) }]
    case 'muted_topics': {
      const muted_topics = event.muted_topics.map(([channel, topic, at]) => [
        channel,
        shown(topic),
        at,
      ])
      return [{ ...event, muted_topics }]
    }
    default:
      return [event]
  }
}

function formatDeletion(event: DeleteMessageEvent, format: ClientFormat) {
  const { message_ids, ...rest } = event
  if (rest.topic !== undefined)
    rest.topic = shownTopic(rest.topic, format.capabilities.has('empty_topic_name'))
  if (format.capabilities.has('bulk_message_deletion')) return [{ ...rest, message_ids }]
  return message_ids.map((message_id) => ({ ...rest, message_id }))
}
