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

/** What was read ahead. */
export interface KnownStarred {
  positions: MovePositions
  /** The conversation of each message that was looked up; 0 for one that does not exist. */
  conversations: Map<number, number>
  /** The channel of each of these conversations; null: they are direct messages. */
  channels: Map<number, number | null>
}

const nothingKnown = ({ store: { userMessages } }: Context): KnownStarred => ({
  positions: userMessages.movePositions(),
  conversations: new Map(),
  channels: new Map(),
})

/** Looks up ahead, in portions, where the messages are that the user starred. */
export async function readStarred(ctx: Context, user: User): Promise<KnownStarred | undefined> {
  if (!hasStarred(ctx, user)) return undefined
  const known = nothingKnown(ctx)
  const hidden = hiddenFrom(ctx, user)
  if (hidden.size === 0) return known
  const [pause, size] = [makePause(), new PortionSize()]
  let found = 0
  for (let below = LARGER_THAN_ANY_MESSAGE_ID; found < MAX_STARRED; ) {
    const limit = size.rows
    const ids = size.measure(() => {
      const some = ctx.store.starredMessages.below(user.id, below, limit)
      found += readableAmong(ctx, some, hidden, known).length
      return some
    })
    await pause()
    if (ids.length < limit) break
    below = ids.at(-1)!
  }
  return known
}

/** starred_messages of POST /register, ascending. */
export function ownStarred(ctx: Context, user: User, ahead?: KnownStarred): number[] {
  if (!hasStarred(ctx, user)) return []
  const hidden = hiddenFrom(ctx, user)
  const known = ahead && followMoves(ctx, ahead) ? ahead : nothingKnown(ctx)
  const found: number[] = []
  const limit = Math.max(known.conversations.size, MAX_STARRED)
  for (let below = LARGER_THAN_ANY_MESSAGE_ID; found.length < MAX_STARRED; ) {
    const ids = ctx.store.starredMessages.below(user.id, below, limit)
    for (const id of readableAmong(ctx, ids, hidden, known)) found.push(id)
    if (ids.length < limit) break
    below = ids.at(-1)!
  }
  return found.slice(0, MAX_STARRED).reverse()
}

/** Those of these messages that are not in hidden channels; looks up where they are, unless that is known. */
function readableAmong(
  ctx: Context,
  ids: number[],
  hidden: ReadonlySet<number>,
  known: KnownStarred,
): number[] {
  if (hidden.size === 0) return ids
  locate(ctx, ids, known)
  return ids.filter((id) => {
    const channel = known.channels.get(known.conversations.get(id)!)
    return channel !== undefined && (channel === null || !hidden.has(channel))
  })
}

function locate(ctx: Context, ids: readonly number[], { conversations, channels }: KnownStarred) {
  const { userMessages } = ctx.store
  const fresh = ids.filter((id) => !conversations.has(id))
  userMessages.conversationsOf(fresh).forEach((conversation, at) => {
    conversations.set(fresh[at]!, conversation)
  })
  const used = new Set(ids.map((id) => conversations.get(id)!))
  const unknown = [...used].filter((conversation) => !channels.has(conversation))
  for (const { id, channel_id } of userMessages.conversations(unknown)) channels.set(id, channel_id)
}

/** Forgets where messages were that were moved since. @returns whether it could: many moves are not listed */
function followMoves({ store }: Context, { positions, conversations, channels }: KnownStarred) {
  const { movedMessages, movedConversations } = store.userMessages
  const messages = movedMessages.since(positions.messages)
  const moved = movedConversations.since(positions.conversations)
  for (const id of messages ?? []) conversations.delete(id)
  for (const id of moved ?? []) channels.delete(id)
  return messages !== undefined && moved !== undefined
}

/** Most people star nothing: whose channels are hidden from them need not be known. */
const hasStarred = (ctx: Context, user: User) =>
  ctx.store.starredMessages.below(user.id, LARGER_THAN_ANY_MESSAGE_ID, 1).length > 0

/** Channels whose messages the user received once but may no longer read. */
const hiddenFrom = (ctx: Context, user: User): ReadonlySet<number> =>
  new Set(
    resolveNarrow(ctx, user, [{ operator: 'is', operand: 'starred', negated: false }]).narrow
      .hidden,
  )
