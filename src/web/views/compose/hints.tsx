// Small words at the composer: how to send, how much room is left.

import type { ReadonlySignal } from '@preact/signals'
import { shown } from '../../keys/combination.ts'
import { model } from '../here.ts'
import { composeText as t } from './text.ts'

/** @param length code points, or 0 while there is plenty of room */
export function Limit({ length, limit }: { length: ReadonlySignal<number>; limit: number }) {
  if (length.value === 0) return null
  const left = limit - length.value
  return (
    <span class={left < 0 ? 'limit over' : 'limit'} role="status">
      {left < 0 ? t.over(-left) : t.left(left)}
    </span>
  )
}

export const ComposeHint = () => (
  <p class="compose-note">
    {model.settings.get('enter_sends')
      ? t.enterHint(shown('Shift+Enter'))
      : t.ctrlEnterHint(shown('Ctrl+Enter'))}
  </p>
)
