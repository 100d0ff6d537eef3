import { deleteTopic } from '../domain/message-deletion.ts'
import { endpoint } from './endpoint.ts'
import { bool, int, text } from './params.ts'

export const deleteTopicEndpoint = endpoint('POST /streams/:stream_id/delete_topic', {
  tier: 'administrator',
  params: { stream_id: int, topic_name: text },
  returns: { complete: bool },
  handle: (ctx, { stream_id, topic_name }, call) =>
    deleteTopic(ctx, call.user, stream_id, topic_name),
})
