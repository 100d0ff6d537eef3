// What a reader has opened in a message stays open, and the focus stays where it is, when the
// message is drawn anew: its pictures are ready, its author has edited it.

import { TOGGLES } from './clicks.ts'

const isOn = ({ ariaPressed, ariaExpanded }: HTMLElement) =>
  (ariaPressed ?? ariaExpanded) === 'true'

/** The controls of a message by what they do, their name, and their place among those alike. */
function controlsOf(box: HTMLElement): Map<string, HTMLElement> {
  const controls = new Map<string, HTMLElement>()
  const alike = new Map<string, number>()
  for (const control of box.querySelectorAll<HTMLElement>('a[href], button')) {
    const kind = `${control.dataset.act} ${control.ariaLabel ?? control.textContent}`
    const place = alike.get(kind) ?? 0
    alike.set(kind, place + 1)
    controls.set(`${place} ${kind}`, control)
  }
  return controls
}

/** Puts new elements in the place of those that a message shows. */
export function redraw(box: HTMLElement, elements: DocumentFragment) {
  const before = controlsOf(box)
  const focused = document.activeElement
  box.replaceChildren(elements)
  if (before.size === 0) return
  const after = controlsOf(box)
  for (const [key, control] of before) {
    const same = after.get(key)
    if (!same) continue
    if (isOn(control)) TOGGLES[control.dataset.act ?? '']?.(same)
    if (control === focused) same.focus({ preventScroll: true })
  }
}
