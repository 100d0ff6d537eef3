// Bounds how much of something happens at once: hashes, look-ups, calls, large bodies.

import { presentShare, type Share } from './shares.ts'

/**
 * Runs a few pieces of work at once. Those whose requests cause the others take turns; of each of them
 * work runs in the order it came.
 */
export class Limiter {
  readonly #concurrency: number
  readonly #maxWaiting: number
  /** In the order in which their turns come. */
  readonly #waiting = new Map<Share, (() => void)[]>()
  #waitingCount = 0
  #running = 0

  /** @param maxWaiting `isFull` once that many wait; `enter` and `run` do not look at it */
  constructor(concurrency: number, maxWaiting = Number.POSITIVE_INFINITY) {
    this.#concurrency = concurrency
    this.#maxWaiting = maxWaiting
  }

  /**
   * No more should be asked for here: work runs and waits up to the limits. Who has less waiting than an
   * equal part of that may still ask, or one person's work would refuse that of all others.
   */
  get isFull() {
    if (this.#running < this.#concurrency || this.#waitingCount < this.#maxWaiting) return false
    const own = this.#waiting.get(presentShare())?.length ?? 0
    return own >= this.#maxWaiting / (this.#waiting.size + 1)
  }

  get isIdle() {
    return this.#running === 0
  }

  /** Resolves when there is room. @returns gives the room back; call it exactly once */
  async enter(): Promise<() => void> {
    if (this.#running < this.#concurrency) this.#running++
    else await this.#wait()
    return () => this.#leave()
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    const leave = await this.enter()
    try {
      return await work()
    } finally {
      leave()
    }
  }

  #wait(): Promise<void> {
    const share = presentShare()
    const own = this.#waiting.get(share) ?? []
    this.#waiting.set(share, own)
    this.#waitingCount++
    return new Promise((go) => own.push(go))
  }

  #leave() {
    const [first] = this.#waiting
    if (!first) {
      this.#running--
      return
    }
    const [share, own] = first
    // The room is handed on rather than given back, so that newer work does not slip in between.
    const next = own.shift()!
    this.#waiting.delete(share)
    if (own.length > 0) this.#waiting.set(share, own)
    this.#waitingCount--
    next()
  }
}

/** A limiter for each key, such as each sender; kept only while it has work. */
export class KeyedLimiter {
  readonly #concurrency: number
  readonly #maxWaiting: number
  readonly #limiters = new Map<string, Limiter>()

  constructor(concurrency: number, maxWaiting = Number.POSITIVE_INFINITY) {
    this.#concurrency = concurrency
    this.#maxWaiting = maxWaiting
  }

  /** No more should be asked for with this key: work runs and waits up to the limits. */
  isFull = (key: string): boolean => this.#limiters.get(key)?.isFull ?? false

  /** Resolves when there is room for this key. @returns gives the room back; call it exactly once */
  async enter(key: string): Promise<() => void> {
    const limiter = this.#limiters.get(key) ?? new Limiter(this.#concurrency, this.#maxWaiting)
    this.#limiters.set(key, limiter)
    const leave = await limiter.enter()
    return () => {
      leave()
      if (limiter.isIdle) this.#limiters.delete(key)
    }
  }
}
