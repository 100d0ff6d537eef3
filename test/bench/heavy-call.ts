// How calls are described that a declaration alone does not show to be heavy.

import type { Sample } from '../attack/samples.ts'

/** Who makes a call. */
export type Caller = 'owner' | 'bot' | 'leaver' | 'renewer'

/** What a call is besides its parameters. */
interface How {
  as?: Caller
  file?: Buffer
  /** false: it is meant to be refused. */
  succeeds?: boolean
  settles?: boolean
  /** It can be made once: no other calls of this endpoint are. */
  alone?: boolean
}

/** Parameters of calls by endpoint. */
export type HeavyCalls = Record<string, (Sample & How)[]>
