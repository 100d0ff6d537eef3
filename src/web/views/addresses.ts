// Addresses of what can be looked at: the part of the URL behind `#`.

import type { ConversationKey } from '../model/conversations.ts'
import { conversationOf } from '../model/conversations.ts'
import { hashOf } from '../model/hash.ts'
import type { Message } from '../model/messages.ts'
import { channelNarrow, directNarrow, type Narrow, topicNarrow } from '../model/narrow.ts'
import type { Recipient } from '../model/outbox.ts'
import { model } from './here.ts'

export const hashOfNarrow = (narrow: Narrow, near?: number): string =>
  hashOf({ narrow, ...(near !== undefined && { near }) }, model.names)

export const hashOfTopic = (channelId: number, topic: string) =>
  hashOfNarrow(topicNarrow(channelId, topic))

export const hashOfChannel = (channelId: number) => hashOfNarrow(channelNarrow(channelId))

/** @param userIds with or without oneself */
export const hashOfDirect = (userIds: readonly number[]) =>
  hashOfNarrow(directNarrow(userIds, model.users.ownId.value))

/** Where a message goes. */
export const hashOfRecipient = (to: Recipient) =>
  to.kind === 'topic' ? hashOfTopic(to.channelId, to.topic) : hashOfDirect(to.userIds)

/** The narrow of a conversation, its topic spelled as people spell it. */
export function narrowOf(key: ConversationKey): Narrow {
  const where = conversationOf(key)
  if (where.kind === 'direct') return directNarrow(where.userIds, model.users.ownId.value)
  return topicNarrow(where.channelId, model.topics.spelling(where.channelId, where.topic))
}

export const hashOfConversation = (key: ConversationKey, near?: number) =>
  hashOfNarrow(narrowOf(key), near)

/** The conversation of a message, at the message. */
export const hashOfMessage = ({ id, stream_id, topic, people }: Message) =>
  hashOfNarrow(
    stream_id === undefined
      ? directNarrow(people ?? [], model.users.ownId.value)
      : topicNarrow(stream_id, topic),
    id,
  )
