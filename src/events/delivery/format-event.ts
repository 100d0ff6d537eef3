// Rewrites an event for clients that understand less than the newest ones.

import { formatChannelEvent, formatSubscriptionEvent } from '../types/channel-events.ts'
import { bitsOf, type ClientFormat } from '../types/client-format.ts'
import { formatFlags } from '../types/flag-events.ts'
import { formatGroupEvent } from '../types/group-events.ts'
import { formatMessageChange } from '../types/message-events.ts'
import { formatMessage, messageFormatOf } from '../types/message-format.ts'
import { formatPresence } from '../types/presence-events.ts'
import { formatEmoji, formatLinkifiers } from '../types/realm-events.ts'
import type { ServerEvent } from '../types/types.ts'
import { formatUserStatus } from '../types/user-events.ts'

/** The events a client of this format receives instead of `event`: none, one, or several. */
export function formatEvent(event: ServerEvent, format: ClientFormat): readonly object[] {
  switch (event.type) {
    case 'message':
      return [{ ...event, message: formatMessage(event.message, messageFormatOf(format)) }]
    case 'update_message':
    case 'delete_message':
    case 'reaction':
    case 'typing':
    case 'typing_edit_message':
    case 'user_topic':
    case 'muted_topics':
      return formatMessageChange(event, format)
    case 'update_message_flags':
      return formatFlags(event, format)
    case 'stream':
      return formatChannelEvent(event, format)
    case 'subscription':
      return formatSubscriptionEvent(event, format)
    case 'user_status':
      return formatUserStatus(event, format)
    case 'realm_emoji':
      return formatEmoji(event, format)
    case 'realm_linkifiers':
      return formatLinkifiers(event, format)
    case 'presence':
      return formatPresence(event, format)
    case 'user_group':
      return formatGroupEvent(event, format)
    default:
      return [event]
  }
}

/** Of types whose events are the same for every client. */
const NOTHING = 0

/**
 * What of a client's format an event depends on, for all types. One account can open a queue for each of
 * 65,536 formats; the text of an event is made a few times all the same.
 */
const RELEVANT: Record<ServerEvent['type'], number> = {
  alert_words: NOTHING,
  attachment: NOTHING,
  channel_folder: NOTHING,
  custom_profile_fields: NOTHING,
  default_stream_groups: NOTHING,
  default_streams: NOTHING,
  delete_message: bitsOf(['empty_topic_name', 'bulk_message_deletion']),
  device: NOTHING,
  drafts: NOTHING,
  heartbeat: NOTHING,
  invites_changed: NOTHING,
  message: bitsOf(['applyMarkdown', 'clientGravatar', 'vendorNames', 'empty_topic_name']),
  muted_topics: bitsOf(['empty_topic_name']),
  muted_users: NOTHING,
  navigation_view: NOTHING,
  onboarding_steps: NOTHING,
  presence: bitsOf(['slimPresence', 'simplified_presence_events']),
  reaction: bitsOf(['vendorNames']),
  realm: NOTHING,
  realm_bot: NOTHING,
  realm_domains: NOTHING,
  realm_emoji: bitsOf(['individual_emoji_changes']),
  realm_export: NOTHING,
  realm_export_consent: NOTHING,
  realm_linkifiers: bitsOf(['linkifier_url_template']),
  realm_playgrounds: NOTHING,
  realm_user: NOTHING,
  realm_user_settings_defaults: NOTHING,
  reminders: NOTHING,
  restart: NOTHING,
  saved_snippets: NOTHING,
  scheduled_messages: NOTHING,
  stream: bitsOf(['archived_channels']),
  submessage: NOTHING,
  subscription: bitsOf(['archived_channels', 'notification_settings_null']),
  typing: bitsOf(['empty_topic_name', 'stream_typing_notifications']),
  typing_edit_message: bitsOf(['empty_topic_name']),
  update_message: bitsOf(['empty_topic_name']),
  update_message_flags: bitsOf(['empty_topic_name']),
  user_group: bitsOf(['include_deactivated_groups']),
  user_settings: NOTHING,
  user_status: bitsOf(['vendorNames']),
  user_topic: bitsOf(['empty_topic_name']),
}

/** The part of a format's number on which the event depends: formats that share it get the same text. */
export const relevantBits = ({ type }: ServerEvent, format: number): number =>
  format & RELEVANT[type]

/** Whether there are events of a type. */
export const isEventType = (type: string): boolean => Object.hasOwn(RELEVANT, type)
