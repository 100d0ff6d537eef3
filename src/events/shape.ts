import type { ClientShape } from './client-shape.ts'
import { messageShapeOf, shapeMessage, shownTopic } from './message-shape.ts'
import type { DeleteMessageEvent, ServerEvent } from './types.ts'

/** An event in the words a client of this shape understands: none, one, or several objects. */
export function shapeEvent(event: ServerEvent, shape: ClientShape): readonly object[] {
  switch (event.type) {
    case 'message':
      return [{ ...event, message: shapeMessage(event.message, messageShapeOf(shape)) }]
    case 'delete_message':
      return shapeDeletion(event, shape)
    default:
      return [event]
  }
}

function shapeDeletion(event: DeleteMessageEvent, shape: ClientShape) {
  const { message_ids, ...rest } = event
  if (rest.topic !== undefined)
    rest.topic = shownTopic(rest.topic, shape.capabilities.has('empty_topic_name'))
  if (shape.capabilities.has('bulk_message_deletion')) return [{ ...rest, message_ids }]
  return message_ids.map((message_id) => ({ ...rest, message_id }))
}
