import { shapeChannelEvent, shapeSubscriptionEvent } from './channel-events.ts'
import type { ClientShape } from './client-shape.ts'
import { shapeFlags } from './flag-events.ts'
import { shapeGroupEvent } from './group-events.ts'
import { shapeMessageChange } from './message-events.ts'
import { messageShapeOf, shapeMessage } from './message-shape.ts'
import { shapePresence } from './presence-events.ts'
import { shapeEmoji, shapeLinkifiers } from './realm-events.ts'
import type { ServerEvent } from './types.ts'
import { shapeUserStatus } from './user-events.ts'

/** An event in the words a client of this shape understands: none, one, or several objects. */
export function shapeEvent(event: ServerEvent, shape: ClientShape): readonly object[] {
  switch (event.type) {
    case 'message':
      return [{ ...event, message: shapeMessage(event.message, messageShapeOf(shape)) }]
    case 'update_message':
    case 'delete_message':
    case 'reaction':
    case 'typing':
    case 'typing_edit_message':
    case 'user_topic':
    case 'muted_topics':
      return shapeMessageChange(event, shape)
    case 'update_message_flags':
      return shapeFlags(event, shape)
    case 'stream':
      return shapeChannelEvent(event, shape)
    case 'subscription':
      return shapeSubscriptionEvent(event, shape)
    case 'user_status':
      return shapeUserStatus(event, shape)
    case 'realm_emoji':
      return shapeEmoji(event, shape)
    case 'realm_linkifiers':
      return shapeLinkifiers(event, shape)
    case 'presence':
      return shapePresence(event, shape)
    case 'user_group':
      return shapeGroupEvent(event, shape)
    default:
      return [event]
  }
}
