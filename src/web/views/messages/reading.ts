// What one has looked at is read: while the window is looked at, when the end of a message was seen.

import type { ReadonlySignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { model, session } from '../here.ts'
import type { FeedState } from './feed-state.ts'
import type { Scroller } from './scroller.ts'
import { keepSelectedInView } from './selecting.ts'

/** @param moved changes whenever something else is in view */
export function useReading(
  feed: FeedState,
  scroller: { now?: Scroller },
  moved: ReadonlySignal<number>,
) {
  useEffect(() => {
    let asked = 0
    const look = () => {
      asked = 0
      if (!scroller.now) return
      keepSelectedInView(feed, scroller.now)
      if (!document.hasFocus() || document.hidden) return
      const unread = scroller.now.endsInView().filter((id) => model.unreads.has(id))
      if (unread.length > 0) session.reader.seen(unread, feed.narrow)
    }
    const askLook = () => {
      asked ||= requestAnimationFrame(look)
    }
    const end = moved.subscribe(askLook)
    addEventListener('focus', askLook)
    document.addEventListener('visibilitychange', askLook)
    return () => {
      session.reader.left()
      cancelAnimationFrame(asked)
      end()
      removeEventListener('focus', askLook)
      document.removeEventListener('visibilitychange', askLook)
    }
  }, [feed])
}
