// Decides whether a queue takes an event: by its type and by the narrow the client gave.

import { EMPTY_TOPIC_NAME } from '../../base/limits.ts'
import type { ReceiverFields, ServerEvent } from '../types/types.ts'
import { isEventType } from './format-event.ts'

/** One term of a queue's narrow; operands are compared without regard to case. */
export interface NarrowTerm {
  operator: 'channel' | 'topic' | 'sender' | 'is'
  operand: string
}

/** Which events a queue accepts. */
export interface QueueFilter {
  /** undefined: every type. */
  types: ReadonlySet<string> | undefined
  /** ANDed; concerns message events only. */
  narrow: readonly NarrowTerm[]
  allPublic: boolean
}

/** Characters a filter takes in memory; the client chooses how many. */
export const sizeOfFilter = ({ types, narrow }: QueueFilter): number =>
  [...(types ?? []), ...narrow.map(({ operand }) => operand)].join('').length

/**
 * The filter without what makes no difference. Each queue keeps its own and is asked about each event, and
 * one account can have 10,000 queues: at most a dozen terms of what is left hold for one message.
 */
export function simplified({ types, narrow, allPublic }: QueueFilter): QueueFilter {
  const terms = new Map<string, NarrowTerm>()
  for (const { operator, operand } of narrow) {
    const folded = operand.toLowerCase()
    if (operator === 'is' && !STATES.has(operand)) continue
    terms.set(`${operator} ${folded}`, { operator, operand: folded })
  }
  const known = types && new Set([...types].filter(isEventType))
  return { types: known, narrow: [...terms.values()], allPublic }
}

/**
 * Whether a queue with this filter takes an event.
 * @param personal the receiver's own fields, such as flags
 */
export function accepts(
  filter: QueueFilter,
  event: ServerEvent,
  personal: ReceiverFields | undefined,
): boolean {
  if (filter.types !== undefined && !filter.types.has(event.type)) return false
  // `user_topic` replaces this older event for clients that ask for it.
  if (event.type === 'muted_topics' && filter.types?.has('user_topic')) return false
  if (event.type !== 'message' || filter.narrow.length === 0) return true
  return filter.narrow.every((term) => matches(term, event.message, personal?.flags ?? []))
}

type Message = Extract<ServerEvent, { type: 'message' }>['message']

function matches({ operator, operand }: NarrowTerm, message: Message, flags: readonly string[]) {
  const same = (text: string) => text.toLowerCase() === operand
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
      return STATES.get(operand)!(message, flags)
  }
}

type Holds = (message: Message, flags: readonly string[]) => boolean

const isDirect: Holds = (message) => message.type === 'private'
const isMentioned: Holds = (_, flags) => flags.includes('mentioned')

/** Operands of `is` that queues follow; with another one every message matches. */
const STATES = new Map<string, Holds>(
  Object.entries({
    dm: isDirect,
    private: isDirect,
    starred: (_, flags) => flags.includes('starred'),
    unread: (_, flags) => !flags.includes('read'),
    mentioned: isMentioned,
    alerted: isMentioned,
    resolved: (message) => message.type === 'stream' && message.topic.startsWith('✔ '),
  }),
)
