// The heap of this process without its garbage.

import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')

const collectGarbage: () => void = runInNewContext('gc')

/** Bytes that are in use. */
export function heapBytes(): number {
  collectGarbage()
  return process.memoryUsage().heapUsed
}
