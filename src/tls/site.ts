// What every way to a certificate needs to know about its server.

import type { Clock } from '../base/clock.ts'
import type { Log } from '../base/log.ts'

export interface TlsSite {
  /** The data folder. */
  data: string
  host: string
  url: string | undefined
  clock: Clock
  log: Log
}
