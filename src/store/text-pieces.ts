// Merges the segments of the messages' text index, piece by piece. The server does so at the end of its transactions
// and in turns of their own (message-text.ts), a thread where that takes long (merger.ts).

import type Database from 'better-sqlite3'

/** Pages that are merged in one piece, about a millisecond; the list of a common word is never cut. */
export const PIECE = 4

/** FTS5 counts its command as a change, even if there was nothing to merge. */
const COMMAND_ITSELF = 1

/**
 * A piece that wrote and deleted more pages merged the list of a common word, and lists of others follow: 3 ms
 * and more.
 */
const LONG_PIECE = 128

/** What was merged. */
export interface Merged {
  pieces: number
  /** Whether the last piece was long. */
  isLong: boolean
  /** Whether nothing is left to merge. */
  isDone: boolean
}

export class TextPieces {
  readonly #merge
  readonly #changes

  constructor(db: Database.Database) {
    this.#merge = db.prepare<[pages: number]>(
      `INSERT INTO message_text (message_text, rank) VALUES ('merge', ?)`,
    )
    this.#changes = db.prepare<[], number>('SELECT total_changes()').pluck()
  }

  /**
   * Merges for some milliseconds, at most so many pieces and none after a long one. In a transaction. It writes
   * first what was added as a segment.
   */
  merge(ms: number, most: number): Merged {
    const end = performance.now() + ms
    const merged: Merged = { pieces: 0, isLong: false, isDone: false }
    while (merged.pieces < most && !merged.isLong) {
      const rows = this.#mergeOne()
      merged.isDone = rows === 0
      merged.isLong = rows > LONG_PIECE
      if (merged.isDone) break
      merged.pieces++
      if (performance.now() >= end) break
    }
    return merged
  }

  /** Merges everything. In a transaction. */
  mergeAll() {
    while (this.#mergeOne() > 0);
  }

  /** @returns how many rows it changed, 0 if there was nothing to do */
  #mergeOne(): number {
    const before = this.#changes.get()!
    this.#merge.run(PIECE)
    return this.#changes.get()! - before - COMMAND_ITSELF
  }
}
