// Waits until the disk has the write-ahead log, beside the event loop. SQLite would wait inside of COMMIT and
// hold everyone meanwhile: memory cards take 15 to 100 ms.

import { closeSync, fdatasync, openSync } from 'node:fs'
import type { Db } from './db.ts'

/** The disk of one connection's commits, which do not wait for it themselves any more. */
export class LogSync {
  readonly #log: number

  /** @param path of the database, whose log exists */
  constructor(db: Db, path: string) {
    // SQLite still waits when it begins the log anew and when it merges it, which keeps the database whole.
    db.pragma('synchronous = NORMAL')
    this.#log = openSync(`${path}-wal`, 'r+')
  }

  /**
   * Resolves when all that was committed before is on the disk. If the disk fails, this ends the process:
   * what was to be written may be lost, while the database in memory and a second try say it is there.
   * The next start reads what the disk has.
   */
  readonly wait = (): Promise<void> =>
    new Promise((resolve) =>
      fdatasync(this.#log, (cause) => {
        if (cause) throw new Error('The disk failed while data was written to it.', { cause })
        resolve()
      }),
    )

  close(): void {
    closeSync(this.#log)
  }
}
