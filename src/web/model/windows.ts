// The part of a list that is drawn: at most 300 messages, shifted by 100 as one scrolls, and fewer
// where they are heavy.

import { computed, type ReadonlySignal, signal } from '@preact/signals-core'
import type { MessageList } from './lists.ts'
import { covering, indexFrom, type Segment } from './segments.ts'

/** Messages that are drawn at once, and by how many the window shifts. */
export const WINDOW = 300
export const SHIFT = 100

/** Nodes of the document that the rows may take: a view has 6,500, and some are around its list. */
export const MOST_WEIGHT = 4800

/** Nodes that the message at an index of a list takes. @param most nodes of its content that are drawn */
export type Weigh = (ids: readonly number[], at: number, most: number) => number

/** Longer messages show their beginning: 24 lines of code in colours have fewer nodes. */
const MOST_NODES = 1200

/** Less than this is not drawn of a message, however heavy those around it are. */
const LEAST_NODES = 75

/** Where one was in a list, to the pixel. */
export interface ViewPlace {
  /** The message that stands at the offset. */
  anchor: number
  /** Pixels from the top of the view to the text of that message. */
  offset: number
  /** Whether new messages are followed as they come. */
  atEnd: boolean
  /** The last message of which something is in view. */
  until?: number
}

/** IDs that are drawn, from first to last. */
interface Bounds {
  /** The message that the window is about: the segment that reaches over it is shown. */
  focus: number
  first: number
  /** Infinity: messages that come are drawn. */
  last: number
}

type Range = [start: number, end: number]

export class MessageWindow {
  readonly list: MessageList
  /** IDs of the messages that are drawn, ascending. */
  readonly ids: ReadonlySignal<readonly number[]>
  /** Nothing older, or newer, is left: neither in the list nor on the server. */
  readonly atOldest: ReadonlySignal<boolean>
  readonly atNewest: ReadonlySignal<boolean>
  /** Nodes of the content of a message that are drawn before it is opened. */
  readonly mostNodes = signal(MOST_NODES)
  /** Written by the view as it scrolls. */
  place: ViewPlace | undefined
  readonly #bounds = signal<Bounds>({ focus: Infinity, first: Infinity, last: Infinity })
  readonly #segment: ReadonlySignal<Segment | undefined>
  readonly #weigh: Weigh

  constructor(list: MessageList, weigh: Weigh = () => 1) {
    this.list = list
    this.#weigh = weigh
    this.#segment = computed(() => covering(list.segments.value, this.#bounds.value.focus))
    this.ids = computed(() => {
      const ids = this.#segment.value?.ids ?? []
      const { first, last } = this.#bounds.value
      const [start, end] = [indexFrom(ids, first), indexFrom(ids, last + 1)]
      const kept = this.place?.atEnd === false ? start : end
      return ids.slice(...this.#fitting(ids, kept, start, end))
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
    this.#draw(focus, ids, ...this.#fitting(ids, at, 0, ids.length))
  }

  /** Shifts towards older messages; stops at the oldest that is known. */
  shiftOlder() {
    const [ids, start, end] = this.#drawn()
    const next = Math.max(0, start - SHIFT)
    this.#shift(ids[start], ids, next, Math.min(end, next + WINDOW))
  }

  shiftNewer() {
    const [ids, start, end] = this.#drawn()
    const next = Math.min(ids.length, end + SHIFT)
    this.#shift(ids[end - 1], ids, Math.max(start, next - WINDOW), next)
  }

  /** Draws this range. If it is too heavy, draws what is in view and as much as fits on either side of it. */
  #shift(focus: number | undefined, ids: readonly number[], start: number, end: number) {
    const { place } = this
    const fits = this.#fitting(ids, start, start, end)[1] === end
    const about = focus ?? this.#bounds.peek().focus
    if (fits || !place) return this.#draw(about, ids, start, end)
    // The text of the anchor begins in view: of the message above it something may be seen.
    const first = Math.max(0, indexFrom(ids, place.anchor) - 1)
    const behind = indexFrom(ids, (place.until ?? place.anchor) + 1)
    this.#draw(place.anchor, ids, ...this.#fitting(ids, first, 0, ids.length, behind))
  }

  /** Draws less of each message, because those that may be drawn do not fill the screen. */
  drawLess() {
    this.mostNodes.value = Math.max(LEAST_NODES, this.mostNodes.peek() / 2)
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

  /**
   * As many messages as may be drawn: from the given ones on to either side, evenly by weight, until
   * one side or both are at the end.
   * @param from index of the first that is drawn in any case
   * @param to index behind the last of those
   * @returns start and end, within `low` and `high`
   */
  #fitting(ids: readonly number[], from: number, low: number, high: number, to = from): Range {
    let [start, end] = [from, to]
    let [before, after] = [0, 0]
    let room = MOST_WEIGHT
    const weigh = (at: number) => this.#weigh(ids, at, this.mostNodes.value)
    for (let at = from; at < to; at++) room -= weigh(at)
    while (end - start < WINDOW && (start > low || end < high)) {
      const isBefore = start > low && (end >= high || before <= after)
      const weight = weigh(isBefore ? start - 1 : end)
      room -= weight
      // One message is drawn, whatever it weighs.
      if (room < 0 && end > start) break
      if (isBefore) [start, before] = [start - 1, before + weight]
      else [end, after] = [end + 1, after + weight]
    }
    return [start, end]
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
    const bounds = {
      // A message that is there, so that the same is drawn when the end is not known any more.
      focus: Math.min(focus, ids.at(-1) ?? Infinity),
      first: ids[start] ?? 0,
      last: isOpenEnd ? Infinity : (ids[end - 1] ?? Infinity),
    }
    const before = this.#bounds.peek()
    if (
      before.first !== bounds.first ||
      before.last !== bounds.last ||
      before.focus !== bounds.focus
    )
      this.#bounds.value = bounds
  }
}
