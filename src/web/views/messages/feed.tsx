// The list of messages: rows in a box that scrolls, with one of them selected.

import { type Signal, useComputed, useSignal } from '@preact/signals'
import type { RefObject } from 'preact'
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks'
import { conversationIn } from '../../model/narrow.ts'
import type { Row } from '../../model/rows.ts'
import { showCard } from '../cards.tsx'
import { onContentClick } from '../content/clicks.ts'
import { model } from '../here.ts'
import { lazy } from '../lazy.tsx'
import { showImage } from '../lightbox/showing.tsx'
import { useFeedCommands } from './commands.ts'
import { Beginning, NotLoaded } from './edges.tsx'
import type { FeedState } from './feed-state.ts'
import { JumpButton } from './jump.tsx'
import { LiveLog } from './live-log.tsx'
import { openMessageMenu } from './menu.ts'
import { OutboxRows } from './outbox.tsx'
import { useReading } from './reading.ts'
import { MessageRow, type RowProps } from './row.tsx'
import { idOf, Scroller } from './scroller.ts'
import { goTo } from './selecting.ts'
import { StaysUnread } from './stays-unread.tsx'
import { StickyRecipient } from './sticky.tsx'
import { messagesText as t } from './text.ts'
import { longPress } from './touching.ts'
import { TypingLine } from './typing.tsx'

const Empty = lazy(() => import('./empty.tsx'), true)

type Item = Omit<RowProps, 'feed'>

/** Messages with what stands above each of them. */
function itemsOf(rows: readonly Row[]): Item[] {
  const items: Item[] = []
  let above: Omit<Item, 'id' | 'continues'> = NOTHING_ABOVE
  for (const row of rows) {
    if (row.kind === 'day') above = { ...above, day: row.timestamp }
    else if (row.kind === 'recipient') above = { ...above, recipient: row.conversation }
    else if (row.kind === 'unread') above = { ...above, isFirstUnread: true }
    else {
      items.push({ id: row.id, continues: row.continues, ...above })
      above = NOTHING_ABOVE
    }
  }
  return items
}

const NOTHING_ABOVE = { day: undefined, recipient: undefined, isFirstUnread: false }

export function Feed({ feed }: { feed: FeedState }) {
  const { view } = feed
  const box = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const moved = useSignal(0)
  const scroller = useMemo<{ now?: Scroller }>(() => ({}), [])
  const items = useComputed(() => itemsOf(view.rows.value)).value
  scroller.now?.beforeDrawing()
  const { isLoading, atOldest, problem } = view.status.value
  const target = view.target.value
  const reached = useRef<typeof target>(undefined)
  const conversation = conversationIn(feed.narrow)

  useScroller(feed, scroller, { box, list, moved })
  useLayoutEffect(() => {
    const isNew = target !== undefined && target !== reached.current && items.length > 0
    if (isNew) reached.current = target
    if (isNew) goTo(feed, scroller.now!, target.id)
    else scroller.now?.restore()
  })
  useEffect(
    () => scroller.now?.restore(),
    [conversation === undefined ? 0 : model.outbox.entriesIn(conversation).length],
  )
  useReading(feed, scroller, moved)
  useFeedCommands(feed, scroller, box)

  const onClick = (event: MouseEvent) => {
    onContentClick(event, { showCard, showImage: (link) => showImage(link, list.current!) })
  }
  const pointing = useMemo(() => pointingAt(feed), [feed])

  return (
    <div class="feed-frame">
      {isLoading && items.length === 0 && <div class="wait" />}
      {conversation !== undefined && <StaysUnread feed={feed} conversation={conversation} />}
      {/* The list can be scrolled by keys through its rows. */}
      <div
        class="feed-scroll"
        ref={box}
        onScroll={() => scroller.now?.scrolled()}
        onClick={onClick}
        {...pointing}
      >
        {conversation === undefined && (
          <StickyRecipient feed={feed} scroller={scroller} moved={moved} />
        )}
        {problem && items.length === 0 && (
          <NotLoaded problem={problem} onRetry={() => void view.open(feed.near)} />
        )}
        {!isLoading && !problem && items.length === 0 && <Empty narrow={feed.narrow} />}
        {atOldest && items.length > 0 && <Beginning narrow={feed.narrow} />}
        <div
          class="feed"
          role={items.length > 0 ? 'feed' : undefined}
          aria-label={items.length > 0 ? t.messages : undefined}
          aria-busy={isLoading}
          ref={list}
        >
          {items.map((item) => (
            <MessageRow key={item.id} feed={feed} {...item} />
          ))}
        </div>
        {conversation !== undefined && <OutboxRows conversation={conversation} />}
        {conversation !== undefined && <TypingLine conversation={conversation} />}
      </div>
      <JumpButton feed={feed} scroller={scroller} moved={moved} />
      {conversation !== undefined && <LiveLog conversation={conversation} />}
    </div>
  )
}

interface ScrollerParts {
  box: RefObject<HTMLDivElement | null>
  list: RefObject<HTMLDivElement | null>
  /** Counts the movements. */
  moved: Signal<number>
}

/** Makes the scroller when the view is drawn, and anew for another view. */
function useScroller({ view }: FeedState, scroller: { now?: Scroller }, parts: ScrollerParts) {
  useLayoutEffect(() => {
    const { box, list, moved } = parts
    const made = new Scroller(box.current!, list.current!, view, () => {
      moved.value++
    })
    scroller.now = made
    // What one looks at stays where it is when a height changes.
    const watch = new ResizeObserver(() => made.restore())
    watch.observe(box.current!)
    watch.observe(list.current!)
    return () => watch.disconnect()
  }, [view])
}

/** Follows mouse, focus and finger to the message they are at. */
function pointingAt(feed: FeedState) {
  const pointAt = (event: Event) => {
    if (isSomethingOpen()) return
    const row = (event.target as Element).closest('[data-message-id]')
    feed.pointed.value = row ? idOf(row) : undefined
  }
  return {
    onPointerOver: pointAt,
    onPointerLeave: pointAt,
    onFocusIn(event: FocusEvent) {
      pointAt(event)
      if (feed.pointed.value !== undefined) feed.selected.value = feed.pointed.value
    },
    ...longPress((target) => {
      const row = target.closest('article[data-message-id]')
      const message = row ? model.messages.peek(idOf(row)) : undefined
      if (message) openMessageMenu(row!, feed, message)
      return message !== undefined
    }),
  }
}

/** What stands beside a toolbar keeps it, wherever the mouse goes meanwhile. */
const isSomethingOpen = () => document.querySelector('.popover:popover-open:not(.tooltip)') !== null
