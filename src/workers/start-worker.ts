// Starts the thread, from the source or from what the executable carries.

import { Worker, type WorkerOptions } from 'node:worker_threads'
import { isExecutable, unpackCarried } from '../base/executable.ts'

const OPTIONS: WorkerOptions = {
  // Nothing the server was told, secrets for example, is the business of this thread.
  env: {},
  execArgv: [],
  stdout: true,
  stderr: true,
  resourceLimits: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 8 },
}

/** The name under which the executable carries the thread's program. */
export const WORKER_ASSET = 'worker.cjs'

/** Starts the thread. */
export const startWorker = (): Worker =>
  isExecutable
    ? new Worker(unpackCarried(WORKER_ASSET).toString(), { ...OPTIONS, eval: true })
    : new Worker(new URL('./worker.ts', import.meta.url), OPTIONS)
