// Says when there is no connection: at once without a network, else after a moment, for most gaps are short.

import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { Icon } from '../../ui/icon.tsx'
import { session } from '../here.ts'
import { shellText as t } from './text.ts'

const PATIENCE_MS = 3000

export function ConnectionBanner() {
  const late = useSignal(false)
  const connection = session.connection.value
  const isLost = connection.kind === 'reconnecting'
  const isOffline = isLost && connection.isOffline

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
      {(isOffline || (isLost && late.value)) && (
        <div class="banner">
          <Icon name="wifi-off" />
          <span>{isOffline ? t.offline : t.reconnecting}</span>
          <button type="button" class="button quiet" onClick={() => session.reconnect()}>
            {t.reconnectNow}
          </button>
        </div>
      )}
    </div>
  )
}

/** In place of the client, where nothing was kept that could be shown. */
export const Unreachable = () => (
  <main class="front">
    <div class="front-card" role="status">
      <Icon name="wifi-off" />
      <p>{t.unreachable}</p>
      <button type="button" class="button" onClick={() => session.reconnect()}>
        {t.reconnectNow}
      </button>
    </div>
  </main>
)
