import type { Filter, Lead, Narrow, Page, Plan } from '../store/narrows.ts'
import type { Context } from './context.ts'

/** Lists beyond this number are not merged: so many places together are most of what there is. */
const MOST_MERGED = 1000

/** How far into a list one looks to learn how sparse it is. */
const PROBE = 64

/** Asking the text index about one message costs as much as having it list this many. */
const LISTED_FOR_ONE = 500

/**
 * Decides which list of IDs a statement walks. Where several could lead, the one whose next
 * entries reach furthest is the sparsest here, and leads: what is read does not grow with the
 * number of messages there are.
 */
export function planFor(ctx: Context, narrow: Narrow, page: Page): Plan {
  const leads = leadsOf(narrow)
  if (leads.length === 1) return { narrow, lead: leads[0]!, asksText: 'once' }
  const spans = leads.map((lead) => spanOf(ctx, narrow, lead, page))
  const words = leads.findIndex(isWords)
  // The messages of rare words are listed faster than looked for among any others.
  const isRare = spans[words]?.reach === Number.POSITIVE_INFINITY
  const furthest = Math.max(...spans.map(({ reach }) => reach))
  const best = isRare ? words : spans.findIndex(({ reach }) => reach === furthest)
  return { narrow, lead: leads[best]!, asksText: howToAsk(spans[best]!, spans[words]) }
}

interface Span {
  /** How far away the next entries of a list end; infinite when there are but a few. */
  reach: number
  /** How many IDs they lie among. */
  width: number
}

function spanOf(ctx: Context, narrow: Narrow, lead: Lead, page: Page): Span {
  const { narrows } = ctx.store
  const last = narrows.listed(narrow, lead, page, PROBE - 1)
  if (last === undefined)
    return { reach: Number.POSITIVE_INFINITY, width: Number.POSITIVE_INFINITY }
  const first = narrows.listed(narrow, lead, page, 0)!
  const from = Math.min(page.from, ctx.store.messages.newestId())
  return { reach: Math.abs(from - last), width: Math.abs(first - last) }
}

/** Whether there are few messages to ask the text index about, against those it would list. */
function howToAsk(lead: Span, words: Span | undefined): Plan['asksText'] {
  const listed = words ? lead.width / words.width : 0
  return lead.width === Number.POSITIVE_INFINITY || listed > LISTED_FOR_ONE ? 'each' : 'once'
}

/** The lists that could lead, in no order. */
export function leadsOf(narrow: Narrow): Lead[] {
  const lists = narrow.filters.filter((filter) => !filter.negated && isList(filter))
  const few = lists.find((filter) => filter.by === 'messages')
  if (few) return [few]
  if (!narrow.personal) return lists.length > 0 ? lists : ['all']
  // A reader's rows are a list of their own, unless another is part of it.
  return lists.some(liesWithinRows) ? lists : [...lists, 'rows']
}

function isList(filter: Filter): boolean {
  switch (filter.by) {
    case 'resolved':
    case 'phrase':
    case 'any':
    case 'nothing':
      return false
    case 'places':
      return filter.channels.length + filter.conversations.length <= MOST_MERGED
    default:
      return true
  }
}

const liesWithinRows = ({ by }: Filter) => by === 'flag' || by === 'direct' || by === 'conversation'

const isWords = (lead: Lead) => typeof lead === 'object' && lead.by === 'words'
