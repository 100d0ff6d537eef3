// Says when the server has another version of the client than this page runs.

import { useSignal } from '@preact/signals'
import { useEffect, useLayoutEffect } from 'preact/hooks'
import { IconButton } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { uiText } from '../../ui/text.ts'
import { model, session } from '../here.ts'
import { shellText as t } from './text.ts'

export function NewVersion() {
  const isOutdated = useSignal(false)
  const look = async () => {
    isOutdated.value = await session.isOutdated()
  }
  // A restart may be an event, or, if the queue was lost with it, a new snapshot.
  const generation = model.organization.get('server_generation')
  const first = useSignal(generation)
  useEffect(() => {
    if (generation === first.peek()) return
    first.value = generation
    void look()
  }, [generation])
  useLayoutEffect(() => {
    // The service worker begins with the page it has stored.
    if (navigator.serviceWorker?.controller) void look()
    return model.onEvent(({ type }) => type === 'restart' && void look())
  }, [])
  if (!isOutdated.value) return null
  return (
    <div class="banner" role="status">
      <Icon name="refresh-cw" />
      <span>{t.newVersion}</span>
      <button type="button" class="button quiet" onClick={() => location.reload()}>
        {t.reload}
      </button>
      <IconButton
        kind="small"
        icon="x"
        label={uiText.close}
        onClick={() => (isOutdated.value = false)}
      />
    </div>
  )
}
