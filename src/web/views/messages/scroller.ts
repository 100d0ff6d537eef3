// Keeps what one looks at where it is while rows come, go and grow, and notices what was scrolled past.

import { firstPlace } from '../../../base/sorted.ts'
import type { ViewPlace } from '../../model/windows.ts'
import type { MessageView } from '../../sync/view.ts'

/** Closer to the end than this counts as being there. */
const AT_END_PX = 24

/** The list grows before its edge comes into view. */
const SCREENS_AHEAD = 1.5

/** With less than this beyond an edge, scrolling on would come to the end of what is drawn. */
const SCREENS_LEAST = 0.25

export const rowOf = (list: Element, id: number) =>
  list.querySelector<HTMLElement>(`[data-message-id="${id}"]`) ?? undefined

export const idOf = (row: Element) => Number((row as HTMLElement).dataset.messageId)

/**
 * What of a row stays where it is: its text. The day, the conversation and the name above it go when
 * the message before it is drawn.
 */
const textOf = (row: HTMLElement) => row.querySelector<HTMLElement>('.body') ?? row

export class Scroller {
  readonly #box: HTMLElement
  readonly #list: HTMLElement
  readonly #view: MessageView
  readonly #onMove: () => void
  /** How far the box was scrolled when this class last looked; the difference is the person's doing. */
  #known: number | undefined
  /** Pixels that the anchor stands off its place because the list ends there. */
  #short = 0
  #isGrowing = false

  /**
   * @param box what scrolls
   * @param list what is in it, with the rows as children
   * @param onMove called after every change of what is in view
   */
  constructor(box: HTMLElement, list: HTMLElement, view: MessageView, onMove: () => void) {
    this.#box = box
    this.#list = list
    this.#view = view
    this.#onMove = onMove
  }

  /**
   * Puts the view's place back: after rows were drawn, images loaded, the window changed. What was
   * scrolled since the last look, of which the browser may not have said anything yet, is kept.
   */
  restore() {
    const { place } = this.#view
    if (!place) return
    const by = this.#scrolledBy()
    if (!place.atEnd) this.#stand(place, by)
    else if (by === 0) this.#scrollTo(this.#box.scrollHeight)
    if (by !== 0) this.note()
    this.#grow()
    this.#onMove()
  }

  /** The person scrolled, or the browser did for them. */
  scrolled = () => {
    if (!this.#view.place) this.note()
    this.restore()
  }

  /** Rows are about to change: what was scrolled until now belongs to those that are there. */
  beforeDrawing() {
    if (this.#scrolledBy() !== 0) this.note()
  }

  /** Remembers where one is. */
  note() {
    const row = this.#anchorRow()
    if (!row) return
    this.#known = this.#box.scrollTop
    this.#short = 0
    const until = idOf(this.rowsInView().at(-1) ?? row)
    this.#view.place = {
      anchor: idOf(row),
      offset: this.#offsetOf(row),
      atEnd: this.isAtEnd,
      until,
    }
  }

  get isAtEnd() {
    const { scrollTop, scrollHeight, clientHeight } = this.#box
    return scrollHeight - scrollTop - clientHeight < AT_END_PX && this.#view.status.peek().atNewest
  }

  /** Brings a message into view. @param where of the view its top shall be, 0 to 1; where it is if it is in view */
  show(id: number, where?: number) {
    const row = rowOf(this.#list, id)
    if (!row) return
    const { scrollTop, clientHeight } = this.#box
    const [top, bottom] = [row.offsetTop, row.offsetTop + row.offsetHeight]
    if (where !== undefined) this.#scrollTo(top - clientHeight * where)
    else if (top < scrollTop + 8) this.#scrollTo(top - 48)
    else if (bottom > scrollTop + clientHeight - 8) {
      this.#scrollTo(Math.min(bottom - clientHeight + 24, top - 48))
    }
    this.note()
    this.#onMove()
  }

  toEnd() {
    this.#scrollTo(this.#box.scrollHeight)
    this.note()
    this.#onMove()
  }

  /** @param screens such as 0.9 for a page down, -0.9 for a page up */
  page(screens: number) {
    this.#box.scrollTop += this.#box.clientHeight * screens
  }

  /** How many pixels below the top edge of the view something in it begins; negative: above. */
  heightOf(element: Element): number {
    return element.getBoundingClientRect().top - this.#box.getBoundingClientRect().top
  }

  /** Rows of messages of which something can be seen, from the top. */
  rowsInView(): HTMLElement[] {
    const { scrollTop, clientHeight } = this.#box
    const rows = this.#list.children as HTMLCollectionOf<HTMLElement>
    const found: HTMLElement[] = []
    for (let i = this.#firstBelow(rows, scrollTop); i < rows.length; i++) {
      const row = rows[i]!
      if (row.offsetTop >= scrollTop + clientHeight) break
      if (row.dataset.messageId) found.push(row)
    }
    return found
  }

  /** IDs of messages whose end can be seen. */
  endsInView(): number[] {
    const bottom = this.#box.scrollTop + this.#box.clientHeight
    return this.rowsInView()
      .filter((row) => row.offsetTop + row.offsetHeight <= bottom + 4)
      .map(idOf)
  }

  /** Index of the first row that ends below a height. */
  #firstBelow(rows: HTMLCollectionOf<HTMLElement>, height: number): number {
    return firstPlace(rows.length, (at) => {
      const { offsetTop, offsetHeight } = rows[at]!
      return offsetTop + offsetHeight > height
    })
  }

  /** The first message whose text begins in view, else the one that fills it. */
  #anchorRow(): HTMLElement | undefined {
    const rows = this.rowsInView()
    const isWhole = (row: HTMLElement) => {
      const offset = this.#offsetOf(row)
      return offset >= 0 && offset < this.#box.clientHeight
    }
    return rows.find(isWhole) ?? rows[0]
  }

  /** Pixels from the top of the view to the text of a message. */
  #offsetOf(row: HTMLElement): number {
    return textOf(row).getBoundingClientRect().top - this.#box.getBoundingClientRect().top
  }

  /** Pixels that were scrolled since the last look. A list that became shorter scrolls up by itself. */
  #scrolledBy(): number {
    const { scrollTop, scrollHeight, clientHeight } = this.#box
    const by = scrollTop - (this.#known ?? scrollTop)
    const isCutOff = by < 0 && scrollHeight - scrollTop - clientHeight < 1
    return isCutOff || Math.abs(by) < 1 ? 0 : by
  }

  /** Lets the anchor stand at its place. @param by what was scrolled since it stood there */
  #stand({ anchor, offset }: ViewPlace, by: number) {
    const row = rowOf(this.#list, anchor) ?? this.#firstFrom(anchor)
    if (!row) return
    const wanted = offset - by + (by === 0 ? 0 : this.#short)
    this.#scrollTo(this.#box.scrollTop + this.#offsetOf(row) - wanted)
    this.#short = this.#offsetOf(row) - wanted
  }

  /** The message that was the anchor may be gone: the next one stands for it. */
  #firstFrom(id: number): HTMLElement | undefined {
    const rows = [...this.#list.querySelectorAll<HTMLElement>('[data-message-id]')]
    return rows.find((row) => idOf(row) >= id) ?? rows.at(-1)
  }

  #grow() {
    const { scrollTop, scrollHeight, clientHeight } = this.#box
    const { isLoading, atOldest, atNewest } = this.#view.status.peek()
    if (this.#isGrowing || isLoading || this.#list.children.length === 0) return
    const ahead = clientHeight * SCREENS_AHEAD
    const fromEnd = scrollHeight - scrollTop - clientHeight
    if (!atOldest && scrollTop < ahead) this.#growBy(this.#view.showOlder())
    else if (!atNewest && fromEnd < ahead) this.#growBy(this.#view.showNewer())
  }

  #growBy(growing: Promise<unknown>) {
    this.#isGrowing = true
    const before = this.#view.rows.peek()
    void growing.finally(() => {
      this.#isGrowing = false
      // On a tall screen, what came may not be enough.
      if (this.#view.rows.peek() !== before) this.#grow()
      else if (this.#isShort()) this.#view.window.drawLess()
    })
  }

  /** Whether an end of what is drawn is all but in view, although more is known. */
  #isShort(): boolean {
    const { scrollTop, scrollHeight, clientHeight } = this.#box
    const { older, newer } = this.#view.window.leftOver()
    const fromEnd = scrollHeight - scrollTop - clientHeight
    const least = clientHeight * SCREENS_LEAST
    return (older > 0 && scrollTop < least) || (newer > 0 && fromEnd < least)
  }

  #scrollTo(top: number) {
    const wanted = Math.max(0, Math.min(top, this.#box.scrollHeight - this.#box.clientHeight))
    if (Math.abs(this.#box.scrollTop - wanted) >= 0.5) this.#box.scrollTop = wanted
    this.#known = this.#box.scrollTop
  }
}
