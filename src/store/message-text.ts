// The full-text index of messages: what is added to it and taken from it, and how its parts are merged.
//
// FTS5 writes the words of each transaction as a segment of its own, and a search looks into all segments.
// By itself it merges them as soon as 64 pages were written: 64 pages of each level in one piece, in the
// middle of a COMMIT. With a million messages that took 30 ms of one commit in a hundred, and 70 while a
// long topic was deleted. The schema switches that off, and each transaction merges some of what it owes.

import type { Db } from './db.ts'

/** Pages that are merged in one piece, about a millisecond; the list of a common word is never cut. */
const PIECE = 16

/** Milliseconds after which a transaction leaves the rest of what it owes to the next ones. */
const LONGEST_MS = 8

/** What a change and each of its characters owe: pages they take in all levels, rather too many. */
const OWED_BY_CHANGE = 1 / 4
const OWED_BY_CHARACTER = 1 / 800

/** What FTS5 has changed when there was nothing to merge: the number of its command. */
const NOTHING = 1

/** Statements on the text index of messages. */
export function messageText(db: Db) {
  const insert = db.prepare<[id: number, body: string]>(
    'INSERT INTO message_text (rowid, body) VALUES (?, ?)',
  )
  const remove = db.prepare<[id: number]>('DELETE FROM message_text WHERE rowid = ?')
  const mergePiece = db.prepare<[pages: number]>(
    `INSERT INTO message_text (message_text, rank) VALUES ('merge', ?)`,
  )
  const changes = db.prepare<[], number>('SELECT total_changes()').pluck()
  /** Pages that are to be merged. What a rollback takes back stays owed, which harms nobody. */
  let owed = 0

  /** Merges one piece, after what was added is written. @returns whether there was anything to do */
  function mergedPiece(): boolean {
    const before = changes.get()!
    mergePiece.run(PIECE)
    return changes.get()! - before > NOTHING
  }

  return {
    /** @param body the text people search, without markup */
    add(id: number, body: string) {
      insert.run(id, body)
      owed += OWED_BY_CHANGE + body.length * OWED_BY_CHARACTER
    },
    remove(id: number) {
      remove.run(id)
      owed += OWED_BY_CHANGE
    },
    /**
     * Merges what is owed. To be called last in a transaction, because it writes what was added as a
     * segment.
     */
    merge(longestMs = LONGEST_MS) {
      if (owed < PIECE) return
      const end = performance.now() + longestMs
      do {
        owed = mergedPiece() ? owed - PIECE : 0
      } while (owed >= PIECE && performance.now() < end)
    },
  }
}
