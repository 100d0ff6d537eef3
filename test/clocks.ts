// Clocks of tests: time passes when the test says so.

import type { Clock } from '../src/base/clock.ts'

/** A clock that moves when the test says so. */
export class TestClock implements Clock {
  #now = Date.UTC(2026, 2, 1, 12)
  #elapsed = 0
  readonly #work = new Set<() => void>()

  now() {
    return this.#now
  }

  elapsed() {
    return this.#elapsed
  }

  every(_ms: number, work: () => void): () => void {
    this.#work.add(work)
    return () => void this.#work.delete(work)
  }

  /** Lets time pass, with everything that comes due meanwhile. */
  advance(seconds: number) {
    this.#now += seconds * 1000
    this.#elapsed += seconds * 1000
    for (const work of [...this.#work]) work()
  }

  /** Puts the clock back, as an administrator does who found it wrong; no time passes. */
  putBack(seconds: number) {
    this.#now -= seconds * 1000
  }
}

/** A clock that goes by itself as well, for tests in which real time passes. */
export class TimelyClock extends TestClock {
  #ahead = 0

  override now() {
    return Date.now() + this.#ahead
  }

  override elapsed() {
    return performance.now() + this.#ahead
  }

  override every(ms: number, work: () => void) {
    const forget = super.every(ms, work)
    const timer = setInterval(work, ms).unref()
    return () => {
      forget()
      clearInterval(timer)
    }
  }

  override advance(seconds: number) {
    this.#ahead += seconds * 1000
    super.advance(seconds)
  }
}
