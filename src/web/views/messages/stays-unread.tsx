// Says that looking at messages does not read them, to those who have chosen that, and offers to.

import type { ConversationKey } from '../../model/conversations.ts'
import { attempt } from '../attempt.ts'
import { model, session } from '../here.ts'
import type { FeedState } from './feed-state.ts'
import { messagesText as t } from './text.ts'

interface Props {
  feed: FeedState
  conversation: ConversationKey
}

export function StaysUnread({ feed, conversation }: Props) {
  if (session.reader.readsIn(feed.narrow) || model.unreads.countIn(conversation) === 0) return null
  return (
    <div class="banner">
      <span>{t.readPolicyNote}</span>
      <button
        type="button"
        class="button quiet"
        onClick={() => void attempt(session.reader.markRead(feed.narrow))}
      >
        {t.markAllRead}
      </button>
    </div>
  )
}
