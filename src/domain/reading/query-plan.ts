// Chooses the index that drives a query, by sampling each candidate.

import type { DrivingIndex, Filter, Narrow, Page, QueryPlan } from '../../store/search/narrow.ts'
import type { Context } from '../kernel/context.ts'

/** Lists that are merged at most; more channels and topics together are most messages anyway. */
const MAX_MERGED = 1000

/** Entries of a list that are sampled to learn how sparse it is. */
const PROBE = 64

/** Asking the text index about one message costs as much as listing this many. */
const LISTED_FOR_ONE = 500

/**
 * Decides which list of IDs a statement walks. Of several candidates it takes the one whose next
 * entries span the most IDs: it is the sparsest near the anchor. So the work for a page does not grow
 * with the number of stored messages.
 */
export function choosePlan(ctx: Context, narrow: Narrow, page: Page): QueryPlan {
  const candidates = candidateIndexes(narrow)
  if (candidates.length === 1) return { narrow, driving: candidates[0]!, asksText: 'once' }
  const spans = candidates.map((driving) => spanOf(ctx, narrow, driving, page))
  const words = candidates.findIndex(isWords)
  // Rare words: listing their messages is faster than checking those of another list.
  const isRare = spans[words]?.reach === Number.POSITIVE_INFINITY
  const furthest = Math.max(...spans.map(({ reach }) => reach))
  const best = isRare ? words : spans.findIndex(({ reach }) => reach === furthest)
  return { narrow, driving: candidates[best]!, asksText: howToAsk(spans[best]!, spans[words]) }
}

interface Span {
  /** Distance from the anchor to the last sampled entry; infinite if the list ends before. */
  reach: number
  /** Distance between the first and the last sampled entry. */
  width: number
}

function spanOf(ctx: Context, narrow: Narrow, driving: DrivingIndex, page: Page): Span {
  const { narrows } = ctx.store
  const last = narrows.listed(narrow, driving, page, PROBE - 1)
  if (last === undefined)
    return { reach: Number.POSITIVE_INFINITY, width: Number.POSITIVE_INFINITY }
  const first = narrows.listed(narrow, driving, page, 0)!
  const from = Math.min(page.from, ctx.store.messages.newestId())
  return { reach: Math.abs(from - last), width: Math.abs(first - last) }
}

/** Asks the text index for each message if the driving list is much sparser than the words. */
function howToAsk(driving: Span, words: Span | undefined): QueryPlan['asksText'] {
  const listed = words ? driving.width / words.width : 0
  return driving.width === Number.POSITIVE_INFINITY || listed > LISTED_FOR_ONE ? 'each' : 'once'
}

/** The lists that can drive the statement, in no order. */
export function candidateIndexes(narrow: Narrow): DrivingIndex[] {
  const lists = narrow.filters.filter((filter) => !filter.negated && isList(filter))
  const few = lists.find((filter) => filter.by === 'messages')
  if (few) return [few]
  if (!narrow.personal) return lists.length > 0 ? lists : ['all']
  // The reader's rows are a candidate too, unless another candidate is a subset of them.
  return lists.some(liesWithinRows) ? lists : [...lists, 'rows']
}

function isList(filter: Filter): boolean {
  switch (filter.by) {
    case 'resolved':
    case 'senders':
    case 'phrase':
    case 'any':
    case 'nothing':
      return false
    case 'places':
      return filter.channels.length + filter.conversations.length <= MAX_MERGED
    default:
      return true
  }
}

const liesWithinRows = ({ by }: Filter) => by === 'flag' || by === 'direct' || by === 'conversation'

const isWords = (driving: DrivingIndex) => typeof driving === 'object' && driving.by === 'words'
