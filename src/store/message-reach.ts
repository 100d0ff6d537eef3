// How far something reaches that follows the messages: rows that can be derived from them, which are
// written for some hundreds of messages at once, and first of all by what reads them. The reach is on disk,
// in a table of one row, and is written together with the rows.

import { afterWriting } from './after-writing.ts'
import { onRollback } from './changes.ts'
import type { Db } from './db.ts'

export class MessageReach {
  readonly #db: Db
  readonly #write: (after: number, upTo: number) => void
  readonly #readReach
  readonly #setReach
  readonly #readNewest
  #reach = 0
  #newest = 0

  /**
   * @param table of the reach
   * @param write writes the rows of the messages above one ID and up to another
   */
  constructor(db: Db, table: string, write: (after: number, upTo: number) => void) {
    this.#db = db
    this.#write = write
    this.#readReach = db.prepare<[], number>(`SELECT message_id FROM ${table}`).pluck()
    this.#setReach = db.prepare<[message: number]>(`UPDATE ${table} SET message_id = ?`)
    this.#readNewest = db.prepare<[], number>('SELECT coalesce(max(id), 0) FROM message').pluck()
    this.#read()
    onRollback(db, () => this.#read())
  }

  /** Messages up to this ID have their rows. */
  get reach(): number {
    return this.#reach
  }

  /** The newest message, or one that was deleted since. */
  get newest(): number {
    return this.#newest
  }

  /** How many messages lack their rows, those included that were deleted since. */
  get missing(): number {
    return Math.max(0, this.#newest - this.#reach)
  }

  /** A new message, whose rows are to follow. In a transaction. */
  add(messageId: number) {
    this.#newest = messageId
  }

  /** Writes all missing rows. In a transaction. */
  complete() {
    // Another connection may have written some.
    this.#reach = this.#readReach.get()!
    if (this.#isWhole) return
    this.#write(this.#reach, this.#newest)
    this.#setReach.run(this.#newest)
    this.#reach = this.#newest
  }

  /** Does work that needs all rows. */
  whole<T>(work: () => T): T {
    return this.#isWhole ? work() : afterWriting(this.#db, () => this.complete(), work)
  }

  get #isWhole() {
    return this.#newest <= this.#reach
  }

  #read() {
    this.#reach = this.#readReach.get()!
    this.#newest = this.#readNewest.get()!
  }
}
