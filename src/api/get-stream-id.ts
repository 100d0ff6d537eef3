import { channelIdOf } from '../domain/channel-lists.ts'
import { endpoint } from './endpoint.ts'
import { int, text } from './params.ts'

export const getChannelId = endpoint('GET /get_stream_id', {
  tier: 'user',
  params: { stream: text },
  returns: { stream_id: int },
  handle: (ctx, { stream }, call) => ({ stream_id: channelIdOf(ctx, call.user, stream) }),
})
