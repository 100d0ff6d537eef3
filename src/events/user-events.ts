import type { ClientShape } from './client-shape.ts'
import { shownReactionType } from './message-shape.ts'

/** What a person says they are doing: the parts that changed, '' where cleared (events 3.3). */
export interface UserStatusEvent {
  type: 'user_status'
  user_id: number
  away?: boolean
  status_text?: string
  emoji_name?: string
  emoji_code?: string
  reaction_type?: string
}

export function shapeUserStatus(event: UserStatusEvent, shape: ClientShape): readonly object[] {
  if (event.reaction_type === undefined) return [event]
  return [{ ...event, reaction_type: shownReactionType(event.reaction_type, shape.vendorNames) }]
}
