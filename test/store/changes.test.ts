// The log of rows that changed last, by which what was read of many rows is brought up to date.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { changeLog, noticeBegin, noticeRollback } from '../../src/store/changes.ts'
import { openDatabase } from '../../src/store/db.ts'

/** More changes than a log remembers. */
const VERY_MANY = 5000

test('a log has the rows that were inserted, updated or deleted since a position, each once', () => {
  using shelf = openShelf()
  const before = shelf.log.position()
  assert.equal(shelf.since(before), [])

  shelf.commit(`UPDATE book SET title = 'Emma' WHERE id = 1; UPDATE book SET title = 'X' WHERE id = 1;
                INSERT INTO book VALUES (3, 'Ulysses'); DELETE FROM book WHERE id = 2`)

  assert.equal(shelf.since(before), [1, 2, 3])
  assert.equal(shelf.since(shelf.log.position()), [])
})

test('a row that changes after the log was read is in it once more', () => {
  using shelf = openShelf()
  shelf.commit(`UPDATE book SET title = 'Emma' WHERE id = 1`)
  const read = shelf.log.position()

  shelf.commit(`UPDATE book SET title = 'Dune' WHERE id = 1`)

  assert.equal(shelf.since(read), [1])
})

test('rows that change again when a transaction is taken back are in the log after it', () => {
  using shelf = openShelf()
  shelf.commit(`UPDATE book SET title = 'Emma' WHERE id = 1`)
  shelf.begin()
  shelf.db.exec(`UPDATE book SET title = 'Dune' WHERE id IN (1, 2)`)
  const read = shelf.log.position()

  shelf.rollBack()

  assert.equal(shelf.since(read), [1, 2])
})

test('a log says nothing of changes that are too many, and says it too when they are taken back', () => {
  using shelf = openShelf()
  const before = shelf.log.position()
  shelf.begin()
  shelf.db.exec(`WITH RECURSIVE number (n) AS (VALUES (10) UNION ALL SELECT n + 1 FROM number WHERE n < ${VERY_MANY})
                 INSERT INTO book SELECT n, 'Many' FROM number`)
  const read = shelf.log.position()
  assert.is(shelf.log.since(before), undefined)

  shelf.rollBack()

  assert.is(shelf.log.since(read), undefined)
  const after = shelf.log.position()
  shelf.commit(`UPDATE book SET title = 'Emma' WHERE id = 1`)
  assert.equal(shelf.since(after), [1])
})

test('thousands of rows with one key are one change', () => {
  using shelf = openShelf()
  const before = shelf.authors.position()

  shelf.commit(`WITH RECURSIVE number (n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM number WHERE n < ${VERY_MANY})
                INSERT INTO written SELECT 7, n FROM number`)

  assert.equal([...shelf.authors.since(before)!], [7])
})

test('a log may have the keys of other rows that belong to the one that changed', () => {
  using shelf = openShelf()
  shelf.commit('INSERT INTO written VALUES (7, 1), (8, 1), (9, 2)')
  const before = shelf.authors.position()

  shelf.commit(`UPDATE book SET title = 'Emma' WHERE id = 1`)

  assert.equal([...shelf.authors.since(before)!].sort(), [7, 8])
})

/** Two books, a log of them, and one of authors whose books, or titles of these, are others. */
function openShelf() {
  const folder = mkdtempSync(join(tmpdir(), 'hearth-changes-'))
  const db = openDatabase(join(folder, 'shelf.db'))
  db.exec(`CREATE TABLE book (id INTEGER PRIMARY KEY, title TEXT) STRICT;
           CREATE TABLE written (author_id INTEGER, book_id INTEGER) STRICT;
           INSERT INTO book VALUES (1, 'Dune'), (2, 'Emil')`)
  const log = changeLog(db, { table: 'book', key: 'id' })
  const authors = changeLog(
    db,
    { table: 'written', key: 'author_id' },
    {
      ...{ table: 'book', columns: ['title'], key: 'author_id' },
      keysFrom: (row) => `written WHERE book_id = ${row}.id`,
    },
  )
  const begin = () => {
    db.exec('BEGIN')
    noticeBegin(db)
  }
  return {
    ...{ db, log, authors, begin },
    since: (position: number) => [...log.since(position)!].sort(),
    commit(sql: string) {
      begin()
      db.exec(sql)
      db.exec('COMMIT')
    },
    rollBack() {
      db.exec('ROLLBACK')
      noticeRollback(db)
    },
    [Symbol.dispose]() {
      db.close()
      rmSync(folder, { recursive: true })
    },
  }
}

test.run()
