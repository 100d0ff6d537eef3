import * as z from 'zod'
import { listTopics } from '../domain/topic-lists.ts'
import { endpoint } from './endpoint.ts'
import { bool, int } from './params.ts'

export const getTopics = endpoint('GET /users/me/:stream_id/topics', {
  tier: 'spectator',
  params: { stream_id: int, allow_empty_topic_name: bool.default(false) },
  returns: { topics: z.array(z.object({ name: z.string(), max_id: int })) },
  handle: (ctx, { stream_id, allow_empty_topic_name }, call) => ({
    topics: listTopics(ctx, call.user, stream_id, allow_empty_topic_name),
  }),
})
