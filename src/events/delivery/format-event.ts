// Rewrites an event for clients that understand less than the newest ones.

import { formatChannelEvent, formatSubscriptionEvent } from '../types/channel-events.ts'
import type { ClientFormat } from '../types/client-format.ts'
import { formatFlags } from '../types/flag-events.ts'
import { formatGroupEvent } from '../types/group-events.ts'
import { formatMessageChange } from '../types/message-events.ts'
import { formatMessage, messageFormatKey, messageFormatOf } from '../types/message-format.ts'
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

/**
 * Equal for formats that make the same of an event. One account can open a queue for each of 65,536
 * formats; the text of a message is made a few times all the same.
 *
 * @param key stands for the whole format
 */
export function relevantKey(event: ServerEvent, format: ClientFormat, key: string): string {
  switch (event.type) {
    case 'message':
    case 'update_message':
      return String(messageFormatKey(messageFormatOf(format)))
    case 'submessage':
      return ''
    default:
      return key
  }
}
