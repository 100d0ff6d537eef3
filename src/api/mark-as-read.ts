import { markAllRead, markChannelRead, markTopicRead } from '../domain/flag-changes.ts'
import { endpoint } from './endpoint.ts'
import { bool, int, text } from './params.ts'

/** What clients called before POST /messages/flags/narrow. */

export const markAllReadEndpoint = endpoint('POST /mark_all_as_read', {
  tier: 'user',
  returns: { complete: bool },
  handle: async (ctx, _, call) => ({ complete: await markAllRead(ctx, call.user) }),
})

export const markChannelReadEndpoint = endpoint('POST /mark_stream_as_read', {
  tier: 'user',
  params: { stream_id: int },
  handle: (ctx, { stream_id }, call) => markChannelRead(ctx, call.user, stream_id),
})

export const markTopicReadEndpoint = endpoint('POST /mark_topic_as_read', {
  tier: 'user',
  params: { stream_id: int, topic_name: text },
  handle: (ctx, { stream_id, topic_name }, call) =>
    markTopicRead(ctx, call.user, stream_id, topic_name),
})
