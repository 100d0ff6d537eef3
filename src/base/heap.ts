// How V8 keeps the heap: small while the server has little to do, with short pauses while it has much.

import { performance } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'

const LOOK_EVERY_MS = 50

/** The part of the time that the event loop worked since the last look. Above it the server is busy. */
const BUSY = 0.5

/** After its last busy moment the server stays busy for so long. */
const CALM_AFTER_MS = 200

/** When the server was last busy. */
let busyAt = Number.NEGATIVE_INFINITY
/** Whether the option is that of a busy server; undefined while nobody fits the heap. */
let isBusy: boolean | undefined

/** V8 reads the option when it begins a collection, so what is set counts from the next one on. */
export function fitHeapToLoad() {
  setBusy(false)
  let before = performance.eventLoopUtilization()
  setInterval(() => {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, before)
    if (utilization > BUSY) busyAt = performance.now()
    before = now
    setBusy(performance.now() - busyAt < CALM_AFTER_MS)
  }, LOOK_EVERY_MS).unref()
}

/**
 * Says that many requests have come at once. What they need soon makes V8 begin a collection, which
 * would take 20 to 40 ms with the option of a calm server.
 */
export function noteCrowd() {
  busyAt = performance.now()
  if (isBusy === false) setBusy(true)
}

/**
 * With `--optimize-for-size` each collection gives back the pages that it empties and moves what is left in
 * badly filled ones, and takes twice as long or more. V8 would keep them until nothing happens for ten
 * seconds. Given when V8 starts, it makes the space for new objects 1 MB, which costs processor time.
 */
function setBusy(busy: boolean) {
  if (busy !== isBusy) setFlagsFromString(busy ? '--no-optimize-for-size' : '--optimize-for-size')
  isBusy = busy
}
