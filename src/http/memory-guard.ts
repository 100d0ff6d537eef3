// Sheds load before the process runs out of memory: caches first, then large reads.

import { getHeapStatistics } from 'node:v8'
import type { Endpoint } from '../api/index.ts'
import { refuse } from '../errors.ts'

const LOOK_EVERY_MS = 1000

/** Part of the heap's limit. Above it, garbage collection takes most of the processor time. */
const HIGH = 0.8

const RETRY_AFTER_SECONDS = 5

/** Reads whose answers can have megabytes. */
const LARGE_READS = new Set([
  'GET /messages',
  'GET /messages/matches_narrow',
  'GET /messages/:message_id/history',
  'POST /register',
  'GET /users',
  'GET /streams',
  'GET /drafts',
])

/** Whether the answers of an endpoint can have megabytes. */
export const isLargeRead = (method: string, path: string): boolean =>
  LARGE_READS.has(`${method} ${path}`)

/** The part of the heap that is in use, 0 to 1. */
export const heapInUse = (): number => {
  const { used_heap_size, heap_size_limit } = getHeapStatistics()
  return used_heap_size / heap_size_limit
}

export class MemoryGuard {
  readonly #forget: () => void
  readonly #measure: () => number
  readonly #timer: NodeJS.Timeout
  #isShedding = false

  /** @param forget gives back what is kept for speed alone */
  constructor(forget: () => void, measure = heapInUse) {
    this.#forget = forget
    this.#measure = measure
    this.#timer = setInterval(() => this.look(), LOOK_EVERY_MS).unref()
  }

  /** Once without caches, and refusing large reads while that was not enough. */
  look(): void {
    const isHigh = this.#measure() > HIGH
    if (isHigh) this.#forget()
    this.#isShedding = isHigh
  }

  /** @throws RequestError SERVER_BUSY for a large read while memory is short */
  admit({ method, path }: Pick<Endpoint, 'method' | 'path'>): void {
    if (!this.#isShedding || !isLargeRead(method, path)) return
    refuse('SERVER_BUSY', 'The server is short of memory; try again in a moment.', {
      'retry-after': RETRY_AFTER_SECONDS,
    })
  }

  stop(): void {
    clearInterval(this.#timer)
  }
}
