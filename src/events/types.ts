import type { ChannelEvent, SubscriptionEvent } from './channel-events.ts'
import type { FlagsEvent } from './flag-events.ts'
import type { GroupEvent } from './group-events.ts'
import type { MessageChangeEvent } from './message-events.ts'
import type { MessageFacts } from './message-shape.ts'
import type { PresenceEvent } from './presence-events.ts'
import type { EmojiEvent, LinkifiersEvent } from './realm-events.ts'
import type { UserStatusEvent } from './user-events.ts'

/**
 * Every event a client can receive, as the domain states it: complete, for a client that
 * understands everything. `shape.ts` says the same to clients that understand less.
 * Events 3.
 */
export type ServerEvent =
  | MessageEvent
  | MessageChangeEvent
  | { type: 'heartbeat' }
  | ({ type: 'restart'; server_generation: number } & Fields)
  | { type: 'realm'; op: 'update'; property: string; value: unknown }
  | { type: 'realm'; op: 'deactivated'; realm_id: number }
  | { type: 'realm'; op: 'update_dict'; property: string; data: Fields }
  | { type: 'realm_domains'; op: 'add' | 'change'; realm_domain: object }
  | { type: 'realm_domains'; op: 'remove'; domain: string }
  | { type: 'realm_playgrounds'; realm_playgrounds: readonly object[] }
  | { type: 'navigation_view'; op: 'add'; navigation_view: object }
  | { type: 'navigation_view'; op: 'update'; fragment: string; data: object }
  | { type: 'navigation_view'; op: 'remove'; fragment: string }
  | { type: 'drafts'; op: 'add'; drafts: readonly object[] }
  | { type: 'drafts'; op: 'update'; draft: object }
  | { type: 'drafts'; op: 'remove'; draft_id: number }
  | { type: 'scheduled_messages'; op: 'add'; scheduled_messages: readonly object[] }
  | { type: 'scheduled_messages'; op: 'update'; scheduled_message: object }
  | { type: 'scheduled_messages'; op: 'remove'; scheduled_message_id: number }
  | { type: 'reminders'; op: 'add'; reminders: readonly object[] }
  | { type: 'reminders'; op: 'remove'; reminder_id: number }
  | { type: 'saved_snippets'; op: 'add' | 'update'; saved_snippet: object }
  | { type: 'saved_snippets'; op: 'remove'; saved_snippet_id: number }
  | { type: 'realm_user'; op: 'add' | 'remove' | 'update'; person: { user_id: number } & Fields }
  | { type: 'custom_profile_fields'; fields: readonly object[] }
  | { type: 'alert_words'; alert_words: readonly string[] }
  | { type: 'realm_bot'; op: 'add' | 'update' | 'delete'; bot: { user_id: number } & Fields }
  | { type: 'invites_changed' }
  | { type: 'realm_export'; exports: readonly object[] }
  | { type: 'realm_export_consent'; user_id: number; consented: boolean }
  | UserStatusEvent
  | { type: 'onboarding_steps'; onboarding_steps: readonly object[] }
  | { type: 'device'; op: 'add' | 'remove'; device_id: number }
  | ({ type: 'device'; op: 'update'; device_id: number } & Fields)
  | EmojiEvent
  | LinkifiersEvent
  | PresenceEvent
  | { type: 'realm_user_settings_defaults'; op: 'update'; property: string; value: unknown }
  | {
      type: 'user_settings'
      op: 'update'
      property: string
      value: unknown
      language_name?: string
    }
  | { type: 'muted_users'; muted_users: readonly object[] }
  | ChannelEvent
  | SubscriptionEvent
  | FlagsEvent
  | GroupEvent

type Fields = Record<string, unknown>

/** `flags` differ by receiver and travel beside the event (see Delivery.personal). */
export interface MessageEvent {
  type: 'message'
  message: MessageFacts
}

/** Who receives an event: everyone who is logged in, the users listed, or those a rule admits. */
export type Audience = 'everyone' | Iterable<number> | ((userId: number) => boolean)

/** One event on its way to its receivers. */
export interface Delivery {
  event: ServerEvent
  to: Audience
  /**
   * Fields that differ by receiver, such as a message's flags. Receivers with equal fields should
   * get the same object: the event is serialised once per object.
   */
  personal?: (userId: number) => Fields | undefined
  /** Message events only: tells one queue which of its own sends this is (local echo). */
  echo?: { queueId: string; localId: string } | undefined
  /**
   * Message events only: who else may receive it in a queue that asked for all public channels or
   * for a narrow. Absent for messages that are not in a public channel.
   */
  public?: (userId: number) => boolean
}
