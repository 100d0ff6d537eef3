// Caches of rows that the database itself empties.

import { onRowChange, transactionsOf, type Watched } from './changes.ts'
import type { Db } from './db.ts'

/**
 * A lookup by key with a cache that temporary triggers empty whenever any statement of this
 * connection changes the table. Inside a transaction that has changed the table nothing is cached,
 * for it may be rolled back. Callers share the rows, so they are frozen. Without the cache each
 * request reads its user, the organization and a channel from the file several times.
 */
export const cachedLookup = <Key, Row extends object>(
  db: Db,
  table: string,
  find: (key: Key) => Row | undefined,
): ((key: Key) => Row | undefined) => cachedResult(db, [{ table }], find)

/**
 * A lookup by ID, from which a row that changes is forgotten alone: thousands of channels stay in memory while the
 * subscribers of one after the other are counted.
 */
export const cachedById = <Row extends object>(
  db: Db,
  table: string,
  find: (id: number) => Row | undefined,
): ((id: number) => Row | undefined) => cachedResult(db, [{ table, key: 'id' }], find)

/** Far more than there are users and channels in use. */
const MOST_RESULTS = 20_000

/**
 * A lookup of what is computed from rows of several tables. A change of a row that is watched with its key makes the
 * cache forget that key, any other change all. Undefined is not kept: strangers ask for what does not exist, in any
 * number.
 * @param most results that are kept
 */
export function cachedResult<Key, Result extends object>(
  db: Db,
  watched: readonly Watched[],
  find: (key: Key) => Result | undefined,
  most = MOST_RESULTS,
): (key: Key) => Result | undefined {
  const known = new Map<Key, Result>()
  const transactions = transactionsOf(db)
  /** Keys that one transaction changed, null for all: what it reads of them may be taken back. */
  let changed = new Set<unknown>()
  let changedIn = -1
  for (const rows of watched)
    onRowChange(db, rows, (key) => {
      if (changedIn !== transactions.count) changed = new Set()
      changedIn = transactions.count
      changed.add(key)
      if (key === null) known.clear()
      else known.delete(key as Key)
    })
  const mayBeTakenBack = (key: Key) =>
    db.inTransaction && changedIn === transactions.count && (changed.has(null) || changed.has(key))
  return (key) => {
    const before = known.get(key)
    if (before !== undefined) return before
    const found = find(key)
    if (found === undefined || mayBeTakenBack(key)) return found
    if (known.size >= most) known.clear()
    known.set(key, Object.freeze(found))
    return found
  }
}
