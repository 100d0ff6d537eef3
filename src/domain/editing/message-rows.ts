// How many rows change with messages: work on many messages is divided by it.

import type { Context } from '../kernel/context.ts'

/** The message itself, with its history and its words in the index, takes as long as so many rows. */
const ROWS_OF_MESSAGE = 20

/** About how many rows change with a message: one for each of the people who have it, and its own. */
export const rowCount = (ctx: Context, messageId: number): number =>
  ROWS_OF_MESSAGE + ctx.store.userMessages.owners(messageId).length

/**
 * How many of these messages belong into one transaction: as many as have no more rows than these
 * together, and one at least.
 * @param added rows that each message gets besides
 */
export function countFitting(
  ctx: Context,
  ids: readonly number[],
  mostRows: number,
  added = 0,
): number {
  let rows = 0
  const end = ids.findIndex((id) => {
    rows += rowCount(ctx, id) + added
    return rows > mostRows
  })
  return end < 0 ? ids.length : Math.max(1, end)
}
