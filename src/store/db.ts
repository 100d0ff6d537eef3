import { closeSync, existsSync, openSync } from 'node:fs'
import Database from 'better-sqlite3'
import { nativeLibrary } from '../base/assets.ts'

export type Db = Database.Database

export type Statement = Database.Statement

export type Bool = 0 | 1

/**
 * Opens a database file the way all of Hearth does. `synchronous=FULL` makes every commit wait for
 * the disk, which in WAL mode is not the default of every SQLite build.
 */
export function openDatabase(file: string, options: { readonly?: boolean } = {}): Db {
  if (!options.readonly && !existsSync(file)) makePrivate(file)
  const db = new Database(file, { nativeBinding: nativeLibrary('better_sqlite3'), ...options })
  keepPlans(db)
  try {
    db.pragma('synchronous = FULL')
    db.pragma('foreign_keys = ON')
    db.pragma('cache_size = -32000')
    db.pragma('temp_store = MEMORY')
    // A large log keeps checkpoints rare; the limit gives the space back after a burst.
    db.pragma('wal_autocheckpoint = 4000')
    db.pragma('journal_size_limit = 67108864')
    db.pragma('trusted_schema = OFF')
  } catch (error) {
    db.close()
    throw error
  }
  return db
}

/** SQLite would let everyone read it; what it puts beside the file is as open as the file. */
const makePrivate = (file: string) => closeSync(openSync(file, 'a', 0o600))

/**
 * This build of SQLite plans a statement that joins, sorts or limits anew each time a value is
 * bound to it, in case another value deserves another plan: four fifths of the time of a lookup.
 * No plan of ours depends on values, and a parameter behind a plus is not looked at.
 */
function keepPlans(db: Db) {
  const prepare = db.prepare.bind(db)
  db.prepare = ((sql: string) =>
    prepare(sql.replace(/([=<>]|\bLIMIT)\s*([?@])/gi, '$1 +$2'))) as typeof db.prepare
}

/**
 * A lookup by key that remembers the rows it found until their table changes. Triggers of this
 * connection notice that, whichever statement it is; inside a transaction, which may be taken back,
 * nothing is remembered. Rows are shared by all who ask, and frozen. Without it a request reads its
 * user, the organization and a channel from the file again and again.
 */
export function remember<Key, Row extends object>(
  db: Db,
  table: string,
  find: (key: Key) => Row | undefined,
): (key: Key) => Row | undefined {
  const rows = new Map<Key, Row>()
  const name = `forget_rows_${++remembered}`
  db.function(name, () => {
    rows.clear()
    return null
  })
  for (const change of ['INSERT', 'UPDATE', 'DELETE']) {
    db.exec(`CREATE TEMP TRIGGER ${name}_at_${change} AFTER ${change} ON main.${table}
             BEGIN SELECT ${name}(); END`)
  }
  return (key) => {
    if (db.inTransaction) return find(key)
    const known = rows.get(key)
    if (known !== undefined) return known
    const row = find(key)
    if (row !== undefined) rows.set(key, Object.freeze(row))
    return row
  }
}

let remembered = 0

/**
 * Holds the data folder for this process until the returned function is called or the process
 * ends, however it ends: the lock is SQLite's own, so the operating system lets go of it.
 *
 * @throws SqliteError SQLITE_BUSY when another process holds the folder
 */
export function lockFolder(file: string): () => void {
  // Whoever can read it can hold it, and keep the server from starting.
  if (!existsSync(file)) makePrivate(file)
  const lock = new Database(file, { nativeBinding: nativeLibrary('better_sqlite3'), timeout: 0 })
  try {
    lock.pragma('journal_mode = DELETE')
    lock.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    lock.close()
    throw error
  }
  return () => lock.close()
}
