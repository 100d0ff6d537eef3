// How late the event loop is. It is watched from the first question on, so that a server that is
// never asked spends nothing on it.

import { monitorEventLoopDelay } from 'node:perf_hooks'

const RESOLUTION_MS = 20

/** An answer covers the last window and the part of the present one that has passed. */
const WINDOW_MS = 10_000

const NANOSECONDS = 1e6

/** Measures the longest time in which one piece of work held the event loop. */
export class EventLoopWatch {
  #histogram: ReturnType<typeof monitorEventLoopDelay> | undefined
  #before = 0

  /** The longest hold in the last 10 to 20 seconds, in milliseconds; 0 when asked for the first time. */
  longestHold(): number {
    if (!this.#histogram) {
      this.#start()
      return 0
    }
    return Math.max(this.#before, this.#longest())
  }

  #start() {
    const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
    histogram.enable()
    this.#histogram = histogram
    setInterval(() => {
      this.#before = this.#longest()
      histogram.reset()
    }, WINDOW_MS).unref()
  }

  /** The histogram holds times between two samples; the sampling interval itself is no delay. */
  #longest(): number {
    const { count, max } = this.#histogram!
    return count === 0 ? 0 : Math.max(0, max / NANOSECONDS - RESOLUTION_MS)
  }
}
