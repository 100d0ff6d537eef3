// Measures the work of another process, whatever else the machine does.

import { readFileSync } from 'node:fs'

/** Milliseconds in a tick, the unit of Linux for this on every machine. */
const TICK_MS = 10

/** Processor time of a process so far, in milliseconds; NaN where the system does not say. */
export const processorTime = (pid: number): number => timeOf(`/proc/${pid}/stat`)

/** The same of its main thread alone. */
export const mainThreadTime = (pid: number): number => timeOf(`/proc/${pid}/task/${pid}/stat`)

function timeOf(stat: string): number {
  try {
    // The name before the last bracket may contain spaces.
    const fields = readFileSync(stat, 'latin1')
      .replace(/^.*\) /s, '')
      .split(' ')
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS
  } catch {
    return Number.NaN
  }
}
