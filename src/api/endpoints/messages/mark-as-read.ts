// Endpoints: marking everything, a channel or a topic as read, as older clients do it.

import { markAllRead, markChannelRead, markTopicRead } from '../../../domain/reading/mark-read.ts'
import { endpoint } from '../../core/endpoint.ts'
import { bool, int, text } from '../../core/params.ts'

export const markAllReadEndpoint = endpoint('POST /mark_all_as_read', {
  summary:
    "Marks all of the caller's messages as read; where complete is false, the client asks again for the rest.",
  tier: 'user',
  returns: { complete: bool },
  handle: async (ctx, _, call) => ({ complete: await markAllRead(ctx, call.user) }),
})

export const markChannelReadEndpoint = endpoint('POST /mark_stream_as_read', {
  summary: 'Marks all messages of a channel as read.',
  tier: 'user',
  params: { stream_id: int },
  handle: (ctx, { stream_id }, call) => markChannelRead(ctx, call.user, stream_id),
})

export const markTopicReadEndpoint = endpoint('POST /mark_topic_as_read', {
  summary: 'Marks all messages of a topic as read.',
  tier: 'user',
  params: { stream_id: int, topic_name: text.describe('The topic, in any capitals.') },
  handle: (ctx, { stream_id, topic_name }, call) =>
    markTopicRead(ctx, call.user, stream_id, topic_name),
})
