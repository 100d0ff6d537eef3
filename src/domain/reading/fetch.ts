// GET /messages and its relatives: messages as JSON with the reader's flags.

import { nextTurn } from '../../base/jobs.ts'
import { JsonBytes, utf8Of } from '../../base/json.ts'
import { MAX_MESSAGES_PER_FETCH } from '../../base/limits.ts'
import { INVALID_MESSAGE } from '../../errors/messages.ts'
import { refuse } from '../../errors.ts'
import { type MessageFormat, shownTopic } from '../../events/types/message-format.ts'
import type { Selected } from '../../store/search/narrow.ts'
import { highlightHtml, highlightTopic } from '../../text/search/search-text.ts'
import { mayReadMessage } from '../access/message-access.ts'
import { admitSpectator, refuseSpectator } from '../access/spectators.ts'
import { FLAG, flagNames, NEVER_RECEIVED } from '../content/flags.ts'
import type { Context } from '../kernel/context.ts'
import type { Viewer } from '../kernel/viewer.ts'
import { messageJsonPrefixFor } from '../messages/message-views.ts'
import type { User } from '../users/users.ts'
import { type MessagePage, writePage } from './message-page.ts'
import { idsOf, runInChunks, selectListed } from './message-query.ts'
import { resolveNarrow, type Term } from './narrow.ts'
import { type PageRequest, type SelectedPage, selectPage } from './page-request.ts'

/** GET /messages around an anchor. A long search lets other requests run in between. */
export function fetchMessages(
  ctx: Context,
  viewer: Viewer,
  terms: readonly Term[],
  range: PageRequest,
  format: MessageFormat,
) {
  requireFewEnough(range.before + range.after)
  admitSpectator(ctx, viewer)
  const read = resolveNarrow(ctx, viewer, terms)
  const answer = ({ rows, ...found }: SelectedPage) => {
    const start = rows.filter(({ id }) => id < found.anchor).length
    const page = writeMessages(ctx, viewer, rows, start, format, read.highlights)
    return {
      messages: page.messages,
      history_limited: false,
      ...found,
      found_oldest: found.found_oldest && !page.isCutBefore,
      found_newest: found.found_newest && !page.isCutAfter,
    }
  }
  const found = runInChunks(selectPage(ctx, viewer, read, range))
  if (!(found instanceof Promise) && found.rows.length <= PORTION) return answer(found)
  return Promise.resolve(found).then(async (later) => {
    await readAhead(ctx, viewer, terms, idsOf(later.rows), format)
    // In between, messages may have been deleted, or the reader may have lost access.
    const { narrow } = resolveNarrow(ctx, viewer, terms)
    return answer({ ...later, rows: selectListed(ctx, narrow, idsOf(later.rows)) })
  })
}

/** Messages that are written in one turn of the event loop. */
const PORTION = 500

/** Has the cache write many messages in portions, so that a page of them can be put together at once. */
async function readAhead(
  ctx: Context,
  viewer: Viewer,
  terms: readonly Term[],
  ids: readonly number[],
  format: MessageFormat,
) {
  for (let at = 0; at < ids.length && ids.length > PORTION; at += PORTION) {
    const { narrow } = resolveNarrow(ctx, viewer, terms)
    const open = messageJsonPrefixFor(ctx, viewer, format)
    for (const { id } of selectListed(ctx, narrow, ids.slice(at, at + PORTION))) open(id)
    await nextTurn()
  }
}

/** GET /messages for listed IDs: those that exist and that the viewer may read. */
export async function fetchListed(
  ctx: Context,
  viewer: Viewer,
  terms: readonly Term[],
  ids: readonly number[],
  format: MessageFormat,
) {
  requireFewEnough(ids.length)
  admitSpectator(ctx, viewer)
  await readAhead(ctx, viewer, terms, ids, format)
  const { narrow, highlights } = resolveNarrow(ctx, viewer, terms)
  const rows = selectListed(ctx, narrow, ids)
  return {
    messages: writeMessages(ctx, viewer, rows, 0, format, highlights).messages,
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

/**
 * Message objects with the reader's flags, as JSON in UTF-8.
 * @param start place of the row that stays where not all fit
 */
function writeMessages(
  ctx: Context,
  viewer: Viewer,
  rows: readonly Selected[],
  start: number,
  format: MessageFormat,
  highlights: IsMatch | undefined,
): MessagePage {
  const open = messageJsonPrefixFor(ctx, viewer, format)
  return writePage(rows, start, ({ id, flags }) => {
    const text = `${open(id)},"flags":${flagsJson(viewer, flags)}`
    if (!highlights) return `${text}}`
    const { match_content, match_subject } = highlight(ctx, id, highlights, format.emptyTopicName)
    const more = JSON.stringify({ match_content, match_subject })
    return `${text},${utf8Of(more.slice(1))}`
  })
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

/** The flags that spectators see. */
const SPECTATOR_FLAGS = FLAG.read

function flagsJson(viewer: Viewer, row: number | null | undefined): string {
  const bits = viewer === undefined ? SPECTATOR_FLAGS : (row ?? NEVER_RECEIVED)
  const known = flagsTexts.get(bits)
  if (known !== undefined) return known
  const text = JSON.stringify(flagNames(bits))
  flagsTexts.set(bits, text)
  return text
}

/**
 * GET /messages/{id}.
 * @throws RequestError "Invalid message(s)", also for what the viewer may not see
 */
export function fetchMessage(ctx: Context, viewer: Viewer, id: number, format: MessageFormat) {
  admitSpectator(ctx, viewer)
  const message = ctx.store.messages.find(id)
  if (!message || !mayReadMessage(ctx, viewer, message)) {
    if (viewer === undefined) refuseSpectator()
    refuse(INVALID_MESSAGE)
  }
  const flags = viewer && ctx.store.userMessages.flags(viewer.id, id)
  const text = `${messageJsonPrefixFor(ctx, viewer, format)(id)},"flags":${flagsJson(viewer, flags)}}`
  return { message: new JsonBytes(text), raw_content: message.content }
}

/** GET /messages/matches_narrow: which of the messages a person received fit a narrow. */
export async function matchNarrow(
  ctx: Context,
  user: User,
  ids: readonly number[],
  terms: readonly Term[],
) {
  requireFewEnough(ids.length)
  const matches: [id: number, match: ReturnType<typeof highlight>][] = []
  let room = MOST_MATCH_CHARACTERS
  for (let at = 0; at === 0 || at < ids.length; at += PORTION) {
    if (at > 0) await nextTurn()
    const { narrow, highlights } = resolveNarrow(ctx, user, terms)
    const isMatch = highlights ?? (() => false)
    const portion = ids.slice(at, at + PORTION)
    for (const { id } of selectListed(ctx, { ...narrow, personal: true }, portion)) {
      const match = highlight(ctx, id, isMatch, false)
      room -= match.match_content.length
      if (room < 0)
        refuse('BAD_REQUEST', 'The messages are too long for one answer; ask for fewer.')
      matches.push([id, match])
    }
  }
  return { messages: Object.fromEntries(matches) }
}

/** Characters of HTML in one answer, as in a page of messages. */
const MOST_MATCH_CHARACTERS = 10_000_000
