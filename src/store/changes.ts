// Notices when any statement changes rows, so that values computed from them are computed again.

import type { Db } from './db.ts'

/** Rows of one table; with columns, only updates of those count. */
export interface Watched {
  table: string
  columns?: readonly string[]
  /** New rows do not count. */
  ignoreInserts?: boolean
  /** Column whose value the listener is given: of the row as it was, or of a new one. */
  key?: string
  /** Other rows that have that column, by the alias of the changed row: `member WHERE user_id = ${row}.id`. */
  keysFrom?: (row: 'OLD' | 'NEW') => string
}

let watches = 0

/** Calls the listener for each row that is inserted, updated or deleted, while the statement runs. */
export function onRowChange(
  db: Db,
  { table, columns, key, keysFrom, ignoreInserts }: Watched,
  listener: (key: unknown) => void,
) {
  const name = `row_change_${++watches}`
  db.function(name, (value: unknown) => {
    listener(value)
    return null
  })
  const update = columns ? `UPDATE OF ${columns.join(', ')}` : 'UPDATE'
  const call = (row: 'OLD' | 'NEW') => {
    if (keysFrom) return `${name}(${key}) FROM ${keysFrom(row)}`
    return `${name}(${key === undefined ? 'NULL' : `${row}.${key}`})`
  }
  const create = (change: string, row: 'OLD' | 'NEW') =>
    db.exec(`CREATE TEMP TRIGGER ${name}_${row}_${change.slice(0, 6)} AFTER ${change} ON main.${table}
             BEGIN SELECT ${call(row)}; END`)
  if (!ignoreInserts) create('INSERT', 'NEW')
  create(update, 'OLD')
  create('DELETE', 'OLD')
}

const rollbackListeners = new WeakMap<Db, (() => void)[]>()

/** Calls the listener after writes were taken back. */
export function onRollback(db: Db, listener: () => void) {
  const listeners = rollbackListeners.get(db) ?? []
  rollbackListeners.set(db, listeners)
  listeners.push(listener)
}

/** The code that rolls writes back must call this: SQLite has no trigger for it. */
export function noticeRollback(db: Db) {
  for (const listener of rollbackListeners.get(db) ?? []) listener()
}

const transactions = new WeakMap<Db, { count: number }>()

/** How many transactions have begun on this connection, counted by `noticeBegin`. */
export function transactionsOf(db: Db): { readonly count: number } {
  const known = transactions.get(db) ?? { count: 0 }
  transactions.set(db, known)
  return known
}

/** The code that begins a transaction must call this if reads through caches can happen in it. */
export function noticeBegin(db: Db) {
  const known = transactionsOf(db) as { count: number }
  known.count++
}

/**
 * Counts the changes of some rows.
 * @returns a number that is another one as soon as any of the rows may have changed
 */
export function changeCounter(db: Db, ...watched: readonly Watched[]): () => number {
  let count = 0
  whenChanged(db, watched, () => void count++)
  return () => count
}

/** Which rows changed last: what was read of many is brought up to date by reading those alone. */
export interface ChangeLog {
  /** Grows with each change. */
  position(): number
  /** The IDs of the rows that may have changed since a position; undefined if they are too many to remember. */
  since(position: number): ReadonlySet<number> | undefined
}

/** Changes that a log remembers. */
const LOGGED = 4096

/** Notes the IDs of rows that change. @param watched with the column of the ID as their key */
export function changeLog(db: Db, ...watched: readonly Watched[]): ChangeLog {
  const ids = new Float64Array(LOGGED)
  let position = 0
  /** The position that a reader asked for last. */
  let seen = 0
  const add = (id: number) => {
    // Thousands of rows of one ID, such as the members of a group, are one change.
    if (position > seen && ids[(position - 1) % LOGGED] === id) return
    ids[position++ % LOGGED] = id
  }
  const since = (from: number) => {
    if (position - from > LOGGED) return undefined
    const found = new Set<number>()
    for (let at = from; at < position; at++) found.add(ids[at % LOGGED]!)
    return found
  }
  const now = () => {
    seen = position
    return position
  }
  /** Where the transaction that changed rows last began. */
  let began = 0
  let transaction = -1
  const transactions = transactionsOf(db)
  const note = (id: unknown) => {
    if (transaction !== transactions.count) began = now()
    transaction = transactions.count
    add(id as number)
  }
  const takenBack = () => {
    const changed = since(began)
    // Nobody can be told which they were.
    if (changed === undefined) position += LOGGED + 1
    for (const id of changed ?? []) add(id)
  }
  whenChanged(db, watched, note, takenBack)
  return { position: now, since }
}

/** Calls a function for each change, and one when changes of these rows were taken back. */
function whenChanged(
  db: Db,
  watched: readonly Watched[],
  changed: (key: unknown) => void,
  takenBack: () => void = () => changed(undefined),
) {
  const transactions = transactionsOf(db)
  let changedIn = -1
  for (const rows of watched)
    onRowChange(db, rows, (key) => {
      changedIn = transactions.count
      changed(key)
    })
  // A refused request is no reason to compute anew what it did not touch.
  onRollback(db, () => {
    if (changedIn === transactions.count) takenBack()
  })
}
