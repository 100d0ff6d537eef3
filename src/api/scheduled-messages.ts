import * as z from 'zod'
import { readsWhatItSends } from '../domain/messages.ts'
import { ownScheduled, reschedule, schedule, unschedule } from '../domain/scheduled-messages.ts'
import { endpoint } from './endpoint.ts'
import { alias, bool, int, text } from './params.ts'
import { scheduledMessage } from './wire/personal.ts'

const type = z.enum(['direct', 'private', 'channel', 'stream'])

/** Unlike when sending at once, people and channels are named by ID only. */
const to = z.union([int, z.array(int).min(1)])

const kindOf = (type: string) => (type === 'channel' || type === 'stream' ? 'stream' : 'private')

/** A channel may come in a list of its own. */
const recipientsOf = (kind: 'stream' | 'private', to: number | number[]) =>
  kind === 'stream' && Array.isArray(to) && to.length === 1 ? to[0]! : to

export const getScheduledMessages = endpoint('GET /scheduled_messages', {
  tier: 'human',
  returns: { scheduled_messages: z.array(scheduledMessage) },
  handle: (ctx, _, call) => ({ scheduled_messages: ownScheduled(ctx, call.user) }),
})

export const createScheduledMessage = endpoint('POST /scheduled_messages', {
  tier: 'human',
  params: {
    type,
    to,
    topic: alias('subject', text.optional()),
    content: text,
    scheduled_delivery_timestamp: int,
    read_by_sender: bool.optional(),
  },
  returns: { scheduled_message_id: int },
  async handle(ctx, params, call) {
    const kind = kindOf(params.type)
    const to = recipientsOf(kind, params.to)
    const isNoteToSelf = Array.isArray(to) && to.every((id) => id === call.user.id)
    const id = await schedule(ctx, call.user, {
      type: kind,
      to,
      topic: params.topic,
      content: params.content,
      deliverAt: params.scheduled_delivery_timestamp,
      readBySender: params.read_by_sender ?? (!isNoteToSelf && readsWhatItSends(call.client)),
      client: call.client,
    })
    return { scheduled_message_id: id }
  },
})

export const updateScheduledMessage = endpoint('PATCH /scheduled_messages/:scheduled_message_id', {
  tier: 'human',
  params: {
    scheduled_message_id: int,
    type: type.optional(),
    to: to.optional(),
    topic: alias('subject', text.optional()),
    content: text.optional(),
    scheduled_delivery_timestamp: int.optional(),
  },
  async handle(ctx, params, call) {
    const kind = params.type && kindOf(params.type)
    const { topic, content, scheduled_delivery_timestamp: deliverAt } = params
    await reschedule(ctx, call.user, params.scheduled_message_id, {
      ...(kind && { type: kind }),
      ...(params.to !== undefined && { to: recipientsOf(kind ?? 'stream', params.to) }),
      ...(topic !== undefined && { topic }),
      ...(content !== undefined && { content }),
      ...(deliverAt !== undefined && { deliverAt }),
    })
  },
})

export const deleteScheduledMessage = endpoint('DELETE /scheduled_messages/:scheduled_message_id', {
  tier: 'human',
  params: { scheduled_message_id: int },
  handle: (ctx, { scheduled_message_id }, call) => unschedule(ctx, call.user, scheduled_message_id),
})
