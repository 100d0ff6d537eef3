// Starred messages for the snapshot of POST /register. To know which of them the user may still read, each
// is looked up; this is done ahead, because the list is read in one turn of the event loop.

import { makePause } from '../../base/jobs.ts'
import { LARGER_THAN_ANY_MESSAGE_ID } from '../../base/limits.ts'
import type { MovePositions } from '../../store/tables/user-messages.ts'
import type { Context } from '../kernel/context.ts'
import { PortionSize } from '../kernel/portion-size.ts'
import type { User } from '../users/users.ts'
import { resolveNarrow } from './narrow.ts'

/** Starred messages that a snapshot lists: the newest. */
const MAX_STARRED = 10_000

/** What was read ahead: the messages that were looked up, and those of them that the user may read. */
export interface KnownStarred {
  positions: MovePositions
  hidden: string
  looked: Set<number>
  readable: Set<number>
}

/** Looks up ahead, in slices, which starred messages the user may read. */
export async function readStarred(ctx: Context, user: User): Promise<KnownStarred | undefined> {
  if (!hasStarred(ctx, user)) return undefined
  const { starredMessages, userMessages } = ctx.store
  const positions = userMessages.movePositions()
  const hidden = hiddenFrom(ctx, user)
  const [looked, readable] = [new Set<number>(), new Set<number>()]
  const [pause, size] = [makePause(), new PortionSize()]
  let [below, areAll] = [LARGER_THAN_ANY_MESSAGE_ID, hidden.length === 0]
  while (!areAll && readable.size < MAX_STARRED) {
    const limit = size.rows
    size.measure(() => {
      const ids = starredMessages.below(user.id, below, limit)
      for (const id of ids) looked.add(id)
      for (const id of starredMessages.outside(ids, hidden)) readable.add(id)
      below = ids.at(-1) ?? below
      areAll = ids.length < limit
    })
    await pause()
  }
  return { positions, hidden: JSON.stringify(hidden), looked, readable }
}

/** starred_messages of POST /register, ascending. */
export function ownStarred(ctx: Context, user: User, known?: KnownStarred): number[] {
  if (!hasStarred(ctx, user)) return []
  const { starredMessages } = ctx.store
  const hidden = hiddenFrom(ctx, user)
  const readable = readableAmong(ctx, hidden, known)
  const found: number[] = []
  const limit = Math.max(known?.looked.size ?? 0, MAX_STARRED)
  for (let below = LARGER_THAN_ANY_MESSAGE_ID; found.length < MAX_STARRED; ) {
    const ids = starredMessages.below(user.id, below, limit)
    for (const id of readable(ids)) found.push(id)
    if (ids.length < limit) break
    below = ids.at(-1)!
  }
  return found.slice(0, MAX_STARRED).reverse()
}

/** Most people star nothing: whose channels are hidden from them need not be known. */
const hasStarred = (ctx: Context, user: User) =>
  ctx.store.starredMessages.below(user.id, LARGER_THAN_ANY_MESSAGE_ID, 1).length > 0

/** Makes a function that leaves out messages of hidden channels, and looks up only those not known. */
function readableAmong(ctx: Context, hidden: readonly number[], known: KnownStarred | undefined) {
  if (hidden.length === 0) return (ids: readonly number[]) => ids
  const { looked, readable } = (known && followMoves(ctx, hidden, known)) ?? NOTHING_KNOWN
  return (ids: readonly number[]) => {
    const others = ids.filter((id) => !looked.has(id))
    const also = new Set(others.length > 0 ? ctx.store.starredMessages.outside(others, hidden) : [])
    return ids.filter((id) => readable.has(id) || also.has(id))
  }
}

/** Forgets what was known of messages that were moved since; undefined if that may be any. */
function followMoves(ctx: Context, hidden: readonly number[], known: KnownStarred) {
  if (known.hidden !== JSON.stringify(hidden)) return undefined
  const { movedMessages, movedConversations } = ctx.store.userMessages
  const messages = movedMessages.since(known.positions.messages)
  if (messages === undefined) return undefined
  if (movedConversations.position() !== known.positions.conversations) return undefined
  for (const id of messages) {
    known.looked.delete(id)
    known.readable.delete(id)
  }
  return known
}

const NOTHING_KNOWN = { looked: new Set<number>(), readable: new Set<number>() }

/** Channels whose messages the user received once but may no longer read. */
const hiddenFrom = (ctx: Context, user: User): readonly number[] =>
  resolveNarrow(ctx, user, [{ operator: 'is', operand: 'starred', negated: false }]).narrow.hidden
