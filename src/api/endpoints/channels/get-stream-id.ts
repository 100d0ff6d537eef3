// Endpoints: the ID of a channel by name.

import { channelIdOf } from '../../../domain/channels/channel-lists.ts'
import { endpoint } from '../../core/endpoint.ts'
import { int, text } from '../../core/params.ts'

export const getChannelId = endpoint('GET /get_stream_id', {
  summary: 'Finds the ID of a channel by its name.',
  tier: 'user',
  params: { stream: text.describe('The name of the channel, in any capitals.') },
  returns: { stream_id: int },
  handle: (ctx, { stream }, call) => ({ stream_id: channelIdOf(ctx, call.user, stream) }),
})
