// A cache of rows that the database itself empties.

import { onRowChange } from './changes.ts'
import type { Db } from './db.ts'

/**
 * A lookup by key with a cache that temporary triggers empty whenever any statement of this
 * connection changes the table. Inside a transaction, which may be rolled back, nothing is cached.
 * Callers share the rows, so they are frozen. Without the cache each request reads its user, the
 * organization and a channel from the file several times.
 */
export function cachedLookup<Key, Row extends object>(
  db: Db,
  table: string,
  find: (key: Key) => Row | undefined,
): (key: Key) => Row | undefined {
  const rows = new Map<Key, Row>()
  onRowChange(db, { table }, () => rows.clear())
  return (key) => {
    if (db.inTransaction) return find(key)
    const known = rows.get(key)
    if (known !== undefined) return known
    const row = find(key)
    if (row !== undefined) rows.set(key, Object.freeze(row))
    return row
  }
}
