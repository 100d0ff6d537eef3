// How many rows hang on messages: work on many messages is divided by it.

import type { Context } from '../kernel/context.ts'

/** How many people have a message, one row each. */
export const receiverCount = (ctx: Context, messageId: number): number =>
  ctx.store.userMessages.owners(messageId).length

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
    rows += receiverCount(ctx, id) + added
    return rows > mostRows
  })
  return end < 0 ? ids.length : Math.max(1, end)
}
