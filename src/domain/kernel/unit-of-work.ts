// Transactions: work that arrives together shares one commit, and events follow it.

import { setImmediate } from 'node:timers/promises'
import type { Log } from '../../base/log.ts'
import { onceATurn } from '../../base/once-a-turn.ts'
import { presentShare, type Share, Together, takeAll } from '../../base/shares.ts'
import { StorageError } from '../../errors.ts'
import type { Delivery } from '../../events/types/types.ts'
import { noticeBegin, noticeRollback } from '../../store/changes.ts'
import type { Db, Statement } from '../../store/db.ts'
import type {
  Acknowledge,
  AfterCommit,
  CommitListener,
  CommitMeter,
  CommitParts,
  CommitScope,
} from './commit-types.ts'
import { Gathering } from './gathering.ts'

interface Job {
  share: Share
  isPortion: boolean
  work: (scope: CommitScope) => unknown
  resolve: (value: never) => void
  reject: (reason: unknown) => void
}

type Outcome =
  | { job: Job; failed: false; value: unknown; after: readonly AfterCommit[] }
  | { job: Job; failed: true; reason: unknown }

/** The outcomes of one turn's jobs, and the events to publish. */
interface Done {
  group: Together<Job>
  outcomes: Outcome[]
  deliveries: Delivery[]
}

/** After a transaction that took longer its events are published in the next turn: a thousand queues take 10 ms. */
const LONG_MS = 8

/**
 * Writes to the database. All work that is queued in one turn of the event loop runs in one
 * transaction and shares one fsync, unless its owners used more than their share of the loop; a job
 * that fails leaves the others unharmed. Events are published after the commit and before requests
 * are answered.
 *
 * For each savepoint SQLite copies every page touched in it, a third of the time of a send. So jobs
 * run without savepoints; only if one fails after it has written, all are rolled back and run again,
 * each in a savepoint of its own. A job may thus run twice: it must change nothing but the database.
 */
export class UnitOfWork {
  readonly #db: Db
  readonly #publish: (deliveries: readonly Delivery[]) => void
  readonly #log: Log
  readonly #meter: CommitMeter | undefined
  readonly #acknowledge: Acknowledge | undefined
  readonly #pause: CommitParts['pause']
  readonly #pausePortions: CommitParts['pausePortions']
  readonly #isFull: CommitParts['isFull']
  /**
   * Until what was committed is safe and published. No transaction begins meanwhile: small ones would
   * write more pages in all, and what comes gathers for the next one.
   */
  #unpublished: Promise<void> | undefined
  readonly #begin: () => void
  readonly #commit: () => void
  readonly #rowsWritten: Statement
  readonly #waiting: Job[] = []
  #startedAt = 0
  readonly #gathering = new Gathering()
  readonly #listeners: CommitListener[] = []

  constructor(db: Db, parts: CommitParts) {
    const { publish, log, meter, beforeCommit, acknowledge } = parts
    this.#db = db
    const begin = db.prepare('BEGIN IMMEDIATE')
    const commit = db.prepare('COMMIT')
    this.#begin = () => {
      begin.run()
      noticeBegin(db)
    }
    this.#commit = () => {
      beforeCommit?.(this.#tookMs())
      commit.run()
    }
    this.#rowsWritten = db.prepare('SELECT total_changes()').pluck()
    this.#publish = publish
    this.#log = log
    this.#meter = meter
    this.#acknowledge = acknowledge
    this.#pause = parts.pause
    this.#pausePortions = parts.pausePortions
    this.#isFull = parts.isFull
  }

  /**
   * Resolves when the work is on disk. `work` must not await: it runs inside the transaction.
   * @param isPortion of work over much data: one of them is in each transaction
   */
  commit<T>(work: (scope: CommitScope) => T, isPortion = false): Promise<T> {
    return new Promise((resolve, reject) => {
      if (this.#waiting.length === 0) this.#gathering.begin()
      this.#waiting.push({ share: presentShare(), isPortion, work, resolve, reject })
      this.#flushLater()
    })
  }

  /**
   * Resolves when all that is committed is safe and published; undefined: it is. Until then the
   * database shows what no event has told.
   */
  published(): Promise<void> | undefined {
    return this.#unpublished
  }

  /** Inside a commit: does the work and rolls it back, for its result or its refusal. */
  dryRun<T>(work: () => T): T {
    this.#db.exec('SAVEPOINT dry_run')
    try {
      return work()
    } finally {
      if (this.#db.inTransaction) {
        this.#takeBack('ROLLBACK TO dry_run')
        this.#db.exec('RELEASE dry_run')
      }
    }
  }

  /** Calls the listener with the events of each commit from now on, once they are on disk. */
  onCommitted(listener: CommitListener) {
    this.#listeners.push(listener)
  }

  readonly #flushLater = onceATurn(() => this.#flush())

  #flush() {
    const wait = this.#unpublished ?? this.#pause?.()
    if (wait) return void wait.then(this.#flushLater)
    const portions = this.#waiting.filter(({ isPortion }) => isPortion).length
    const portionsWait = portions > 0 ? this.#pausePortions?.() : undefined
    void portionsWait?.then(this.#flushLater)
    const ready = this.#waiting.length - (portionsWait ? portions : 0)
    if (ready === 0) return
    if (this.#gathering.mayGrow(ready)) return this.#flushLater()
    this.#transact(new Together(this.#waiting, portionsWait ? 0 : 1))
  }

  #transact(group: Together<Job>) {
    const jobs: Job[] = []
    this.#startedAt = performance.now()
    let done: Done
    try {
      done = this.#runTogether(group, jobs) ?? group.split(() => this.#runApart(group, jobs))
    } catch (error) {
      // The disk is full or gone: nothing of this turn happened. SQLite may have taken it back itself.
      if (this.#db.inTransaction) this.#db.exec('ROLLBACK')
      noticeRollback(this.#db)
      if (this.#meter) this.#meter.failedCommits++
      for (const job of [...jobs, ...takeAll(this.#waiting)]) job.reject(reasonOf(error))
      return
    }
    this.#gathering.end(jobs.length)
    if (this.#waiting.length > 0) this.#flushLater()
    const finish = () => {
      this.#unpublished = undefined
      this.#meter?.countCommit(jobs.length, this.#tookMs())
      this.#finish(done)
    }
    const settled = this.#settle()
    if (settled) this.#unpublished = settled.then(finish)
    else finish()
  }

  /** What the present transaction took until now. The next one begins after this one has published. */
  #tookMs = () => performance.now() - this.#startedAt

  /** A promise if events and answers have to wait for something after the commit. */
  #settle(): Promise<void> | undefined {
    return this.#acknowledge?.() ?? (this.#tookMs() > LONG_MS ? setImmediate() : undefined)
  }

  #finish(done: Done) {
    const { deliveries } = done
    try {
      done.group.split(() => {
        this.#publish(deliveries)
        for (const listener of this.#listeners) listener(deliveries)
      })
    } catch (error) {
      // The data is on disk, so callers get a success even if an event could not be delivered.
      this.#log.error('publish-failed', { error: String((error as Error).stack) })
    }
    for (const outcome of done.outcomes) {
      if (outcome.failed) outcome.job.reject(outcome.reason)
      else if (outcome.after.length === 0) outcome.job.resolve(outcome.value as never)
      else {
        const { job, value } = outcome
        void this.#runAfter(outcome.after).then(() => job.resolve(value as never))
      }
    }
  }

  #takeBack(statement: `ROLLBACK${string}`) {
    this.#db.exec(statement)
    noticeRollback(this.#db)
  }

  async #runAfter(after: readonly AfterCommit[]) {
    for (const work of after) {
      try {
        await work()
      } catch (error) {
        this.#log.error('after-commit-failed', { error: String((error as Error).stack) })
      }
    }
  }

  /**
   * @param jobs receives what runs in this turn
   * @returns undefined, with everything rolled back, if a job failed that had written already
   */
  #runTogether(group: Together<Job>, jobs: Job[]): Done | undefined {
    const done: Done = { group, outcomes: [], deliveries: [] }
    this.#begin()
    for (const job of group.take(this.#isFull)) {
      jobs.push(job)
      const written = this.#rowsWritten.get()
      const outcome = this.#run(job, done.deliveries)
      if (outcome.failed && this.#rowsWritten.get() !== written) {
        this.#takeBack('ROLLBACK')
        return undefined
      }
      done.outcomes.push(outcome)
    }
    group.split(this.#commit)
    return done
  }

  #runApart(group: Together<Job>, jobs: readonly Job[]): Done {
    const done: Done = { group, outcomes: [], deliveries: [] }
    this.#begin()
    for (const job of jobs) {
      this.#db.exec('SAVEPOINT job')
      const outcome = this.#run(job, done.deliveries)
      if (outcome.failed) this.#takeBack('ROLLBACK TO job')
      this.#db.exec('RELEASE job')
      done.outcomes.push(outcome)
    }
    this.#commit()
    return done
  }

  #run(job: Job, deliveries: Delivery[]): Outcome {
    const before = deliveries.length
    try {
      const after: AfterCommit[] = []
      const value = job.work({
        emit: (event, to, more) => void deliveries.push({ event, to, ...more }),
        afterCommit: (work) => void after.push(work),
      })
      return { job, failed: false, value, after }
    } catch (reason) {
      // Some errors (a full disk) have ended the whole transaction already.
      if (!this.#db.inTransaction) throw reason
      deliveries.length = before
      return { job, failed: true, reason: reasonOf(reason) }
    }
  }
}

const DISK_PROBLEM = /^SQLITE_(FULL|IOERR|READONLY|CANTOPEN)/

const reasonOf = (error: unknown) =>
  DISK_PROBLEM.test((error as { code?: string } | undefined)?.code ?? '')
    ? new StorageError('The server could not save this; its disk may be full.', { cause: error })
    : error
