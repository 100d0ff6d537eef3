// Endpoints: muting topics, as older clients do it.

import * as z from 'zod'
import { MAX_TOPIC_LENGTH } from '../../../base/limits.ts'
import { muteTopic } from '../../../domain/topics/user-topics.ts'
import { MISSING_PARAMETER, UNSUPPORTED_COMBINATION } from '../../../errors/parameters.ts'
import { refuse } from '../../../errors.ts'
import { endpoint } from '../../core/endpoint.ts'
import { int, text, textUpTo } from '../../core/params.ts'

/** Kept for clients older than POST /user_topics. */
export const patchMutedTopics = endpoint('PATCH /users/me/subscriptions/muted_topics', {
  summary: 'Mutes or unmutes a topic, for older clients; POST /user_topics replaces it.',
  tier: 'user',
  errors: ['REQUEST_VARIABLE_MISSING'],
  params: {
    stream_id: int.optional().describe('The channel; this or stream is required.'),
    stream: text.optional().describe('The name of the channel instead of its ID.'),
    topic: textUpTo(MAX_TOPIC_LENGTH).describe('The topic, in any capitals.'),
    op: z.enum(['add', 'remove']).describe('add mutes the topic, remove unmutes it.'),
  },
  handle(ctx, { stream_id, stream, topic, op }, call) {
    if (stream_id !== undefined && stream !== undefined)
      refuse(UNSUPPORTED_COMBINATION, { names: 'stream_id, stream' })
    if (stream_id !== undefined) return muteTopic(ctx, call.user, { id: stream_id }, topic, op)
    if (stream !== undefined) return muteTopic(ctx, call.user, { name: stream }, topic, op)
    return refuse(MISSING_PARAMETER, { var_name: 'stream_id' })
  },
})
