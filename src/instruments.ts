// Puts together what the server says about itself: the probes behind /health and the numbers behind
// /metrics.

import { statSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Health } from './base/health.ts'
import { waitingRequests } from './base/shares.ts'
import type { Config } from './config.ts'
import type { Context } from './domain/kernel/context.ts'
import { EventLoopWatch } from './metrics/event-loop.ts'
import { Exposition, type Gauge } from './metrics/exposition.ts'
import type { Instruments } from './metrics/instruments.ts'
import type { Domain } from './open-domain.ts'
import { DATABASE } from './store/folder/data-folder.ts'

/** Below this, the next uploads and the database's log may not find room. */
const LEAST_FREE_BYTES = 64 * 1024 * 1024

/** Requests wait this long for a single one: something is wrong with the machine or the server. */
const LATE_MS = 1000

/** Another program may hold the lock for a moment; longer than this is a problem. */
const LOCK_LOOKS = 5
const LOCK_LOOK_MS = 100

/** The instruments of a server on an open data folder. */
export function instrumentsOf(domain: Domain, { data }: Config): Instruments {
  const { ctx, metrics } = domain
  const health = new Health(() => ctx.clock.elapsed())
  health.watch('disk', () => findFullDisk(data))
  health.watch('database', () => findLock(domain))
  const eventLoop = new EventLoopWatch()
  health.watch('event_loop', () => {
    const ms = Math.round(eventLoop.longestHold())
    return ms < LATE_MS
      ? undefined
      : `Requests waited for ${ms} milliseconds within the last seconds: the machine is overloaded, or one request takes too long.`
  })
  health.watch('backups', () => {
    const failure = ctx.server.backups?.().failure
    return failure
      ? `The backup of ${new Date(failure.at * 1000).toISOString()} failed: ${failure.reason}`
      : undefined
  })
  return { metrics, health, exposition: new Exposition(metrics, gaugesOf(ctx, data)) }
}

async function findFullDisk(folder: string): Promise<string | undefined> {
  const { bavail, bsize } = await statfs(folder)
  const free = bavail * bsize
  return free >= LEAST_FREE_BYTES
    ? undefined
    : `The disk of the data folder has ${Math.floor(free / 1e6)} MB left.`
}

async function findLock({ isLocked }: Domain): Promise<string | undefined> {
  for (let look = 0; look < LOCK_LOOKS; look++) {
    if (!isLocked()) return undefined
    await wait(LOCK_LOOK_MS)
  }
  return 'Another program keeps the database locked, so that nothing can be saved.'
}

function gaugesOf(ctx: Context, data: string): Gauge[] {
  const sizeOf = (name: string) => statSync(join(data, name), { throwIfNoEntry: false })?.size ?? 0
  const newestBackup = () => ctx.server.backups?.().newest?.taken_at
  const hasFailed = () => ctx.server.backups && (ctx.server.backups().failure ? 1 : 0)
  return [
    { name: 'event_queues', help: 'Event queues of clients.', read: () => ctx.hub.counts().queues },
    {
      name: 'held_polls',
      help: 'Requests that wait for an event.',
      read: () => ctx.hub.counts().heldPolls,
    },
    {
      name: 'waiting_requests',
      help: 'Requests that wait for their turn on the event loop.',
      read: waitingRequests,
    },
    {
      name: 'event_queue_characters',
      help: 'Characters of events that clients have not acknowledged.',
      read: () => ctx.hub.counts().characters,
    },
    { name: 'database_bytes', help: 'Size of hearth.db.', read: () => sizeOf(DATABASE) },
    {
      name: 'database_wal_bytes',
      help: 'Size of the write-ahead log of the database.',
      read: () => sizeOf(`${DATABASE}-wal`),
    },
    {
      name: 'messages_total',
      type: 'counter',
      help: 'ID of the newest message, which counts all that were ever sent.',
      read: () => ctx.store.messages.newestId(),
    },
    {
      name: 'backup_newest_timestamp_seconds',
      help: 'When the newest scheduled backup was made.',
      read: newestBackup,
    },
    {
      name: 'backup_failed',
      help: '1 if the last scheduled backup failed, else 0.',
      read: hasFailed,
    },
  ]
}
