// A box beside its anchor that closes by Escape, by a click elsewhere, and gives the focus back.

import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { place, type Side } from './place.ts'

interface Props {
  anchor: Element | DOMPoint
  side?: Side
  class?: string
  label?: string
  role?: 'menu' | 'dialog' | 'listbox'
  /** `manual` stays when something else is clicked: for lists of suggestions below a field. */
  closes?: 'auto' | 'manual'
  onClose: () => void
  children: ComponentChildren
}

export function Popover(props: Props) {
  const { anchor, side = 'bottom-start', closes = 'auto', role = 'dialog', label, children } = props
  const box = useRef<HTMLDivElement>(null)

  useLayoutEffect(() => {
    const element = box.current!
    const before = document.activeElement
    const undo = place(element, anchor, side)
    const closed = (event: ToggleEvent) => event.newState === 'closed' && props.onClose()
    element.addEventListener('toggle', closed)
    // Keys are meant for what was opened last.
    const takesFocus = role === 'dialog' && closes === 'auto'
    if (takesFocus && !element.contains(document.activeElement)) element.focus()
    return () => {
      element.removeEventListener('toggle', closed)
      const inside = element.contains(document.activeElement)
      undo()
      if (inside && before instanceof HTMLElement) before.focus()
    }
  }, [anchor, side])

  return (
    <div
      ref={box}
      popover={closes}
      role={role}
      aria-label={label}
      tabIndex={-1}
      class={`popover ${props.class ?? ''}`}
    >
      {children}
    </div>
  )
}
