// Work over much data, which is divided among many transactions.

import { nextTurn } from '../../base/jobs.ts'
import type { App, Tx } from './context.ts'

/**
 * Commits one portion of such work. Then others have their turn, and the work waits where merging the
 * write-ahead log has fallen behind.
 */
export async function commitPortion<T>(ctx: App, work: (tx: Tx) => T): Promise<T> {
  const result = await ctx.commit(work, true)
  await nextTurn()
  try {
    await ctx.store.writeAheadLog.keepShort()
  } catch (error) {
    // On a full disk it fails without harm: the data is in the log.
    ctx.log.error('checkpoint-failed', { error: String((error as Error).stack) })
  }
  return result
}
