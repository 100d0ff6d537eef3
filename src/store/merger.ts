// The program of a thread that merges the write-ahead log into the database, or segments of the text index: copying
// thousands of pages and waiting for the disk took 40 ms of the event loop, the list of a common word as long.

import { workerData } from 'node:worker_threads'
import Database from 'better-sqlite3'
import { loadLibrary } from '../base/load-library.ts'
import { lowerThreadPriority } from '../base/lower-priority.ts'
import { serveTasks } from '../base/serve-tasks.ts'
import { type Merged, TextPieces } from './text-pieces.ts'

/** What the thread is told when it starts. */
export interface MergerData {
  /** Path of the database. */
  file: string
  /** Path of SQLite's library, which this process has loaded; undefined from source. */
  library: string | undefined
  merges: 'log' | 'text'
}

const { file, library, merges } = workerData as MergerData

// The same library as the server's: two copies in one process would undo each other's file locks.
const nativeBinding = library === undefined ? undefined : loadLibrary(library)
const db = new Database(file, { fileMustExist: true, nativeBinding: nativeBinding as never })

function mergesLog() {
  db.pragma('synchronous = FULL')
  // It reads no page of the database, only of the log.
  db.pragma('cache_size = -64')
  const merge = db.prepare('PRAGMA wal_checkpoint(PASSIVE)')
  lowerThreadPriority()
  return () => void merge.get()
}

/** Nobody writes meanwhile, so its priority is the server's. */
function mergesText() {
  db.pragma('synchronous = NORMAL')
  db.pragma('cache_size = -2000')
  // The other thread merges the log.
  db.pragma('wal_autocheckpoint = 0')
  const pieces = new TextPieces(db)
  const merge = db.transaction((ms: number): Merged => pieces.merge(ms, Infinity))
  return (ms: number) => merge.immediate(ms)
}

serveTasks({ start() {}, merge: merges === 'log' ? mergesLog() : mergesText() })
