// Events about who is online.

import type { ClientFormat } from './client-format.ts'

/** When a person was last active and last connected, in UNIX seconds. */
interface PresenceTimes {
  active_timestamp: number
  idle_timestamp: number
}

interface LegacyPresence {
  client: string
  status: 'active' | 'idle'
  /** UNIX seconds. */
  timestamp: number
  pushable: boolean
}

/** A person came online, in both forms that clients know. */
export interface PresenceEvent {
  type: 'presence'
  user_id: number
  email: string
  /** UNIX seconds, with a fraction. */
  server_timestamp: number
  /** The form that clients read before, by the name of the only client. */
  presence: Readonly<Record<'website', LegacyPresence>>
  /** By user ID. */
  presences: Readonly<Record<string, PresenceTimes>>
}

/** A presence event as a client of this format receives it. */
export function formatPresence(event: PresenceEvent, format: ClientFormat): readonly object[] {
  const { type, presences, email, ...slim } = event
  if (format.capabilities.has('simplified_presence_events')) return [{ type, presences }]
  return [format.slimPresence ? { type, ...slim } : { type, email, ...slim }]
}
