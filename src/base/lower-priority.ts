// Work behind the server's back gets the processor when the server does not need it.

import { setPriority } from 'node:os'

const LOW = 10

/**
 * Lowers the priority of this process; on Linux that of this thread alone.
 * @param niceness as the system counts it: up to 19, which gets the processor last
 */
export function lowerPriority(niceness = LOW): void {
  try {
    setPriority(niceness)
  } catch {
    // Some systems forbid it. Then it runs with the same priority as the server.
  }
}

/** Lowers the priority of this thread, where systems know such a thing. */
export function lowerThreadPriority(): void {
  if (process.platform === 'linux') lowerPriority()
}
