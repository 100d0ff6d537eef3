// The message object of the API: the facts about a message, and its form for a kind of client.

import { EMPTY_TOPIC_NAME } from '../../base/limits.ts'
import type { ClientFormat } from './client-format.ts'

export interface MessageReaction {
  emoji_name: string
  emoji_code: string
  reaction_type: string
  user_id: number
}

export interface MessageSubmessage {
  id: number
  message_id: number
  sender_id: number
  msg_type: string
  content: string
}

/** One change of a message; a message lists them newest first. */
export interface EditHistoryEntry {
  user_id: number | null
  timestamp: number
  prev_content?: string
  prev_rendered_content?: string
  prev_stream?: number
  stream?: number
  prev_topic?: string
  topic?: string
}

/** Everything about a message that does not depend on the reader: the source of every message object. */
export interface CanonicalMessage {
  id: number
  type: 'stream' | 'private'
  sender_id: number
  sender_email: string
  sender_full_name: string
  sender_realm_str: string
  /** Always an address; the format decides whether the client gets null instead. */
  avatar_url: string
  /** The sender's picture is a Gravatar whose address the client could compute. */
  is_gravatar: boolean
  client: string
  content: string
  rendered: string
  display_recipient: string | readonly Participant[]
  recipient_id: number
  stream_id?: number
  topic: string
  timestamp: number
  is_me_message: boolean
  reactions: readonly MessageReaction[]
  submessages: readonly MessageSubmessage[]
  topic_links: readonly { text: string; url: string }[]
  last_edit_timestamp?: number
  last_moved_timestamp?: number
  edit_history?: readonly EditHistoryEntry[]
}

export interface Participant {
  id: number
  email: string
  full_name: string
  is_mirror_dummy: boolean
}

/** The part of a client's format on which a message object depends. */
export type MessageFormat = Pick<
  ClientFormat,
  'applyMarkdown' | 'clientGravatar' | 'vendorNames'
> & {
  emptyTopicName: boolean
}

/** The part of a client format on which message objects depend. */
export const messageFormatOf = (format: ClientFormat): MessageFormat => ({
  applyMarkdown: format.applyMarkdown,
  clientGravatar: format.clientGravatar,
  vendorNames: format.vendorNames,
  emptyTopicName: format.capabilities.has('empty_topic_name'),
})

/** A small integer for each message format, for keys of caches. */
export const messageFormatKey = (format: MessageFormat) =>
  Number(format.applyMarkdown) |
  (Number(format.clientGravatar) << 1) |
  (Number(format.vendorNames) << 2) |
  (Number(format.emptyTopicName) << 3)

/** The topic as a client shows it: clients that do not know the empty topic get its display name. */
export const shownTopic = (topic: string, understandsEmpty: boolean) =>
  topic === '' && !understandsEmpty ? EMPTY_TOPIC_NAME : topic

/** The one extra emoji has another type name for clients that know the vendor's. */
export const shownReactionType = (type: string, vendorNames: boolean) =>
  type === 'service_extra_emoji' && vendorNames ? 'zulip_extra_emoji' : type

/** The message object of the interface, without the reader's flags. */
export function formatMessage(
  facts: CanonicalMessage,
  format: MessageFormat,
): Record<string, unknown> {
  const { topic, content, rendered, is_gravatar, avatar_url, reactions, edit_history, ...rest } =
    facts
  const isChannel = facts.type === 'stream'
  return {
    ...rest,
    content: format.applyMarkdown ? rendered : content,
    content_type: format.applyMarkdown ? 'text/html' : 'text/x-markdown',
    avatar_url: is_gravatar && format.clientGravatar ? null : avatar_url,
    subject: isChannel ? shownTopic(topic, format.emptyTopicName) : '',
    reactions: reactions.map((reaction) => ({
      ...reaction,
      reaction_type: shownReactionType(reaction.reaction_type, format.vendorNames),
    })),
    ...(edit_history && { edit_history: edit_history.map((entry) => formatEdit(entry, format)) }),
  }
}

function formatEdit(entry: EditHistoryEntry, format: MessageFormat): EditHistoryEntry {
  const shown = { ...entry }
  if (shown.topic !== undefined) shown.topic = shownTopic(shown.topic, format.emptyTopicName)
  if (shown.prev_topic !== undefined)
    shown.prev_topic = shownTopic(shown.prev_topic, format.emptyTopicName)
  return shown
}
