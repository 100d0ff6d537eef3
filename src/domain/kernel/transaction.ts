// Hands the domain its transactions: what `commit` gives to the work in it.

import { seconds } from '../../base/clock.ts'
import type { CommitScope } from './commit-types.ts'
import type { App, Context, Tx } from './context.ts'
import type { UnitOfWork } from './unit-of-work.ts'

/** The operations of the server: reading, as `base` does it, and commits. */
export function withCommits(base: Context & Pick<Tx, 'store'>, work: UnitOfWork): App {
  const begin = (scope: CommitScope): Tx => {
    const tx: Tx = {
      ...base,
      ...scope,
      now: seconds(base.clock),
      dryRun: (task) => work.dryRun(() => task({ ...tx, emit: () => {}, afterCommit: () => {} })),
    }
    return tx
  }
  return {
    ...base,
    commit: (task, isPortion) => work.commit((scope) => task(begin(scope)), isPortion),
    onCommitted: (listener) => work.onCommitted(listener),
  }
}
