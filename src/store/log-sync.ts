// Waits until the disk has the write-ahead log, beside the event loop if the disk is slow. SQLite would wait inside
// of COMMIT and hold everyone meanwhile: memory cards take 15 to 100 ms.

import { closeSync, fdatasync, fdatasyncSync, openSync } from 'node:fs'
import type { Db } from './db.ts'

/**
 * A disk that takes less is waited for here. To ask a thread costs a tenth of a millisecond, and where many
 * send at once, what gathers meanwhile makes others wait longer.
 */
const FAST_MS = 5

/** What is left of the longest wait after each shorter one: after one of 100 ms, the next 14 are beside the loop. */
const FADING = 0.8

/** The disk of one connection's commits, which do not wait for it themselves any more. */
export class LogSync {
  readonly #log: number
  /** Milliseconds. Nobody knows at first how fast the disk is. */
  #longest = 100

  /** @param path of the database, whose log exists */
  constructor(db: Db, path: string) {
    // SQLite still waits when it begins the log anew and when it merges it, which keeps the database whole.
    db.pragma('synchronous = NORMAL')
    this.#log = openSync(`${path}-wal`, 'r+')
  }

  /**
   * Brings all that was committed before to the disk. If the disk fails, this ends the process: what was to
   * be written may be lost, while the database in memory and a second try say it is there. The next start
   * reads what the disk has.
   * @returns a promise that resolves when it is there; undefined: it is
   */
  readonly wait = (): Promise<void> | undefined => {
    const started = performance.now()
    if (this.#longest >= FAST_MS) return this.#waitBeside(started)
    try {
      fdatasyncSync(this.#log)
    } catch (error) {
      throw failureOf(error)
    }
    this.#noteWait(started)
    return undefined
  }

  close(): void {
    closeSync(this.#log)
  }

  #waitBeside(started: number): Promise<void> {
    return new Promise((resolve) =>
      fdatasync(this.#log, (error) => {
        if (error) throw failureOf(error)
        this.#noteWait(started)
        resolve()
      }),
    )
  }

  #noteWait(started: number) {
    this.#longest = Math.max(performance.now() - started, this.#longest * FADING)
  }
}

const failureOf = (cause: unknown) =>
  new Error('The disk failed while data was written to it.', { cause })
