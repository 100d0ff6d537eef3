// How tests of the hub open queues.

import type { QueueSpec } from '../../src/events/delivery/queue.ts'

/** A queue of a client that takes all events. */
export const SPEC: QueueSpec = {
  filter: { types: undefined, narrow: [], allPublic: false },
  format: {
    applyMarkdown: true,
    clientGravatar: true,
    slimPresence: false,
    vendorNames: false,
    capabilities: new Set(),
  },
  idleTimeout: 600,
  client: 'test',
}
