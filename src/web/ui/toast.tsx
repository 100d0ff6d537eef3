// Short words at the edge about what just happened, with a way to undo it where there is one.

import { signal } from '@preact/signals'
import { IconButton } from './button.tsx'
import { uiText as t } from './text.ts'

interface Toast {
  id: number
  text: string
  action?: { label: string; run: () => void }
}

const SHOWN_MS = 6000
const toasts = signal<Toast[]>([])
let last = 0

/** @param action what its button does; it stays longer then, for there is something to decide */
export function toast(text: string, action?: Toast['action']) {
  const id = ++last
  toasts.value = [...toasts.value.slice(-2), { id, text, ...(action && { action }) }]
  setTimeout(() => dismiss(id), action ? SHOWN_MS * 2 : SHOWN_MS)
}

/** @param undo takes back what was done */
export const toastWithUndo = (text: string, undo: () => void) =>
  toast(text, { label: t.undo, run: undo })

const dismiss = (id: number) => {
  toasts.value = toasts.value.filter((shown) => shown.id !== id)
}

/** Lies once at the end of the page. The region is there before its words, so that they are read aloud. */
export const ToastLayer = () => (
  <div class="toasts" role="status">
    {toasts.value.map(({ id, text, action }) => (
      <div class="toast" key={id}>
        <span>{text}</span>
        {action && (
          <button
            type="button"
            onClick={() => {
              dismiss(id)
              action.run()
            }}
          >
            {action.label}
          </button>
        )}
        <IconButton kind="small" icon="x" label={t.close} onClick={() => dismiss(id)} />
      </div>
    ))}
  </div>
)
