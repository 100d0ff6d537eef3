// The edge of the sidebar, by which it is made wider: with the mouse or with arrow keys.

import { useSignal } from '@preact/signals'
import { useLayoutEffect } from 'preact/hooks'
import { sidebarText as t } from './text.ts'

const STORED = 'hearth:sidebar-width'
const [SMALLEST, USUAL, LARGEST] = [200, 264, 420]
const STEP = 16

const within = (width: number) => Math.min(LARGEST, Math.max(SMALLEST, Math.round(width)))

export function Grip() {
  const width = useSignal(within(Number(localStorage.getItem(STORED)) || USUAL))
  const shown = width.value
  useLayoutEffect(() => {
    document.documentElement.style.setProperty('--sidebar', `${shown}px`)
    localStorage.setItem(STORED, String(shown))
  }, [shown])

  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowLeft: -STEP, ArrowRight: STEP }[event.key]
    if (by === undefined) return
    event.preventDefault()
    event.stopPropagation()
    width.value = within(shown + by)
  }
  return (
    <div
      class="grip"
      role="separator"
      aria-orientation="vertical"
      aria-label={t.resize}
      aria-valuenow={shown}
      aria-valuemin={SMALLEST}
      aria-valuemax={LARGEST}
      tabIndex={0}
      onKeyDown={onKeyDown}
      onDblClick={() => {
        width.value = USUAL
      }}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={(event) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId))
          width.value = within(event.clientX)
      }}
    />
  )
}
