import { MAX_TOPIC_LENGTH } from '../base/limits.ts'
import { chooseVisibility } from '../domain/user-topics.ts'
import { endpoint } from './endpoint.ts'
import { int, oneOf, textUpTo } from './params.ts'

export const postUserTopic = endpoint('POST /user_topics', {
  tier: 'user',
  params: {
    stream_id: int,
    topic: textUpTo(MAX_TOPIC_LENGTH),
    visibility_policy: oneOf([0, 1, 2, 3]),
  },
  handle: (ctx, { stream_id, topic, visibility_policy }, call) =>
    chooseVisibility(ctx, call.user, stream_id, topic, visibility_policy),
})
