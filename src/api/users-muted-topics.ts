import * as z from 'zod'
import { MAX_TOPIC_LENGTH } from '../base/limits.ts'
import { muteTopic } from '../domain/user-topics.ts'
import { refuse } from '../errors.ts'
import { endpoint } from './endpoint.ts'
import { int, text, textUpTo } from './params.ts'

/** How older clients mute topics. */
export const patchMutedTopics = endpoint('PATCH /users/me/subscriptions/muted_topics', {
  tier: 'user',
  params: {
    stream_id: int.optional(),
    stream: text.optional(),
    topic: textUpTo(MAX_TOPIC_LENGTH),
    op: z.enum(['add', 'remove']),
  },
  handle(ctx, { stream_id, stream, topic, op }, call) {
    if (stream_id !== undefined && stream !== undefined)
      refuse('BAD_REQUEST', 'Unsupported parameter combination: stream_id, stream')
    if (stream_id !== undefined) return muteTopic(ctx, call.user, { id: stream_id }, topic, op)
    if (stream !== undefined) return muteTopic(ctx, call.user, { name: stream }, topic, op)
    return refuse('REQUEST_VARIABLE_MISSING', "Missing 'stream_id' argument", {
      var_name: 'stream_id',
    })
  },
})
