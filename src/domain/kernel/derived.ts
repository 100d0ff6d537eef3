// Values that are computed from rows and cached until the rows change.

import { getOrMake } from '../../base/collections.ts'
import type { ChangeLog } from '../../store/changes.ts'
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

/**
 * Computes a value for each of many rows when it is first asked for, and again after that row has changed.
 * @param logOf which rows change
 */
export function derivedById<T>(
  logOf: (ctx: Context) => ChangeLog,
  compute: (ctx: Context, id: number) => T,
): (ctx: Context, id: number) => T {
  const known = new WeakMap<object, { position: number; values: Map<number, T> }>()
  return (ctx, id) => {
    const log = logOf(ctx)
    const rows = getOrMake(known, ctx.server, () => ({ position: 0, values: new Map() }))
    const position = log.position()
    if (position !== rows.position) {
      const changed = log.since(rows.position)
      rows.position = position
      if (!changed) rows.values.clear()
      for (const id of changed ?? []) rows.values.delete(id)
    }
    return getOrMake(rows.values, id, () => compute(ctx, id))
  }
}

/** Variants that are kept; each may have some megabytes. */
const MOST_VARIANTS = 6

/**
 * The same for a value of which there are several variants, such as a list of all users as each role
 * sees it. Those computed last are kept.
 */
export function derivedVariants<T>(
  versionOf: (ctx: Context) => number,
  compute: (ctx: Context, variant: string) => T,
): (ctx: Context, variant: string) => T {
  const variants = derived(versionOf, () => new Map<string, T>())
  return (ctx, variant) => {
    const known = variants(ctx)
    const value = known.has(variant) ? known.get(variant)! : compute(ctx, variant)
    known.delete(variant)
    known.set(variant, value)
    if (known.size > MOST_VARIANTS) known.delete(known.keys().next().value!)
    return value
  }
}
