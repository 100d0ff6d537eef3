// The part of a list that is drawn: at most 300 messages, shifted by 100 as one scrolls.

import { computed, type ReadonlySignal, signal } from '@preact/signals-core'
import type { MessageList } from './lists.ts'
import { covering, indexFrom, type Segment } from './segments.ts'

/** Messages that are drawn at once, and by how many the window shifts. */
export const WINDOW = 300
export const SHIFT = 100

/** Where one was in a list, to the pixel. */
export interface ViewPlace {
  /** The message that stands at the offset. */
  anchor: number
  /** Pixels from the top of the view to the text of that message. */
  offset: number
  /** Whether new messages are followed as they come. */
  atEnd: boolean
}

/** IDs that are drawn, from first to last. */
interface Bounds {
  /** The message that the window is about: the segment that reaches over it is shown. */
  focus: number
  first: number
  /** Infinity: messages that come are drawn. */
  last: number
}

export class MessageWindow {
  readonly list: MessageList
  /** IDs of the messages that are drawn, ascending. */
  readonly ids: ReadonlySignal<readonly number[]>
  /** Nothing older, or newer, is left: neither in the list nor on the server. */
  readonly atOldest: ReadonlySignal<boolean>
  readonly atNewest: ReadonlySignal<boolean>
  /** Written by the view as it scrolls. */
  place: ViewPlace | undefined
  readonly #bounds = signal<Bounds>({ focus: Infinity, first: Infinity, last: Infinity })
  readonly #segment: ReadonlySignal<Segment | undefined>

  constructor(list: MessageList) {
    this.list = list
    this.#segment = computed(() => covering(list.segments.value, this.#bounds.value.focus))
    this.ids = computed(() => {
      const ids = this.#segment.value?.ids ?? []
      const { first, last } = this.#bounds.value
      const drawn = ids.slice(indexFrom(ids, first), indexFrom(ids, last + 1))
      if (drawn.length <= WINDOW) return drawn
      return this.place?.atEnd === false ? drawn.slice(0, WINDOW) : drawn.slice(-WINDOW)
    })
    this.atOldest = computed(() => {
      const segment = this.#segment.value
      return segment?.from === 0 && segment.ids[0] === this.ids.value[0]
    })
    this.atNewest = computed(() => {
      const segment = this.#segment.value
      return segment?.to === Infinity && segment.ids.at(-1) === this.ids.value.at(-1)
    })
  }

  /** Whether what lies around a message is known, so that it can be drawn at once. */
  knows(focus: number): boolean {
    return covering(this.list.segments.peek(), focus) !== undefined
  }

  /** Whether what is drawn is yet to be confirmed by the server. */
  get isStale(): boolean {
    return this.#segment.peek()?.stale ?? false
  }

  /** Draws what lies around a message. @param focus Infinity for the newest */
  centre(focus: number) {
    const ids = covering(this.list.segments.peek(), focus)?.ids ?? []
    const at = indexFrom(ids, focus)
    const start = Math.max(0, Math.min(at - WINDOW / 2, ids.length - WINDOW))
    this.#draw(focus, ids, start, start + WINDOW)
  }

  /** Shifts towards older messages; stops at the oldest that is known. */
  shiftOlder() {
    const [ids, start, end] = this.#drawn()
    const next = Math.max(0, start - SHIFT)
    this.#draw(ids[start] ?? this.#bounds.peek().focus, ids, next, Math.min(end, next + WINDOW))
  }

  shiftNewer() {
    const [ids, start, end] = this.#drawn()
    const next = Math.min(ids.length, end + SHIFT)
    const focus = ids[end - 1] ?? this.#bounds.peek().focus
    this.#draw(focus, ids, Math.max(start, next - WINDOW), next)
  }

  /** Messages that are known beyond what is drawn, on either side. */
  leftOver(): { older: number; newer: number } {
    const [ids, start, end] = this.#drawn()
    return { older: start, newer: ids.length - end }
  }

  /** The ends of what is known around what is drawn: 0 and Infinity where nothing lies beyond. */
  ends(): { from: number; to: number } | undefined {
    return this.#segment.peek()
  }

  #drawn(): [ids: readonly number[], start: number, end: number] {
    const ids = this.#segment.peek()?.ids ?? []
    const drawn = this.ids.peek()
    const start = drawn.length > 0 ? indexFrom(ids, drawn[0]!) : 0
    return [ids, start, start + drawn.length]
  }

  #draw(focus: number, ids: readonly number[], start: number, end: number) {
    const segment = covering(this.list.segments.peek(), focus)
    const isOpenEnd = end >= ids.length && (segment?.to ?? Infinity) === Infinity
    this.#bounds.value = {
      // A message that is there, so that the same is drawn when the end is not known any more.
      focus: Math.min(focus, ids.at(-1) ?? Infinity),
      first: ids[start] ?? 0,
      last: isOpenEnd ? Infinity : (ids[end - 1] ?? Infinity),
    }
  }
}
