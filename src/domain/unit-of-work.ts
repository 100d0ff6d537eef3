import type { Log } from '../base/log.ts'
import { StorageError } from '../errors.ts'
import type { Delivery } from '../events/types.ts'
import type { Db, Statement } from '../store/db.ts'

/** Announces an event once the work it belongs to is on disk. */
export type Emit = (
  event: Delivery['event'],
  to: Delivery['to'],
  more?: Omit<Delivery, 'event' | 'to'>,
) => void

/** Hears what was announced. It must not take long: those who wait for answers wait for it. */
type Follower = (deliveries: readonly Delivery[]) => void

interface Job {
  work: (emit: Emit) => unknown
  resolve: (value: never) => void
  reject: (reason: unknown) => void
}

type Outcome =
  | { job: Job; failed: false; value: unknown }
  | { job: Job; failed: true; reason: unknown }

/** What a turn's jobs came to, and what there is to announce of them. */
interface Done {
  outcomes: Outcome[]
  deliveries: Delivery[]
}

/**
 * Writes to the database. Everything asked for in one turn of the event loop runs in one
 * transaction and shares one fsync; a piece that fails leaves the others unharmed. Events are
 * published after the commit and before anyone is answered.
 *
 * For each savepoint SQLite copies every page the work in it touches, a third of the time of a
 * send. So the pieces run without; only when one fails that has written already are all taken back
 * and run again, each in a savepoint of its own. A piece may thus run twice: it changes nothing but
 * the database.
 */
export class UnitOfWork {
  readonly #db: Db
  readonly #publish: (deliveries: readonly Delivery[]) => void
  readonly #log: Log
  readonly #begin: Statement
  readonly #commit: Statement
  readonly #rowsWritten: Statement
  #waiting: Job[] = []
  readonly #followers: Follower[] = []

  constructor(db: Db, publish: (deliveries: readonly Delivery[]) => void, log: Log) {
    this.#db = db
    this.#begin = db.prepare('BEGIN IMMEDIATE')
    this.#commit = db.prepare('COMMIT')
    this.#rowsWritten = db.prepare('SELECT total_changes()').pluck()
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

  /** Tells somebody of everything that is announced from now on: it is on disk by then. */
  follow(follower: Follower) {
    this.#followers.push(follower)
  }

  #flush() {
    const jobs = this.#waiting
    this.#waiting = []
    let done: Done
    try {
      done = this.#runTogether(jobs) ?? this.#runApart(jobs)
    } catch (error) {
      // The disk is full or gone: nothing of this turn happened.
      if (this.#db.inTransaction) this.#db.exec('ROLLBACK')
      for (const job of jobs) job.reject(reasonOf(error))
      return
    }
    try {
      this.#publish(done.deliveries)
      for (const follow of this.#followers) follow(done.deliveries)
    } catch (error) {
      // What is on disk stays true even if telling about it fails.
      this.#log.error('publish-failed', { error: String((error as Error).stack) })
    }
    for (const outcome of done.outcomes) {
      if (outcome.failed) outcome.job.reject(outcome.reason)
      else outcome.job.resolve(outcome.value as never)
    }
  }

  /** @returns undefined, with nothing done, where a job failed that had written already */
  #runTogether(jobs: readonly Job[]): Done | undefined {
    const done: Done = { outcomes: [], deliveries: [] }
    this.#begin.run()
    for (const job of jobs) {
      const written = this.#rowsWritten.get()
      const outcome = this.#run(job, done.deliveries)
      if (outcome.failed && this.#rowsWritten.get() !== written) {
        this.#db.exec('ROLLBACK')
        return undefined
      }
      done.outcomes.push(outcome)
    }
    this.#commit.run()
    return done
  }

  #runApart(jobs: readonly Job[]): Done {
    const done: Done = { outcomes: [], deliveries: [] }
    this.#begin.run()
    for (const job of jobs) {
      this.#db.exec('SAVEPOINT job')
      const outcome = this.#run(job, done.deliveries)
      if (outcome.failed) this.#db.exec('ROLLBACK TO job')
      this.#db.exec('RELEASE job')
      done.outcomes.push(outcome)
    }
    this.#commit.run()
    return done
  }

  #run(job: Job, deliveries: Delivery[]): Outcome {
    const before = deliveries.length
    try {
      const value = job.work((event, to, more) => void deliveries.push({ event, to, ...more }))
      return { job, failed: false, value }
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
