// Where an image lies in its frame and how large it is: by wheel, pinch, drag and keys.

import { signal } from '@preact/signals'

const LARGEST = 8
const STEP = 1.5

interface Point {
  x: number
  y: number
}

/** Zoom and place of one image, as a CSS transform. */
export function makeZoom() {
  const state = signal({ scale: 1, x: 0, y: 0 })
  const pointers = new Map<number, Point>()

  /** @param at stays where it is; measured from the middle of the frame */
  const zoomTo = (wanted: number, at: Point = { x: 0, y: 0 }) => {
    const { scale, x, y } = state.value
    const next = Math.min(LARGEST, Math.max(1, wanted))
    const ratio = next / scale
    state.value =
      next === 1
        ? { scale: 1, x: 0, y: 0 }
        : { scale: next, x: at.x - (at.x - x) * ratio, y: at.y - (at.y - y) * ratio }
  }
  const fromMiddle = (event: { clientX: number; clientY: number }, frame: Element): Point => {
    const box = frame.getBoundingClientRect()
    return { x: event.clientX - box.x - box.width / 2, y: event.clientY - box.y - box.height / 2 }
  }

  return {
    state,
    in: () => zoomTo(state.value.scale * STEP),
    out: () => zoomTo(state.value.scale / STEP),
    reset: () => zoomTo(1),
    wheel(event: WheelEvent) {
      event.preventDefault()
      const frame = event.currentTarget as Element
      zoomTo(state.value.scale * 2 ** (-event.deltaY / 300), fromMiddle(event, frame))
    },
    down(event: PointerEvent) {
      ;(event.currentTarget as Element).setPointerCapture(event.pointerId)
      pointers.set(event.pointerId, { x: event.clientX, y: event.clientY })
    },
    move(event: PointerEvent) {
      const before = pointers.get(event.pointerId)
      if (!before) return
      const other = [...pointers].find(([id]) => id !== event.pointerId)?.[1]
      const now = { x: event.clientX, y: event.clientY }
      if (other) {
        const ratio = distance(now, other) / Math.max(1, distance(before, other))
        zoomTo(state.value.scale * ratio, fromMiddle(event, event.currentTarget as Element))
      } else if (state.value.scale > 1) {
        const { scale, x, y } = state.value
        state.value = { scale, x: x + now.x - before.x, y: y + now.y - before.y }
      }
      pointers.set(event.pointerId, now)
    },
    up(event: PointerEvent) {
      pointers.delete(event.pointerId)
    },
    double(event: MouseEvent) {
      const larger = state.value.scale === 1 ? 2.5 : 1
      zoomTo(larger, fromMiddle(event, event.currentTarget as Element))
    },
  }
}

const distance = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y)
