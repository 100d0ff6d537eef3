// The messages that a move is about. Those of a long topic are read in turns before the transaction, where
// a hundred thousand would hold everyone for 20 ms.

import { makePause } from '../../base/jobs.ts'
import type { Message } from '../../store/tables/messages.ts'
import type { Context } from '../kernel/context.ts'
import type { MoveRequest } from './move-permissions.ts'

/** Messages that are read at once. */
const PORTION = 10_000

/** What was read ahead. */
export interface KnownIds {
  /** Of the log of moved messages. */
  position: number
  conversationId: number
  /** Ascending. */
  ids: readonly number[]
}

/** Reads ahead which messages a move will be about. */
export async function readMovedIds(
  ctx: Context,
  message: Message,
  { mode }: Pick<MoveRequest, 'mode'>,
): Promise<KnownIds> {
  const conversationId = message.conversation_id
  const position = ctx.store.userMessages.movedMessages.position()
  const pause = makePause()
  const ids: number[] = []
  for (let next = firstOf(message, mode); ; await pause()) {
    const some = ctx.store.messageMoves.idsFrom(conversationId, next, PORTION)
    for (const id of some) ids.push(id)
    if (some.length < PORTION) return { position, conversationId, ids }
    next = some.at(-1)! + 1
  }
}

/** The messages that a move is about, ascending. */
export function movedIds(
  ctx: Context,
  message: Message,
  mode: MoveRequest['mode'],
  known: KnownIds | undefined,
): readonly number[] {
  if (mode === 'change_one') return [message.id]
  const conversationId = message.conversation_id
  const first = firstOf(message, mode)
  const ids = known?.conversationId === conversationId ? followed(ctx, known, first) : []
  const next = ids.length > 0 ? known!.ids.at(-1)! + 1 : first
  const fresh = ctx.store.messageMoves.idsFrom(conversationId, next)
  return fresh.length > 0 ? [...ids, ...fresh] : ids
}

/**
 * What was read ahead as it is now; nothing where too many messages were moved since.
 * @param first where the move begins
 */
function followed({ store }: Context, { position, conversationId, ids }: KnownIds, first: number) {
  const { movedMessages, conversationsOf } = store.userMessages
  const moved = movedMessages.since(position)
  if (moved === undefined || moved.size === 0) return moved ? ids : []
  const last = ids.at(-1) ?? 0
  const between = [...moved].filter((id) => id >= first && id <= last)
  const conversations = conversationsOf(between)
  const here = between.filter((_, at) => conversations[at] === conversationId)
  const others = ids.filter((id) => !moved.has(id))
  return here.length > 0 ? [...others, ...here].sort((one, other) => one - other) : others
}

const firstOf = (message: Message, mode: MoveRequest['mode']) =>
  mode === 'change_all' ? 0 : message.id
