import { RawJson } from '../base/json.ts'
import { LARGER_THAN_ANY_MESSAGE_ID, MAX_MESSAGES_PER_FETCH } from '../base/limits.ts'
import { refuse } from '../errors.ts'
import type { MessageShape } from '../events/message-shape.ts'
import type { Narrow, Selected } from '../store/narrows.ts'
import { hasContentAccess, hasSharedHistory } from './access.ts'
import type { Context } from './context.ts'
import { flagNames, NEVER_RECEIVED } from './flags.ts'
import { resolveNarrow, type Term } from './narrow.ts'
import type { User } from './users.ts'

export interface Range {
  /** A message ID, or a word for one. */
  anchor: number | 'newest' | 'oldest'
  includeAnchor: boolean
  before: number
  after: number
}

/** Rows of a range with what is known about its ends (messages 3.1). */
interface Found {
  rows: Selected[]
  anchor: number
  found_anchor: boolean
  found_oldest: boolean
  found_newest: boolean
}

/** GET /messages around an anchor. */
export function fetchMessages(
  ctx: Context,
  viewer: User,
  terms: readonly Term[],
  range: Range,
  shape: MessageShape,
) {
  if (range.before + range.after > MAX_MESSAGES_PER_FETCH) {
    refuse('BAD_REQUEST', `Too many messages requested (maximum ${MAX_MESSAGES_PER_FETCH}).`)
  }
  if (!range.includeAnchor && range.before > 0 && range.after > 0) {
    refuse('BAD_REQUEST', 'The anchor can only be excluded at an end of the range')
  }
  const narrow = resolveNarrow(ctx, viewer, terms)
  const { rows, ...ends } = selectRange(ctx, narrow, range)
  return { messages: writeMessages(ctx, rows, shape), history_limited: false, ...ends }
}

export function selectRange(ctx: Context, narrow: Narrow, range: Range): Found {
  const anchor = resolveAnchor(range.anchor)
  const atOldest = anchor === 0
  const atNewest = anchor >= LARGER_THAN_ANY_MESSAGE_ID
  const before = atOldest ? 0 : range.before
  const after = atNewest ? 0 : range.after
  const { older, newer } = readSides(
    ctx,
    narrow,
    anchor,
    before,
    after,
    range.includeAnchor,
    atNewest,
  )

  const rows = [...older.reverse(), ...newer]
  const below = atNewest ? rows : rows.filter((row) => row.id < anchor)
  const at = atNewest ? [] : rows.filter((row) => row.id === anchor)
  const above = atNewest ? [] : rows.filter((row) => row.id > anchor)
  const keptBelow = before > 0 ? below.slice(-before) : below
  const keptAbove = after > 0 ? above.slice(0, after) : above
  return {
    rows: [...keptBelow, ...at, ...keptAbove],
    anchor,
    found_anchor: at.length > 0,
    found_oldest: atOldest || keptBelow.length < range.before,
    found_newest: atNewest || keptAbove.length < range.after,
  }
}

/** Both sides of the anchor as far as they are needed; older ones newest first. */
function readSides(
  ctx: Context,
  narrow: Narrow,
  anchor: number,
  before: number,
  after: number,
  includeAnchor: boolean,
  atNewest: boolean,
): { older: Selected[]; newer: Selected[] } {
  const { narrows } = ctx.store
  const older = (from: number, limit: number) =>
    narrows.select(narrow, { from, towards: 'older', limit })
  const newer = (from: number, limit: number) =>
    narrows.select(narrow, { from, towards: 'newer', limit })
  if (before > 0 && after > 0) {
    return { older: older(anchor - 1, before), newer: newer(anchor, after + 1) }
  }
  if (before > 0) {
    const from = includeAnchor ? anchor : anchor - 1
    return { older: older(from, !includeAnchor || atNewest ? before : before + 1), newer: [] }
  }
  if (after > 0) {
    const from = includeAnchor ? anchor : anchor + 1
    return { older: [], newer: newer(from, includeAnchor ? after + 1 : after) }
  }
  return { older: [], newer: newer(anchor, 1).filter((row) => row.id === anchor) }
}

function resolveAnchor(anchor: Range['anchor']): number {
  if (anchor === 'newest') return LARGER_THAN_ANY_MESSAGE_ID
  if (anchor === 'oldest') return 0
  return Math.min(Math.max(anchor, 0), LARGER_THAN_ANY_MESSAGE_ID)
}

/** Message objects with the reader's flags, as JSON. */
function writeMessages(ctx: Context, rows: readonly Selected[], shape: MessageShape): RawJson {
  let text = '['
  for (const { id, flags } of rows) {
    if (text.length > 1) text += ','
    text += `${ctx.messageCache.open(ctx, id, shape)},"flags":${flagsJson(flags ?? NEVER_RECEIVED)}}`
  }
  return new RawJson(`${text}]`)
}

const flagsTexts = new Map<number, string>()

function flagsJson(bits: number): string {
  const known = flagsTexts.get(bits)
  if (known !== undefined) return known
  const text = JSON.stringify(flagNames(bits))
  flagsTexts.set(bits, text)
  return text
}

/** GET /messages/{id}. @throws RequestError "Invalid message(s)", also for what the viewer may not see */
export function fetchMessage(ctx: Context, viewer: User, id: number, shape: MessageShape) {
  const message = ctx.store.messages.find(id)
  const flags = ctx.store.userMessages.flags(viewer.id, id)
  if (!message || !mayRead(ctx, viewer, message.channel_id, flags))
    refuse('BAD_REQUEST', 'Invalid message(s)')
  const text = `${ctx.messageCache.open(ctx, id, shape)},"flags":${flagsJson(flags ?? NEVER_RECEIVED)}}`
  return { message: new RawJson(text), raw_content: message.content }
}

function mayRead(
  ctx: Context,
  viewer: User,
  channelId: number | null,
  flags: number | undefined,
): boolean {
  if (channelId === null) return flags !== undefined
  const channel = ctx.store.channels.find(channelId)!
  if (hasSharedHistory(ctx, viewer, channel)) return true
  return flags !== undefined && hasContentAccess(ctx, viewer, channel)
}
