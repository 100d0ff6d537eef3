// Marks a topic as resolved, or takes the mark away.

import { topicKey } from '../model/conversations.ts'
import { attempt } from './attempt.ts'
import { model, session } from './here.ts'

/** The server is asked by one of the topic's messages; the newest is known of every topic. */
export function toggleTopic(channelId: number, topic: string) {
  const known = model.topics.find(channelId, topic)
  const id = known?.max_id ?? model.messages.newestIn(topicKey(channelId, topic))
  return id === undefined ? undefined : attempt(session.actions.toggleResolved(id, topic))
}
