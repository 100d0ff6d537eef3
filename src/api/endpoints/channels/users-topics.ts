// Endpoints: the topics of a channel.

import * as z from 'zod'
import { listTopics } from '../../../domain/topics/topic-lists.ts'
import { endpoint } from '../../core/endpoint.ts'
import { bool, int } from '../../core/params.ts'

export const getTopics = endpoint('GET /users/me/:stream_id/topics', {
  summary: 'Lists the topics of a channel with the ID of their newest message, newest first.',
  tier: 'spectator',
  params: {
    stream_id: int,
    allow_empty_topic_name: bool
      .default(false)
      .describe(
        'Whether the topic without a name is sent as ""; otherwise under its display name.',
      ),
  },
  returns: { topics: z.array(z.object({ name: z.string(), max_id: int })) },
  handle: async (ctx, { stream_id, allow_empty_topic_name }, call) => ({
    topics: await listTopics(ctx, call.user, stream_id, allow_empty_topic_name),
  }),
})
