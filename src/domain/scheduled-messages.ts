import { seconds } from '../base/clock.ts'
import { refuse } from '../errors.ts'
import type * as Rows from '../store/scheduled-messages.ts'
import type { Context } from './context.ts'
import { type Destination, deliver, type Outgoing } from './messages.ts'
import type { User } from './users.ts'

/** Events 1.9. */
export interface ScheduledMessage {
  scheduled_message_id: number
  type: 'stream' | 'private'
  to: number | number[]
  topic?: string
  content: string
  rendered_content: string
  scheduled_delivery_timestamp: number
  failed: boolean
}

export interface ScheduleRequest {
  type: 'stream' | 'private'
  /** A channel ID, or user IDs. */
  to: number | readonly number[]
  topic: string | undefined
  content: string
  /** UNIX seconds. */
  deliverAt: number
  readBySender: boolean
  client: string
}

export type ScheduleChanges = Partial<
  Pick<ScheduleRequest, 'type' | 'to' | 'topic' | 'content' | 'deliverAt'>
>

export function describeScheduled(row: Rows.ScheduledMessage): ScheduledMessage {
  return {
    scheduled_message_id: row.id,
    type: row.type,
    to: JSON.parse(row.recipients) as number | number[],
    ...(row.topic !== null && { topic: row.topic }),
    content: row.content,
    rendered_content: row.rendered,
    scheduled_delivery_timestamp: row.deliver_at,
    failed: row.failed === 1,
  }
}

/** What waits to be sent, by time of delivery. */
export const ownScheduled = (ctx: Context, user: User): ScheduledMessage[] =>
  ctx.store.scheduledMessages.ofUser(user.id).map(describeScheduled)

/** @returns its ID */
export const schedule = (ctx: Context, user: User, request: ScheduleRequest): Promise<number> =>
  ctx.commit((emit) => {
    const { scheduledMessages } = ctx.store
    const id = scheduledMessages.create({
      user_id: user.id,
      read_by_sender: request.readBySender ? 1 : 0,
      client: request.client,
      ...rehearsed(ctx, user, request),
    })
    const added = describeScheduled(scheduledMessages.find(id)!)
    emit({ type: 'scheduled_messages', op: 'add', scheduled_messages: [added] }, [user.id])
    return id
  })

export const reschedule = (ctx: Context, user: User, id: number, changes: ScheduleChanges) =>
  ctx.commit((emit) => {
    if (Object.values(changes).every((value) => value === undefined)) {
      refuse('BAD_REQUEST', 'Nothing to change')
    }
    const row = find(ctx, user, id)
    requireWholeDestination(row, changes)
    if (row.failed && changes.deliverAt === undefined) {
      refuse('BAD_REQUEST', 'Scheduled delivery time must be in the future.')
    }
    const request = {
      type: changes.type ?? row.type,
      to: changes.to ?? (JSON.parse(row.recipients) as number | number[]),
      topic: changes.topic ?? row.topic ?? undefined,
      content: changes.content ?? row.content,
      deliverAt: changes.deliverAt ?? row.deliver_at,
      readBySender: row.read_by_sender === 1,
      client: row.client,
    }
    const changed = { ...row, ...rehearsed(ctx, user, request), failed: 0 as const, failure: null }
    ctx.store.scheduledMessages.save(changed)
    emit(
      { type: 'scheduled_messages', op: 'update', scheduled_message: describeScheduled(changed) },
      [user.id],
    )
  })

export const unschedule = (ctx: Context, user: User, id: number) =>
  ctx.commit((emit) => {
    ctx.store.scheduledMessages.remove(find(ctx, user, id).id)
    emit({ type: 'scheduled_messages', op: 'remove', scheduled_message_id: id }, [user.id])
  })

function find(ctx: Context, user: User, id: number): Rows.ScheduledMessage {
  const row = ctx.store.scheduledMessages.find(id)
  if (row?.user_id !== user.id) refuse('NOT_FOUND', 'Scheduled message does not exist')
  return row
}

/** A message of another kind goes to other recipients: they have to be said anew. */
function requireWholeDestination(row: Rows.ScheduledMessage, { type, to, topic }: ScheduleChanges) {
  if (type === undefined || type === row.type) return
  if (to === undefined) {
    refuse('BAD_REQUEST', 'Recipient required when updating type of scheduled message.')
  }
  if (type === 'stream' && topic === undefined) {
    refuse('BAD_REQUEST', 'Topic required when updating scheduled message type to channel.')
  }
}

/**
 * The columns of a message that could be sent right now: everything that sending checks is checked
 * by sending it and taking that back.
 */
function rehearsed(ctx: Context, user: User, request: ScheduleRequest) {
  if (request.deliverAt <= seconds(ctx.clock)) {
    refuse('BAD_REQUEST', 'Scheduled delivery time must be in the future.')
  }
  const message = ctx.rehearse((emit) => {
    const { id } = deliver(ctx, emit, user, outgoingOf(request))
    return ctx.store.messages.find(id)!
  })
  return {
    type: request.type,
    recipients: JSON.stringify(request.to),
    topic: request.type === 'stream' ? (message.topic ?? '') : null,
    content: message.content,
    rendered: message.rendered,
    deliver_at: request.deliverAt,
  }
}

export function outgoingOf(
  request: Pick<ScheduleRequest, 'type' | 'to' | 'topic' | 'content' | 'client' | 'readBySender'>,
): Outgoing {
  const destination: Destination =
    request.type === 'stream'
      ? { kind: 'channel', to: request.to, topic: request.topic }
      : { kind: 'direct', to: request.to }
  const { content, client, readBySender } = request
  return { destination, content, client, readBySender, echo: undefined }
}
