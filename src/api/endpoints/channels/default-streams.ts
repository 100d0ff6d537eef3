// Endpoints: default channels.

import { setDefaultChannel } from '../../../domain/channels/default-channels.ts'
import { endpoint } from '../../core/endpoint.ts'
import { int } from '../../core/params.ts'

export const addDefaultChannel = endpoint('POST /default_streams', {
  summary: 'Makes a channel a default channel, which new accounts are subscribed to.',
  tier: 'administrator',
  params: { stream_id: int },
  handle: (ctx, { stream_id }, call) => setDefaultChannel(ctx, call.user, stream_id, true),
})

export const removeDefaultChannel = endpoint('DELETE /default_streams', {
  summary: 'Takes a channel off the default channels; subscriptions stay.',
  tier: 'administrator',
  params: { stream_id: int },
  handle: (ctx, { stream_id }, call) => setDefaultChannel(ctx, call.user, stream_id, false),
})
