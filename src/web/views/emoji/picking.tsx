// Opens the emoji picker, which loads when it is first needed, beside whatever asked for it.

import { signal } from '@preact/signals'
import { lazyField } from '../lazy.tsx'
import type { PickedEmoji, PickerProps } from './picked.ts'

const asked = signal<Omit<PickerProps, 'onClose'> | undefined>(undefined)

const Picker = lazyField<PickerProps>(() => import('./picker.tsx'))

/** @param pick called with the emoji that was chosen */
export function pickEmoji(anchor: Element | DOMPoint, pick: (emoji: PickedEmoji) => void) {
  asked.value = { anchor, pick }
}

/** Lies once at the end of the page and shows the picker while it is asked for. */
export const PickerLayer = () =>
  asked.value ? (
    <Picker
      {...asked.value}
      onClose={() => {
        asked.value = undefined
      }}
    />
  ) : null
