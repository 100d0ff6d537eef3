// GET /messages and its relatives: messages as JSON with the reader's flags.

import { nextTurn } from '../../base/jobs.ts'
import { JsonBytes } from '../../base/json.ts'
import { MAX_MESSAGES_PER_FETCH } from '../../base/limits.ts'
import { INVALID_MESSAGE } from '../../errors/messages.ts'
import { refuse } from '../../errors.ts'
import type { MessageFormat } from '../../events/types/message-format.ts'
import type { Selected } from '../../store/search/narrow.ts'
import { mayReadMessage } from '../access/message-access.ts'
import { admitSpectator, refuseSpectator } from '../access/spectators.ts'
import { FLAG, flagNames, NEVER_RECEIVED } from '../content/flags.ts'
import type { Context } from '../kernel/context.ts'
import type { Viewer } from '../kernel/viewer.ts'
import { messageJsonPrefixFor } from '../messages/message-views.ts'
import type { User } from '../users/users.ts'
import { FoundMessages } from './found-messages.ts'
import { type MessagePage, MOST_BYTES, writePage } from './message-page.ts'
import { idsOf, runInChunks, selectListed } from './message-query.ts'
import { resolveNarrow, type Term } from './narrow.ts'
import { type PageRequest, type SelectedPage, selectPage } from './page-request.ts'
import { highlight, MessageWriter } from './written-messages.ts'

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
  const writer = new MessageWriter({ viewer, format, highlights: read.highlights })
  const answer = ({ rows, start, ...found }: SelectedPage) => {
    const page = writeMessages(ctx, viewer, rows, start, writer)
    return {
      messages: page.messages,
      history_limited: false,
      ...found,
      found_oldest: found.found_oldest && !page.isCutBefore,
      found_newest: found.found_newest && !page.isCutAfter,
    }
  }
  const isLong = range.before + range.after > PORTION
  const early = isLong ? new FoundMessages(ctx, viewer, terms) : undefined
  const found = runInChunks(selectPage(ctx, viewer, read, range))
  if (!(found instanceof Promise) && found.rows.length <= PORTION) return answer(found)
  return Promise.resolve(found).then(async (later) => {
    early?.add(later.rows)
    const known = early ?? new FoundMessages(ctx, viewer, terms)
    const rows = await writeAhead(ctx, writer, known, later)
    const start = rows.filter(({ id }) => id < later.anchor).length
    return atNextTurn(answer({ ...later, rows, start }))
  })
}

/** Messages that are written in one turn of the event loop. */
const PORTION = 500

/** Lets others run before a long answer is sent, which takes a while as well. */
async function atNextTurn<T>(answer: T): Promise<T> {
  await nextTurn()
  return answer
}

/**
 * Writes many messages ahead, those nearest to the anchor first.
 * @returns the rows as they are in this turn
 */
async function writeAhead(
  ctx: Context,
  writer: MessageWriter,
  known: FoundMessages,
  { rows, start }: Pick<SelectedPage, 'rows' | 'start'>,
): Promise<Selected[]> {
  const ids = idsOf(rows)
  if (ids.length > PORTION) {
    await writer.ahead(ctx, outwards(ids, start), MOST_BYTES, () => {
      const readable = known.inThisTurn()
      return (some) => idsOf(readable(some))
    })
  }
  return known.inThisTurn()(ids)
}

/** Sorted by how far they are from the start. */
const outwards = (ids: readonly number[], start: number) =>
  ids
    .map((id, at) => ({ id, far: at < start ? start - at - 1 : at - start }))
    .sort((one, other) => one.far - other.far)
    .map(({ id }) => id)

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
  const { highlights } = resolveNarrow(ctx, viewer, terms)
  const writer = new MessageWriter({ viewer, format, highlights })
  const known = ids.length > PORTION ? new FoundMessages(ctx, viewer, terms) : undefined
  let rows = await selectInPortions(ctx, viewer, terms, ids)
  if (known) {
    known.add(rows)
    rows = await writeAhead(ctx, writer, known, { rows, start: 0 })
  }
  const answer = {
    messages: writeMessages(ctx, viewer, rows, 0, writer).messages,
    history_limited: false,
    found_anchor: false,
    found_oldest: false,
    found_newest: false,
  }
  return known ? atNextTurn(answer) : answer
}

/** The listed messages that match a narrow, ascending; few of them in one turn. */
async function selectInPortions(
  ctx: Context,
  viewer: Viewer,
  terms: readonly Term[],
  ids: readonly number[],
): Promise<Selected[]> {
  const found = new Map<number, Selected>()
  for (let at = 0; at < ids.length; at += PORTION) {
    if (at > 0) await nextTurn()
    const { narrow } = resolveNarrow(ctx, viewer, terms)
    for (const row of selectListed(ctx, narrow, ids.slice(at, at + PORTION))) found.set(row.id, row)
  }
  return [...found.values()].sort((one, other) => one.id - other.id)
}

function requireFewEnough(count: number) {
  if (count > MAX_MESSAGES_PER_FETCH) {
    refuse('BAD_REQUEST', `Too many messages requested (maximum ${MAX_MESSAGES_PER_FETCH}).`)
  }
}

/**
 * Message objects with the reader's flags, as JSON in UTF-8.
 * @param start place of the row that stays where not all fit
 */
function writeMessages(
  ctx: Context,
  viewer: Viewer,
  rows: readonly Selected[],
  start: number,
  writer: MessageWriter,
): MessagePage {
  const write = writer.inThisTurn(ctx)
  return writePage(rows, start, ({ id, flags }) => {
    const { open, close } = write(id)
    return open + flagsMember(viewer, flags) + close
  })
}

/** The member "flags" with the comma before it, by the bits of the flags. */
const flagsMembers = new Map<number, string>()

/** The flags that spectators see. */
const SPECTATOR_FLAGS = FLAG.read

function flagsMember(viewer: Viewer, row: number | null | undefined): string {
  const bits = viewer === undefined ? SPECTATOR_FLAGS : (row ?? NEVER_RECEIVED)
  const known = flagsMembers.get(bits)
  if (known !== undefined) return known
  const text = `,"flags":${JSON.stringify(flagNames(bits))}`
  flagsMembers.set(bits, text)
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
  const text = `${messageJsonPrefixFor(ctx, viewer, format)(id)}${flagsMember(viewer, flags)}}`
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
