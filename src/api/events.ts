import * as z from 'zod'
import { closeQueue, pollEvents } from '../domain/event-queues.ts'
import { refuse } from '../errors.ts'
import { endpoint } from './endpoint.ts'
import { bool, int, text } from './params.ts'

export const getEvents = endpoint('GET /events', {
  tier: 'user',
  params: {
    queue_id: text.optional(),
    last_event_id: int.optional(),
    dont_block: bool.default(false),
  },
  returns: { events: z.array(z.looseObject({ id: int, type: text })), queue_id: text },
  handle(ctx, { queue_id, last_event_id, dont_block }, call) {
    if (queue_id === undefined) refuse('BAD_REQUEST', "Missing 'queue_id' argument")
    if (last_event_id === undefined) refuse('BAD_REQUEST', "Missing 'last_event_id' argument")
    const { user, onHangUp } = call
    return pollEvents(ctx, user, queue_id, last_event_id, dont_block, onHangUp)
  },
})

export const deleteEvents = endpoint('DELETE /events', {
  tier: 'user',
  params: { queue_id: text },
  handle: (ctx, { queue_id }, call) => closeQueue(ctx, call.user, queue_id),
})
