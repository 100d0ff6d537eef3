import { RawJson } from '../base/json.ts'
import { refuse } from '../errors.ts'
import type { QueueFilter } from '../events/filter.ts'
import type { EventQueue, QueueSpec } from '../events/queue.ts'
import { botDefaults } from './bot-lists.ts'
import type { Context } from './context.ts'
import { ROLE } from './roles.ts'
import { readSnapshot, type SnapshotOptions, versionKeys } from './snapshot.ts'
import { admitSpectator } from './spectators.ts'
import type { User, Viewer } from './users.ts'

export { CAPABILITIES } from '../events/client-shape.ts'

/** A queue as a client asks for it; what it leaves open follows from who it is. */
export type QueueRequest = Omit<QueueSpec, 'filter'> & {
  filter: { [K in keyof QueueFilter]: QueueFilter[K] | undefined }
}

/** POST /register. People without an account get the snapshot alone (events 1.11). */
export function register(
  ctx: Context,
  viewer: Viewer,
  request: QueueRequest,
  options: Omit<SnapshotOptions, 'capabilities' | 'slimPresence' | 'vendorNames'>,
) {
  if (viewer === undefined) admitToSnapshot(ctx, options)
  const { capabilities, slimPresence, vendorNames } = request.shape
  // Nothing awaits between this and reading the snapshot, so every event is either in the
  // snapshot or in the queue: none lost, none twice.
  const queue = viewer && ctx.hub.open(viewer.id, queueSpec(ctx, viewer, request))
  const known = { capabilities, slimPresence, vendorNames }
  const snapshot = readSnapshot(ctx, viewer, { ...options, ...known })
  return {
    queue_id: queue?.id ?? null,
    last_event_id: queue?.lastEventId ?? -1,
    idle_queue_timeout_secs: request.idleTimeout,
    ...snapshot,
  }
}

/** @throws RequestError where the public is not let in, or asks for what only accounts have */
function admitToSnapshot(
  ctx: Context,
  {
    clientGravatar,
    includeSubscribers,
  }: Pick<SnapshotOptions, 'clientGravatar' | 'includeSubscribers'>,
) {
  admitSpectator(ctx, undefined)
  if (clientGravatar) refuse('BAD_REQUEST', 'client_gravatar needs an account')
  if (includeSubscribers !== 'false') refuse('BAD_REQUEST', 'include_subscribers needs an account')
}

function queueSpec(ctx: Context, user: User, { filter, ...rest }: QueueRequest): QueueSpec {
  const isGuest = user.role === ROLE.guest
  if (filter.allPublic && isGuest) {
    refuse('BAD_REQUEST', 'Guests cannot receive the messages of all public channels.')
  }
  const allPublic = filter.allPublic ?? (user.bot_default_all_public === 1 && !isGuest)
  const operand = botDefaults(ctx, user).default_events_register_stream
  const byDefault = operand === null ? [] : [{ operator: 'channel' as const, operand }]
  return { ...rest, filter: { types: filter.types, narrow: filter.narrow ?? byDefault, allPublic } }
}

/**
 * GET /events: what the client has not seen, at once if there is anything, else when there is.
 *
 * @param onHangUp tells how to learn that the client went away
 * @throws RequestError BAD_EVENT_QUEUE_ID for a queue that is gone, unknown or another's
 */
export function pollEvents(
  ctx: Context,
  user: User,
  queueId: string,
  lastEventId: number,
  dontBlock: boolean,
  onHangUp: (work: () => void) => void,
): Polled | Promise<Polled> {
  const queue = ownQueue(ctx, user, queueId)
  if (!ctx.hub.acknowledge(queue, lastEventId)) {
    refuse(
      'BAD_REQUEST',
      `last_event_id ${lastEventId} is not the newest event this queue has delivered`,
    )
  }
  if (queue.length > 0 || dontBlock) {
    queue.answer()
    return polled(queue, queue.read())
  }
  return new Promise((resolve) => {
    onHangUp(ctx.hub.hold(queue, (events) => resolve(polled(queue, events))))
  })
}

interface Polled {
  events: RawJson
  queue_id: string
}

const polled = ({ id }: EventQueue, events: string): Polled => ({
  events: new RawJson(events),
  queue_id: id,
})

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
