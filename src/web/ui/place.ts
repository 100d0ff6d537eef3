// Puts something that lies over the page beside its anchor: by CSS where the browser can, else by hand.

export type Side = 'bottom-start' | 'bottom-end' | 'top-start' | 'top-end' | 'right'

const byStyles =
  CSS.supports('anchor-name: --a') && CSS.supports('position-area: bottom span-right')

/**
 * Shows `popover` (an element with the attribute `popover`) beside `anchor`.
 * @param anchor an element, or a point of the window in pixels
 * @returns undoes what was set on the anchor
 */
export function place(popover: HTMLElement, anchor: Element | DOMPoint, side: Side): () => void {
  const element = anchor instanceof Element ? (anchor as HTMLElement) : undefined
  const anchored = byStyles && element !== undefined
  if (anchored) {
    element.style.setProperty('anchor-name', '--popover')
    popover.dataset.side = side
  }
  popover.showPopover()
  if (!anchored) placeByHand(popover, rectOf(anchor), side)
  return () => element?.style.removeProperty('anchor-name')
}

function rectOf(anchor: Element | DOMPoint): DOMRect {
  return anchor instanceof Element
    ? anchor.getBoundingClientRect()
    : new DOMRect(anchor.x, anchor.y, 0, 0)
}

function placeByHand(popover: HTMLElement, at: DOMRect, side: Side) {
  const { width, height } = popover.getBoundingClientRect()
  const room = { width: window.innerWidth - 8, height: window.innerHeight - 8 }
  const below = at.bottom + 4 + height <= room.height || at.top - 4 - height < 0
  const down = side.startsWith('top') ? at.top - 4 - height < 8 : below
  const left = side === 'right' ? at.right + 4 : side.endsWith('end') ? at.right - width : at.left
  const top = side === 'right' ? at.top : down ? at.bottom + 4 : at.top - 4 - height
  popover.style.left = `${Math.max(8, Math.min(left, room.width - width))}px`
  popover.style.top = `${Math.max(8, Math.min(top, room.height - height))}px`
}
