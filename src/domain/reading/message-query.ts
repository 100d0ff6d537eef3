// Selects message IDs that match a narrow, in chunks so that other requests run in between.

import { nextTurn, pieceMs } from '../../base/jobs.ts'
import type {
  DrivingIndex,
  Filter,
  Narrow,
  Page,
  QueryPlan,
  Selected,
} from '../../store/search/narrow.ts'
import type { Context } from '../kernel/context.ts'
import { choosePlan } from './query-plan.ts'

/** A narrow, and alternatives: lists of filters, of which a message must match one. */
export interface MessageQuery extends Narrow {
  alternatives?: readonly (readonly Filter[])[]
}

/**
 * IDs looked through at first, and at least. The text index needs some milliseconds to begin. Of a few lists
 * most spans have enough for a page; where two lists have nothing in common, these take some milliseconds.
 */
const FIRST_SPAN = { text: 4096, many: 512, few: 131_072 }
const MOST_GROWTH = 4

/** Work in chunks; other requests may run between two of them. */
export type ChunkedWork<T> = Generator<void, T>

/** Runs all chunks now. */
export function runToEnd<T>(steps: ChunkedWork<T>): T {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}

/** Runs the first chunk now; if there are more, lets other requests run between them. */
export function runInChunks<T>(steps: ChunkedWork<T>): T | Promise<T> {
  const { done, value } = steps.next()
  return done ? value : runRemainingChunks(steps)
}

async function runRemainingChunks<T>(steps: ChunkedWork<T>): Promise<T> {
  for (;;) {
    await nextTurn()
    const { done, value } = steps.next()
    if (done) return value
  }
}

/** Messages of a page in its direction: newest first when towards older. */
export function* selectMessages(
  ctx: Context,
  query: MessageQuery,
  page: Page,
): ChunkedWork<Selected[]> {
  const plans = plansFor(ctx, query, page)
  const cost = costOf(plans)
  if (cost === 'none') return ctx.store.narrows.select(plans[0]!, page)
  return yield* selectInChunks(ctx, plans, page, FIRST_SPAN[cost])
}

/** What plans may have to look at beside the messages that they find. */
function costOf(plans: readonly QueryPlan[]): keyof typeof FIRST_SPAN | 'none' {
  if (plans.some(({ narrow }) => narrow.filters.some(isAboutText))) return 'text'
  const [plan] = plans
  if (plan === undefined || plans.length > 1 || areMany(plan.narrow.filters)) return 'many'
  return isOneList(plan) ? 'none' : 'few'
}

/** Whether every message of its list is found, so that no more of them are read than a page has. */
const isOneList = ({ narrow, driving }: QueryPlan): boolean =>
  narrow.hidden.length === 0 &&
  narrow.filters.every((filter) => filter === driving) &&
  (!narrow.personal || driving === 'rows' || hasOwnRows(driving))

const hasOwnRows = (driving: DrivingIndex): boolean =>
  typeof driving === 'object' && (driving.by === 'flag' || driving.by === 'direct')

/** A plan for each alternative that may match anything. */
function plansFor(
  ctx: Context,
  { alternatives = [[]], ...narrow }: MessageQuery,
  page: Page,
): QueryPlan[] {
  return alternatives
    .map((filters) => ({ ...narrow, filters: [...narrow.filters, ...filters] }))
    .filter(({ filters }) => !filters.some(({ by, negated }) => by === 'nothing' && !negated))
    .map((narrow) => choosePlan(ctx, narrow, page))
}

/** Filters that are looked at together in one statement; more may let few messages through. */
const FEW_FILTERS = 10

/** Many filters, and compound ones such as "without what is muted", take long for each message. */
const areMany = (filters: readonly Filter[]): boolean =>
  filters.length > FEW_FILTERS || filters.some(isCompound)

const isCompound = (filter: Filter): boolean =>
  filter.by === 'any'
    ? filter.of.length > FEW_FILTERS || filter.of.some(isCompound)
    : filter.by !== 'messages' &&
      Object.values(filter).some((value) => Array.isArray(value) && value.length > FEW_FILTERS)

const isAboutText = (filter: Filter): boolean =>
  filter.by === 'words' ||
  filter.by === 'phrase' ||
  (filter.by === 'any' && filter.of.some(isAboutText))

/**
 * Goes through the message IDs in spans, with all alternatives in each span. So a sparse alternative
 * is not searched to its end while others fill the page, and the text index lists only one span.
 * Phrases of common words may need to look at every message.
 */
function* selectInChunks(
  ctx: Context,
  plans: readonly QueryPlan[],
  page: Page,
  least: number,
): ChunkedWork<Selected[]> {
  const sign = page.towards === 'older' ? -1 : 1
  const found: Selected[] = []
  let { from } = page
  let size = least
  let turnBegan = performance.now()
  while (found.length < page.limit) {
    const started = performance.now()
    const span = selectSpan(ctx, plans, { ...page, from }, size)
    if (span === undefined) break
    found.push(...span.rows)
    if (span.until === 0) break
    from = span.until + sign
    const now = performance.now()
    const lasted = now - started
    size = Math.max(least, nextSize(size, lasted))
    // Another step would make the piece too long.
    if (now - turnBegan + lasted < pieceMs()) continue
    yield
    turnBegan = performance.now()
  }
  return found.slice(0, page.limit)
}

/** A span that should take as long as a step does; words are not as common everywhere. */
const nextSize = (size: number, ms: number): number =>
  Math.floor(size * Math.min(MOST_GROWTH, pieceMs() / ms))

/**
 * The messages in the first span of IDs from `page.from` that has any in one of the plans.
 * @returns undefined if no message is left
 */
function selectSpan(ctx: Context, plans: readonly QueryPlan[], page: Page, size: number) {
  const { narrows } = ctx.store
  const sign = page.towards === 'older' ? -1 : 1
  const inOrder = (a: number, b: number) => sign * (a - b)
  const ahead = plans.flatMap((plan) => {
    const first = narrows.listed(plan.narrow, plan.driving, page, 0)
    return first === undefined ? [] : [{ plan, first }]
  })
  const start = ahead.map(({ first }) => first).sort(inOrder)[0]
  if (start === undefined) return undefined
  const until = Math.max(0, start + sign * size)
  const rows = ahead
    .filter(({ first }) => inOrder(first, until) <= 0)
    .flatMap(({ plan, first }) => narrows.select(plan, { ...page, from: first, until }))
  return { rows: union(rows).sort((a, b) => inOrder(a.id, b.id)), until }
}

/** Each message once, though several alternatives match it. */
const union = (rows: readonly Selected[]): Selected[] => [
  ...new Map(rows.map((row) => [row.id, row])).values(),
]

/** The listed messages that match a narrow, ascending. Each alternative is one statement. */
export function selectListed(
  ctx: Context,
  narrow: MessageQuery,
  ids: readonly number[],
): Selected[] {
  const listed = { by: 'messages', ids, negated: false } as const
  const filters = [...narrow.filters, listed]
  const page = { from: 0, towards: 'newer', limit: ids.length } as const
  const plans = plansFor(ctx, { ...narrow, filters }, page)
  const rows = plans.flatMap((plan) => ctx.store.narrows.select(plan, page))
  return plans.length === 1 ? rows : union(rows).sort((a, b) => a.id - b.id)
}

/** The message IDs of selected rows. */
export const idsOf = (rows: readonly Selected[]): number[] => rows.map(({ id }) => id)
