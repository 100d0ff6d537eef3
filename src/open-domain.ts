// Opens a data folder and builds what the domain works with: for a server, and for commands that do
// without one.

import { join } from 'node:path'
import { readAsset } from './base/assets.ts'
import { Bell } from './base/bell.ts'
import type { Clock } from './base/clock.ts'
import { FileStore } from './base/files.ts'
import { BackgroundJobs } from './base/jobs.ts'
import type { Log } from './base/log.ts'
import { memberOf } from './base/networks.ts'
import { TimerWheel } from './base/timers.ts'
import { KeyRing, randomToken } from './base/tokens.ts'
import { version } from './base/version.ts'
import { WorkerLine } from './base/worker-line.ts'
import type { Config } from './config.ts'
import type { App, Context } from './domain/kernel/context.ts'
import { withCommits } from './domain/kernel/transaction.ts'
import { UnitOfWork } from './domain/kernel/unit-of-work.ts'
import { MessageJsonCache } from './domain/messages/message-cache.ts'
import { findOrganization } from './domain/organization/organization.ts'
import { ExternalPictures } from './domain/pictures/external-pictures.ts'
import { resumeQueues, saveQueues } from './domain/snapshot/saved-queues.ts'
import { Hub } from './events/delivery/hub.ts'
import { ImageCodec } from './images/codec.ts'
import { Metrics } from './metrics/metrics.ts'
import { callableAddresses } from './outgoing-http/addresses.ts'
import { Caller } from './outgoing-http/caller.ts'
import { systemResolve } from './outgoing-http/names.ts'
import { PushCaller } from './outgoing-http/push-caller.ts'
import { serverInfoOf } from './server-info.ts'
import { type Db, isLockedByOthers, openDatabase } from './store/db.ts'
import { asStartError, type DataFolder, openDataFolder } from './store/folder/data-folder.ts'
import { markStopped, takeStopped } from './store/folder/generation.ts'
import { openStore } from './store/index.ts'
import { LogSync } from './store/log-sync.ts'
import type { MergerData } from './store/merger.ts'
import { migrate } from './store/migrate.ts'
import { mergerOf } from './store/start-merger.ts'
import type { TextMerger } from './store/text-turns.ts'
import { searchText } from './text/search/search-text.ts'
import { startWorker } from './workers/start-worker.ts'
import { WorkerTypesetter } from './workers/typesetter.ts'

/** An open data folder. */
export interface Domain {
  ctx: App
  metrics: Metrics
  /** Whether another program keeps the database from being written. */
  isLocked(): boolean
  close(): Promise<void>
}

/**
 * Makes a caller for one purpose, so that link previews and webhooks do not wait for each other.
 * @param mayCall by default public addresses, and what the operator allows
 */
export function callerFor(
  clock: Clock,
  config: Config,
  purpose: string,
  mayCall = callableAddresses(config.outgoingAllow),
): Caller {
  return new Caller({
    clock,
    userAgent: `Hearth/${version()} (${purpose})`,
    resolve: systemResolve,
    mayCall,
    concurrency: 8,
    maxWaiting: 500,
  })
}

/** Pushes go over plain http only where the operator allows it. */
function pushCallerFor(clock: Clock, config: Config): PushCaller {
  const { outgoingAllow } = config
  const plain =
    outgoingAllow.length > 0 ? callerFor(clock, config, 'push', memberOf(outgoingAllow)) : undefined
  return new PushCaller(callerFor(clock, config, 'push'), plain)
}

/**
 * @param unsynced commits do not wait for the disk, and a crash can damage the database, until it is
 * closed: for data that can be made again
 * @throws StartError with one line that says what is wrong
 */
export function openDomain(
  config: Config,
  clock: Clock,
  log: Log,
  { unsynced = false } = {},
): Domain {
  const folder = openDataFolder(config.data, config)
  let db: Db | undefined
  try {
    return asStartError(folder.database, () => {
      const opened = openDatabase(folder.database)
      db = opened
      if (unsynced) opened.pragma('synchronous = OFF')
      migrate(opened, readAsset('schema.sql'), folder.database)
      opened.preparesLate = true
      const metrics = new Metrics()
      // What need not be on the disk need not be brought there by a thread.
      const mergers = unsynced ? {} : mergersOf(folder.database, log)
      const keys = new KeyRing(folder.secret)
      // While COMMIT itself waits for the disk: after a crash the queues must not be there again.
      const stopped = takeStopped(opened)
      const logSync = unsynced ? undefined : new LogSync(opened, folder.database)
      const ctx = contextOf(config, { clock, log, metrics, mergers, logSync }, keys, opened)
      resumeQueues(ctx, folder, stopped)
      return {
        ctx,
        metrics,
        isLocked: () => !ctx.store.textTurns.isBeside && isLockedByOthers(opened),
        close: () => closeDomain(ctx, opened, folder, { mergers, logSync }),
      }
    })
  } catch (error) {
    db?.close()
    folder.release()
    throw error
  }
}

interface Surroundings {
  clock: Clock
  log: Log
  metrics: Metrics
  mergers: Mergers
  logSync: LogSync | undefined
}

/** Threads that merge parts of the database; none from where they cannot run. */
type Mergers = { readonly [What in MergerData['merges']]?: WorkerLine | undefined }

/** For a checkpoint of a log that grew while the disk was slow. */
const MERGE_DEADLINE_MS = 60_000

/** One piece at a time; a thread takes 15 MB, and 30 ms to start, so it ends soon. */
const MERGER_LIMITS = { mostOfOwner: 2, most: 2, idleMs: 10_000 }

function mergersOf(file: string, log: Log): Mergers {
  const lineOf = (merges: MergerData['merges']) => {
    const start = mergerOf(file, merges)
    return start && new WorkerLine(start, log, MERGER_LIMITS)
  }
  return { log: lineOf('log'), text: lineOf('text') }
}

const ask = <Output>(line: WorkerLine, task: string, input?: unknown) =>
  line.run<Output>('server', task, input, MERGE_DEADLINE_MS)

const logMergeOf = (line: WorkerLine) => () => ask(line, 'merge')

const textMergerOf = (line: WorkerLine): TextMerger => ({
  start: () => ask(line, 'start'),
  merge: (ms) => ask(line, 'merge', ms),
})

function contextOf(config: Config, surroundings: Surroundings, keys: KeyRing, db: Db): App {
  const { clock, log, metrics, mergers, logSync } = surroundings
  const store = openStore(db, {
    textOf: searchText,
    mergeBeside: mergers.log && logMergeOf(mergers.log),
    textMerger: mergers.text && textMergerOf(mergers.text),
  })
  const timers = new TimerWheel(clock)
  const hub = new Hub(timers)
  const work = new UnitOfWork(db, {
    publish: (deliveries) => hub.publish(deliveries),
    log,
    meter: metrics,
    pause: () => store.writeAheadLog.pause() ?? store.textTurns.pause(),
    pausePortions: store.writeAheadLog.pausePortions,
    beforeCommit(tookMs) {
      store.userMessages.keepUp()
      store.messages.keepIndexes(tookMs)
    },
    isFull: () => store.messages.hasMuchToIndex(),
    acknowledge: ACKNOWLEDGE[config.ack](logSync),
  })
  work.onCommitted(store.writeAheadLog.noticeCommit)
  work.onCommitted(store.textTurns.noticeCommit)
  const workers = new WorkerLine(startWorker, log)
  const ctx = withCommits(
    {
      server: serverInfoOf(config, clock),
      store,
      hub,
      published: () => work.published(),
      clock,
      timers,
      keys,
      fileStore: new FileStore(join(config.data, 'uploads')),
      exportStore: new FileStore(join(config.data, 'exports')),
      backgroundJobs: new BackgroundJobs(),
      outboxBell: new Bell(),
      images: new ImageCodec(log),
      externalPictures: externalPictures(config, clock, log),
      callServer: callerFor(clock, config, 'video calls'),
      pushCaller: pushCallerFor(clock, config),
      log,
      messageCache: new MessageJsonCache(),
      workers,
      typesetter: new WorkerTypesetter(workers),
    },
    work,
  )
  if (!findOrganization(ctx)) ctx.server.setupToken = randomToken(32)
  return ctx
}

/** What answers wait for, by the option `--ack`. */
const ACKNOWLEDGE = { local: (disk: LogSync | undefined) => disk?.wait }

/** Pictures of other sites have a folder of their own: it is a cache, which no backup needs. */
function externalPictures(config: Config, clock: Clock, log: Log) {
  const caller = callerFor(clock, config, 'pictures')
  return new ExternalPictures({ clock, log }, caller, join(config.data, 'external-pictures'))
}

async function closeDomain(
  ctx: Context,
  db: Db,
  folder: DataFolder,
  { mergers, logSync }: Pick<Surroundings, 'mergers' | 'logSync'>,
) {
  ctx.hub.stop()
  ctx.timers.stop()
  // The threads that merge close the database before another program may open it.
  await Promise.all([ctx.workers.stop(), mergers.log?.stop(), mergers.text?.stop()])
  // Queues are saved with all events.
  await ctx.published()
  // Unless it was so already: the checkpoint below then brings all of it to the disk.
  db.pragma('synchronous = FULL')
  saveQueues(ctx, folder, () => markStopped(db))
  try {
    // Merges what it can of the write-ahead log into hearth.db. It waits for nobody: a program that
    // copies the database reads the log for as long as it runs.
    db.pragma('wal_checkpoint(PASSIVE)')
  } catch (error) {
    // On a full disk this fails without harm: the next start reads both files.
    ctx.log.error('checkpoint-failed', { error: String((error as Error).stack) })
  }
  logSync?.close()
  db.close()
  folder.release()
}
