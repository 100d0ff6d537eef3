import type { ClientShape } from './client-shape.ts'
import { shownTopic } from './message-shape.ts'

/** A person's own flags have changed (events 3.2). */
export interface FlagsEvent {
  type: 'update_message_flags'
  op: 'add' | 'remove'
  /** The same, under the name it had. */
  operation: 'add' | 'remove'
  flag: string
  messages: readonly number[]
  /** Everything there is, without a list. */
  all: boolean
  /** By message ID; of messages that are unread again, for clients that have forgotten them. */
  message_details?: Readonly<Record<string, FlagDetails>>
}

export type FlagDetails = { mentioned?: true } & (
  | { type: 'private'; user_ids: readonly number[] }
  | { type: 'stream'; stream_id: number; topic: string }
)

export function shapeFlags(event: FlagsEvent, shape: ClientShape): readonly object[] {
  const { message_details } = event
  if (!message_details || shape.capabilities.has('empty_topic_name')) return [event]
  const shown = Object.entries(message_details).map(([id, details]) => [
    id,
    details.type === 'stream' ? { ...details, topic: shownTopic(details.topic, false) } : details,
  ])
  return [{ ...event, message_details: Object.fromEntries(shown) }]
}
