// How fast a backup writes: in small steps that go to the disk one by one, with rests between them.
//
// Otherwise hundreds of megabytes would wait in memory, and a commit of the server, which waits for the
// disk, would wait for all of them.

import { closeSync, fdatasyncSync, openSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { writeInSteps } from '../base/disk-steps.ts'

/** The shortest rest, in milliseconds. A disk that was slow to take a step rests as long as it took. */
const REST_MS = 5

const sleeping = new Int32Array(new SharedArrayBuffer(4))

/** For a file that other code writes synchronously: what is called after each step of it. */
export class Pace implements Disposable {
  readonly #file: number

  constructor(file: string) {
    this.#file = openSync(file, 'r+')
  }

  rest() {
    const began = performance.now()
    fdatasyncSync(this.#file)
    Atomics.wait(sleeping, 0, 0, restAfter(performance.now() - began))
  }

  [Symbol.dispose]() {
    closeSync(this.#file)
  }
}

/** Writes a new file for its owner only; it is on disk when this resolves. */
export async function writePaced(file: string, parts: AsyncIterable<Uint8Array>): Promise<void> {
  const handle = await open(file, 'wx', 0o600)
  try {
    await writeInSteps(handle, parts, (ms) => wait(restAfter(ms)))
  } finally {
    await handle.close()
  }
}

const restAfter = (flushedInMs: number) => Math.max(flushedInMs, REST_MS)
