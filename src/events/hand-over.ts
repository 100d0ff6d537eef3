import type { Hub } from './hub.ts'
import type { QueueState } from './queue.ts'

/** Raised when a line of an older release would be misread. */
const FORMAT = 1

/** What does not fit is left out: its client registers anew. */
const MAX_CHARACTERS = 64 * 1024 * 1024

/**
 * The queues of a server that stops, for the one that starts next: a line that says what follows,
 * then a line of JSON for each queue.
 *
 * @param world what the events are about; the lines are of use only where it is still the same
 * @param room characters all lines of queues may have together
 */
export function* writeQueues(hub: Hub, world: string, room = MAX_CHARACTERS): Iterable<string> {
  yield JSON.stringify({ format: FORMAT, world })
  for (const state of hub.states()) {
    const line = JSON.stringify(state, (_, value) => (value instanceof Set ? [...value] : value))
    if (line.length > room) continue
    room -= line.length
    yield line
  }
}

/** What `writeQueues` wrote, if it was about the same world; else nothing. */
export function readQueues([first = '', ...lines]: readonly string[], world: string): QueueState[] {
  const expected = JSON.stringify({ format: FORMAT, world })
  return first === expected ? lines.map(readQueue) : []
}

function readQueue(line: string): QueueState {
  const state = JSON.parse(line)
  const { shape } = state.spec
  shape.capabilities = new Set(shape.capabilities)
  return state
}
