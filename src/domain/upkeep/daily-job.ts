// Runs the daily upkeep.

import { seconds } from '../../base/clock.ts'
import { reviewFullMembers } from '../groups/system-groups.ts'
import type { App, Context } from '../kernel/context.ts'
import { reviewTraffic } from './channel-traffic.ts'
import { removeStrayFiles, removeStrayPictures, removeUnlinkedFiles } from './unused-files.ts'

const DAY = 86_400
/** How often to look whether a day has passed, so that a suspended machine soon catches up. */
const LOOK_EVERY_MS = 600_000
/** Delay after the start, so that clients that wait for the server come first. */
const FIRST_LOOK_MS = 60_000

type Task = (ctx: App, isStopping: () => boolean) => Promise<unknown>

/** The daily tasks. Each lets requests run in between and may be cut short by a stop. */
const TASKS: Record<string, Task> = {
  'full members': reviewFullMembers,
  'channel traffic': reviewTraffic,
  'unlinked files': removeUnlinkedFiles,
  'stray files': removeStrayFiles,
  'stray pictures': removeStrayPictures,
}

/**
 * Runs the daily upkeep, soon after the start if a day was missed.
 * @returns a function that stops it and resolves when no task is running
 */
export function startDailyJob(ctx: App): () => Promise<void> {
  let running: Promise<void> = Promise.resolve()
  let isStopping = false
  const look = async () => {
    if (isStopping) return
    if (isDue(ctx)) {
      running = runTasks(ctx, () => isStopping)
      await running
    }
    if (!isStopping) ctx.timers.after(LOOK_EVERY_MS, look)
  }
  ctx.timers.after(FIRST_LOOK_MS, look)
  return () => {
    isStopping = true
    return running
  }
}

function isDue(ctx: Context): boolean {
  const last = ctx.store.organization.dailyJobAt()
  // After a wrong clock was put back by years, the job must not wait for years.
  return last !== undefined && Math.abs(seconds(ctx.clock) - last) >= DAY
}

async function runTasks(ctx: App, isStopping: () => boolean) {
  const startedAt = seconds(ctx.clock)
  for (const [name, task] of Object.entries(TASKS)) {
    try {
      if (!isStopping()) await task(ctx, isStopping)
    } catch (error) {
      // The other tasks still run; this one is tried again tomorrow.
      ctx.log.error('upkeep-failed', { task: name, error: String((error as Error).stack) })
    }
  }
  if (isStopping()) return
  await ctx.commit((tx) => tx.store.organization.setDailyJobAt(startedAt))
}
