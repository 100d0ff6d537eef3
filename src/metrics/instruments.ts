// What a server says about itself to programs that watch it.

import type { Health } from '../base/health.ts'
import type { Exposition } from './exposition.ts'
import type { Metrics } from './metrics.ts'

export interface Instruments {
  metrics: Metrics
  health: Health
  exposition: Exposition
}
