// Where messages are: a topic of a channel, or the people of a direct conversation, as one key.

/** `c:5:lunch` for a topic (folded), `d:3,9` for people (IDs ascending, without one's own). */
export type ConversationKey = string

export type Conversation =
  | { kind: 'topic'; channelId: number; topic: string }
  | { kind: 'direct'; userIds: readonly number[] }

/** Topics are compared without regard to case. */
export const foldTopic = (topic: string) => topic.toLowerCase()

export const topicKey = (channelId: number, topic: string): ConversationKey =>
  `c:${channelId}:${foldTopic(topic)}`

/** @param userIds the people, with or without oneself; oneself alone for notes to self */
export const directKey = (userIds: readonly number[], ownId: number): ConversationKey =>
  `d:${othersOf(userIds, ownId).join(',')}`

/** @param ownId the reader, left out of direct conversations */
export const keyOfConversation = (where: Conversation, ownId: number): ConversationKey =>
  where.kind === 'topic' ? topicKey(where.channelId, where.topic) : directKey(where.userIds, ownId)

/** The other people of a direct conversation, ascending; one's own ID for notes to self. */
export function othersOf(userIds: readonly number[], ownId: number): number[] {
  const others = [...new Set(userIds)].filter((id) => id !== ownId).sort((a, b) => a - b)
  return others.length > 0 ? others : [ownId]
}

/** The conversation of a key; its topic is folded, not as people spell it. */
export function conversationOf(key: ConversationKey): Conversation {
  if (key.startsWith('d:')) {
    return { kind: 'direct', userIds: key.slice(2).split(',').map(Number) }
  }
  const end = key.indexOf(':', 2)
  return { kind: 'topic', channelId: Number(key.slice(2, end)), topic: key.slice(end + 1) }
}

/** The channel of a topic's key; undefined for direct conversations. */
export function channelIn(key: ConversationKey): number | undefined {
  return key.startsWith('c:') ? Number(key.slice(2, key.indexOf(':', 2))) : undefined
}

/** What stands before the name of a resolved topic. */
export const RESOLVED_PREFIX = '✔ '

export const isResolved = (topic: string) => topic.startsWith(RESOLVED_PREFIX)

/** The topic's name once it is resolved, or no longer. @param maxLength code points */
export function toggleResolved(topic: string, maxLength: number): string {
  if (isResolved(topic)) return topic.replace(/^[✔ ]+/u, '')
  const points = [...(RESOLVED_PREFIX + topic)]
  if (points.length <= maxLength) return points.join('')
  return `${points.slice(0, maxLength - 3).join('')}...`
}
