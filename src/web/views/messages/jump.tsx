// The way to the newest messages, with how many of them came meanwhile.

import { type ReadonlySignal, useComputed } from '@preact/signals'
import { conversationIn } from '../../model/narrow.ts'
import { Icon } from '../../ui/icon.tsx'
import { model } from '../here.ts'
import type { FeedState } from './feed-state.ts'
import type { Scroller } from './scroller.ts'
import { messagesText as t } from './text.ts'

interface Props {
  feed: FeedState
  scroller: { now?: Scroller }
  moved: ReadonlySignal<number>
}

export function JumpButton({ feed, scroller, moved }: Props) {
  const state = useComputed(() => {
    moved.value
    if (feed.view.rows.value.length === 0 || scroller.now?.isAtEnd !== false) return undefined
    const below = scroller.now.endsInView().at(-1) ?? 0
    return unreadOf(feed).filter((id) => id > below).length
  }).value
  if (state === undefined) return null

  const jump = async () => {
    await feed.view.toEnd()
    scroller.now?.toEnd()
  }
  return (
    <button
      type="button"
      class={state > 0 ? 'feed-jump new' : 'feed-jump'}
      aria-label={state > 0 ? undefined : t.toNewest}
      onClick={() => void jump()}
    >
      <Icon name="arrow-down" />
      {state > 0 ? t.newBelow(state) : null}
    </button>
  )
}

/** Unread messages of what is shown; subscribes to their number. */
function unreadOf({ view, narrow }: FeedState): readonly number[] {
  const conversation = conversationIn(narrow)
  if (conversation !== undefined && model.unreads.countIn(conversation) > 0)
    return model.unreads.idsIn(conversation)
  model.unreads.total.value
  const rows = view.rows.value
  return rows.flatMap((row) =>
    row.kind === 'message' && model.unreads.has(row.id) ? [row.id] : [],
  )
}
