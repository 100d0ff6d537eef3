// What is done with a message by its menu, by keys and by the tools beside it.

import type { Message } from '../../model/messages.ts'
import { attempt } from '../attempt.ts'
import { session } from '../here.ts'
import type { FeedState } from './feed-state.ts'

export function startEditing(feed: FeedState, message: Message) {
  feed.editing.value = message.id
}

export const toggleStar = (message: Message) =>
  void attempt(session.actions.star([message.id], !message.flags.includes('starred')))

/** The message before it stays selected, so that looking at it does not read it at once again. */
export const markUnreadFrom = (feed: FeedState, message: Message) =>
  void attempt(session.reader.markUnreadFrom(message.id, feed.narrow))
