// How V8 keeps the heap: small while the server has little to do, with short pauses while it has much.

import { performance } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'

/** So often that a flood's first collection, which V8 prepares for some 50 ms, is one of a busy server. */
const LOOK_EVERY_MS = 50

/** The part of the time that the event loop worked since the last look. Above it the server is busy. */
const BUSY = 0.5

/** After its last busy moment the server stays busy for so long. */
const CALM_AFTER_MS = 200

/**
 * With the first option each collection gives back the pages that it empties and moves what is left in
 * badly filled ones, and takes twice as long. V8 would keep them until nothing happens for ten seconds.
 * Given when V8 starts, it makes the space for new objects 1 MB, which costs processor time.
 */
const CALM_OPTIONS = ['--optimize-for-size', '--heap-growing-percent=50']

/** Without it V8 keeps more, so old garbage is collected before there is as much of it. */
const BUSY_OPTIONS = ['--no-optimize-for-size', '--heap-growing-percent=25']

/** V8 reads these options at each collection, so what is set counts from the next one on. */
export function fitHeapToLoad() {
  setOptions(CALM_OPTIONS)
  let wasBusy = false
  let busyAt = Number.NEGATIVE_INFINITY
  let before = performance.eventLoopUtilization()
  setInterval(() => {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, before)
    if (utilization > BUSY) busyAt = performance.now()
    before = now
    const isBusy = performance.now() - busyAt < CALM_AFTER_MS
    if (isBusy !== wasBusy) setOptions(isBusy ? BUSY_OPTIONS : CALM_OPTIONS)
    wasBusy = isBusy
  }, LOOK_EVERY_MS).unref()
}

function setOptions(options: readonly string[]) {
  for (const option of options) setFlagsFromString(option)
}
