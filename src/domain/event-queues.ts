import { refuse } from '../errors.ts'
import type { EventQueue, QueueSpec } from '../events/queue.ts'

export { CAPABILITIES } from '../events/client-shape.ts'

import type { Context } from './context.ts'
import { ROLE } from './roles.ts'
import { readSnapshot, type SnapshotOptions, versionKeys } from './snapshot.ts'
import type { User } from './users.ts'

/** POST /register. */
export function register(
  ctx: Context,
  user: User,
  spec: QueueSpec,
  options: Omit<SnapshotOptions, 'capabilities' | 'slimPresence'>,
) {
  if (spec.filter.allPublic && user.role === ROLE.guest) {
    refuse('BAD_REQUEST', 'Guests cannot receive the messages of all public channels.')
  }
  const { capabilities, slimPresence } = spec.shape
  // Nothing awaits between these two lines, so every event is either in the
  // snapshot or in the queue: none lost, none twice.
  const queue = ctx.hub.open(user.id, spec)
  const snapshot = readSnapshot(ctx, user, { ...options, capabilities, slimPresence })
  return {
    queue_id: queue.id,
    last_event_id: queue.lastEventId,
    idle_queue_timeout_secs: spec.idleTimeout,
    ...snapshot,
  }
}

/**
 * GET /events: what the client has not seen, at once if there is anything, else when there is.
 *
 * @param onHangUp tells how to learn that the client went away
 * @returns a JSON array of events
 * @throws RequestError BAD_EVENT_QUEUE_ID for a queue that is gone, unknown or another's
 */
export function pollEvents(
  ctx: Context,
  user: User,
  queueId: string,
  lastEventId: number,
  dontBlock: boolean,
  onHangUp: (work: () => void) => void,
): string | Promise<string> {
  const queue = ownQueue(ctx, user, queueId)
  if (!ctx.hub.acknowledge(queue, lastEventId)) {
    refuse(
      'BAD_REQUEST',
      `last_event_id ${lastEventId} is not the newest event this queue has delivered`,
    )
  }
  if (queue.length > 0 || dontBlock) {
    queue.answer()
    return queue.read()
  }
  return new Promise((resolve) => onHangUp(ctx.hub.hold(queue, resolve)))
}

/** DELETE /events. */
export const closeQueue = (ctx: Context, user: User, queueId: string) =>
  ctx.hub.close(ownQueue(ctx, user, queueId))

/** To clients that were here before the server was stopped and go on now (events 2.1). */
export const announceRestart = (ctx: Context) =>
  ctx.hub.publish([
    {
      event: { type: 'restart', ...versionKeys(ctx), server_generation: ctx.site.startedAt },
      to: 'everyone',
    },
  ])

// The terminal client looks at the text, in exactly these letters, and not at the code.
const ownQueue = (ctx: Context, user: User, queueId: string): EventQueue =>
  ctx.hub.find(user.id, queueId) ??
  refuse('BAD_EVENT_QUEUE_ID', `Bad event queue id: ${queueId}`, { queue_id: queueId })
