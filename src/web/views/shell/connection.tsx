// Says when there is no connection, after a moment, for most gaps are shorter.

import { useComputed, useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { Icon } from '../../ui/icon.tsx'
import { session } from '../here.ts'
import { shellText as t } from './text.ts'

const PATIENCE_MS = 3000

export function ConnectionBanner() {
  const late = useSignal(false)
  const lost = useComputed(() => session.connection.value.kind === 'reconnecting')
  const isLost = lost.value

  useEffect(() => {
    late.value = false
    if (!isLost) return
    const timer = setTimeout(() => {
      late.value = true
    }, PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [isLost])

  return (
    <div role="status">
      {isLost && late.value && (
        <div class="banner">
          <Icon name="wifi-off" />
          <span>{t.reconnecting}</span>
          <button type="button" class="button quiet" onClick={() => session.reconnect()}>
            {t.reconnectNow}
          </button>
        </div>
      )}
    </div>
  )
}
