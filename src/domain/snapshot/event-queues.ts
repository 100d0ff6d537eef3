// POST /register and GET /events: opens, polls and closes event queues.

import { nextTurn } from '../../base/jobs.ts'
import { type JsonBytes, serialiseInPieces } from '../../base/json.ts'
import { UNKNOWN_QUEUE } from '../../errors/messages.ts'
import { refuse } from '../../errors.ts'
import type { QueueFilter } from '../../events/delivery/filter.ts'
import type { EventQueue, QueueSpec } from '../../events/delivery/queue.ts'
import { ROLE } from '../access/roles.ts'
import { admitSpectator } from '../access/spectators.ts'
import type { Context } from '../kernel/context.ts'
import type { Viewer } from '../kernel/viewer.ts'
import { botDefaults } from '../users/bot-lists.ts'
import type { User } from '../users/users.ts'
import { type ReadAhead, readAhead, type Wanted } from './read-ahead.ts'
import { isWanted, type SnapshotOptions, showsUnreads, versionKeys } from './snapshot.ts'
import { activeAccount, readInTurns } from './snapshot-turns.ts'

export { CAPABILITIES } from '../../events/types/client-format.ts'

/** A queue as a client requests it; missing parts have defaults that depend on the user. */
export type QueueRequest = Omit<QueueSpec, 'filter'> & {
  filter: { [K in keyof QueueFilter]: QueueFilter[K] | undefined }
}

/** What a client asks of the snapshot alone. */
type RegisterOptions = Omit<
  SnapshotOptions,
  'capabilities' | 'slimPresence' | 'vendorNames' | 'known'
>

/** Snapshot and queue have one format. */
const snapshotOptions = (
  { format: { capabilities, slimPresence, vendorNames } }: QueueRequest,
  options: RegisterOptions,
  known: ReadAhead,
): SnapshotOptions => ({ ...options, capabilities, slimPresence, vendorNames, known })

/** POST /register. Spectators get a snapshot without a queue. */
export async function register(
  ctx: Context,
  asking: Viewer,
  request: QueueRequest,
  options: RegisterOptions,
) {
  if (asking === undefined) admitToSnapshot(ctx, options)
  const known = asking ? await readAhead(ctx, asking, wantedOf(options)) : {}
  // Meanwhile the account may have changed.
  const viewer = asking && activeAccount(ctx, asking)
  const queue = viewer && ctx.hub.open(viewer.id, queueSpec(ctx, viewer, request))
  const snapshot = await readInTurns(ctx, viewer, queue, snapshotOptions(request, options, known))
  const answer = {
    queue_id: queue?.id ?? null,
    idle_queue_timeout_secs: request.idleTimeout,
    ...snapshot,
  }
  if (!asking) return answer
  await nextTurn()
  return serialiseInPieces(answer)
}

const wantedOf = ({ fetchTypes, includeSubscribers, clientGravatar }: RegisterOptions): Wanted => ({
  has: (type) => isWanted(type, fetchTypes),
  showsUnreads: showsUnreads(fetchTypes),
  lists: includeSubscribers,
  clientGravatar,
})

/** GET /events without a queue: opens one, which has no events yet. */
export function openQueue(ctx: Context, user: User, request: QueueRequest) {
  const { id, lastEventId } = ctx.hub.open(user.id, queueSpec(ctx, user, request))
  return { events: [], queue_id: id, last_event_id: lastEventId }
}

/** @throws RequestError for spectators, if they are not allowed or request what needs an account */
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
 * GET /events: the events the client has not acknowledged, at once or as soon as there are any.
 *
 * @param onHangUp registers what to do when the client hangs up
 * @throws RequestError BAD_EVENT_QUEUE_ID for a queue that is closed, unknown or another user's
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
    const problem =
      lastEventId > queue.lastEventId
        ? `Event ${lastEventId} was not in this queue`
        : `An event newer than ${lastEventId} has already been pruned!`
    refuse('BAD_REQUEST', problem)
  }
  if (queue.length > 0 || dontBlock) {
    ctx.hub.answer(queue)
    return polled(queue, queue.read())
  }
  const { promise, resolve } = Promise.withResolvers<Polled>()
  onHangUp(ctx.hub.hold(queue, answerTo(queue, resolve)))
  return promise
}

/** A function of its own: made in a larger one it would keep all that the request brought. */
const answerTo = (queue: EventQueue, resolve: (polled: Polled) => void) => (events: JsonBytes) =>
  resolve(polled(queue, events))

interface Polled {
  events: JsonBytes
  queue_id: string
}

const polled = ({ id }: EventQueue, events: JsonBytes): Polled => ({ events, queue_id: id })

/** DELETE /events. */
export const closeQueue = (ctx: Context, user: User, queueId: string) =>
  ctx.hub.close(ownQueue(ctx, user, queueId))

/** Emits to all restored queues that the server was restarted. */
export const announceRestart = (ctx: Context) =>
  ctx.hub.publish([
    {
      event: { type: 'restart', ...versionKeys(ctx), server_generation: ctx.server.startedAt },
      to: 'everyone',
    },
  ])

const ownQueue = (ctx: Context, user: User, queueId: string): EventQueue =>
  ctx.hub.find(user.id, queueId) ?? refuse(UNKNOWN_QUEUE, { queue_id: queueId })
