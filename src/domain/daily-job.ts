import { seconds } from '../base/clock.ts'
import { reviewTraffic } from './channel-traffic.ts'
import type { Context } from './context.ts'
import { reviewFullMembers } from './system-groups.ts'
import { removeStrayFiles, removeStrayPictures, removeUnlinkedFiles } from './unused-files.ts'

const DAY = 86_400
/** How often to look whether a day has passed: a server that slept through it soon catches up. */
const LOOK_EVERY_MS = 600_000
/** Those who wait for the server to start come first. */
const FIRST_LOOK_MS = 60_000

type Task = (ctx: Context, isStopping: () => boolean) => Promise<unknown>

/** What is looked after once a day. A task lets others be served in between and may be cut short. */
const TASKS: Record<string, Task> = {
  'full members': reviewFullMembers,
  'channel traffic': reviewTraffic,
  'unlinked files': removeUnlinkedFiles,
  'stray files': removeStrayFiles,
  'stray pictures': removeStrayPictures,
}

/**
 * Runs the daily upkeep, and soon after the start where a day was missed.
 * @returns ends it; resolves when nothing of it is running any more
 */
export function startDailyJob(ctx: Context): () => Promise<void> {
  let running: Promise<void> = Promise.resolve()
  let isStopping = false
  const look = async () => {
    if (isStopping) return
    if (isDue(ctx)) {
      running = runTasks(ctx, () => isStopping)
      await running
    }
    if (!isStopping) ctx.hub.wheel.after(LOOK_EVERY_MS, look)
  }
  ctx.hub.wheel.after(FIRST_LOOK_MS, look)
  return () => {
    isStopping = true
    return running
  }
}

function isDue(ctx: Context): boolean {
  const last = ctx.store.organization.dailyJobAt()
  // A clock that was years ahead and has been put back must not keep it from running for years.
  return last !== undefined && Math.abs(seconds(ctx.clock) - last) >= DAY
}

async function runTasks(ctx: Context, isStopping: () => boolean) {
  const startedAt = seconds(ctx.clock)
  for (const [name, task] of Object.entries(TASKS)) {
    try {
      if (!isStopping()) await task(ctx, isStopping)
    } catch (error) {
      // The others still have their turn; this one has another tomorrow.
      ctx.log.error('upkeep-failed', { task: name, error: String((error as Error).stack) })
    }
  }
  if (isStopping()) return
  await ctx.commit(() => ctx.store.organization.setDailyJobAt(startedAt))
}
