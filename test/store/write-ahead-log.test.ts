// When the write-ahead log is merged into the database file, and who waits for it.

import { copyFileSync, existsSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Log } from '../../src/base/log.ts'
import { WorkerLine } from '../../src/base/worker-line.ts'
import { openDatabase } from '../../src/store/db.ts'
import { mergerOf } from '../../src/store/start-merger.ts'
import { writeAheadLog } from '../../src/store/write-ahead-log.ts'

test('the log is merged after every four megabytes of pages, not before', () => {
  using notes = openNotes()
  const log = writeAheadLog(notes.db)
  for (const [more, merged] of [
    [900, 0],
    [200, 1100],
    [900, 1100],
    [200, 2200],
  ] as const) {
    notes.add(more)
    log.noticeCommit()
    assert.is(log.pausePortions(), undefined, 'nobody waits for what is merged here')
    assert.is(notes.inFileAlone(), merged)
  }
})

test('a reader keeps what it sees while the log is merged, and the rest is merged after it', () => {
  using notes = openNotes()
  const log = writeAheadLog(notes.db)
  notes.add(600)
  const reader = openDatabase(notes.file, { readonly: true })
  const count = reader.prepare<[], number>('SELECT count(*) FROM note').pluck()
  reader.exec('BEGIN')
  assert.is(count.get(), 600)
  notes.add(600)

  log.noticeCommit()

  assert.is(count.get(), 600)
  reader.exec('COMMIT')
  notes.add(1200)
  log.noticeCommit()
  assert.is(notes.inFileAlone(), 2400)
  assert.is(count.get(), 2400)
  reader.close()
})

test('another thread merges what was committed, and long work waits where it falls behind', async () => {
  using notes = openNotes()
  await using merger = logMergerOf(notes.file)
  const log = writeAheadLog(notes.db, merger.merge)
  notes.add(900)
  log.noticeCommit()
  assert.is(merger.asked(), 0)

  notes.add(900)
  log.noticeCommit()
  log.noticeCommit()
  assert.is(merger.asked(), 1, 'once while the thread is at it')
  assert.is(log.pausePortions(), undefined, 'so much may be ahead of the thread')
  notes.add(4000)
  const pause = log.pausePortions()
  assert.ok(pause)
  await pause
  log.noticeCommit()
  await log.pausePortions()
  assert.is(notes.inFileAlone(), 5800)
})

test('without a pause between commits the log begins anew nevertheless', async () => {
  using notes = openNotes()
  await using merger = logMergerOf(notes.file)
  const log = writeAheadLog(notes.db, merger.merge)
  let pauses = 0
  for (let added = 0; added < 40_000; added += 100) {
    notes.add(100)
    log.noticeCommit()
    // The thread's answers are heard here, as between the turns of a server.
    await new Promise(setImmediate)
    if (!log.pause()) continue
    pauses++
    await log.pause()
  }
  const megabytes = statSync(`${notes.file}-wal`).size / 1024 / 1024
  assert.ok(megabytes < 100, `${megabytes} MB of 160 written`)
  assert.ok(pauses >= 1 && pauses <= 5, `${pauses} pauses`)
})

test('while the end of a long log is merged, long work waits first, and then everybody for a moment', async () => {
  using notes = openNotes()
  await using merger = logMergerOf(notes.file)
  const log = writeAheadLog(notes.db, merger.merge)
  notes.add(8000)
  // What comes after a reader's snapshot is not merged at first.
  const reader = openDatabase(notes.file, { readonly: true })
  reader.exec('BEGIN; SELECT count(*) FROM note')
  notes.add(1000)
  log.noticeCommit()
  while (merger.asked() < 2) await new Promise(setImmediate)
  reader.close()
  const done = log.pausePortions()
  assert.ok(done, 'long work waits')
  assert.is(log.pause(), undefined, 'a person may write')

  while (!log.pause()) await new Promise(setImmediate)
  await log.pause()

  await done
  assert.is(log.pausePortions(), undefined)
  assert.is(merger.asked(), 3)
  assert.is(notes.inFileAlone(), 9000)
})

test('where the thread cannot merge the log, it is merged here', async () => {
  using notes = openNotes()
  const log = writeAheadLog(notes.db, () => Promise.reject(new Error('no thread')))
  notes.add(5000)
  log.noticeCommit()
  await log.pausePortions()
  assert.is(notes.inFileAlone(), 5000)
})

test('a thread that was stopped in the middle of a merge has closed the database', async () => {
  using notes = openNotes()
  await using merger = logMergerOf(notes.file)
  await merger.merge()
  notes.add(20_000)
  const merged = merger.merge().catch(({ message }: Error) => message)

  await merger.stop()
  notes.db.close()

  assert.is(await merged, 'the server stops')
  assert.is(existsSync(`${notes.file}-wal`), false, 'the last to close a database removes its log')
})

/** The server's thread. */
function logMergerOf(file: string) {
  const line = new WorkerLine(mergerOf(file, 'log')!, { info() {} } as unknown as Log)
  let asked = 0
  return {
    merge() {
      asked++
      return line.run('server', 'merge', undefined, 60_000)
    },
    asked: () => asked,
    stop: () => line.stop(),
    [Symbol.asyncDispose]: () => line.stop(),
  }
}

/** A database with a table of notes, which is in the file itself. */
function openNotes() {
  const folder = mkdtempSync(join(tmpdir(), 'hearth-log-'))
  const file = join(folder, 'notes.db')
  const db = openDatabase(file)
  db.pragma('journal_mode = WAL')
  db.exec('CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT NOT NULL)')
  db.pragma('wal_checkpoint(TRUNCATE)')
  // Each takes a page.
  const insert = db.prepare('INSERT INTO note (text) VALUES (hex(zeroblob(1500)))')
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
