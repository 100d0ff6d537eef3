// All events as one union, and how an event travels to its receivers.

import type { ChannelEvent, SubscriptionEvent } from './channel-events.ts'
import type { FlagsEvent } from './flag-events.ts'
import type { GroupEvent } from './group-events.ts'
import type { MessageChangeEvent } from './message-events.ts'
import type { CanonicalMessage } from './message-format.ts'
import type { PersonalEvent } from './personal-events.ts'
import type { PresenceEvent } from './presence-events.ts'
import type { EmojiEvent, LinkifiersEvent, OrganizationEvent } from './realm-events.ts'
import type { UserEvent, UserStatusEvent } from './user-events.ts'

/**
 * Every event a client can receive, complete, as a client that understands everything gets it.
 * `delivery/format-event.ts` rewrites it for the others.
 */
export type ServerEvent =
  | MessageEvent
  | MessageChangeEvent
  | { type: 'heartbeat' }
  | RestartEvent
  | OrganizationEvent
  | EmojiEvent
  | LinkifiersEvent
  | UserEvent
  | UserStatusEvent
  | PresenceEvent
  | PersonalEvent
  | ChannelEvent
  | SubscriptionEvent
  | FlagsEvent
  | GroupEvent

/** The server was started again; clients compare the versions, which have two names each. */
interface RestartEvent {
  type: 'restart'
  service_feature_level: number
  service_version: string
  service_merge_base: string
  zulip_feature_level: number
  zulip_version: string
  zulip_merge_base: string
  server_generation: number
}

/** `flags` differ by receiver and travel beside the event (see Delivery.personal). */
export interface MessageEvent {
  type: 'message'
  message: CanonicalMessage
}

/** Who receives an event: everyone who is logged in, the users listed, or those a rule admits. */
export type Audience = 'everyone' | Iterable<number> | ((userId: number) => boolean)

/** What differs by receiver: their flags on the message, or the user as they may see them. */
export interface ReceiverFields {
  flags?: readonly string[]
  user?: { user_id: number; email: string; full_name: string }
}

/** One event on its way to its receivers. */
export interface Delivery {
  event: ServerEvent
  to: Audience
  /**
   * Fields that differ by receiver, such as a message's flags. Receivers with equal fields should
   * get the same object: the event is serialised once per object.
   */
  personal?: (userId: number) => ReceiverFields | undefined
  /** Message events only: tells one queue which of its own sends this is (local echo). */
  echo?: { queueId: string; localId: string } | undefined
  /**
   * Message events only: who else may receive it in a queue that asked for all public channels or
   * for a narrow. Absent for messages that are not in a public channel.
   */
  public?: ((userId: number) => boolean) | undefined
}
