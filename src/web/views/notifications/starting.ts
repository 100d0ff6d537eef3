// Starts alerts without their code, which is not needed to show anything: it loads once the page has
// nothing to do, or with the first event that may need it.

import type { ClientEvent } from '../../model/events.ts'
import { model } from '../here.ts'
import { onceQuiet } from '../quiet.ts'
import { go } from '../router.ts'

/** Alerts from now on. @returns what ends it */
export function startAlerts(): () => void {
  // Events that come while the code loads are considered when it is there.
  let consider: ((event: ClientEvent) => void) | undefined
  let waiting: ClientEvent[] = []
  let isLoading = false
  let isOver = false

  const load = () => {
    if (consider || isLoading) return
    isLoading = true
    import('./desktop.ts').then(
      (loaded) => {
        if (isOver) return
        consider = loaded.consider
        for (const event of waiting) consider(event)
        waiting = []
        void loaded.keepSubscribed()
      },
      () => {
        // The next event tries again; alerts of these would come too late.
        isLoading = false
        waiting = []
      },
    )
  }
  const stop = model.onEvent((event) => {
    if (consider) return consider(event)
    if (event.type !== 'message' && event.type !== 'update_message_flags') return
    waiting.push(event)
    load()
  })
  const cancel = onceQuiet(load)
  navigator.serviceWorker?.addEventListener('message', opened)
  return () => {
    isOver = true
    cancel()
    stop()
    navigator.serviceWorker?.removeEventListener('message', opened)
  }
}

/** The service worker says which notification was clicked. */
function opened({ data }: MessageEvent) {
  if (data?.kind === 'open') go(String(data.path).replace(/^[^#]*/, ''))
}
