// The text index of messages: words that follow their messages, whatever happens to them meanwhile, and are
// there for each search; and an index that is merged in small pieces.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { noticeRollback } from '../../src/store/changes.ts'
import { openDatabase } from '../../src/store/db.ts'
import { MessageText } from '../../src/store/message-text.ts'
import { textIndexGaps } from '../../src/store/search/integrity.ts'
import { searchText } from '../../src/text/search/search-text.ts'
import { temporaryFolder } from '../child-server.ts'
import { emptyIndex } from './empty-index.ts'

/** Messages that may lack their words, and one more. */
const ENOUGH = 257

/** A transaction that held others for so long merges nothing. */
const LONG_MS = 20

test('words are written for hundreds of messages at once, and before each search', () => {
  using folder = temporaryFolder()
  const { db, send, write, search, indexed } = emptyIndex(folder.path)
  const first = write(() => send('<p>oars</p>'))
  assert.is(indexed(), 0)
  assert.equal(search('oars'), [first])
  assert.is(indexed(), 1)
  for (let at = 0; at < ENOUGH; at++) write(() => send(`<p>sail${at}</p>`))
  assert.is(indexed(), 1 + ENOUGH)
  assert.equal(textIndexGaps(db), { missing: 0, left: 0 })
  write(() => send('<p>mast</p>'))
  assert.equal(textIndexGaps(db), { missing: 0, left: 0 }, 'what is to follow is no gap')
  db.close()
})

test('of long messages fewer lack their words', () => {
  using folder = temporaryFolder()
  const { db, send, edit, write, indexed } = emptyIndex(folder.path)
  const long = `<p>${'oars '.repeat(7000)}</p>`
  write(() => send(long))
  assert.is(indexed(), 0)
  const small = write(() => send('<p>mast</p>'))
  write(() => edit(small, long))
  assert.is(indexed(), 2)
  db.close()
})

test('messages that change, go or are taken back while they lack their words', () => {
  using folder = temporaryFolder()
  const { db, send, edit, remove, write, search } = emptyIndex(folder.path)
  const [kept, changed, gone] = write(() => [
    send('<p>oars</p>'),
    send('<p>mast</p>'),
    send('<p>keel</p>'),
  ]) as [number, number, number]
  write(() => edit(changed, '<p>rudder</p>'))
  write(() => remove(gone))
  const takeBack = (work: () => void) => {
    try {
      write(() => {
        work()
        throw new Error('taken back')
      })
    } catch (error) {
      assert.is((error as Error).message, 'taken back')
    }
    noticeRollback(db)
  }
  takeBack(() => {
    send('<p>anchor</p>')
    edit(kept, '<p>hatch</p>')
    assert.equal(search('hatch'), [kept])
  })
  const later = write(() => send('<p>wheel</p>'))
  const found = ['oars', 'mast', 'rudder', 'keel', 'anchor', 'hatch', 'wheel'].map(search)
  assert.equal(found, [[kept], [], [changed], [], [], [], [later]])
  // The same once they have them.
  write(() => edit(changed, '<p>mast</p>'))
  write(() => remove(kept))
  takeBack(() => remove(later))
  assert.equal(['oars', 'mast', 'rudder', 'wheel'].map(search), [[], [changed], [], [later]])
  assert.equal(textIndexGaps(db), { missing: 0, left: 0 })
  db.close()
})

test('a database that is opened again knows which messages lack their words', () => {
  using folder = temporaryFolder()
  const { db, file, send, write } = emptyIndex(folder.path)
  const id = write(() => send('<p>oars</p>'))
  db.close()
  const again = openDatabase(file)
  const text = new MessageText(again, searchText)
  const match = again.prepare("SELECT rowid FROM message_text WHERE message_text MATCH 'oars'")
  assert.equal(match.pluck().all(), [])
  assert.equal(
    text.whole(() => match.pluck().all()),
    [id],
  )
  again.close()
})

test('transactions of a few messages leave few segments, and none writes many pages', () => {
  using folder = temporaryFolder()
  const { db, send, body, write, search, segments, rows } = emptyIndex(folder.path)
  const ids: number[] = []
  for (let at = 0; at < 6000; at += 3) {
    write(() => {
      for (let n = at; n < at + 3; n++) ids.push(send(`${body()} only${n}`))
    })
    // Segments as small as with searches all the time.
    search('nothing')
  }
  assert.ok(segments() <= 24, `${segments()} segments`)
  // Three messages write a dozen rows. FTS5 itself merged with 218, and without any merging with 540.
  const most = rows.ofTransactions
  assert.ok(most <= 160, `a transaction wrote ${most} rows`)
  for (let at = 0; at < 6000; at += 500) assert.equal(search(`only${at}`), [ids[at]])
  db.close()
})

test('transactions that were long leave merging to others, until too much is owed', () => {
  using folder = temporaryFolder()
  const { db, send, body, write, search, segments } = emptyIndex(folder.path)
  const sendMany = (count: number, tookMs: number) => {
    for (let at = 0; at < count; at++) {
      write(() => send(body()), tookMs)
      search('nothing')
    }
    return segments()
  }
  sendMany(300, 0)
  const afterLong = sendMany(60, LONG_MS)
  assert.ok(afterLong > 60, `${afterLong} segments`)
  const afterShort = sendMany(60, 0)
  assert.ok(afterShort <= 40, `${afterShort} segments`)
  const piled = sendMany(1000, LONG_MS)
  assert.ok(piled < 150, `${piled} segments`)
  db.close()
})

test('after a start merging has turns of its own, until there is nothing to merge', () => {
  using folder = temporaryFolder()
  const { db, send, body, commit, write, search, segments, startAgain } = emptyIndex(folder.path)
  const commitMany = (count: number, how: typeof commit) => {
    for (let at = 0; at < count; at++) {
      how(() => send(body()))
      search('nothing')
    }
    return segments()
  }
  startAgain()
  assert.is(commitMany(50, commit), 50)
  const afterTurns = commitMany(50, write)
  assert.ok(afterTurns <= 20, `${afterTurns} segments`)
  const afterTransactions = commitMany(100, commit)
  assert.ok(afterTransactions <= 20, `${afterTransactions} segments`)
  db.close()
})

// The list of a word is merged in one piece. With IDs that are far apart it is as long as a million messages make it.
test('lists of common words are merged in turns of their own', () => {
  using folder = temporaryFolder()
  const { db, send, write, search, segments, rows } = emptyIndex(folder.path)
  const words = ['anchor', 'ballast', 'compass', 'deck', 'engine', 'fender'].join(' ')
  const messages = 70_000
  for (let at = 0; at < messages; ) {
    write(() => {
      for (let n = 0; n < 100; n++) send(words, ++at * 2 ** 35)
    })
  }
  assert.ok(rows.ofTurns > 128, `a turn wrote ${rows.ofTurns} rows`)
  assert.ok(segments() <= 32, `${segments()} segments`)
  assert.is(search('compass').length, messages)
  assert.is(search('fender').length, messages)
  db.close()
})

// FTS5 would merge 256 segments in one piece: 160 ms with 2,000 such messages, seconds with a million.
for (const often of [false, true]) {
  test(`segments do not pile up if each transaction writes one${often ? ', and the server starts often' : ''}`, () => {
    using folder = temporaryFolder()
    const { db, send, body, write, segments, startAgain } = emptyIndex(folder.path)
    const emoji = '<span class="emoji emoji-1f642" role="img" title="smile"></span>'.repeat(1100)
    for (let at = 0; at < 250; at++) {
      if (often) startAgain()
      write(() => send(`<p>${body()} only${at} ${emoji}</p>`))
    }
    assert.ok(segments() < 100, `${segments()} segments`)
    db.close()
  })
}

test('what is deleted in many transactions is gone from the index, which shrinks', () => {
  using folder = temporaryFolder()
  const { db, send, remove, body, write, search, segments, pages } = emptyIndex(folder.path)
  const ids: number[] = []
  for (let at = 0; at < 20_000; at += 250) {
    write(() => {
      for (let n = 0; n < 250; n++) ids.push(send(`${body()} everywhere`))
    })
  }
  assert.is(search('everywhere').length, 20_000)
  const before = pages()
  for (let at = 0; at < 15_000; at += 100) {
    write(() => {
      for (const id of ids.slice(at, at + 100)) remove(id)
    })
  }
  assert.ok(pages() < before / 2, `${pages()} pages of ${before}`)
  assert.ok(segments() <= 16, `${segments()} segments`)
  assert.is(search('everywhere').length, 5000)
  db.close()
})

test.run()
