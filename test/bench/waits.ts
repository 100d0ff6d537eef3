// What others wait for small answers while a server does some work.

import { once } from 'node:events'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { AskingNews } from './asking.ts'

/** One thread asks, whatever is measured. */
let asking: Worker | undefined

/** @returns how long each small answer of a server took while the work went on, in milliseconds */
export async function waitsDuring(url: string, work: () => Promise<unknown>): Promise<number[]> {
  asking ??= new Worker(join(import.meta.dirname, 'asking.ts'))
  const thread = asking
  const heard = async () => (await once(thread, 'message'))[0] as AskingNews
  thread.ref()
  thread.postMessage(url)
  await heard()
  let waits: number[] = []
  try {
    await work()
  } finally {
    thread.postMessage('stop')
    waits = (await heard()) as number[]
    thread.unref()
  }
  return waits
}
