// Narrows: which messages a view shows. Terms, their keys, and which messages they hold.

import { hasAttachment, hasImage, hasLink, mentionsPerson } from './content.ts'
import { directKey, foldTopic, isResolved, othersOf, topicKey } from './conversations.ts'
import { type Message, mentionIn } from './messages.ts'

/** Operators whose operand is an ID of a channel, person or message. */
type IdOperator = 'channel' | 'sender' | 'dm-with' | 'mentions' | 'id'
type TextOperator = 'channels' | 'topic' | 'is' | 'in' | 'has' | 'search'

export type Term = { negated?: true } & (
  | { operator: IdOperator; operand: number }
  | { operator: TextOperator; operand: string }
  /** The others of a direct conversation, ascending; oneself for notes to self. */
  | { operator: 'dm'; operand: readonly number[] }
)

export type Operator = Term['operator']

/** All terms must hold. */
export type Narrow = readonly Term[]

/** Where one is: what is shown, and which message one came for. */
export interface Place {
  narrow: Narrow
  /** The message to show first. */
  near?: number
  /** A message of the conversation, wherever that has moved to. */
  with?: number
}

export const topicNarrow = (channelId: number, topic: string): Narrow => [
  { operator: 'channel', operand: channelId },
  { operator: 'topic', operand: topic },
]

export const channelNarrow = (channelId: number): Narrow => [
  { operator: 'channel', operand: channelId },
]

export const directNarrow = (userIds: readonly number[], ownId: number): Narrow => [
  { operator: 'dm', operand: othersOf(userIds, ownId) },
]

export const isNarrow = (what: string): Narrow => [{ operator: 'is', operand: what }]

export const MENTIONS: Narrow = isNarrow('mentioned')
export const STARRED: Narrow = isNarrow('starred')

/** All messages that are not muted. */
export const FEED: Narrow = [{ operator: 'in', operand: 'home' }]

/** What a narrow is, for titles and for what a view offers. */
export type Kind =
  | { kind: 'topic'; channelId: number; topic: string }
  | { kind: 'channel'; channelId: number }
  | { kind: 'direct'; userIds: readonly number[] }
  | { kind: 'feed' | 'mentions' | 'starred' | 'directs' }
  | { kind: 'search' }

export function kindOf(narrow: Narrow): Kind {
  const [first, second] = narrow
  if (narrow.some((term) => term.negated)) return { kind: 'search' }
  if (narrow.length === 1 && first!.operator === 'channel')
    return { kind: 'channel', channelId: first!.operand as number }
  if (narrow.length === 1 && first!.operator === 'dm')
    return { kind: 'direct', userIds: first!.operand as readonly number[] }
  if (narrow.length === 2 && first!.operator === 'channel' && second!.operator === 'topic') {
    const topic = second!.operand as string
    return { kind: 'topic', channelId: first!.operand as number, topic }
  }
  const key = keyOf(narrow)
  if (key === keyOf(FEED)) return { kind: 'feed' }
  if (key === keyOf(MENTIONS)) return { kind: 'mentions' }
  if (key === keyOf(STARRED)) return { kind: 'starred' }
  return { kind: key === 'is:dm' ? 'directs' : 'search' }
}

/** The conversation that a narrow is; undefined for all others. */
export function conversationIn(narrow: Narrow): string | undefined {
  const kind = kindOf(narrow)
  if (kind.kind === 'topic') return topicKey(kind.channelId, kind.topic)
  return kind.kind === 'direct' ? `d:${kind.userIds.join(',')}` : undefined
}

/** The same for narrows that hold the same messages; a conversation's is the conversation's own. */
export function keyOf(narrow: Narrow): string {
  const [first, second] = narrow
  if (narrow.length === 2 && first!.operator === 'channel' && second!.operator === 'topic') {
    if (!first!.negated && !second!.negated) return topicKey(first!.operand, second!.operand)
  }
  if (narrow.length === 1 && first!.operator === 'dm' && !first!.negated)
    return `d:${first!.operand.join(',')}`
  return narrow.map(termKey).sort().join(' ')
}

function termKey({ operator, operand, negated }: Term): string {
  const text = operator === 'topic' ? foldTopic(operand) : String(operand)
  return `${negated ? '-' : ''}${operator}:${encodeURIComponent(text)}`
}

/** A narrow as the server takes it. */
export const toWire = (narrow: Narrow) =>
  narrow.map(({ operator, operand, negated = false }) => ({ operator, operand, negated }))

/** What deciding about a message takes beside the message. */
export interface Surroundings {
  ownId: number
  isUnread(messageId: number): boolean
  /** Whether muting hides a topic. */
  isHidden(channelId: number, topic: string): boolean
  isFollowed(channelId: number, topic: string): boolean
  /** undefined where the channel is not known. */
  channel(id: number): { invite_only: boolean; is_web_public: boolean } | undefined
}

/** Whether a narrow holds a message; undefined where only the server can tell. */
export function matches(narrow: Narrow, message: Message, around: Surroundings) {
  let known: boolean | undefined = true
  for (const term of narrow) {
    const holds = termHolds(term, message, around)
    if (holds === undefined) known = undefined
    else if (holds === Boolean(term.negated)) return false
  }
  return known
}

type Test = (operand: never, message: Message, around: Surroundings) => boolean | undefined

const termHolds = ({ operator, operand }: Term, message: Message, around: Surroundings) =>
  TESTS[operator](operand as never, message, around)

const TESTS: Record<Operator, Test> = {
  channel: (id: number, message) => message.stream_id === id,
  channels: (kind: string, { stream_id }, around) => {
    if (stream_id === undefined) return false
    const channel = around.channel(stream_id)
    if (!channel) return undefined
    return kind === 'web-public' ? channel.is_web_public : !channel.invite_only
  },
  topic: (topic: string, message) =>
    message.stream_id !== undefined && foldTopic(message.topic) === foldTopic(topic),
  dm: (people: readonly number[], message, { ownId }) =>
    message.conversation === directKey(people, ownId),
  'dm-with': (id: number, { people }, { ownId }) =>
    people !== undefined && (id === ownId || people.includes(id)),
  sender: (id: number, message) => message.sender_id === id,
  mentions: (id: number, message) => mentionsPerson(message.content, id),
  id: (id: number, message) => message.id === id,
  has: (what: string, { content, reactions }) => {
    if (what === 'reaction') return reactions.length > 0
    if (what === 'link') return hasLink(content)
    if (what === 'image') return hasImage(content)
    return what === 'attachment' ? hasAttachment(content) : undefined
  },
  is: isTest,
  in: (what: string, { stream_id, topic }, around) =>
    what === 'all' || stream_id === undefined || !around.isHidden(stream_id, topic),
  search: () => undefined,
}

function isTest(what: string, message: Message, around: Surroundings): boolean | undefined {
  const { stream_id, topic, flags } = message
  switch (what) {
    case 'dm':
      return stream_id === undefined
    case 'starred':
      return flags.includes('starred')
    case 'mentioned':
      return mentionIn(flags) !== undefined
    case 'alerted':
      return flags.includes('has_alert_word')
    case 'unread':
      return around.isUnread(message.id)
    case 'resolved':
      return stream_id !== undefined && isResolved(topic)
    case 'followed':
      return stream_id !== undefined && around.isFollowed(stream_id, topic)
    case 'muted':
      return stream_id !== undefined && around.isHidden(stream_id, topic)
    default:
      return undefined
  }
}
