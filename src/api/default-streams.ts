import { setDefaultChannel } from '../domain/default-channels.ts'
import { endpoint } from './endpoint.ts'
import { int } from './params.ts'

export const addDefaultChannel = endpoint('POST /default_streams', {
  tier: 'administrator',
  params: { stream_id: int },
  handle: (ctx, { stream_id }, call) => setDefaultChannel(ctx, call.user, stream_id, true),
})

export const removeDefaultChannel = endpoint('DELETE /default_streams', {
  tier: 'administrator',
  params: { stream_id: int },
  handle: (ctx, { stream_id }, call) => setDefaultChannel(ctx, call.user, stream_id, false),
})
