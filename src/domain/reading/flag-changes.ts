// Marks messages as read, starred and so on, one by one or by narrow.

import { nextTurn } from '../../base/jobs.ts'
import { MAX_MESSAGES_PER_FETCH } from '../../base/limits.ts'
import { INVALID_MESSAGE } from '../../errors/messages.ts'
import { refuse } from '../../errors.ts'
import type { FlagDetails } from '../../events/types/flag-events.ts'
import type { MessageLocation } from '../../store/tables/user-messages.ts'
import { hasContentAccess, hasSharedHistory } from '../access/access.ts'
import { FLAG, flagNamed, NEVER_RECEIVED } from '../content/flags.ts'
import type { App, Context, Tx } from '../kernel/context.ts'
import { PortionSize } from '../kernel/portion-size.ts'
import { otherMemberIds } from '../messages/canonical-message.ts'
import type { User } from '../users/users.ts'
import { idsOf, runInChunks, selectListed } from './message-query.ts'
import { mentions, mutingOf } from './muting.ts'
import { resolveNarrow, type Term } from './narrow.ts'
import { type PageRequest, selectPage } from './page-request.ts'

/** A change as clients ask for it. */
export interface FlagRequest {
  op: string
  flag: string
}

interface FlagChange {
  op: 'add' | 'remove'
  flag: string
  bit: number
}

function checkChange({ op, flag }: FlagRequest): FlagChange {
  const { bit, isEditable } = flagNamed(flag) ?? refuse('BAD_REQUEST', `Invalid flag: '${flag}'`)
  if (!isEditable) refuse('BAD_REQUEST', `Flag not editable: '${flag}'`)
  if (op !== 'add' && op !== 'remove')
    refuse('BAD_REQUEST', `Invalid message flag operation: '${op}'`)
  return { op, flag, bit }
}

const marksUnread = ({ op, bit }: FlagChange) => op === 'remove' && bit === FLAG.read

/**
 * POST /messages/flags.
 * @returns channels whose messages cannot become unread; undefined for other changes
 * @throws RequestError "Invalid message(s)" if the user may not read one of them
 */
export async function changeFlags(
  ctx: App,
  user: User,
  messages: readonly number[],
  request: FlagRequest,
) {
  const change = checkChange(request)
  const ids = [...new Set(messages)]
  const [checked, size] = [new PortionSize(), new PortionSize()]
  if (ids.length > size.rows) {
    // All or nothing: every portion is checked before the first is changed.
    for (const portion of checked.portionsOf(ids)) {
      checked.measure(() => partitionMessages(ctx, user, portion, change))
      await nextTurn()
    }
  }
  const ignored = new Set<number>()
  for (const portion of size.portionsOf(ids)) {
    const outcome = await ctx.commit((tx) =>
      size.measure(() => applyChange(tx, user, portion, change)),
    )
    for (const channelId of outcome.ignored) ignored.add(channelId)
  }
  return { ignored: marksUnread(change) ? [...ignored] : undefined }
}

/** POST /messages/flags/narrow: a range that is too large is made smaller. */
export async function changeFlagsInNarrow(
  ctx: App,
  user: User,
  terms: readonly Term[],
  range: PageRequest,
  request: FlagRequest,
) {
  const change = checkChange(request)
  const most = MAX_MESSAGES_PER_FETCH
  const before = Math.min(range.before, Math.max(most - range.after, most / 2))
  const after = Math.min(range.after, most - before)
  const read = resolveNarrow(ctx, user, terms)
  const found = await runInChunks(selectPage(ctx, user, read, { ...range, before, after }))
  const processed: number[] = []
  const ignored = new Set<number>()
  let updated = 0
  const size = new PortionSize()
  for (const portion of size.portionsOf(idsOf(found.rows))) {
    const outcome = await ctx.commit((tx) =>
      size.measure(() => {
        // Since they were selected, messages may have gone, or the reader's access to them.
        const { narrow } = resolveNarrow(tx, user, terms)
        const ids = idsOf(selectListed(tx, narrow, portion))
        return { ids, ...applyChange(tx, user, ids, change) }
      }),
    )
    processed.push(...outcome.ids)
    updated += outcome.changed.length
    for (const channelId of outcome.ignored) ignored.add(channelId)
  }
  return {
    processed_count: processed.length,
    updated_count: updated,
    first_processed_id: processed[0] ?? null,
    last_processed_id: processed.at(-1) ?? null,
    found_oldest: found.found_oldest,
    found_newest: found.found_newest,
    ignored: marksUnread(change) ? [...ignored] : undefined,
  }
}

export const MARK_READ: FlagChange = { op: 'add', flag: 'read', bit: FLAG.read }

/** @returns the messages that are different now, ascending, and the channels left out */
export function applyChange(tx: Tx, user: User, ids: readonly number[], change: FlagChange) {
  const { userMessages } = tx.store
  const { own, foreign, ignored } = partitionMessages(tx, user, ids, change)
  const changed = [...own.keys(), ...foreign].sort((a, b) => a - b)
  if (changed.length === 0) return { changed, ignored }
  const [set, cleared] = change.op === 'add' ? [change.bit, 0] : [0, change.bit]
  userMessages.changeFlags(user.id, [...own.keys()], set, cleared)
  userMessages.createHistorical(user.id, foreign, (NEVER_RECEIVED | set) & ~cleared)
  tx.emit(
    {
      type: 'update_message_flags',
      op: change.op,
      operation: change.op,
      flag: change.flag,
      messages: changed,
      all: false,
      ...(marksUnread(change) && { message_details: describeUnread(tx, user, changed, own) }),
    },
    [user.id],
  )
  return { changed, ignored }
}

/** What a change concerns: rows by message ID, messages that need a row, channels left out. */
interface PartitionedMessages {
  own: ReadonlyMap<number, number>
  foreign: readonly number[]
  ignored: readonly number[]
}

/** @throws RequestError "Invalid message(s)" */
function partitionMessages(
  ctx: Context,
  user: User,
  ids: readonly number[],
  change: FlagChange,
): PartitionedMessages {
  const rows = new Map(
    ctx.store.userMessages.rows(user.id, ids).map((row) => [row.message_id, row.flags]),
  )
  // A message without a row counts as read already.
  const isNothingNew = change.op === 'add' && change.bit === FLAG.read
  const foreign = isNothingNew
    ? []
    : readableWithoutRow(
        ctx,
        user,
        ids.filter((id) => !rows.has(id)),
      )
  if (change.op === 'add' && !isNothingNew) requireStillReadable(ctx, user, [...rows.keys()])
  const outside = marksUnread(change)
    ? unsubscribed(ctx, user, [...rows.keys(), ...foreign])
    : new Map<number, number>()
  const concerns = (id: number, flags: number) =>
    !outside.has(id) && Boolean(flags & change.bit) !== (change.op === 'add')
  return {
    own: new Map([...rows].filter(([id, flags]) => concerns(id, flags))),
    foreign: foreign.filter((id) => concerns(id, NEVER_RECEIVED)),
    ignored: [...new Set(outside.values())],
  }
}

/** Messages of shared history need no row to be read. @throws RequestError "Invalid message(s)" */
function readableWithoutRow(ctx: Context, user: User, ids: readonly number[]): readonly number[] {
  const { channels, userMessages } = ctx.store
  const places = userMessages.places(ids)
  const among = new Set(places.map(({ channel_id }) => channel_id))
  const areReadable = [...among].every(
    (id) => id !== null && hasSharedHistory(ctx, user, channels.find(id)!),
  )
  if (places.length < ids.length || !areReadable) refuse(INVALID_MESSAGE)
  return ids
}

/**
 * Refuses messages of channels that the user left: the rows stay, but may no longer be read.
 * @throws RequestError "Invalid message(s)"
 */
function requireStillReadable(ctx: Context, user: User, ids: readonly number[]) {
  const among = new Set(ctx.store.userMessages.places(ids).map(({ channel_id }) => channel_id))
  for (const id of among) {
    if (id !== null && !hasContentAccess(ctx, user, ctx.store.channels.find(id)!))
      refuse(INVALID_MESSAGE)
  }
}

/**
 * Messages of channels the user is not subscribed to, with their channels: unread messages live in
 * subscribed channels only.
 */
function unsubscribed(ctx: Context, user: User, ids: readonly number[]): Map<number, number> {
  const { subscriptions, userMessages } = ctx.store
  const subscribed = new Set(subscriptions.channelsOf(user.id))
  const outside = new Map<number, number>()
  for (const { id, channel_id } of userMessages.places(ids)) {
    if (channel_id !== null && !subscribed.has(channel_id)) outside.set(id, channel_id)
  }
  return outside
}

/** Details of messages that became unread again, which clients may have dropped. */
function describeUnread(
  ctx: Context,
  user: User,
  ids: readonly number[],
  rows: ReadonlyMap<number, number>,
): Record<string, FlagDetails> {
  const muting = mutingOf(ctx, user)
  return Object.fromEntries(
    ctx.store.userMessages.places(ids).map((place) => {
      const isMentioned = mentions(muting, place, rows.get(place.id) ?? 0)
      return [
        place.id,
        { ...describeLocation(user, place), ...(isMentioned && { mentioned: true }) },
      ]
    }),
  )
}

const describeLocation = (user: User, place: MessageLocation): FlagDetails =>
  place.channel_id === null
    ? {
        type: 'private',
        user_ids: otherMemberIds(place.member_key!, user.id),
      }
    : { type: 'stream', stream_id: place.channel_id, topic: place.topic! }
