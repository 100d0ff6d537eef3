import type { ClientShape } from './client-shape.ts'

/** Somebody came online, in all the forms clients know (events 3.3). */
export interface PresenceEvent {
  type: 'presence'
  user_id: number
  email: string
  /** UNIX seconds, with a fraction. */
  server_timestamp: number
  presence: object
  presences: object
}

export function shapePresence(event: PresenceEvent, shape: ClientShape): readonly object[] {
  const { type, presences, email, ...slim } = event
  if (shape.capabilities.has('simplified_presence_events')) return [{ type, presences }]
  return [shape.slimPresence ? { type, ...slim } : { type, email, ...slim }]
}
