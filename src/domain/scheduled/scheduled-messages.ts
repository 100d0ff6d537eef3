// Messages that are sent later.

import { ONE_CHANNEL } from '../../errors/channels.ts'
import { INVALID_RECIPIENTS } from '../../errors/messages.ts'
import { DELIVERY_IN_PAST, NOTHING_TO_CHANGE } from '../../errors/parameters.ts'
import { NO_SCHEDULED_MESSAGE } from '../../errors/personal.ts'
import { refuse } from '../../errors.ts'
import type * as Rows from '../../store/tables/scheduled-messages.ts'
import { prepareRendering } from '../content/rendering.ts'
import { type Kept, requireRoom } from '../kernel/collections.ts'
import type { App, Context, Tx } from '../kernel/context.ts'
import { deliver } from '../messages/deliver.ts'
import type { MessageDestination, MessageDraft } from '../messages/message-draft.ts'
import { personBehind, type User } from '../users/users.ts'

/** A scheduled message as its author reads it; `to` is a channel's ID or user IDs. */
export interface ScheduledMessageDescription {
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
  /** A channel ID, which may stand in a list, or user IDs. */
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

/** Messages of one person and their bots that wait: all that are due at a time are sent one by one. */
const MAX_SCHEDULED = 1000

const requireRoomFor = ({ store }: Tx, user: User, more: Kept) =>
  requireRoom(
    'scheduled messages',
    () => store.scheduledMessages.kept(user.id, personBehind(user)),
    MAX_SCHEDULED,
    more,
  )

/** A scheduled message as the API shows it. */
export function describeScheduled(row: Rows.ScheduledMessage): ScheduledMessageDescription {
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

/** The user's scheduled messages, by time of delivery. */
export const ownScheduled = (ctx: Context, user: User): ScheduledMessageDescription[] =>
  ctx.store.scheduledMessages.ofUser(user.id).map(describeScheduled)

/** @returns its ID */
export async function schedule(ctx: App, user: User, request: ScheduleRequest): Promise<number> {
  await prepareRendering(ctx, user, request.content)
  return ctx.commit((tx) => {
    const { scheduledMessages } = tx.store
    const message = dryRunSend(tx, user, request)
    const more = { count: 1, characters: charactersOf(message) }
    requireRoomFor(tx, user, more)
    const id = scheduledMessages.create({
      user_id: user.id,
      read_by_sender: request.readBySender ? 1 : 0,
      client: request.client,
      ...message,
    })
    const added = describeScheduled(scheduledMessages.find(id)!)
    tx.emit({ type: 'scheduled_messages', op: 'add', scheduled_messages: [added] }, [user.id])
    return id
  })
}

/** PATCH /scheduled_messages/{id}. @throws RequestError as sending the message would */
export async function reschedule(ctx: App, user: User, id: number, changes: ScheduleChanges) {
  if (changes.content !== undefined) await prepareRendering(ctx, user, changes.content)
  await ctx.commit((tx) => {
    if (Object.values(changes).every((value) => value === undefined)) {
      refuse(NOTHING_TO_CHANGE)
    }
    const row = find(tx, user, id)
    if (row.delivered_at !== null) refuse('BAD_REQUEST', 'Scheduled message was already sent')
    requireWholeDestination(row, changes)
    if (row.failed && changes.deliverAt === undefined) {
      refuse(DELIVERY_IN_PAST)
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
    const changed = { ...row, ...dryRunSend(tx, user, request), failed: 0 as const, failure: null }
    const more = { count: 0, characters: charactersOf(changed) - charactersOf(row) }
    const { scheduledMessages } = tx.store
    requireRoomFor(tx, user, more)
    scheduledMessages.save(changed)
    tx.emit(
      { type: 'scheduled_messages', op: 'update', scheduled_message: describeScheduled(changed) },
      [user.id],
    )
  })
}

const charactersOf = ({ content, rendered }: { content: string; rendered: string }) =>
  content.length + rendered.length

/** DELETE /scheduled_messages/{id}: also of one that was delivered meanwhile. */
export const unschedule = (ctx: App, user: User, id: number) =>
  ctx.commit((tx) => {
    tx.store.scheduledMessages.remove(find(tx, user, id).id)
    tx.emit({ type: 'scheduled_messages', op: 'remove', scheduled_message_id: id }, [user.id])
  })

function find(ctx: Context, user: User, id: number): Rows.ScheduledMessage {
  const row = ctx.store.scheduledMessages.find(id)
  if (row?.user_id !== user.id) refuse(NO_SCHEDULED_MESSAGE)
  return row
}

/** @throws RequestError if the type changes without new recipients */
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
 * The columns of a scheduled message. Sends it in a dry run, so that everything is checked that
 * sending checks.
 */
function dryRunSend(tx: Tx, user: User, request: ScheduleRequest) {
  if (request.deliverAt <= tx.now) {
    refuse(DELIVERY_IN_PAST)
  }
  const message = tx.dryRun((trial) => {
    const { id } = deliver(trial, user, { ...draftOf(request), isTrial: true })
    return trial.store.messages.find(id)!
  })
  return {
    type: request.type,
    recipients: JSON.stringify(request.type === 'stream' ? onlyChannel(request.to) : request.to),
    topic: request.type === 'stream' ? (message.topic ?? '') : null,
    content: message.content,
    rendered: message.rendered,
    deliver_at: request.deliverAt,
  }
}

/** @throws RequestError for several channels, or a number in the place of a list of people */
function destinationOf({
  type,
  to,
  topic,
}: Pick<ScheduleRequest, 'type' | 'to' | 'topic'>): MessageDestination {
  if (type === 'stream') return { kind: 'channel', id: onlyChannel(to), topic }
  if (typeof to === 'number') refuse(INVALID_RECIPIENTS)
  return { kind: 'people', ids: to }
}

/** A channel may come in a list of its own. */
function onlyChannel(to: ScheduleRequest['to']): number {
  if (typeof to === 'number') return to
  const [id, ...others] = to
  return id === undefined || others.length > 0 ? refuse(ONE_CHANNEL) : id
}

/** The draft from which a scheduled message is sent. */
export function draftOf(
  request: Pick<ScheduleRequest, 'type' | 'to' | 'topic' | 'content' | 'client' | 'readBySender'>,
): MessageDraft {
  const { content, client, readBySender } = request
  return { destination: destinationOf(request), content, client, readBySender, echo: undefined }
}
