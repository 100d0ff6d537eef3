// Holds what is read-only in the types to what the statements do.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { type Db, openDatabase, type Statement } from '../../src/store/db.ts'
import { openStore } from '../../src/store/index.ts'
import { migrate } from '../../src/store/migrate.ts'
import { isWriting } from '../../src/store/writing.ts'
import { searchText } from '../../src/text/search/search-text.ts'

/** Values that stand for what a method is given. */
const ARGUMENTS = [1, 'text', [1], ['text'], { a: 1, ids: [1], filters: [], messages: [1] }, []]

test('methods of the store that are not marked as writing run statements that only read', () => {
  using watched = watchedStore()
  let called = 0
  for (const [table, methods] of Object.entries(watched.store)) {
    for (const [name, method] of Object.entries(methods)) {
      if (isWriting(method)) continue
      const run = watched.statementsOf(method as (...args: unknown[]) => unknown)
      called += run.size
      for (const statement of run)
        assert.ok(
          statement.readonly || isHarmless(statement.source) || isSettling(statement.source),
          `${table}.${name} is not marked as writing and runs ${statement.source}`,
        )
    }
  }
  assert.ok(called > 100, `only ${called} statements were watched`)
})

/** Temporary tables are the connection's own; this pragma only says how long the log is. */
const isHarmless = (sql: string) => /\btemp\.|wal_checkpoint\(NOOP\)/.test(sql)

/** Before rows of a message to many are read, they are written: the list of them is stored already. */
const isSettling = (sql: string) =>
  /INSERT OR IGNORE INTO user_message \(message_id|UPDATE message_receivers SET flags/.test(sql)

/** A store whose statements are only noted, not run. */
function watchedStore() {
  const folder = mkdtempSync(join(tmpdir(), 'hearth-writing-'))
  const db = openDatabase(join(folder, 'test.db'))
  migrate(db, readFileSync(join(import.meta.dirname, '../../schema.sql'), 'utf8'))
  let run = new Set<Statement>()
  const prepare = db.prepare.bind(db) as (sql: string) => Statement
  db.prepare = ((sql: string) =>
    noted(prepare(sql), (statement) => run.add(statement))) as Db['prepare']
  const store = openStore(db, { textOf: searchText })
  return {
    store,
    /** What a method runs, whichever way its arguments lead it. */
    statementsOf(method: (...args: unknown[]) => unknown): ReadonlySet<Statement> {
      run = new Set()
      for (const first of ARGUMENTS) {
        for (const other of ARGUMENTS) {
          try {
            method(first, other, other, other, other)
          } catch {
            // The wrong kind of argument; another one gets further.
          }
        }
      }
      return run
    },
    [Symbol.dispose]() {
      db.close()
      rmSync(folder, { recursive: true })
    },
  }
}

/** A statement that answers as if it found or changed one row. */
function noted(statement: Statement, note: (statement: Statement) => void): Statement {
  // As a text, such as one that a column has, the row is a list of two lists in JSON.
  const row = new Proxy(
    {},
    { get: (_, name) => (name === Symbol.toPrimitive ? () => '[[],[]]' : 1) },
  )
  const answering = (answer: unknown) => () => {
    note(statement)
    return answer
  }
  const fake: object = {
    run: answering({ changes: 1, lastInsertRowid: 1 }),
    get: answering(row),
    all: answering([row]),
    iterate: answering([row]),
    pluck: () => fake,
    raw: () => fake,
  }
  return fake as Statement
}

test.run()
