// Endpoints: scheduled messages.

import * as z from 'zod'
import { listInSlices } from '../../../base/list-text.ts'
import {
  ownScheduled,
  reschedule,
  schedule,
  unschedule,
} from '../../../domain/scheduled/scheduled-messages.ts'
import { MOST_RECIPIENTS } from '../../core/destinations.ts'
import { endpoint } from '../../core/endpoint.ts'
import { alias, bool, int, ints, text } from '../../core/params.ts'
import { readsWhatItSends } from '../../core/reading-clients.ts'
import { withFewer } from '../../core/value-count.ts'
import { scheduledMessage } from '../../wire/personal.ts'

const type = z.enum(['direct', 'private', 'channel', 'stream'])

/** Unlike when sending at once, people and channels are named by ID only. */
const to = z.union([int, ints.min(1)])

const kindOf = (type: string) => (type === 'channel' || type === 'stream' ? 'stream' : 'private')

export const getScheduledMessages = endpoint('GET /scheduled_messages', {
  summary: "Lists the caller's scheduled messages that are not sent yet, by time of delivery.",
  tier: 'user',
  returns: { scheduled_messages: z.array(scheduledMessage) },
  handle: async (ctx, _, call) => ({
    scheduled_messages: await listInSlices(ownScheduled(ctx, call.user), (message) => message),
  }),
})

export const createScheduledMessage = endpoint('POST /scheduled_messages', {
  summary: 'Schedules a message for later.',
  tier: 'user',
  errors: [
    'STREAM_DOES_NOT_EXIST',
    'STREAM_WILDCARD_MENTION_NOT_ALLOWED',
    'TOPIC_WILDCARD_MENTION_NOT_ALLOWED',
  ],
  params: {
    type: type.describe(
      'direct for people, channel for a channel; private and stream are their older names.',
    ),
    to: withFewer(MOST_RECIPIENTS, to).describe('The ID of the channel, or a list of user IDs.'),
    topic: alias('subject', text.optional()).describe(
      'Required for channels. At most 60 characters; longer ones are cut.',
    ),
    content: text.describe('Markdown, at most 10,000 characters; longer texts are cut.'),
    scheduled_delivery_timestamp: int.describe('When to deliver, in UNIX seconds; in the future.'),
    read_by_sender: bool
      .optional()
      .describe(
        "Whether the message is read for its sender; by default it is when the sender's client shows messages.",
      ),
  },
  returns: { scheduled_message_id: int },
  async handle(ctx, params, call) {
    const kind = kindOf(params.type)
    const { to } = params
    const isNoteToSelf =
      kind === 'private' && Array.isArray(to) && to.every((id) => id === call.user.id)
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
  summary: 'Changes a scheduled message that is not sent yet.',
  tier: 'user',
  errors: [
    'NOT_FOUND',
    'STREAM_DOES_NOT_EXIST',
    'STREAM_WILDCARD_MENTION_NOT_ALLOWED',
    'TOPIC_WILDCARD_MENTION_NOT_ALLOWED',
  ],
  params: {
    scheduled_message_id: int,
    type: type.optional().describe('A new type needs to, and a topic for a channel.'),
    to: withFewer(MOST_RECIPIENTS, to.optional()).describe(
      'The ID of the channel, or a list of user IDs.',
    ),
    topic: alias('subject', text.optional()).describe(
      'At most 60 characters; longer ones are cut.',
    ),
    content: text.optional().describe('Markdown, at most 10,000 characters; longer texts are cut.'),
    scheduled_delivery_timestamp: int
      .optional()
      .describe('When to deliver, in UNIX seconds; in the future.'),
  },
  async handle(ctx, params, call) {
    const kind = params.type && kindOf(params.type)
    const { topic, content, scheduled_delivery_timestamp: deliverAt } = params
    await reschedule(ctx, call.user, params.scheduled_message_id, {
      ...(kind && { type: kind }),
      ...(params.to !== undefined && { to: params.to }),
      ...(topic !== undefined && { topic }),
      ...(content !== undefined && { content }),
      ...(deliverAt !== undefined && { deliverAt }),
    })
  },
})

export const deleteScheduledMessage = endpoint('DELETE /scheduled_messages/:scheduled_message_id', {
  summary: 'Deletes a scheduled message that is not sent yet.',
  tier: 'user',
  errors: ['NOT_FOUND'],
  params: { scheduled_message_id: int },
  handle: (ctx, { scheduled_message_id }, call) => unschedule(ctx, call.user, scheduled_message_id),
})
