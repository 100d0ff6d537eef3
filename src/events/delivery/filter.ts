// Decides whether a queue takes an event: by its type and by the narrow the client gave.

import { EMPTY_TOPIC_NAME } from '../../base/limits.ts'
import type { ReceiverFields, ServerEvent } from '../types/types.ts'

/** One term of a queue's narrow. */
export interface NarrowTerm {
  operator: 'channel' | 'topic' | 'sender' | 'is'
  operand: string
}

/** Which events a queue accepts. */
export interface QueueFilter {
  /** undefined: every type. */
  types: readonly string[] | undefined
  /** ANDed; concerns message events only. */
  narrow: readonly NarrowTerm[]
  allPublic: boolean
}

/** Characters a filter takes in memory; the client chooses how many. */
export const sizeOfFilter = ({ types, narrow }: QueueFilter): number =>
  [...(types ?? []), ...narrow.map(({ operand }) => operand)].join('').length

/**
 * Whether a queue with this filter takes an event.
 * @param personal the receiver's own fields, such as flags
 */
export function accepts(
  filter: QueueFilter,
  event: ServerEvent,
  personal: ReceiverFields | undefined,
): boolean {
  if (filter.types !== undefined && !filter.types.includes(event.type)) return false
  // `user_topic` replaces this older event for clients that ask for it.
  if (event.type === 'muted_topics' && filter.types?.includes('user_topic')) return false
  if (event.type !== 'message' || filter.narrow.length === 0) return true
  return filter.narrow.every((term) => matches(term, event.message, personal?.flags ?? []))
}

type Message = Extract<ServerEvent, { type: 'message' }>['message']

function matches({ operator, operand }: NarrowTerm, message: Message, flags: readonly string[]) {
  const same = (text: string) => text.toLowerCase() === operand.toLowerCase()
  switch (operator) {
    case 'channel':
      return typeof message.display_recipient === 'string' && same(message.display_recipient)
    case 'topic':
      return (
        message.type === 'stream' &&
        (same(message.topic) || (message.topic === '' && same(EMPTY_TOPIC_NAME)))
      )
    case 'sender':
      return same(message.sender_email)
    case 'is':
      return matchesState(operand, message, flags)
  }
}

function matchesState(operand: string, message: Message, flags: readonly string[]) {
  switch (operand) {
    case 'dm':
    case 'private':
      return message.type === 'private'
    case 'starred':
      return flags.includes('starred')
    case 'unread':
      return !flags.includes('read')
    case 'mentioned':
    case 'alerted':
      return flags.includes('mentioned')
    case 'resolved':
      return message.type === 'stream' && message.topic.startsWith('✔ ')
    default:
      return true
  }
}
