// How much all event queues may hold together, and whose queues are closed when they hold more.

import { getHeapStatistics } from 'node:v8'
import type { EventQueue } from './queue.ts'

/** However large the machine. */
const MOST_CHARACTERS = 256 * 1024 * 1024

/** Of the heap's limit: a character can take two bytes, and the rest of the server needs its half. */
const PART_OF_HEAP = 4

/** Characters of all queues together; those of a text that queues share count in each. */
export const mostCharacters = (heapBytes = getHeapStatistics().heap_size_limit): number =>
  Math.min(MOST_CHARACTERS, Math.floor(heapBytes / PART_OF_HEAP))

/** Room is made for so many characters more than needed: each time all queues are looked at. */
export const spareCharacters = (most: number): number => most / 8

/** Queues of one user. */
interface Holding {
  /** The largest is last. */
  queues: EventQueue[]
  size: number
}

/**
 * All queues in the order in which they are to be closed: of the user whose queues hold most the
 * largest, until another user's hold more. So the ten thousand small queues of one account do not cost
 * another the only one.
 */
export function* largestUsersFirst(
  users: Iterable<ReadonlySet<EventQueue>>,
): Generator<EventQueue> {
  let holdings = [...users].map(holdingOf)
  while (holdings.length > 0) {
    holdings.sort((one, other) => other.size - one.size)
    for (const [place, holding] of holdings.entries()) {
      const next = holdings[place + 1]?.size ?? 0
      do {
        const queue = holding.queues.pop()!
        holding.size -= queue.size
        yield queue
      } while (holding.queues.length > 0 && holding.size > next)
    }
    holdings = holdings.filter(({ queues }) => queues.length > 0)
  }
}

function holdingOf(all: ReadonlySet<EventQueue>): Holding {
  // Of queues of one size the one opened first is closed first.
  const queues = [...all].reverse().sort((one, other) => one.size - other.size)
  return { queues, size: queues.reduce((sum, queue) => sum + queue.size, 0) }
}
