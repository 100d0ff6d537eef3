// Scrolls up a list of messages and watches what is seen meanwhile.

import type { Page } from 'playwright-core'

/** What a page counts while it is scrolled through. */
export interface Climb {
  /** Most pixels that a text in view stood off the place where scrolling alone would have put it. */
  drift: number
  /** Steps after which no message stood in the middle of the view. */
  blanks: number
  /** ID of the oldest message that is drawn. */
  first: number
}

/** Scrolls up in steps until a message is drawn, and watches where texts stand after each of them. */
export function climbTo(page: Page, id: number): Promise<Climb> {
  return page.evaluate(async (until) => {
    const box = document.querySelector('.feed-scroll')!
    const state = globalThis as unknown as { scrolledBetween?: number }
    const frame = () => new Promise(requestAnimationFrame)
    const rows = () => [...box.querySelectorAll<HTMLElement>('article[data-message-id]')]
    const first = () => Number(rows()[0]!.dataset.messageId)
    const textIn = (row: HTMLElement) => row.querySelector('.body')!.getBoundingClientRect()
    const found = { drift: 0, blanks: 0, first: first() }
    const { top, bottom, left, right } = box.getBoundingClientRect()
    while (first() > until) {
      const seen = rows().filter((row) => textIn(row).bottom > top && textIn(row).top < bottom)
      const before = new Map(seen.map((row) => [row, textIn(row).top]))
      const start = box.scrollTop
      const between = state.scrolledBetween ?? 0
      box.scrollTop = Math.max(start - 370, 1)
      let by = start - box.scrollTop
      await frame()
      await frame()
      by += (state.scrolledBetween ?? 0) - between
      for (const [row, was] of before)
        if (row.isConnected)
          found.drift = Math.max(found.drift, Math.abs(textIn(row).top - was - by))
      const middle = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
      if (!middle?.closest('.feed')) found.blanks++
    }
    return { ...found, first: first() }
  }, id)
}
