// Opens SQLite the way Hearth uses it, and the lock that keeps a data folder for one process.

import { closeSync, existsSync, openSync } from 'node:fs'
import Database from 'better-sqlite3'
import { nativeLibrary } from '../base/assets.ts'

/** A connection to a database, with every statement prepared as `withoutReplanning` says. */
export class Db extends Database {
  /**
   * Whether statements are prepared when they are first run. The hundreds that a server has need 3 MB
   * and 30 ms; in an hour it runs a few dozen of them. Otherwise a mistake in SQL is found at once.
   */
  preparesLate = false

  override prepare<Parameters extends unknown[] | {} = unknown[], Row = unknown>(sql: string) {
    if (!this.preparesLate) return this.prepareNow<Parameters, Row>(sql)
    const late: unknown = new LateStatement(this, sql)
    return late as ReturnType<typeof this.prepareNow<Parameters, Row>>
  }

  prepareNow<Parameters extends unknown[] | {} = unknown[], Row = unknown>(sql: string) {
    return super.prepare<Parameters, Row>(withoutReplanning(sql))
  }
}

/** A statement that is prepared when it is first run, with the methods that tables use. */
class LateStatement {
  readonly #db: Db
  readonly #sql: string
  #shape: 'pluck' | 'raw' | undefined
  #prepared: Database.Statement | undefined

  constructor(db: Db, sql: string) {
    this.#db = db
    this.#sql = sql
  }

  pluck(): this {
    this.#shape = 'pluck'
    return this
  }

  raw(): this {
    this.#shape = 'raw'
    return this
  }

  get(...parameters: unknown[]) {
    return this.#statement().get(...parameters)
  }

  all(...parameters: unknown[]) {
    return this.#statement().all(...parameters)
  }

  run(...parameters: unknown[]) {
    return this.#statement().run(...parameters)
  }

  iterate(...parameters: unknown[]) {
    return this.#statement().iterate(...parameters)
  }

  #statement(): Database.Statement {
    if (!this.#prepared) {
      const statement = this.#db.prepareNow(this.#sql)
      const prepared = this.#shape === undefined ? statement : statement[this.#shape]()
      this.#prepared = prepared
      // From now on a call goes to SQLite without a detour, which costs as much as a short statement.
      Object.assign(this, {
        get: prepared.get.bind(prepared),
        all: prepared.all.bind(prepared),
        run: prepared.run.bind(prepared),
        iterate: prepared.iterate.bind(prepared),
      })
    }
    return this.#prepared
  }
}

/**
 * Writes every parameter as `+?`. This build of SQLite plans a statement again whenever a value is
 * bound that might deserve another plan, which took four fifths of the time of a lookup. No plan of
 * ours depends on values, and SQLite ignores the value of a parameter behind a plus.
 */
const withoutReplanning = (sql: string) => sql.replace(/([=<>]|\bLIMIT)\s*([?@])/gi, '$1 +$2')

export type Statement = Database.Statement

export type Bool = 0 | 1

/**
 * Opens a database file the way all of Hearth does. `synchronous=FULL` makes every commit wait for
 * the disk, which in WAL mode is not the default of every SQLite build; LogSync waits in its place.
 */
export function openDatabase(file: string, options: { readonly?: boolean } = {}): Db {
  if (!options.readonly && !existsSync(file)) makePrivate(file)
  const db = new Db(file, { nativeBinding: nativeLibrary('better_sqlite3'), ...options })
  try {
    db.pragma('synchronous = FULL')
    db.pragma('foreign_keys = ON')
    // 8 MB. With four times as much, sends take as long and pages of messages at random places 2 % less:
    // the system keeps the file in memory as well.
    db.pragma('cache_size = -8000')
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

/** Whether another program holds the lock for writing, so that a commit would have to wait. */
export function isLockedByOthers(db: Db): boolean {
  const patience = db.pragma('busy_timeout', { simple: true })
  db.pragma('busy_timeout = 0')
  try {
    db.exec('BEGIN IMMEDIATE; ROLLBACK')
    return false
  } catch (error) {
    if (!/^SQLITE_BUSY/.test((error as { code?: string }).code ?? '')) throw error
    return true
  } finally {
    db.pragma(`busy_timeout = ${patience}`)
  }
}

/** Creates the file readable by its owner only; SQLite gives its side files the same mode. */
const makePrivate = (file: string) => closeSync(openSync(file, 'a', 0o600))

/**
 * Holds the data folder for this process until the returned function is called or the process
 * ends, however it ends: the lock is SQLite's own, so the operating system lets go of it.
 *
 * @throws SqliteError SQLITE_BUSY when another process holds the folder
 */
export function lockFolder(file: string): () => void {
  // A user who can read the file could lock it and keep the server from starting.
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
