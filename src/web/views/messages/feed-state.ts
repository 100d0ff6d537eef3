// What one does in a list of messages: which message is selected, looked at, or being changed.

import { type Signal, signal } from '@preact/signals'
import type { Narrow } from '../../model/narrow.ts'
import type { MessageView } from '../../sync/view.ts'

export interface FeedState {
  view: MessageView
  narrow: Narrow
  /** The message that the address names. */
  near: number | undefined
  /** The message that keys act on, and that Tab reaches. */
  selected: Signal<number | undefined>
  /** The message under the mouse or with the focus: it shows its toolbar. */
  pointed: Signal<number | undefined>
  /** The message whose text is being changed. */
  editing: Signal<number | undefined>
}

export const makeFeedState = (view: MessageView, narrow: Narrow, near?: number): FeedState => ({
  view,
  narrow,
  near,
  selected: signal(undefined),
  pointed: signal(undefined),
  editing: signal(undefined),
})
