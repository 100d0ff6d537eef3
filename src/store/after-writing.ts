// Reads that have to write first, for what is written behind the transaction that it belongs to.

import { noticeBegin, noticeRollback } from './changes.ts'
import type { Db } from './db.ts'

/**
 * Writes, then does the work that needs it. It does not wait for the disk: what is written can be
 * derived again from what is on it.
 */
export function afterWriting<T>(db: Db, write: () => void, work: () => T): T {
  if (db.inTransaction) {
    write()
    return work()
  }
  try {
    writeBehind(db, write)
  } catch {
    return inPassing(db, write, work)
  }
  return work()
}

/** Writes what can be derived again, in a transaction that does not wait for the disk. */
export function writeBehind(db: Db, write: () => void): void {
  const before = db.pragma('synchronous', { simple: true })
  db.pragma('synchronous = NORMAL')
  try {
    db.transaction(write).immediate()
  } catch (error) {
    noticeRollback(db)
    throw error
  } finally {
    db.pragma(`synchronous = ${before}`)
  }
}

/** Reads what cannot be written to a full disk: it is in memory for as long as that takes. */
function inPassing<T>(db: Db, write: () => void, read: () => T): T {
  db.exec('BEGIN IMMEDIATE')
  noticeBegin(db)
  try {
    write()
    return read()
  } finally {
    if (db.inTransaction) db.exec('ROLLBACK')
    noticeRollback(db)
  }
}
