// When long work merges the write-ahead log into the database file.

import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openDatabase } from '../../src/store/db.ts'
import { writeAheadLog } from '../../src/store/write-ahead-log.ts'

test('the log is merged after every thousand changed rows, not before', () => {
  using notes = openNotes()
  const log = writeAheadLog(notes.db)
  for (const [more, merged] of [
    [999, 0],
    [1, 1000],
    [999, 1000],
    [1, 2000],
  ] as const) {
    notes.add(more)
    log.mergeIfLong()
    assert.is(notes.inFileAlone(), merged)
  }
})

test('a reader keeps what it sees while the log is merged, and the rest is merged after it', () => {
  using notes = openNotes()
  const log = writeAheadLog(notes.db)
  notes.add(500)
  const reader = openDatabase(notes.file, { readonly: true })
  const count = reader.prepare<[], number>('SELECT count(*) FROM note').pluck()
  reader.exec('BEGIN')
  assert.is(count.get(), 500)
  notes.add(500)

  log.mergeIfLong()

  assert.is(count.get(), 500)
  reader.exec('COMMIT')
  notes.add(1000)
  log.mergeIfLong()
  assert.is(notes.inFileAlone(), 2000)
  assert.is(count.get(), 2000)
  reader.close()
})

/** A database with a table of notes, which is in the file itself. */
function openNotes() {
  const folder = mkdtempSync(join(tmpdir(), 'hearth-log-'))
  const file = join(folder, 'notes.db')
  const db = openDatabase(file)
  db.pragma('journal_mode = WAL')
  db.exec('CREATE TABLE note (id INTEGER PRIMARY KEY)')
  db.pragma('wal_checkpoint(TRUNCATE)')
  const insert = db.prepare('INSERT INTO note DEFAULT VALUES')
  return {
    db,
    file,
    add: db.transaction((count: number) => {
      for (let at = 0; at < count; at++) insert.run()
    }),
    /** How many notes the file has without its log. */
    inFileAlone() {
      const copy = join(folder, 'copy.db')
      copyFileSync(file, copy)
      const alone = openDatabase(copy)
      const count = alone.prepare<[], number>('SELECT count(*) FROM note').pluck().get()
      alone.close()
      return count
    },
    [Symbol.dispose]() {
      db.close()
      rmSync(folder, { recursive: true })
    },
  }
}

test.run()
