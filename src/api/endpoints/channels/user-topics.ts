// Endpoints: topic preferences.

import { MAX_TOPIC_LENGTH } from '../../../base/limits.ts'
import { chooseVisibility } from '../../../domain/topics/user-topics.ts'
import { endpoint } from '../../core/endpoint.ts'
import { int, oneOf, textUpTo } from '../../core/params.ts'

export const postUserTopic = endpoint('POST /user_topics', {
  summary: "Sets the caller's visibility policy for a topic.",
  tier: 'user',
  params: {
    stream_id: int,
    topic: textUpTo(MAX_TOPIC_LENGTH).describe('The topic, in any capitals.'),
    visibility_policy: oneOf([0, 1, 2, 3]).describe('0 none, 1 muted, 2 unmuted, 3 followed.'),
  },
  handle: (ctx, { stream_id, topic, visibility_policy }, call) =>
    chooseVisibility(ctx, call.user, stream_id, topic, visibility_policy),
})
