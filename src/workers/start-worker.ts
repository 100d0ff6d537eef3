// Starts the thread for text of strangers.

import type { Worker } from 'node:worker_threads'
import { startThread } from '../base/start-thread.ts'

const LIMITS = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 8 }

/** Starts the thread. */
export const startWorker = (): Worker =>
  startThread('worker', () => new URL('./worker.ts', import.meta.url), { resourceLimits: LIMITS })
