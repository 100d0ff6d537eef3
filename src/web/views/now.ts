// The time by which views say how long ago something was: one signal that ticks once a minute.

import { signal } from '@preact/signals'

const seconds = () => Math.floor(Date.now() / 1000)

/** UNIX seconds, at most a minute old. */
export const now = signal(seconds())

setInterval(() => {
  now.value = seconds()
}, 60_000)
