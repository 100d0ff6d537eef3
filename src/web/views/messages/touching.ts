// A finger that rests on a message opens its menu, for there is no toolbar without a mouse.

/** Milliseconds that a finger rests for a long press, and pixels that it may tremble meanwhile. */
const LONG_MS = 500
const STILL_PX = 10

const isTouched = matchMedia('(hover: none)')

interface Start {
  at: number
  x: number
  y: number
}

/**
 * Browsers that know long presses say so by `contextmenu` while the finger rests. Others, on iPhones,
 * say nothing: there the finger that is lifted after a rest counts.
 * @param open shows the menu of what is touched
 */
export function longPress(open: (target: Element) => boolean) {
  let start: Start | undefined
  const act = (event: Event) => {
    const target = event.target as Element
    // Links and pictures have a menu of the browser's.
    if (!isTouched.matches || target.closest('a, img, button, textarea, input')) return
    if (open(target)) event.preventDefault()
  }
  return {
    onContextMenu: act,
    onTouchStart({ touches, timeStamp }: TouchEvent) {
      const [touch] = touches
      start =
        touches.length === 1 ? { at: timeStamp, x: touch!.clientX, y: touch!.clientY } : undefined
    },
    onTouchMove({ touches }: TouchEvent) {
      const [touch] = touches
      if (!start || !touch) return
      const moved = Math.hypot(touch.clientX - start.x, touch.clientY - start.y)
      if (moved > STILL_PX) start = undefined
    },
    onTouchCancel() {
      start = undefined
    },
    onTouchEnd(event: TouchEvent) {
      if (start && event.timeStamp - start.at >= LONG_MS) act(event)
      start = undefined
    },
  }
}
