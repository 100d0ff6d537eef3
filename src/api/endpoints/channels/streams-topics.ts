// Endpoints: deleting a topic.

import { deleteTopic } from '../../../domain/editing/message-deletion.ts'
import { endpoint } from '../../core/endpoint.ts'
import { bool, int, text } from '../../core/params.ts'

export const deleteTopicEndpoint = endpoint('POST /streams/:stream_id/delete_topic', {
  summary:
    'Deletes all messages of a topic, newest first; where complete is false, the client asks again for the rest.',
  tier: 'administrator',
  params: { stream_id: int, topic_name: text.describe('The topic, in any capitals.') },
  returns: { complete: bool },
  handle: (ctx, { stream_id, topic_name }, call) =>
    deleteTopic(ctx, call.user, stream_id, topic_name),
})
