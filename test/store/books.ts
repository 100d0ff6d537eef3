// Databases for tests of the store: people, a topic of a channel, and a direct conversation.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { noticeRollback } from '../../src/store/changes.ts'
import { type Db, openDatabase, type Statement } from '../../src/store/db.ts'
import { openStore, type Store } from '../../src/store/index.ts'
import { messageIndexes } from '../../src/store/message-indexes.ts'
import { migrate } from '../../src/store/migrate.ts'
import { searchText } from '../../src/text/search/search-text.ts'

export const PEOPLE = 300
export const people = Array.from({ length: PEOPLE }, (_, at) => at + 1)

/** One of these is what a method of the store is given, so that some statement of it runs. */
const ARGUMENTS = [1, 'text', [1], ['text'], { a: 1, ids: [1], reader: 1, filters: [] }, []]

/** Where a message belongs: conversation 1 is direct, 2 and 3 are topics of channel 1. */
export interface Place {
  conversation: number
  sender: number
}

/** Stores the row of a message; the indexes have it as they have one that is sent. */
export function addMessage(db: Db, id: number, place: Place = { conversation: 1, sender: 1 }) {
  const { conversation, sender } = place
  db.prepare(
    `INSERT INTO message (id, conversation_id, channel_id, sender_id, sent_at, client, content, rendered,
                          renderer_version) VALUES (?, ?, ?, ?, 0, 'x', 'x', 'x', 1)`,
  ).run(id, conversation, conversation === 1 ? null : 1, sender)
  messageIndexes(db).add(id)
}

/** Databases with the people and the conversations, gone at the end. */
export function openBooks() {
  const folder = mkdtempSync(join(tmpdir(), 'hearth-books-'))
  const opened: Db[] = []
  const openDb = (name = `${opened.length}.db`) => {
    const db = openDatabase(join(folder, name))
    opened.push(db)
    return db
  }
  const fill = (db: Db) => {
    migrate(db, readFileSync(join(import.meta.dirname, '../../schema.sql'), 'utf8'))
    const user = db.prepare(
      `INSERT INTO user (id, email, email_key, full_name, name_key, role, joined_at)
       VALUES (@id, @key, @key, @key, @key, 400, 0)`,
    )
    for (const id of people) user.run({ id, key: `p${id}` })
    // The channel itself has a score of columns, which nobody looks at here.
    db.pragma('foreign_keys = OFF')
    db.exec(`
      INSERT INTO conversation (id, member_key) VALUES (1, '1,2');
      INSERT INTO conversation (id, channel_id, topic, topic_key)
      VALUES (2, 1, 'tea', 'tea'), (3, 1, 'coffee', 'coffee')`)
    db.pragma('foreign_keys = ON')
    return db
  }
  return {
    open() {
      const db = fill(openDb())
      return { db, store: openStore(db, { textOf: searchText }) }
    },
    /** The database that was opened first, as a server that starts again sees it. */
    openAgain() {
      const db = openDb('0.db')
      return { db, store: openStore(db, { textOf: searchText }) }
    },
    /** A database that notes the text of each statement that is run. */
    watched() {
      const db = fill(openDb())
      const ran: string[] = []
      const prepare = db.prepare.bind(db) as (sql: string) => Statement
      db.prepare = ((sql: string) => noted(prepare(sql), sql, ran)) as Db['prepare']
      return { db, ran }
    },
    [Symbol.dispose]() {
      for (const db of opened) db.close()
      rmSync(folder, { recursive: true })
    },
  }
}

/** The statement; each run of it is noted first. */
function noted(statement: Statement, sql: string, ran: string[]): Statement {
  for (const name of ['run', 'get', 'all', 'iterate'] as const) {
    const original = statement[name].bind(statement) as (...values: unknown[]) => unknown
    statement[name] = ((...values: unknown[]) => {
      ran.push(sql)
      return original(...values)
    }) as never
  }
  return statement
}

/** A call of a method of the store, and the statements that it ran. */
interface Call {
  /** The table and the method. */
  called: string
  first: unknown
  ran: readonly string[]
}

/**
 * Calls each method of the store with all kinds of arguments, each time in a transaction that is taken back.
 * @param prepare what happens in the transaction before the call
 */
export function callEveryMethod(
  books: ReturnType<typeof openBooks>,
  prepare: (store: Store, db: Db) => void,
  check: (call: Call) => void,
) {
  const { db, ran } = books.watched()
  const store = openStore(db, { textOf: searchText })
  const methods = Object.entries(store).flatMap(([table, functions]) =>
    Object.entries(functions).map(([name, method]) => ({ called: `${table}.${name}`, method })),
  )
  for (const { called, method } of methods)
    for (const first of ARGUMENTS)
      for (const other of ARGUMENTS)
        takeBack(db, () => {
          prepare(store, db)
          ran.length = 0
          try {
            ;(method as (...args: unknown[]) => unknown)(first, other, other, other, other)
          } catch {
            // The wrong kind of argument; another one gets further.
          }
          check({ called, first, ran })
        })
}

/** Does work in a transaction that is rolled back. */
export function takeBack(db: Db, work: () => void) {
  db.exec('BEGIN')
  try {
    work()
  } finally {
    db.exec('ROLLBACK')
    noticeRollback(db)
  }
}
