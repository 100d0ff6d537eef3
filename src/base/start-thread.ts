// Starts a thread, from the source or from what the executable carries.

import { Worker, type WorkerOptions } from 'node:worker_threads'
import { isExecutable, unpackCarried } from './executable.ts'

const OPTIONS: WorkerOptions = {
  // Nothing the server was told, secrets for example, is the business of a thread.
  env: {},
  execArgv: [],
  stdout: true,
  stderr: true,
}

/**
 * @param name of the thread's program, which the executable carries as `<name>.cjs`
 * @param source names the program's file; asked only where there is one
 */
export const startThread = (name: string, source: () => URL, more: WorkerOptions): Worker =>
  isExecutable
    ? new Worker(unpackCarried(`${name}.cjs`).toString(), { ...OPTIONS, ...more, eval: true })
    : new Worker(source(), { ...OPTIONS, ...more })
