// Marks a topic as resolved, or takes the mark away.

import { topicKey } from '../model/conversations.ts'
import { attempt } from './attempt.ts'
import { model, session } from './here.ts'

/** The server is asked by one of the topic's messages; the newest is known of every topic. */
export function toggleTopic(channelId: number, topic: string) {
  const key = topicKey(channelId, topic)
  const known = model.topics.of(channelId).find(({ name }) => topicKey(channelId, name) === key)
  const id = known?.max_id ?? model.messages.newestIn(key)
  return id === undefined ? undefined : attempt(session.actions.toggleResolved(id, topic))
}
