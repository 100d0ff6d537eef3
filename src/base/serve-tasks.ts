// The side of a WorkerLine that runs on its thread.

import { parentPort } from 'node:worker_threads'
import type { WorkAnswer, WorkRequest } from './worker-line.ts'

/** Does each piece of work that the thread is sent. @param tasks by their names */
export function serveTasks(tasks: Record<string, (input: never) => unknown>): void {
  const attempt = async ({ task, input }: WorkRequest): Promise<WorkAnswer> => {
    try {
      return { done: true, output: await tasks[task]!(input as never) }
    } catch (error) {
      return { done: false, reason: String(error) }
    }
  }
  parentPort?.on('message', async (request: WorkRequest) => {
    parentPort?.postMessage(await attempt(request))
  })
  parentPort?.postMessage('ready' satisfies WorkAnswer)
}
