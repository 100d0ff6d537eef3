// The program of the thread that merges the write-ahead log into the database: copying thousands of
// pages and waiting for the disk took 40 ms of the event loop.

import { workerData } from 'node:worker_threads'
import Database from 'better-sqlite3'
import { loadLibrary } from '../base/load-library.ts'
import { lowerThreadPriority } from '../base/lower-priority.ts'
import { serveTasks } from '../base/serve-tasks.ts'

/** What the thread is told when it starts. */
export interface MergerData {
  /** Path of the database. */
  file: string
  /** Path of SQLite's library, which this process has loaded; undefined from source. */
  library: string | undefined
}

const { file, library } = workerData as MergerData

// The same library as the server's: two copies in one process would undo each other's file locks.
const nativeBinding = library === undefined ? undefined : loadLibrary(library)
const db = new Database(file, { fileMustExist: true, nativeBinding: nativeBinding as never })
db.pragma('synchronous = FULL')
// It reads no page of the database, only of the log.
db.pragma('cache_size = -64')
const merge = db.prepare('PRAGMA wal_checkpoint(PASSIVE)')

lowerThreadPriority()
serveTasks({ merge: () => void merge.get() })
