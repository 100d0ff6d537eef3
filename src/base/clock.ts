// Where time comes from. Tests bring a clock of their own, so that none of them has to wait.

/** Two clocks and a timer. @see systemClock */
export interface Clock {
  /** Milliseconds since 1970: what people are told. It can be put forward and back. */
  now(): number
  /** Milliseconds since some moment: how long things take. It never goes back. */
  elapsed(): number
  /** Calls `work` about every `ms` milliseconds until the returned function is called. */
  every(ms: number, work: () => void): () => void
}

export const systemClock: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  every(ms, work) {
    const timer = setInterval(work, ms)
    // The listening socket keeps the process alive; a timer must not.
    timer.unref()
    return () => clearInterval(timer)
  },
}

/** UNIX seconds, the unit of every time on the wire and in the database. */
export const seconds = (clock: Clock) => Math.floor(clock.now() / 1000)
