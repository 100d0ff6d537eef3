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
export function cachedById<Row extends object>(
  db: Db,
  table: string,
  find: (id: number) => Row | undefined,
): (id: number) => Row | undefined {
  const known = new Map<number, Row>()
  const transactions = transactionsOf(db)
  /** Rows that one transaction changed: what it reads of them may be taken back. */
  let changed = new Set<number>()
  let changedIn = -1
  onRowChange(db, { table, key: 'id' }, (key) => {
    if (changedIn !== transactions.count) changed = new Set()
    changedIn = transactions.count
    changed.add(key as number)
    known.delete(key as number)
  })
  return (id) => {
    const before = known.get(id)
    if (before !== undefined) return before
    const found = find(id)
    if (found === undefined || (db.inTransaction && changed.has(id))) return found
    if (known.size >= MOST_RESULTS) known.clear()
    known.set(id, Object.freeze(found))
    return found
  }
}

/** Far more than there are users and channels in use. */
const MOST_RESULTS = 20_000

/**
 * A lookup of what is computed from rows of several tables: any change of them empties it. Undefined is not kept:
 * strangers ask for what does not exist, in any number.
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
  /** The transaction that changed a table last: what it reads may be taken back. */
  let changedIn = -1
  for (const rows of watched)
    onRowChange(db, rows, () => {
      known.clear()
      changedIn = transactions.count
    })
  return (key) => {
    const before = known.get(key)
    if (before !== undefined) return before
    const found = find(key)
    if (found === undefined || (changedIn === transactions.count && db.inTransaction)) return found
    if (known.size >= most) known.clear()
    known.set(key, Object.freeze(found))
    return found
  }
}
