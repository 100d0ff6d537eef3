// The indexes of messages, whose rows are written behind the messages: what reads them finds everything.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Db } from '../../src/store/db.ts'
import type { Store } from '../../src/store/index.ts'
import { messageIndexGaps, rebuildMessageIndexes } from '../../src/store/message-indexes.ts'
import type { Filter } from '../../src/store/search/narrow.ts'
import { addMessage, callEveryMethod, openBooks, type Place, takeBack } from './books.ts'

const TEA: Place = { conversation: 2, sender: 1 }
const COFFEE: Place = { conversation: 3, sender: 2 }

/** The two places in turns. */
const placeOf = (id: number) => (id % 2 === 1 ? TEA : COFFEE)

test('a message is found by its place and its sender before its rows are written', () => {
  using books = openBooks()
  const { db, store } = books.open()
  for (const id of [1, 2, 3]) db.transaction(() => send(store, db, id))()
  assert.is(rowsOf(db), 0)

  assert.equal(store.messageMoves.idsFrom(TEA.conversation, 0), [1, 3])
  assert.is(rowsOf(db), 3)
  db.transaction(() => send(store, db, 4))()
  assert.equal(found(store, { by: 'conversation', id: COFFEE.conversation }), [4, 2])
  db.transaction(() => send(store, db, 5))()
  assert.equal(found(store, { by: 'channel', id: 1 }), [5, 4, 3, 2, 1])
  db.transaction(() => send(store, db, 6))()
  assert.equal(found(store, { by: 'sender', id: COFFEE.sender }), [6, 4, 2])
  db.transaction(() => send(store, db, 7))()
  const places = { by: 'places', channels: [], conversations: [2, 3] } as const
  assert.equal(found(store, places), [7, 6, 5, 4, 3, 2, 1])
  assert.equal(messageIndexGaps(db), { missing: 0, left: 0 })
})

test('every method that reads an index has it completed first', () => {
  using books = openBooks()
  const checked = new Set<string>()
  const prepare = (_: Store, db: Db) => addMessage(db, 1, TEA)
  callEveryMethod(books, prepare, ({ called, ran }) => {
    const asks = ran.findIndex((sql) => INDEX.test(sql) && !isCompleting(sql))
    if (asks < 0) return
    const completes = ran.findIndex(isCompleting)
    assert.ok(completes >= 0 && completes < asks, `${called} runs ${ran[asks]} too early`)
    checked.add(called)
  })
  assert.ok(checked.size >= 12, `only ${[...checked]} were found`)
})

const INDEX = /\b((conversation|channel|sender)_message|topic_participant)\b/

const isCompleting = (sql: string) => /INSERT OR IGNORE INTO \w+_message\b/.test(sql)

test('some hundreds of messages lack their rows, not more', () => {
  using books = openBooks()
  const { db, store } = books.open()
  let most = 0
  for (let id = 1; id <= 2000; id++) {
    db.transaction(() => send(store, db, id))()
    most = Math.max(most, id - rowsOf(db))
  }
  assert.ok(most >= 256 && most <= 512, `${most} messages lacked their rows`)
  assert.is(store.messageMoves.idsFrom(TEA.conversation, 0).length, 1000)
})

test('a message that moved or is gone is so in the indexes, with its rows and without', () => {
  using books = openBooks()
  const { db, store } = books.open()
  for (const areWritten of [true, false]) {
    const [moved, gone, stays] = areWritten ? [1, 3, 5] : [7, 9, 11]
    db.transaction(() => {
      for (const id of [moved, gone, stays]) send(store, db, id)
    })()
    if (areWritten) assert.equal(found(store, { by: 'sender', id: 1 }), [5, 3, 1])
    const to = { id: moved, conversation: 3, channel: 1, topic: null, floor: 0 }
    db.transaction(() => {
      store.messageMoves.place(to)
      store.messages.remove(gone)
    })()
  }
  assert.equal(found(store, { by: 'conversation', id: 2 }), [11, 5])
  assert.equal(found(store, { by: 'conversation', id: 3 }), [7, 1])
  assert.equal(found(store, { by: 'channel', id: 1 }), [11, 7, 5, 1])
  assert.equal(found(store, { by: 'sender', id: 1 }), [11, 7, 5, 1])
  assert.equal(messageIndexGaps(db), { missing: 0, left: 0 })
})

test('a whole topic in another channel is found there', () => {
  using books = openBooks()
  const { db, store } = books.open()
  db.transaction(() => {
    for (const id of [1, 2, 3]) send(store, db, id)
    store.messageMoves.moveAll(TEA.conversation, 4)
  })()
  assert.equal(found(store, { by: 'channel', id: 4 }), [3, 1])
  assert.equal(found(store, { by: 'channel', id: 1 }), [2])
})

test('who takes part in a topic is known through all that happens to its messages', () => {
  for (const areWritten of [true, false]) followParticipants(areWritten)
})

/** @param areWritten whether the messages have their rows when something happens to them */
function followParticipants(areWritten: boolean) {
  using books = openBooks()
  const { db, store } = books.open()
  const react = (id: number, user: number) =>
    db
      .prepare(`INSERT INTO reaction (message_id, user_id, reaction_type, emoji_code, emoji_name)
                VALUES (?, ?, 'unicode_emoji', '1f44d', '+1')`)
      .run(id, user)
  const move = (id: number, conversation: number) =>
    store.messageMoves.place({ id, conversation, channel: 1, topic: null, floor: 0 })
  const [tea, coffee] = [TEA.conversation, COFFEE.conversation]
  const steps: [work: () => unknown, inTea: number[], inCoffee: number[]][] = [
    [() => [1, 2, 3, 4, 5].map((id) => send(store, db, id)), [1], [2]],
    [() => react(1, 7), [1, 7], [2]],
    [() => react(5, 8), [1, 7, 8], [2]],
    [() => move(1, coffee), [1, 8], [1, 2, 7]],
    [() => move(5, coffee), [1], [1, 2, 7, 8]],
    [() => db.exec('DELETE FROM reaction WHERE user_id = 8'), [1], [1, 2, 7]],
    [() => store.messages.remove(1), [1], [1, 2]],
    [() => store.messages.remove(5), [1], [2]],
    [() => move(3, coffee), [], [1, 2]],
    [() => [2, 4].map((id) => store.messages.remove(id)), [], [1]],
    [() => move(3, tea), [1], []],
  ]
  for (const [at, [work, inTea, inCoffee]] of steps.entries()) {
    db.transaction(work)()
    // To look writes the rows.
    if (!areWritten && at < steps.length - 1) continue
    assert.equal(store.conversations.participants(tea), inTea, `${work} in the first topic`)
    assert.equal(store.conversations.participants(coffee), inCoffee, `${work} in the second`)
    assert.equal(messageIndexGaps(db), { missing: 0, left: 0 }, String(work))
  }
}

test('what a transaction wrote of the rows and took back is written again', () => {
  using books = openBooks()
  const { db, store } = books.open()
  db.transaction(() => send(store, db, 1))()

  takeBack(db, () => {
    send(store, db, 3)
    assert.equal(store.messageMoves.idsFrom(TEA.conversation, 0), [1, 3])
  })

  assert.equal(store.messageMoves.idsFrom(TEA.conversation, 0), [1])
})

test('who opens the database later finds messages without rows as well', () => {
  using books = openBooks()
  const { db, store } = books.open()
  db.transaction(() => send(store, db, 1))()
  assert.equal(found(store, { by: 'sender', id: 1 }), [1])
  db.transaction(() => send(store, db, 3))()

  const again = books.openAgain()
  assert.equal(found(again.store, { by: 'sender', id: 1 }), [3, 1])
})

test('an index that lost rows and has others too many is found out and built anew', () => {
  using books = openBooks()
  const { db, store } = books.open()
  db.transaction(() => {
    for (const id of [1, 2, 3]) send(store, db, id)
  })()
  assert.equal(found(store, { by: 'channel', id: 1 }), [3, 2, 1])
  db.exec('DELETE FROM channel_message WHERE message_id = 2')
  db.exec('INSERT INTO sender_message VALUES (1, 2), (1, 99)')
  db.exec('UPDATE topic_participant SET contributions = 7 WHERE user_id = 1')
  assert.equal(messageIndexGaps(db), { missing: 2, left: 3 })

  rebuildMessageIndexes(db)

  assert.equal(messageIndexGaps(db), { missing: 0, left: 0 })
  assert.equal(found(store, { by: 'channel', id: 1 }), [3, 2, 1])
  assert.equal(found(store, { by: 'sender', id: 1 }), [3, 1])
})

/** Stores a message as a transaction does that ends with it. */
function send(store: Store, db: Db, id: number) {
  addMessage(db, id, placeOf(id))
  store.messages.keepIndexes(0)
}

/** Messages whose rows are written; the three indexes have them together. */
function rowsOf(db: Db): number {
  const counts = ['conversation', 'channel', 'sender'].map((index) =>
    db.prepare(`SELECT count(*) FROM ${index}_message`).pluck().get(),
  )
  assert.is(new Set(counts).size, 1)
  return counts[0] as number
}

/** What a narrow to one filter selects, newest first. */
function found(store: Store, filter: Record<string, unknown>): number[] {
  const driving = { ...filter, negated: false } as Filter
  const narrow = { reader: 1, personal: false, hidden: [], filters: [driving] }
  return store.narrows
    .select(
      { narrow, driving: driving as never, asksText: 'each' },
      {
        from: 1000,
        towards: 'older',
        limit: 100,
      },
    )
    .map(({ id }) => id)
}

test.run()
