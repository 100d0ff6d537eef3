// Work over much data, which is divided among many transactions.

import { nextTurn } from '../../base/jobs.ts'
import type { App, Tx } from './context.ts'

/** Commits one portion of such work. Then others have their turn. */
export async function commitPortion<T>(ctx: App, work: (tx: Tx) => T): Promise<T> {
  const result = await ctx.commit(work, true)
  await nextTurn()
  return result
}
