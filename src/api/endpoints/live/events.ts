// Endpoints: polling and closing event queues.

import * as z from 'zod'
import { closeQueue, openQueue, pollEvents } from '../../../domain/snapshot/event-queues.ts'
import { MISSING_ARGUMENT } from '../../../errors/parameters.ts'
import { refuse } from '../../../errors.ts'
import { endpoint } from '../../core/endpoint.ts'
import { RATE_RULES } from '../../core/limits.ts'
import { bool, int, text } from '../../core/params.ts'
import { queueParams, queueRequest } from '../../wire/queue-params.ts'

export const getEvents = endpoint('GET /events', {
  summary:
    'Returns the events of a queue, or opens one; waits for an event when there is none yet.',
  tier: 'user',
  errors: ['BAD_EVENT_QUEUE_ID'],
  rate: RATE_RULES.polls,
  isBrief: true,
  params: {
    queue_id: text
      .optional()
      .describe(
        'The queue, from POST /register; with dont_block and without a queue a new one is opened.',
      ),
    last_event_id: int
      .optional()
      .describe(
        'The last event the client has processed; it and all before it are dropped from the queue.',
      ),
    dont_block: bool
      .default(false)
      .describe('Whether to answer at once even when there is no event.'),
    ...queueParams,
  },
  returns: {
    events: z.array(z.looseObject({ id: int, type: text })),
    queue_id: text,
    last_event_id: int.optional(),
  },
  handle(ctx, { queue_id, last_event_id, dont_block, ...params }, call) {
    if (queue_id === undefined) {
      if (dont_block) return openQueue(ctx, call.user, queueRequest(params, call))
      refuse(MISSING_ARGUMENT, { name: 'queue_id' })
    }
    if (last_event_id === undefined) refuse(MISSING_ARGUMENT, { name: 'last_event_id' })
    const { user, onHangUp } = call
    return pollEvents(ctx, user, queue_id, last_event_id, dont_block, onHangUp)
  },
})

export const deleteEvents = endpoint('DELETE /events', {
  summary: 'Closes an event queue.',
  tier: 'user',
  errors: ['BAD_EVENT_QUEUE_ID'],
  params: { queue_id: text.describe('The queue, from POST /register.') },
  handle: (ctx, { queue_id }, call) => closeQueue(ctx, call.user, queue_id),
})
