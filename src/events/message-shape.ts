import { EMPTY_TOPIC_NAME } from '../base/limits.ts'
import type { ClientShape } from './client-shape.ts'

export interface Reaction {
  emoji_name: string
  emoji_code: string
  reaction_type: string
  user_id: number
}

export interface Submessage {
  id: number
  message_id: number
  sender_id: number
  msg_type: string
  content: string
}

/** Newest first; specification 2.3. */
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

/** All that is known of a message but who is asking: the source of every message object. */
export interface MessageFacts {
  id: number
  type: 'stream' | 'private'
  sender_id: number
  sender_email: string
  sender_full_name: string
  sender_realm_str: string
  /** Always an address; the shape decides whether the client gets null instead. */
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
  reactions: readonly Reaction[]
  submessages: readonly Submessage[]
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

/** What of a client's shape a message object depends on. */
export type MessageShape = Pick<ClientShape, 'applyMarkdown' | 'clientGravatar' | 'vendorNames'> & {
  emptyTopicName: boolean
}

export const messageShapeOf = (shape: ClientShape): MessageShape => ({
  applyMarkdown: shape.applyMarkdown,
  clientGravatar: shape.clientGravatar,
  vendorNames: shape.vendorNames,
  emptyTopicName: shape.capabilities.has('empty_topic_name'),
})

export const messageShapeKey = (shape: MessageShape) =>
  Number(shape.applyMarkdown) |
  (Number(shape.clientGravatar) << 1) |
  (Number(shape.vendorNames) << 2) |
  (Number(shape.emptyTopicName) << 3)

/** The topic as a client reads it: one that cannot read an empty name gets its display name. */
export const shownTopic = (topic: string, understandsEmpty: boolean) =>
  topic === '' && !understandsEmpty ? EMPTY_TOPIC_NAME : topic

/** The one extra emoji has another type name for clients that know the vendor's. */
export const shownReactionType = (type: string, vendorNames: boolean) =>
  type === 'service_extra_emoji' && vendorNames ? 'zulip_extra_emoji' : type

/** The message object of specification 2.3, without the reader's flags. */
export function shapeMessage(facts: MessageFacts, shape: MessageShape): Record<string, unknown> {
  const { topic, content, rendered, is_gravatar, avatar_url, reactions, edit_history, ...rest } =
    facts
  const isChannel = facts.type === 'stream'
  return {
    ...rest,
    content: shape.applyMarkdown ? rendered : content,
    content_type: shape.applyMarkdown ? 'text/html' : 'text/x-markdown',
    avatar_url: is_gravatar && shape.clientGravatar ? null : avatar_url,
    subject: isChannel ? shownTopic(topic, shape.emptyTopicName) : '',
    reactions: reactions.map((reaction) => ({
      ...reaction,
      reaction_type: shownReactionType(reaction.reaction_type, shape.vendorNames),
    })),
    ...(edit_history && { edit_history: edit_history.map((entry) => shapeEdit(entry, shape)) }),
  }
}

function shapeEdit(entry: EditHistoryEntry, shape: MessageShape): EditHistoryEntry {
  const shown = { ...entry }
  if (shown.topic !== undefined) shown.topic = shownTopic(shown.topic, shape.emptyTopicName)
  if (shown.prev_topic !== undefined)
    shown.prev_topic = shownTopic(shown.prev_topic, shape.emptyTopicName)
  return shown
}
