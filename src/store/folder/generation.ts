// The mark in a database by which a start recognises the event queues that the stop before it left.
//
// Size and time of the file would not do: while another program reads the write-ahead log, as one
// that copies the database does, the log stays beside the database and the file says nothing.

import { randomToken } from '../../base/tokens.ts'
import type { Db } from '../db.ts'

/**
 * Marks the database as stopped. Nothing may be written after it.
 * @returns the mark, for the queues to name
 */
export function markStopped(db: Db): string {
  const generation = randomToken(16)
  db.prepare('REPLACE INTO stopped_generation (id, generation) VALUES (1, ?)').run(generation)
  return generation
}

/**
 * Reads the mark and removes it: what a crash leaves has none, so that older queues do not fit.
 * @returns undefined for a database that was not stopped, or had no queues to leave
 */
export const takeStopped = (db: Db): string | undefined =>
  db.prepare<[], string>('DELETE FROM stopped_generation RETURNING generation').pluck().get()
