import { RawJson } from '../base/json.ts'
import { MAX_MESSAGES_PER_FETCH } from '../base/limits.ts'
import { refuse } from '../errors.ts'
import { type MessageShape, shownTopic } from '../events/message-shape.ts'
import type { Selected } from '../store/narrows.ts'
import { highlightHtml, highlightTopic } from '../text/search-text.ts'
import type { Context } from './context.ts'
import { FLAG, flagNames, NEVER_RECEIVED } from './flags.ts'
import { mayReadMessage } from './message-access.ts'
import { openMessageFor } from './message-views.ts'
import { resolveNarrow, type Term } from './narrow.ts'
import { type FoundRange, type Range, selectRange } from './range.ts'
import { idsOf, inTurns, selectListed } from './selection.ts'
import { admitSpectator, refuseSpectator } from './spectators.ts'
import type { User, Viewer } from './users.ts'

/** GET /messages around an anchor. A search that takes long lets others go ahead. */
export function fetchMessages(
  ctx: Context,
  viewer: Viewer,
  terms: readonly Term[],
  range: Range,
  shape: MessageShape,
) {
  requireFewEnough(range.before + range.after)
  admitSpectator(ctx, viewer)
  const read = resolveNarrow(ctx, viewer, terms)
  const answer = ({ rows, ...ends }: FoundRange) => ({
    messages: writeMessages(ctx, viewer, rows, shape, read.highlights),
    history_limited: false,
    ...ends,
  })
  const found = inTurns(selectRange(ctx, viewer, read, range))
  if (!(found instanceof Promise)) return answer(found)
  return found.then((later) => {
    // Meanwhile messages may have gone, or the reader's access to them.
    const { narrow } = resolveNarrow(ctx, viewer, terms)
    return answer({ ...later, rows: selectListed(ctx, narrow, idsOf(later.rows)) })
  })
}

/** GET /messages for the messages a client names, as far as they are there for it to read. */
export function fetchListed(
  ctx: Context,
  viewer: Viewer,
  terms: readonly Term[],
  ids: readonly number[],
  shape: MessageShape,
) {
  requireFewEnough(ids.length)
  admitSpectator(ctx, viewer)
  const { narrow, highlights } = resolveNarrow(ctx, viewer, terms)
  const rows = selectListed(ctx, narrow, ids)
  return {
    messages: writeMessages(ctx, viewer, rows, shape, highlights),
    history_limited: false,
    found_anchor: false,
    found_oldest: false,
    found_newest: false,
  }
}

function requireFewEnough(count: number) {
  if (count > MAX_MESSAGES_PER_FETCH) {
    refuse('BAD_REQUEST', `Too many messages requested (maximum ${MAX_MESSAGES_PER_FETCH}).`)
  }
}

type IsMatch = (word: string) => boolean

/** Message objects with the reader's flags, as JSON. */
function writeMessages(
  ctx: Context,
  viewer: Viewer,
  rows: readonly Selected[],
  shape: MessageShape,
  highlights: IsMatch | undefined,
): RawJson {
  const open = openMessageFor(ctx, viewer, shape)
  let text = '['
  for (const { id, flags } of rows) {
    if (text.length > 1) text += ','
    text += `${open(id)},"flags":${flagsJson(viewer, flags)}`
    if (highlights) {
      const { match_content, match_subject } = highlight(ctx, id, highlights, shape.emptyTopicName)
      text += `,"match_content":${JSON.stringify(match_content)},"match_subject":${JSON.stringify(match_subject)}`
    }
    text += '}'
  }
  return new RawJson(`${text}]`)
}

function highlight(ctx: Context, id: number, isMatch: IsMatch, showsEmptyTopic: boolean) {
  const { rendered, topic } = ctx.store.messages.find(id)!
  return {
    match_content: highlightHtml(rendered, isMatch),
    match_subject:
      topic === null ? '' : highlightTopic(shownTopic(topic, showsEmptyTopic), isMatch),
  }
}

const flagsTexts = new Map<number, string>()

/** What somebody without an account has done with a message: nothing but read it. */
const SPECTATOR_FLAGS = FLAG.read

function flagsJson(viewer: Viewer, row: number | null | undefined): string {
  const bits = viewer === undefined ? SPECTATOR_FLAGS : (row ?? NEVER_RECEIVED)
  const known = flagsTexts.get(bits)
  if (known !== undefined) return known
  const text = JSON.stringify(flagNames(bits))
  flagsTexts.set(bits, text)
  return text
}

/** GET /messages/{id}. @throws RequestError "Invalid message(s)", also for what the viewer may not see */
export function fetchMessage(ctx: Context, viewer: Viewer, id: number, shape: MessageShape) {
  admitSpectator(ctx, viewer)
  const message = ctx.store.messages.find(id)
  if (!message || !mayReadMessage(ctx, viewer, message)) {
    if (viewer === undefined) refuseSpectator()
    refuse('BAD_REQUEST', 'Invalid message(s)')
  }
  const flags = viewer && ctx.store.userMessages.flags(viewer.id, id)
  const text = `${openMessageFor(ctx, viewer, shape)(id)},"flags":${flagsJson(viewer, flags)}}`
  return { message: new RawJson(text), raw_content: message.content }
}

/** GET /messages/matches_narrow: which of the messages a person received fit a narrow. */
export function matchNarrow(
  ctx: Context,
  user: User,
  ids: readonly number[],
  terms: readonly Term[],
) {
  requireFewEnough(ids.length)
  const { narrow, highlights } = resolveNarrow(ctx, user, terms)
  const rows = selectListed(ctx, { ...narrow, personal: true }, ids)
  const isMatch = highlights ?? (() => false)
  return {
    messages: Object.fromEntries(rows.map(({ id }) => [id, highlight(ctx, id, isMatch, false)])),
  }
}
