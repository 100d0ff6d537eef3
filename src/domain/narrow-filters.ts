import type { Filter } from '../store/narrows.ts'

/** The conditions that narrows are put together from. A list of filters means all of them. */

export const NOTHING: Filter = { by: 'nothing', negated: false }

export const places = (channels: readonly number[], conversations: readonly number[]): Filter => ({
  by: 'places',
  channels,
  conversations,
  negated: false,
})

export const topics = (conversations: readonly number[]) => places([], conversations)

/** Whatever does not fulfil all of the filters. */
export function negate(filters: readonly Filter[]): Filter {
  const opposites = filters.map((filter) => ({ ...filter, negated: !filter.negated }))
  if (opposites.length === 0) return NOTHING
  return opposites.length === 1 ? opposites[0]! : { by: 'any', of: opposites, negated: false }
}
