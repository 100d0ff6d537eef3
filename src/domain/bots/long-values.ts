// Long values that bots store. They are written and deleted in pieces, some in each transaction: of 9 MB in one
// transaction everyone felt 40 ms.

import { randomInt } from 'node:crypto'
import type { ValuePiece } from '../../store/tables/bot-storage.ts'
import type { App } from '../kernel/context.ts'
import { commitPortion } from '../kernel/portions.ts'

/** Characters that one transaction writes: a millisecond or two. */
const AT_ONCE = 250_000

/** IDs are random, so that those of requests at the same time differ. */
const IDS = 2 ** 48 - 1

/** Values whose pieces are deleted together. */
const DELETED_TOGETHER = 20

interface LongValue {
  id: number
  value: string
}

/**
 * Chooses the values that are written before their keys lead to them, so that those that are left fit into one
 * transaction.
 * @returns them by key, each with an ID
 */
export function chooseLong(pairs: readonly (readonly [key: string, value: string])[]) {
  const long = new Map<string, LongValue>()
  let room = AT_ONCE
  for (const [key, value] of pairs) {
    if (value.length > room) long.set(key, { id: randomInt(IDS), value })
    else room -= value.length
  }
  return long
}

/** Writes long values, to which no key leads yet. */
export async function writeLong(ctx: App, values: Iterable<LongValue>) {
  for (const pieces of portionsOf(values))
    await commitPortion(ctx, (tx) => {
      for (const piece of pieces) tx.store.botStorage.addPiece(piece)
    })
}

function* portionsOf(values: Iterable<LongValue>) {
  let portion: ValuePiece[] = []
  let characters = 0
  for (const { id, value } of values) {
    for (const [number, text] of piecesOf(value).entries()) {
      if (characters + text.length > AT_ONCE && portion.length > 0) {
        yield portion
        portion = []
        characters = 0
      }
      portion.push({ value_id: id, number, text })
      characters += text.length
    }
  }
  if (portion.length > 0) yield portion
}

/** None of the pieces ends in the middle of a character: each is stored as UTF-8. */
function piecesOf(value: string): string[] {
  const pieces: string[] = []
  for (let from = 0; from < value.length; ) {
    const isCut = value.codePointAt(from + AT_ONCE - 1)! > 0xffff
    const end = from + AT_ONCE + (isCut ? 1 : 0)
    pieces.push(value.slice(from, end))
    from = end
  }
  return pieces
}

/** Deletes long values to which no key leads any more. */
export async function forgetLong(ctx: App, ids: readonly number[]) {
  for (let at = 0; at < ids.length; at += DELETED_TOGETHER) {
    const some = ids.slice(at, at + DELETED_TOGETHER)
    while (await commitPortion(ctx, (tx) => tx.store.botStorage.forgetPieces(some)));
  }
}

/**
 * Deletes long values to which no key leads, because the server was killed while it wrote or deleted them. Called
 * before there are requests, which write such values as well.
 */
export function forgetUnused(ctx: App) {
  const unused = ctx.store.botStorage.unusedValues()
  if (unused.length === 0) return
  ctx.backgroundJobs.start(async () => {
    try {
      await forgetLong(ctx, unused)
    } catch (error) {
      ctx.log.error('bot-values-not-deleted', { error: String((error as Error).stack) })
    }
  })
}
