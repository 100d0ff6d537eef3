// Writes the event queues as lines when a server stops, and reads them when it starts again.

import type { Hub } from './hub.ts'
import type { QueueState } from './queue.ts'

/** To be raised when this release would misread lines of an older one. */
const VERSION = 4

/** Queues beyond this are left out; their clients register again. */
const MAX_CHARACTERS = 64 * 1024 * 1024

/**
 * The queues of a server that stops, for the one that starts next: a line with format and
 * generation, then a line of JSON for each queue.
 *
 * @param generation the mark in the database; the lines are used only beside the same one
 * @param room characters all lines of queues may have together
 */
export function* writeQueues(
  hub: Hub,
  generation: string,
  room = MAX_CHARACTERS,
): Iterable<string> {
  yield JSON.stringify({ format: VERSION, generation })
  for (const state of hub.states()) {
    const line = JSON.stringify(state, (_, value) => (value instanceof Set ? [...value] : value))
    if (line.length > room) continue
    room -= line.length
    yield line
  }
}

/** Reads what `writeQueues` wrote; empty if the database has another generation. */
export function readQueues(
  [first = '', ...lines]: readonly string[],
  generation: string,
): QueueState[] {
  const expected = JSON.stringify({ format: VERSION, generation })
  return first === expected ? lines.map(readQueue) : []
}

function readQueue(line: string): QueueState {
  const state = JSON.parse(line)
  const { format, filter } = state.spec
  format.capabilities = new Set(format.capabilities)
  filter.types &&= new Set(filter.types)
  return state
}
