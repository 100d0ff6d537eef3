// The text index of messages is merged in small pieces, and searches find what it holds all the time.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { type Db, openDatabase } from '../../src/store/db.ts'
import { messageText } from '../../src/store/message-text.ts'
import { temporaryFolder } from '../child-server.ts'
import { randomFrom } from '../fuzz/inputs.ts'

/** Segments a search looks into. */
const segmentsOf = (db: Db) =>
  db.prepare<[], number>('SELECT count(DISTINCT segid) FROM message_text_idx').pluck().get()!

const found = (db: Db, word: string) =>
  db
    .prepare<[word: string], number>('SELECT rowid FROM message_text WHERE message_text MATCH ?')
    .pluck()
    .all(word)

/** An index, and the most that one of its transactions wrote. */
function emptyIndex(folder: string) {
  const db = openDatabase(join(folder, 'hearth.db'))
  db.exec(readFileSync(join(import.meta.dirname, '../../schema.sql'), 'utf8'))
  const text = messageText(db)
  const changes = db.prepare<[], number>('SELECT total_changes()').pluck()
  const random = randomFrom(7)
  let most = 0
  return {
    db,
    text,
    body: () =>
      Array.from({ length: 20 }, () => `word${Math.floor(random() ** 3 * 3000)}`).join(' '),
    write(work: () => void) {
      const before = changes.get()!
      db.transaction(() => {
        work()
        text.merge()
      })()
      most = Math.max(most, changes.get()! - before)
    },
    most: () => most,
  }
}

test('transactions of a few messages leave few segments, and none writes many pages', () => {
  using folder = temporaryFolder()
  const { db, text, body, write, most } = emptyIndex(folder.path)
  for (let id = 1; id <= 6000; id += 3) {
    write(() => {
      for (const at of [id, id + 1, id + 2]) text.add(at, `${body()} only${at}`)
    })
  }
  assert.ok(segmentsOf(db) <= 24, `${segmentsOf(db)} segments`)
  // Three messages write a dozen rows. FTS5 itself merged with 218, and without any merging with 540.
  assert.ok(most() <= 160, `a transaction wrote ${most()} rows`)
  for (let id = 1; id <= 6000; id += 500) assert.equal(found(db, `only${id}`), [id])
  db.close()
})

test('what is deleted in many transactions is gone from the index, which shrinks', () => {
  using folder = temporaryFolder()
  const { db, text, body, write } = emptyIndex(folder.path)
  for (let id = 1; id <= 20_000; id += 250) {
    write(() => {
      for (let at = id; at < id + 250; at++) text.add(at, `${body()} everywhere`)
    })
  }
  const pages = () =>
    db.prepare<[], number>('SELECT count(*) FROM message_text_data').pluck().get()!
  const before = pages()
  for (let id = 1; id <= 15_000; id += 100) {
    write(() => {
      for (let at = id; at < id + 100; at++) text.remove(at)
    })
  }
  assert.ok(pages() < before / 2, `${pages()} pages of ${before}`)
  assert.ok(segmentsOf(db) <= 16, `${segmentsOf(db)} segments`)
  assert.is(found(db, 'everywhere').length, 5000)
  db.close()
})

test.run()
