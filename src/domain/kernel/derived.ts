// Values that are computed from rows and cached until the rows change.

import type { Context } from './context.ts'

/**
 * Computes a value when it is first asked for, and again after its rows have changed.
 * @param versionOf a number that changes with the rows, see `changeCounter` of the store
 */
export function derived<T>(
  versionOf: (ctx: Context) => number,
  compute: (ctx: Context) => T,
): (ctx: Context) => T {
  // By server, because a process may run several; a transaction is a context of the same server.
  const known = new WeakMap<object, { version: number; value: T }>()
  return (ctx) => {
    const version = versionOf(ctx)
    const last = known.get(ctx.server)
    if (last?.version === version) return last.value
    const value = compute(ctx)
    known.set(ctx.server, { version, value })
    return value
  }
}
