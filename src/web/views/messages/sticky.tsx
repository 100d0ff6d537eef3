// The bar over a list of several conversations: the one that the topmost message is of stays in view.

import { type ReadonlySignal, useComputed, useSignalEffect } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { kindOf } from '../../model/narrow.ts'
import { dayName } from '../../text/format.ts'
import { model } from '../here.ts'
import { now } from '../now.ts'
import type { FeedState } from './feed-state.ts'
import { Recipient } from './recipient.tsx'
import { idOf, type Scroller } from './scroller.ts'

interface Props {
  feed: FeedState
  scroller: { readonly now?: Scroller }
  /** Changes with all that moves. */
  moved: ReadonlySignal<number>
}

interface Top {
  messageId: number
  /** Pixels from the top of the list to the bar of the next message, if that has one. */
  room: number
}

/** A copy for the eye: the bars in the list are what is read aloud and what keys reach. */
export function StickyRecipient({ feed, scroller, moved }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const top = useComputed<Top | undefined>(() => {
    moved.value
    return scroller.now && topOf(scroller.now)
  })
  const conversation = useComputed(() => {
    const id = top.value?.messageId
    return id === undefined ? undefined : model.messages.get(id)?.conversation
  }).value
  const day = useComputed(() => {
    const id = top.value?.messageId
    const message = id === undefined ? undefined : model.messages.get(id)
    return message && dayName(message.timestamp, now.value)
  }).value
  // The bar that comes next pushes this one up, without anything being drawn anew.
  const push = () => {
    const room = top.value?.room ?? Number.POSITIVE_INFINITY
    const pushed = Math.min(0, room - (box.current?.offsetHeight ?? 0))
    if (box.current) box.current.style.translate = `0 ${pushed}px`
  }
  useSignalEffect(push)
  useLayoutEffect(push, [conversation])
  return (
    <div class="sticky-recipient" aria-hidden="true">
      {conversation !== undefined && (
        <div ref={box}>
          <Recipient
            conversation={conversation}
            topicAlone={kindOf(feed.narrow).kind === 'channel'}
            copyOf={day}
          />
        </div>
      )}
    </div>
  )
}

/** Undefined while the bar of the topmost message is in view by itself. */
function topOf(scroller: Scroller): Top | undefined {
  const [first, second] = scroller.rowsInView()
  if (!first) return undefined
  const own = barIn(first)
  if (own && scroller.heightOf(own) > 0) return undefined
  const next = second && barIn(second)
  return {
    messageId: idOf(first),
    room: next ? scroller.heightOf(next) : Number.POSITIVE_INFINITY,
  }
}

const barIn = (row: HTMLElement) => row.querySelector<HTMLElement>(':scope > .recipient')
