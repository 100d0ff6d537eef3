// The messages that a move is about. Those of a long topic are read in turns before the transaction, where
// a hundred thousand would hold everyone for 20 ms.

import { makePause } from '../../base/jobs.ts'
import type { Message } from '../../store/tables/messages.ts'
import type { Context } from '../kernel/context.ts'
import type { MoveRequest } from './move-permissions.ts'

/** Messages that are read at once. */
const PORTION = 10_000

/** What was read ahead; of no use once any message was moved or deleted. */
export interface KnownIds {
  placesVersion: number
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
  const placesVersion = ctx.store.userMessages.placesVersion()
  const pause = makePause()
  const ids: number[] = []
  for (let next = firstOf(message, mode); ; await pause()) {
    const some = ctx.store.messageMoves.idsFrom(conversationId, next, PORTION)
    for (const id of some) ids.push(id)
    if (some.length < PORTION) return { placesVersion, conversationId, ids }
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
  const isKnown =
    known?.conversationId === conversationId &&
    known.placesVersion === ctx.store.userMessages.placesVersion()
  const ids = isKnown ? known.ids : []
  const next = ids.length > 0 ? ids.at(-1)! + 1 : firstOf(message, mode)
  const fresh = ctx.store.messageMoves.idsFrom(conversationId, next)
  return fresh.length > 0 ? [...ids, ...fresh] : ids
}

const firstOf = (message: Message, mode: MoveRequest['mode']) =>
  mode === 'change_all' ? 0 : message.id
