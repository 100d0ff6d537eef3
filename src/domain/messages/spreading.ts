// Writes the rows of receivers that are pending (src/store/pending-receipts.ts), behind the messages.

import { pieceMs } from '../../base/jobs.ts'
import type { App } from '../kernel/context.ts'
import { commitPortion } from '../kernel/portions.ts'

/** What is written in one piece: COMMIT and the disk take longer than that, for rows lie all over the file. */
const portion = () => ({ people: 250, ms: pieceMs() / 3 })

/** The sender of a message to more people waits for the rows: a flood slows itself down. */
const MANY = 200

/** Rows of a second are written together: those of one person lie on the same pages. */
const SPREAD_EVERY_MS = 1000

/** What came of writing some rows; refused: by the disk. The rows stay pending, and messages are sent all the same. */
type Outcome = 'enough' | 'more' | 'refused'

/** Has the rows of one message written if it is to many. */
export async function spreadReceipts(ctx: App, messageId: number): Promise<void> {
  while (ctx.store.userMessages.pendingRowsOf(messageId) > MANY) {
    if ((await spreadSome(ctx)) === 'refused') return
  }
}

/** Has what is pending written, from now on. */
export function startSpreading(ctx: App) {
  let isRunning = false
  const run = async (isStopping: () => boolean) => {
    isRunning = true
    let outcome: Outcome
    do outcome = await spreadSome(ctx)
    while (outcome === 'more' && !isStopping())
    isRunning = false
  }
  const look = () => {
    if (!isRunning && ctx.store.userMessages.pendingRows() > 0) ctx.backgroundJobs.start(run)
    ctx.timers.after(SPREAD_EVERY_MS, look)
  }
  look()
}

async function spreadSome(ctx: App): Promise<Outcome> {
  try {
    const isEnough = await commitPortion(ctx, ({ store }) => store.userMessages.spread(portion()))
    return isEnough ? 'enough' : 'more'
  } catch (error) {
    ctx.log.error('spreading-failed', { error: String((error as Error).stack) })
    return 'refused'
  }
}
