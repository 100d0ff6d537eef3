// The program of the thread that does what would hold the event loop. It knows no organization and
// no secret: what it is sent is text of strangers, and what it answers is text.

import { parentPort } from 'node:worker_threads'
import type { WorkAnswer, WorkRequest } from '../base/worker-line.ts'
import { typesetPieces } from './typeset-pieces.ts'

const TASKS: Record<string, (input: never) => unknown> = {
  typeset: typesetPieces,
  mail: async (source: Uint8Array) => (await import('./read-mail.ts')).readMail(source),
}

parentPort?.on('message', async ({ task, input }: WorkRequest) => {
  parentPort?.postMessage(await attempt(task, input))
})

async function attempt(task: string, input: unknown): Promise<WorkAnswer> {
  try {
    return { done: true, output: await TASKS[task]!(input as never) }
  } catch (error) {
    return { done: false, reason: String(error) }
  }
}

parentPort?.postMessage('ready' satisfies WorkAnswer)
