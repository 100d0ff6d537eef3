// How late the event loop is. It is watched from the first question on, so that a server that is
// never asked spends nothing on it.

/** Often enough to name a hold of a second to a tenth; seldom enough to cost nothing. */
const LOOK_MS = 100

/** An answer covers the last window and the part of the present one that has passed. */
const WINDOW_MS = 10_000

/** Measures the longest time in which one piece of work held the event loop. */
export class EventLoopWatch {
  #lookedAt: number | undefined
  #windowBegan = 0
  #longest = 0
  #longestBefore = 0

  /** The longest hold in the last 10 to 20 seconds, in milliseconds; 0 when asked for the first time. */
  longestHold(): number {
    const isFirst = this.#lookedAt === undefined
    this.#look()
    if (isFirst) setInterval(() => this.#look(), LOOK_MS).unref()
    return Math.max(this.#longestBefore, this.#longest)
  }

  /** A look that comes later than it was due was kept waiting for the difference. */
  #look() {
    const now = performance.now()
    const late = now - (this.#lookedAt ?? now) - LOOK_MS
    this.#lookedAt = now
    if (now - this.#windowBegan >= WINDOW_MS) {
      this.#longestBefore = this.#longest
      this.#longest = 0
      this.#windowBegan = now
    }
    this.#longest = Math.max(this.#longest, late)
  }
}
