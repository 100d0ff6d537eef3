// What the inbox shows: conversations with something unread, by where they are.

import { type ConversationKey, conversationOf } from '../../model/conversations.ts'
import { model } from '../here.ts'
import { sections } from '../sidebar/order.ts'

export interface InboxGroup {
  key: string
  /** undefined for direct messages. */
  channelId: number | undefined
  conversations: ConversationKey[]
}

/** Direct messages first, then channels in the order of the sidebar; muted ones are left out. */
export function inboxGroups(): InboxGroup[] {
  const unread = model.unreads.conversations()
  const direct = unread.filter((key) => key.startsWith('d:')).sort(newestFirst)
  const byChannel = Map.groupBy(
    unread.filter((key) => key.startsWith('c:') && !isHidden(key)),
    channelOf,
  )
  const order = sections().flatMap(({ channels }) => channels.map(({ stream_id }) => stream_id))
  const groups: InboxGroup[] = [...new Set([...order, ...byChannel.keys()])].flatMap(
    (channelId) => {
      const conversations = byChannel.get(channelId)?.sort(newestFirst)
      return conversations ? [{ key: `c${channelId}`, channelId, conversations }] : []
    },
  )
  if (direct.length === 0) return groups
  return [{ key: 'direct', channelId: undefined, conversations: direct }, ...groups]
}

function channelOf(key: ConversationKey): number {
  const where = conversationOf(key)
  return where.kind === 'direct' ? 0 : where.channelId
}

function isHidden(key: ConversationKey): boolean {
  const where = conversationOf(key)
  if (where.kind === 'direct') return false
  const topic = model.topics.spelling(where.channelId, where.topic)
  return model.isTopicHidden(where.channelId, topic)
}

const newestFirst = (one: ConversationKey, other: ConversationKey) =>
  newestIn(other) - newestIn(one)

/** ID of the newest message known of a conversation, read or not. */
export const newestIn = (key: ConversationKey) =>
  Math.max(model.recents.newestIn(key), ...model.unreads.idsIn(key).slice(-1))
