import { EMPTY_TOPIC_NAME } from '../base/limits.ts'
import type { ServerEvent } from './types.ts'

/** One term of a queue's narrow (events 2.3). */
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

/** Characters a filter holds: as much as its client cares to send. */
export const sizeOfFilter = ({ types, narrow }: QueueFilter): number =>
  [...(types ?? []), ...narrow.map(({ operand }) => operand)].join('').length

export function accepts(
  filter: QueueFilter,
  event: ServerEvent,
  personal: object | undefined,
): boolean {
  if (filter.types !== undefined && !filter.types.includes(event.type)) return false
  // The older word for the same; said unless the client names the newer one.
  if (event.type === 'muted_topics' && filter.types?.includes('user_topic')) return false
  if (event.type !== 'message' || filter.narrow.length === 0) return true
  return filter.narrow.every((term) => matches(term, event.message, flagsOf(personal)))
}

const flagsOf = (personal: object | undefined): readonly string[] =>
  personal !== undefined && 'flags' in personal ? (personal.flags as string[]) : []

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
