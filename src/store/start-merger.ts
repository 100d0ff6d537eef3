// Starts a thread that merges the write-ahead log of a database, or segments of its text index.

import type { Worker } from 'node:worker_threads'
import { libraryFile } from '../base/assets.ts'
import { isExecutable } from '../base/executable.ts'
import { startThread } from '../base/start-thread.ts'
import type { MergerData } from './merger.ts'

const LIMITS = { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 1 }

/** Names what starts the thread; undefined where it could not load the library that the server has loaded. */
export function mergerOf(file: string, merges: MergerData['merges']): (() => Worker) | undefined {
  const library = libraryFile('better_sqlite3')
  if (isExecutable && library === undefined) return undefined
  const workerData: MergerData = { file, library, merges }
  const source = () => new URL('./merger.ts', import.meta.url)
  return () => startThread('merger', source, { workerData, resourceLimits: LIMITS })
}
