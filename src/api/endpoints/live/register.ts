// Endpoints: opening an event queue with a snapshot.

import * as z from 'zod'
import { register } from '../../../domain/snapshot/event-queues.ts'
import { endpoint } from '../../core/endpoint.ts'
import { int, text } from '../../core/params.ts'
import { MAX_EVENT_TYPES, queueParams, queueRequest } from '../../wire/queue-params.ts'
import { snapshot } from '../../wire/snapshot.ts'

export const registerEndpoint = endpoint('POST /register', {
  summary:
    "Opens an event queue and returns the state of everything the queue's events will change.",
  tier: 'spectator',
  params: {
    ...queueParams,
    include_subscribers: z
      .enum(['true', 'false', 'partial'])
      .default('false')
      .describe(
        'Whether channels list their subscribers; partial leaves them out of large channels.',
      ),
    presence_history_limit_days: int
      .min(0)
      .default(14)
      .describe('How far back presences go; 0 leaves them out.'),
    fetch_event_types: z
      .array(text)
      .max(MAX_EVENT_TYPES)
      .nullable()
      .default(null)
      .describe('The parts of the state to return; without it those of event_types.'),
  },
  returns: {
    queue_id: text.nullable(),
    last_event_id: int,
    idle_queue_timeout_secs: int,
    ...snapshot,
  },
  handle(ctx, params, call) {
    const fetchTypes = params.fetch_event_types ?? params.event_types
    const request = queueRequest(params, call)
    return register(ctx, call.user, request, {
      fetchTypes: fetchTypes ? new Set(fetchTypes) : undefined,
      includeSubscribers: params.include_subscribers,
      clientGravatar: request.format.clientGravatar,
      presenceHistoryDays: params.presence_history_limit_days,
    })
  },
})
