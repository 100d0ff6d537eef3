// A store that says which statements it has prepared, for tests of query plans.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openDatabase } from '../../src/store/db.ts'
import { openStore } from '../../src/store/index.ts'
import { searchText } from '../../src/text/search/search-text.ts'

/** A store on an empty database, and every statement it has prepared. */
export function watchedStore(folder: string) {
  const db = openDatabase(join(folder, 'hearth.db'))
  db.exec(readFileSync(join(import.meta.dirname, '../../schema.sql'), 'utf8'))
  const statements = new Set<string>()
  const prepare = db.prepare.bind(db)
  db.prepare = ((sql: string) => {
    statements.add(sql)
    return prepare(sql)
  }) as typeof db.prepare
  const store = openStore(db, { textOf: searchText })
  const explain = (sql: string) => {
    const names = [...sql.matchAll(/@(\w+)/g)].map(([, name]) => [name, 1])
    const marks = sql.match(/\?/g)?.map(() => 1) ?? []
    const values = names.length > 0 ? [Object.fromEntries(names)] : marks
    return prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`)
      .all(...values)
      .map(({ detail }) => detail)
  }
  return { store, statements, explain }
}
