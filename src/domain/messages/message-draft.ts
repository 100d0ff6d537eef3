// What is to be sent, and what came of it.

import type { Widget } from '../../text/widgets.ts'
import type { VisibilityPolicy } from '../topics/user-topics.ts'
import type { User } from '../users/users.ts'

/** A channel by its ID, or by its name without regard to case. */
export type NamedChannel = { id: number } | { name: string }

/** One or more users by their IDs, or by their addresses. */
export type NamedPeople = { ids: readonly number[] } | { emails: readonly string[] }

export type ChannelDestination = { kind: 'channel'; topic: string | undefined } & NamedChannel
export type PeopleDestination = { kind: 'people' } & NamedPeople

/** Where a message goes, as the request says. */
export type MessageDestination = ChannelDestination | PeopleDestination

export interface MessageDraft {
  /** Instead of the one that the content may ask for. */
  widget?: Widget | undefined
  destination: MessageDestination
  content: string
  client: string
  readBySender: boolean
  /** The sender's queue that should recognise the message as its own (local echo). */
  echo: { queueId: string; localId: string } | undefined
  /** Users that count as having read the message, such as the one who caused a system message. */
  readBy?: (userId: number) => boolean
  /** It is only checked whether it could be sent: nobody receives it. */
  isTrial?: boolean
  /** The user whose access decides about mentions and links; by default the sender. */
  linksFor?: User
}

export interface SendResult {
  id: number
  /** The sender's new policy for the topic, if sending changed it. */
  newVisibility: VisibilityPolicy | undefined
}
