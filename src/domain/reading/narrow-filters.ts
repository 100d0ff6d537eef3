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

/** A filter that matches messages which do not match all of the given ones. */
export function negate(filters: readonly Filter[]): Filter {
  const opposites = filters.map((filter) => ({ ...filter, negated: !filter.negated }))
  if (opposites.length === 0) return NOTHING
  return opposites.length === 1 ? opposites[0]! : { by: 'any', of: opposites, negated: false }
}
