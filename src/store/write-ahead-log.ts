// The write-ahead log, which long work merges into the database itself, little by little.

import type { Db } from './db.ts'

/**
 * Changed rows after which long work merges the log. SQLite does so every 4,000 pages, which is rare
 * enough for what people write. Work over much data changes pages all over the file: 4,000 of them held
 * everyone for 190 ms, until they were on the disk.
 */
const ROWS = 1000

/** Merges the log, where long work asks for it. */
export function writeAheadLog(db: Db) {
  const changes = db.prepare<[], number>('SELECT total_changes()').pluck()
  let merged = 0
  return {
    /** Merges if many rows have changed since the last time. Never inside a transaction. */
    mergeIfLong() {
      const changed = changes.get()!
      if (changed - merged < ROWS) return
      merged = changed
      // It waits for nobody: what a reader still needs stays in the log.
      db.pragma('wal_checkpoint(PASSIVE)')
    },
  }
}
