// Events about a person's own flags on messages.

import type { ClientFormat } from './client-format.ts'
import { shownTopic } from './message-format.ts'

/** A person's own flags have changed. */
export interface FlagsEvent {
  type: 'update_message_flags'
  op: 'add' | 'remove'
  /** The same as `op`, under its older name. */
  operation: 'add' | 'remove'
  flag: string
  messages: readonly number[]
  /** Whether all messages are meant; then `messages` is empty. */
  all: boolean
  /** By message ID, for messages that became unread again: clients may have dropped them. */
  message_details?: Readonly<Record<string, FlagDetails>>
}

export type FlagDetails = { mentioned?: true } & (
  | { type: 'private'; user_ids: readonly number[] }
  | { type: 'stream'; stream_id: number; topic: string }
)

/** A change of flags as a client of this format receives it. */
export function formatFlags(event: FlagsEvent, format: ClientFormat): readonly object[] {
  const { message_details } = event
  if (!message_details || format.capabilities.has('empty_topic_name')) return [event]
  const shown = Object.entries(message_details).map(([id, details]) => [
    id,
    details.type === 'stream' ? { ...details, topic: shownTopic(details.topic, false) } : details,
  ])
  return [{ ...event, message_details: Object.fromEntries(shown) }]
}
