// Moving through a page of rows with the keys that move through messages.

import type { RefObject } from 'preact'
import { useCommands } from '../keys/dispatch.ts'

/** What keys stop at: the link or button that opens a row. */
const STOP = '[data-row]'

/** j, k, arrows, Home and End move the focus among the rows inside `box`; Enter opens by itself. */
export function useListKeys(box: RefObject<HTMLElement | null>) {
  const rows = () => [...(box.current?.querySelectorAll<HTMLElement>(STOP) ?? [])]
  const focus = (at: number) => {
    const all = rows()
    all[Math.max(0, Math.min(at, all.length - 1))]?.focus()
    return all.length > 0
  }
  const here = () => {
    const row = document.activeElement?.closest('[data-row-frame]')?.querySelector(STOP)
    return rows().indexOf((row ?? document.activeElement) as HTMLElement)
  }
  useCommands({
    nextMessage: () => focus(here() + 1),
    previousMessage: () => focus(Math.max(0, here() - 1)),
    firstMessage: () => focus(0),
    lastMessage: () => focus(Number.MAX_SAFE_INTEGER),
  })
}
