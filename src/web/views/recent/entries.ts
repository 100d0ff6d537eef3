// Which conversations the recent view shows, in which order.

import { signal } from '@preact/signals'
import { type ConversationKey, conversationOf } from '../../model/conversations.ts'
import { model } from '../here.ts'
import { conversationName } from '../names.tsx'
import { folded } from '../rank.ts'

export type RecentFilter = 'all' | 'unread' | 'followed' | 'participated' | 'direct'

/** Filters and order are kept as long as the page is open, so that coming back shows the same. */
export const filter = signal<RecentFilter>('all')
export const typed = signal('')
export const sort = signal<{ by: 'latest' | 'conversation'; isReversed: boolean }>({
  by: 'latest',
  isReversed: false,
})

/** Conversations that fit the filters; the newest first unless sorted by name. */
export function recentEntries(): ConversationKey[] {
  const wanted = folded(typed.value.trim())
  const entries = model.recents.order.value.filter(
    (key) =>
      fits(key, filter.value) && (wanted === '' || folded(conversationName(key)).includes(wanted)),
  )
  const { by, isReversed } = sort.value
  if (by === 'conversation') {
    entries.sort((a, b) => conversationName(a).localeCompare(conversationName(b)))
  }
  return isReversed ? entries.reverse() : entries
}

function fits(key: ConversationKey, chosen: RecentFilter): boolean {
  const where = conversationOf(key)
  if (where.kind === 'direct') {
    if (chosen === 'unread') return model.unreads.countIn(key) > 0
    if (chosen === 'participated') return hasOwn(key)
    return chosen !== 'followed'
  }
  const topic = model.topics.spelling(where.channelId, where.topic)
  if (!model.channels.isSubscribed(where.channelId)) return false
  switch (chosen) {
    case 'unread':
      return model.unreads.countIn(key) > 0 && !model.isTopicHidden(where.channelId, topic)
    case 'followed':
      return model.topics.isFollowed(where.channelId, topic)
    case 'participated':
      return hasOwn(key)
    case 'direct':
      return false
    case 'all':
      return !model.isTopicHidden(where.channelId, topic)
  }
}

const hasOwn = (key: ConversationKey) => participants(key).includes(model.users.ownId.value)

/** The authors of a conversation's known messages, the latest first. */
export function participants(key: ConversationKey): number[] {
  const ids = [...model.messages.idsIn(key)].sort((a, b) => b - a)
  const senders = ids.flatMap((id) => model.messages.peek(id)?.sender_id ?? [])
  return [...new Set(senders)]
}
