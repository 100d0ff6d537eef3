// How much of work over much data one transaction does, or one turn.

import { pieceMs } from '../../base/jobs.ts'

const FIRST_ROWS = 500
const MOST_ROWS = 4000

/** How much smaller and larger the next portion may be: one that took long may be an exception. */
const [LEAST_FACTOR, MOST_FACTOR] = [1 / 4, 2]

/**
 * How many rows the next portion of some work may change or look up. It follows how long the portions before took:
 * rows next to each other take a microsecond each, rows that have pages of their own ten, and machines
 * differ as much.
 */
export class PortionSize {
  #rows = FIRST_ROWS

  get rows(): number {
    return Math.ceil(this.#rows)
  }

  /** The portions of a list, each as large as one may be when the one before is done. */
  *portionsOf<Item>(list: readonly Item[]): Generator<readonly Item[]> {
    for (let from = 0; from < list.length; ) {
      const end = from + this.rows
      yield list.slice(from, end)
      from = end
    }
  }

  /** Does a portion of the work. Where it is inside a transaction, COMMIT and events take about as long again. */
  measure<T>(work: () => T): T {
    const started = performance.now()
    const result = work()
    const factor = pieceMs() / (performance.now() - started)
    const rows = this.#rows * Math.min(Math.max(factor, LEAST_FACTOR), MOST_FACTOR)
    this.#rows = Math.min(Math.max(rows, 1), MOST_ROWS)
    return result
  }
}
