// Loaded into a Hearth under measurement: how much processor time single turns of its loop take.

import { Socket } from 'node:net'

/** What one measured span of time showed, in milliseconds. */
export interface Turns {
  /** Processor time of the turn that took most. */
  longest: number
  /** Processor time of all turns. */
  total: number
  /** The time on the clock of the turn that took most of it, waits for the disk included. */
  longestWait: number
}

/** The descriptor on which the benchmark says when a span begins and ends. */
const PROBE_FD = 3

/*
 * A turn ends where immediates run. While a span is measured an immediate is always due, so the loop
 * never sleeps, and what the thread used between two of them is one turn. Other programs on the
 * machine do not count, unlike with a clock.
 */
const orders = new Socket({ fd: PROBE_FD })
let turns: Turns | undefined
let used = 0
let at = 0

function look() {
  if (!turns) return
  const [nowUsed, now] = [processorTime(), performance.now()]
  turns.longest = Math.max(turns.longest, nowUsed - used)
  turns.total += nowUsed - used
  turns.longestWait = Math.max(turns.longestWait, now - at)
  used = nowUsed
  at = now
  setImmediate(look)
}

function processorTime() {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

orders.on('data', (order) => {
  if (order.toString() === 'start') {
    // Garbage of earlier work does not count.
    globalThis.gc?.()
    turns = { longest: 0, total: 0, longestWait: 0 }
    used = processorTime()
    at = performance.now()
    setImmediate(look)
    orders.write('{}\n')
  } else {
    orders.write(`${JSON.stringify(turns)}\n`)
    turns = undefined
  }
})
orders.unref()
