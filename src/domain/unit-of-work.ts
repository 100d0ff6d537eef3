import type { Log } from '../base/log.ts'
import { StorageError } from '../errors.ts'
import type { Delivery } from '../events/types.ts'
import type { Db } from '../store/db.ts'

/** Announces an event once the work it belongs to is on disk. */
export type Emit = (
  event: Delivery['event'],
  to: Delivery['to'],
  more?: Omit<Delivery, 'event' | 'to'>,
) => void

interface Job {
  work: (emit: Emit) => unknown
  resolve: (value: never) => void
  reject: (reason: unknown) => void
}

type Outcome =
  | { job: Job; failed: false; value: unknown }
  | { job: Job; failed: true; reason: unknown }

/**
 * Writes to the database. Everything asked for in one turn of the event loop runs in one
 * transaction and shares one fsync; each piece has its own savepoint, so one that fails leaves the
 * others unharmed. Events are published after the commit and before anyone is answered.
 */
export class UnitOfWork {
  readonly #db: Db
  readonly #publish: (deliveries: readonly Delivery[]) => void
  readonly #log: Log
  #waiting: Job[] = []

  constructor(db: Db, publish: (deliveries: readonly Delivery[]) => void, log: Log) {
    this.#db = db
    this.#publish = publish
    this.#log = log
  }

  /** Resolves when the work is on disk. `work` must not await: it runs inside the transaction. */
  commit<T>(work: (emit: Emit) => T): Promise<T> {
    return new Promise((resolve, reject) => {
      if (this.#waiting.push({ work, resolve, reject }) === 1) setImmediate(() => this.#flush())
    })
  }

  /**
   * Inside a commit: does the work and takes it back, for what it answers or refuses. Nothing of
   * it is announced.
   */
  rehearse<T>(work: (emit: Emit) => T): T {
    this.#db.exec('SAVEPOINT rehearsal')
    try {
      return work(() => {})
    } finally {
      if (this.#db.inTransaction) {
        this.#db.exec('ROLLBACK TO rehearsal')
        this.#db.exec('RELEASE rehearsal')
      }
    }
  }

  #flush() {
    const jobs = this.#waiting
    this.#waiting = []
    const deliveries: Delivery[] = []
    let outcomes: Outcome[]
    try {
      this.#db.exec('BEGIN IMMEDIATE')
      outcomes = jobs.map((job) => this.#run(job, deliveries))
      this.#db.exec('COMMIT')
    } catch (error) {
      // The disk is full or gone: nothing of this turn happened.
      if (this.#db.inTransaction) this.#db.exec('ROLLBACK')
      for (const job of jobs) job.reject(reasonOf(error))
      return
    }
    try {
      this.#publish(deliveries)
    } catch (error) {
      // What is on disk stays true even if telling about it fails.
      this.#log.error('publish-failed', { error: String((error as Error).stack) })
    }
    for (const outcome of outcomes) {
      if (outcome.failed) outcome.job.reject(outcome.reason)
      else outcome.job.resolve(outcome.value as never)
    }
  }

  #run(job: Job, deliveries: Delivery[]): Outcome {
    const before = deliveries.length
    this.#db.exec('SAVEPOINT job')
    try {
      const value = job.work((event, to, more) => void deliveries.push({ event, to, ...more }))
      this.#db.exec('RELEASE job')
      return { job, failed: false, value }
    } catch (reason) {
      // Some errors (a full disk) have ended the whole transaction already.
      if (!this.#db.inTransaction) throw reason
      this.#db.exec('ROLLBACK TO job')
      this.#db.exec('RELEASE job')
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
