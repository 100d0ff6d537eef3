// Writes the rows of messages to many (src/store/pending-receipts.ts), in portions behind the messages.

import { pieceMs } from '../../base/jobs.ts'
import type { App } from '../kernel/context.ts'
import { commitPortion } from '../kernel/portions.ts'

/** What is written in one piece: its commit takes as long again. */
const portion = () => ({ people: 250, ms: pieceMs() / 2 })

/** How often a look is taken at rows whose sender did not have them written: a program, or a crash. */
const LOOK_EVERY_MS = 1000

/** Has the rows of one message written. Only its sender waits for them: a flood slows itself down. */
export async function spreadReceipts(ctx: App, messageId: number): Promise<void> {
  while (ctx.store.userMessages.isPending(messageId)) {
    if (!(await spreadSome(ctx))) return
  }
}

/** Writes what is left over, from now on. */
export function startSpreading(ctx: App) {
  let isRunning = false
  const run = async (isStopping: () => boolean) => {
    isRunning = true
    while (ctx.store.userMessages.pendingRows() > 0 && !isStopping()) {
      if (!(await spreadSome(ctx))) break
    }
    isRunning = false
  }
  const look = () => {
    if (!isRunning && ctx.store.userMessages.pendingRows() > 0) ctx.backgroundJobs.start(run)
    ctx.timers.after(LOOK_EVERY_MS, look)
  }
  look()
}

/** @returns false if the disk refused; the rows stay pending, and the message is sent all the same */
async function spreadSome(ctx: App): Promise<boolean> {
  try {
    await commitPortion(ctx, (tx) => tx.store.userMessages.spread(portion()))
    return true
  } catch (error) {
    ctx.log.error('spreading-failed', { error: String((error as Error).stack) })
    return false
  }
}
