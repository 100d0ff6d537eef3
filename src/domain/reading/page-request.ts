// Selects the messages around an anchor.

import { LARGER_THAN_ANY_MESSAGE_ID } from '../../base/limits.ts'
import { refuse } from '../../errors.ts'
import type { Filter, Selected } from '../../store/search/narrow.ts'
import type { Context } from '../kernel/context.ts'
import type { Viewer } from '../kernel/viewer.ts'
import type { User } from '../users/users.ts'
import { type ChunkedWork, type MessageQuery, selectMessages } from './message-query.ts'
import { mutingOf, shownFilter } from './muting.ts'
import type { ReadNarrow } from './narrow.ts'
import { inTopics, negate } from './narrow-filters.ts'

/** A message ID, a word for one, or the first message since a time (UNIX seconds). */
export type Anchor = number | 'newest' | 'oldest' | 'first_unread' | { since: number }

export interface PageRequest {
  anchor: Anchor
  includeAnchor: boolean
  before: number
  after: number
}

/** Rows of a range with what is known about its ends. */
export interface SelectedPage {
  rows: Selected[]
  /** How many of the rows come before the anchor. */
  start: number
  anchor: number
  found_anchor: boolean
  found_oldest: boolean
  found_newest: boolean
}

/**
 * Selects the messages around an anchor, ascending.
 * @throws RequestError for an impossible request
 */
export function* selectPage(
  ctx: Context,
  viewer: Viewer,
  read: ReadNarrow,
  range: PageRequest,
): ChunkedWork<SelectedPage> {
  if (!range.includeAnchor && range.before > 0 && range.after > 0) {
    refuse('BAD_REQUEST', 'The anchor can only be excluded at an end of the range')
  }
  const anchor = yield* resolveAnchor(ctx, viewer, read, range.anchor)
  const atOldest = anchor === 0
  const atNewest = anchor >= LARGER_THAN_ANY_MESSAGE_ID
  const before = atOldest ? 0 : range.before
  const after = atNewest ? 0 : range.after
  const { older, newer } = yield* readSides(ctx, read.narrow, anchor, {
    before,
    after,
    includeAnchor: range.includeAnchor,
    atNewest,
  })

  const found = older.reverse().concat(newer)
  const above = found.findIndex((row) => row.id >= anchor)
  const start = above === -1 ? found.length : above
  const hasAnchor = found[start]?.id === anchor
  const end = hasAnchor ? start + 1 : start
  const first = before > 0 ? Math.max(0, start - before) : 0
  const last = after > 0 ? Math.min(found.length, end + after) : found.length
  return {
    rows: found.slice(first, last),
    start: start - first,
    anchor,
    found_anchor: hasAnchor,
    found_oldest: atOldest || start - first < range.before,
    found_newest: atNewest || last - end < range.after,
  }
}

interface Sides {
  before: number
  after: number
  includeAnchor: boolean
  atNewest: boolean
}

/** Reads as many messages on both sides of the anchor as needed; older ones newest first. */
function* readSides(
  ctx: Context,
  narrow: MessageQuery,
  anchor: number,
  { before, after, includeAnchor, atNewest }: Sides,
): ChunkedWork<{ older: Selected[]; newer: Selected[] }> {
  const older = (from: number, limit: number) =>
    selectMessages(ctx, narrow, { from, towards: 'older', limit })
  const newer = (from: number, limit: number) =>
    selectMessages(ctx, narrow, { from, towards: 'newer', limit })
  if (before > 0 && after > 0) {
    return { older: yield* older(anchor - 1, before), newer: yield* newer(anchor, after + 1) }
  }
  if (before > 0) {
    const from = includeAnchor ? anchor : anchor - 1
    return {
      older: yield* older(from, !includeAnchor || atNewest ? before : before + 1),
      newer: [],
    }
  }
  if (after > 0) {
    const from = includeAnchor ? anchor : anchor + 1
    return { older: [], newer: yield* newer(from, includeAnchor ? after + 1 : after) }
  }
  return { older: [], newer: (yield* newer(anchor, 1)).filter((row) => row.id === anchor) }
}

function* resolveAnchor(
  ctx: Context,
  viewer: Viewer,
  read: ReadNarrow,
  anchor: Anchor,
): ChunkedWork<number> {
  if (anchor === 'newest') return LARGER_THAN_ANY_MESSAGE_ID
  if (anchor === 'oldest') return 0
  if (typeof anchor === 'number') return Math.min(Math.max(anchor, 0), LARGER_THAN_ANY_MESSAGE_ID)
  if (anchor === 'first_unread')
    return viewer ? yield* firstUnread(ctx, viewer, read) : LARGER_THAN_ANY_MESSAGE_ID
  return yield* firstFrom(ctx, read.narrow, ctx.store.messages.firstIdSince(anchor.since))
}

function* firstFrom(ctx: Context, narrow: MessageQuery, from: number): ChunkedWork<number> {
  const [first] = yield* selectMessages(ctx, narrow, { from, towards: 'newer', limit: 1 })
  return first?.id ?? LARGER_THAN_ANY_MESSAGE_ID
}

/** The oldest unread message that is not muted. */
function* firstUnread(
  ctx: Context,
  viewer: User,
  { narrow, withinChannel }: Pick<ReadNarrow, 'narrow' | 'withinChannel'>,
): ChunkedWork<number> {
  const unread: Filter = { by: 'flag', flag: 'unread', negated: false }
  const filters = [...narrow.filters, unread, ...notMuted(ctx, viewer, withinChannel)]
  return yield* firstFrom(ctx, { ...narrow, personal: true, filters }, 0)
}

function notMuted(ctx: Context, viewer: User, withinChannel: boolean): Filter[] {
  const muting = mutingOf(ctx, viewer)
  return [withinChannel ? negate([inTopics([...muting.mutedTopics])]) : shownFilter(muting)]
}
