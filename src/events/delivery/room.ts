// How much all event queues may hold together, and whose queues are closed when they hold more.

import { getHeapStatistics } from 'node:v8'
import type { EventQueue } from './queue.ts'

/** Characters of all queues together, at most, on machines of any size. */
const MOST_CHARACTERS = 256 * 1024 * 1024

/**
 * Bytes of the heap's limit for each character: a character may take two of them, and the rest of the
 * server needs the other half.
 */
const HEAP_BYTES_EACH = 4

/** Characters of all queues together; those of a text that queues share count in each. */
export const mostCharacters = (heapBytes = getHeapStatistics().heap_size_limit): number =>
  Math.min(MOST_CHARACTERS, Math.floor(heapBytes / HEAP_BYTES_EACH))

/**
 * How many characters more than needed are freed at a time. Freeing looks at all queues, so it should be
 * rare.
 */
export const spareCharacters = (most: number): number => most / 8

/** Queues of one user. */
interface Holding {
  /** The largest is last. */
  queues: EventQueue[]
  size: number
}

/**
 * All queues, in the order in which they are to be closed: the largest queue of the user whose queues
 * hold most, and so on. So an account with ten thousand small queues does not cost another account its
 * only queue.
 *
 * @param charactersEach what a queue takes for itself
 */
export function* largestUsersFirst(
  users: Iterable<ReadonlySet<EventQueue>>,
  charactersEach: number,
): Generator<EventQueue> {
  let holdings = [...users].map((all) => holdingOf(all, charactersEach))
  while (holdings.length > 0) {
    holdings.sort((one, other) => other.size - one.size)
    for (const [place, holding] of holdings.entries()) {
      const next = holdings[place + 1]?.size ?? 0
      do {
        const queue = holding.queues.pop()!
        holding.size -= queue.size + charactersEach
        yield queue
      } while (holding.queues.length > 0 && holding.size > next)
    }
    holdings = holdings.filter(({ queues }) => queues.length > 0)
  }
}

function holdingOf(all: ReadonlySet<EventQueue>, charactersEach: number): Holding {
  // Of queues of one size the one opened first is closed first.
  const queues = [...all].reverse().sort((one, other) => one.size - other.size)
  return { queues, size: queues.reduce((sum, queue) => sum + queue.size + charactersEach, 0) }
}
