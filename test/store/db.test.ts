// Cached lookups and opening of databases.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { cachedById, cachedLookup } from '../../src/store/cached-lookup.ts'
import { openDatabase } from '../../src/store/db.ts'

const KINDS = { 'by any key': cachedLookup<number, Book>, 'by ID': cachedById<Book> }

for (const [kind, cached] of Object.entries(KINDS)) {
  test(`a remembered row is found without asking the database again, ${kind}`, () => {
    using shelf = openShelf(cached)

    assert.is(shelf.title(1), 'Dune')
    assert.is(shelf.title(1), 'Dune')

    assert.is(shelf.reads, 1)
  })

  test(`any statement that changes the table makes its rows be read anew, ${kind}`, () => {
    using shelf = openShelf(cached)
    assert.is(shelf.title(1), 'Dune')

    shelf.db.exec(`UPDATE book SET title = 'Emma'`)
    assert.is(shelf.title(1), 'Emma')
    shelf.db.exec(`REPLACE INTO book VALUES (1, 'Ulysses')`)
    assert.is(shelf.title(1), 'Ulysses')
    shelf.db.exec('DELETE FROM book')
    assert.is(shelf.title(1), undefined)
  })

  test(`what a transaction reads is not remembered, since it may be taken back, ${kind}`, () => {
    using shelf = openShelf(cached)
    assert.is(shelf.title(1), 'Dune')

    shelf.db.exec(`BEGIN; UPDATE book SET title = 'Emma'`)
    assert.is(shelf.title(1), 'Emma')
    shelf.db.exec('ROLLBACK')

    assert.is(shelf.title(1), 'Dune')
  })

  test(`a transaction that leaves the table alone uses what is remembered, ${kind}`, () => {
    using shelf = openShelf(cached)

    shelf.db.exec('BEGIN')
    assert.is(shelf.title(1), 'Dune')
    assert.is(shelf.title(1), 'Dune')
    shelf.db.exec('COMMIT')
    assert.is(shelf.title(1), 'Dune')

    assert.is(shelf.reads, 1)
  })

  test(`what is read after a change that is taken back in part is not remembered, ${kind}`, () => {
    using shelf = openShelf(cached)

    shelf.db.exec(`BEGIN; SAVEPOINT part; UPDATE book SET title = 'Emma'`)
    assert.is(shelf.title(1), 'Emma')
    shelf.db.exec('ROLLBACK TO part')
    assert.is(shelf.title(1), 'Dune')
    shelf.db.exec(`UPDATE book SET title = 'Ulysses'; COMMIT`)

    assert.is(shelf.title(1), 'Ulysses')
  })

  test(`a row that is missing is looked for each time, ${kind}`, () => {
    using shelf = openShelf(cached)
    assert.is(shelf.title(2), undefined)

    shelf.db.exec(`INSERT INTO book VALUES (2, 'Emma')`)

    assert.is(shelf.title(2), 'Emma')
  })

  test(`nobody can change a row that others see too, ${kind}`, () => {
    using shelf = openShelf(cached)

    assert.throws(() => {
      shelf.find(1)!.title = 'Emma'
    }, TypeError)
  })
}

test('of rows by ID only those that changed are read again', () => {
  using shelf = openShelf(cachedById)
  shelf.db.exec(`INSERT INTO book VALUES (2, 'Emil')`)
  assert.equal([shelf.title(1), shelf.title(2)], ['Dune', 'Emil'])
  shelf.db.exec(`BEGIN; UPDATE book SET title = 'Emma' WHERE id = 2`)
  assert.equal([shelf.title(1), shelf.title(2), shelf.title(2)], ['Dune', 'Emma', 'Emma'])
  shelf.db.exec('ROLLBACK')
  assert.equal([shelf.title(1), shelf.title(2), shelf.title(2)], ['Dune', 'Emil', 'Emil'])
  assert.is(shelf.reads, 5)
})

interface Book {
  title: string
}

/** A table of books, and how often one was looked up in it. */
function openShelf(cached: (typeof KINDS)[keyof typeof KINDS]) {
  const folder = mkdtempSync(join(tmpdir(), 'hearth-db-'))
  const db = openDatabase(join(folder, 'shelf.db'))
  db.exec(`CREATE TABLE book (id INTEGER PRIMARY KEY, title TEXT) STRICT;
           INSERT INTO book VALUES (1, 'Dune')`)
  const byId = db.prepare<[id: number], Book>('SELECT title FROM book WHERE id = ?')
  const find = cached(db, 'book', (id: number) => {
    shelf.reads++
    return byId.get(id)
  })
  const shelf = {
    db,
    find,
    reads: 0,
    title: (id: number) => find(id)?.title,
    [Symbol.dispose]() {
      db.close()
      rmSync(folder, { recursive: true })
    },
  }
  return shelf
}

test.run()
