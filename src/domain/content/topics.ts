// Names of topics: comparison, the empty topic, resolved topics.

import { EMPTY_TOPIC_NAME, MAX_TOPIC_LENGTH } from '../../base/limits.ts'
import { refuse } from '../../errors.ts'
import { normaliseTopic, truncate } from '../../text/content.ts'

/** Topics are compared without regard to case. */
export const topicKey = (topic: string) => topic.toLowerCase()

/** Names that stand for the empty topic, from clients that cannot send one. */
const EMPTY_TOPIC_NAMES = [EMPTY_TOPIC_NAME, '(no topic)']

/** The topic to store: trimmed, cut to its length, the empty topic as ''. */
export function checkTopic(raw: string): string {
  const { value, problem } = normaliseTopic(raw, {
    maxLength: MAX_TOPIC_LENGTH,
    emptyTopicNames: EMPTY_TOPIC_NAMES,
  })
  return value ?? refuse('BAD_REQUEST', problem)
}

/** The topic that a request names; the display name of the empty topic stands for it. */
export const namedTopic = (topic: string) => (topic === EMPTY_TOPIC_NAME ? '' : topic)

/** The prefix of resolved topics. */
export const RESOLVED_PREFIX = '✔ '

/** The name of a topic once it is resolved. */
const resolvedName = (topic: string) => truncate(RESOLVED_PREFIX + topic, MAX_TOPIC_LENGTH, '...')

/** Whether a rename only marks a topic as resolved, or takes the mark away. */
export function isResolveToggle(from: string, to: string): boolean {
  const isResolved = from.startsWith(RESOLVED_PREFIX)
  return isResolved ? to === from.replace(/^[✔ ]+/u, '') : to === resolvedName(from)
}
