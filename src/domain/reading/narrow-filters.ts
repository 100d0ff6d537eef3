// Building blocks of narrows. A list of filters means all of them.

import type { Filter } from '../../store/search/narrow.ts'

export const NOTHING: Filter = { by: 'nothing', negated: false }

/** A filter for messages in one of these channels or conversations. */
export const inPlaces = (
  channels: readonly number[],
  conversations: readonly number[],
): Filter => ({
  by: 'places',
  channels,
  conversations,
  negated: false,
})

/** A filter for messages in one of these conversations. */
export const inTopics = (conversations: readonly number[]) => inPlaces([], conversations)

/** Filters in which all excluded places are one list, and all excluded senders another. */
export function mergeExclusions(filters: readonly Filter[]): Filter[] {
  const excluded = filters.filter(({ negated }) => negated)
  const idsBy = (kind: 'channel' | 'conversation' | 'sender') =>
    excluded.flatMap((filter) => (filter.by === kind ? [filter.id] : []))
  const places = excluded.filter((filter) => filter.by === 'places')
  const channels = [...idsBy('channel'), ...places.flatMap((filter) => filter.channels)]
  const conversations = [
    ...idsBy('conversation'),
    ...places.flatMap((filter) => filter.conversations),
  ]
  const senders = idsBy('sender')
  const isMerged = ({ by, negated }: Filter) => negated && MERGED.has(by)
  return [
    ...filters.filter((filter) => !isMerged(filter)),
    ...(channels.length + conversations.length > 0
      ? [{ ...inPlaces(channels, conversations), negated: true }]
      : []),
    ...(senders.length > 0 ? [{ by: 'senders' as const, ids: senders, negated: true }] : []),
  ]
}

const MERGED = new Set(['channel', 'conversation', 'places', 'sender'])

/** A filter that matches messages which do not match all of the given ones. */
export function negate(filters: readonly Filter[]): Filter {
  const opposites = filters.map((filter) => ({ ...filter, negated: !filter.negated }))
  if (opposites.length === 0) return NOTHING
  return opposites.length === 1 ? opposites[0]! : { by: 'any', of: opposites, negated: false }
}
