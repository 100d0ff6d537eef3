// When the page has time for what is not needed yet: what it shows comes first.

import { effect, untracked } from '@preact/signals'
import { session } from './here.ts'
import { route } from './router.ts'

/** Milliseconds after the first view is there. */
const QUIET_AFTER = 5000

/** Calls `act` once, a while after the first view is there. @returns prevents it */
export function onceQuiet(act: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const stop = effect(() => {
    if (timer === undefined && isThere()) timer = setTimeout(act, QUIET_AFTER)
  })
  return () => {
    stop()
    clearTimeout(timer)
  }
}

function isThere(): boolean {
  const now = route.value
  if (now.view !== 'messages') return true
  return !untracked(() => session.views.of(now.place.narrow)).status.value.isLoading
}
