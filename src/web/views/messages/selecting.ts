// Which message is selected: where one lands, and where one has scrolled to.

import type { FeedState } from './feed-state.ts'
import { idOf, type Scroller } from './scroller.ts'

/** How far below the top edge one lands, of the height of the view. */
const LANDING = 0.25

/** Goes to a message, or to the end for Infinity; to the pixel where one was before. */
export function goTo(feed: FeedState, scroller: Scroller, id: number) {
  const { place } = feed.view
  const messages = feed.view.rows.peek().filter((row) => row.kind === 'message')
  const found = messages.find((row) => row.id >= id)
  feed.selected.value = (found ?? messages.at(-1))?.id
  if (found === undefined) scroller.toEnd()
  else if (place?.anchor === id && feed.near === undefined) scroller.restore()
  else scroller.show(found.id, LANDING)
}

/** One has scrolled: what is selected stays in view. */
export function keepSelectedInView(feed: FeedState, scroller: Scroller) {
  const rows = scroller.rowsInView()
  const ids = rows.map(idOf)
  const at = feed.selected.peek()
  if (ids.length === 0 || at === undefined || ids.includes(at)) return
  const next = at < ids[0]! ? (ids[1] ?? ids[0]) : (ids.at(-2) ?? ids.at(-1))
  const hadFocus = document.activeElement?.getAttribute('data-message-id') === String(at)
  feed.selected.value = next
  if (hadFocus) rows.find((row) => idOf(row) === next)?.focus({ preventScroll: true })
}
