// Rows of receivers that are written behind their messages: what asks for one before finds it.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { FLAG } from '../../src/store/bits.ts'
import type { Db } from '../../src/store/db.ts'
import type { Store } from '../../src/store/index.ts'
import { messageReceivers } from '../../src/store/message-receivers.ts'
import { ReceiverFlags } from '../../src/store/receiver-flags.ts'
import { addMessage, callEveryMethod, openBooks, PEOPLE, people, takeBack } from './books.ts'

/** Read by the first, mentioning the second. */
const flags = new Map(
  people.map((id) => [id, id === 1 ? FLAG.read : id === 2 ? FLAG.mentioned : 0]),
)

/** As few as have a list. */
const crew = new Map(people.slice(0, 9).map((id) => [id, 0]))

/** They put together what is written and what is not. */
const MERGING = new Set(['userMessages.flags', 'notifications.unread'])

test('every method about rows of a message has them written first', () => {
  using books = openBooks()
  const checked = new Set<string>()
  const prepare = (store: Store, db: Db) => {
    addMessage(db, 1)
    store.userMessages.createForAll(1, asReceivers(flags))
  }
  callEveryMethod(books, prepare, ({ called, first, ran }) => {
    const asks = ran.findIndex((sql) => /\buser_message\b/.test(sql) && !isGiving(sql))
    // Only the first argument says who or what it is about; other statements name nobody.
    if (asks < 0 || first !== 1 || MERGING.has(called) || called === 'messages.remove') return
    const given = ran.findIndex(isGiving)
    assert.ok(given >= 0 && given < asks, `${called} runs ${ran[asks]} too early`)
    checked.add(called)
  })
  assert.ok(checked.size >= 19, `only ${[...checked]} were found`)
})

const isGiving = (sql: string) => /INSERT OR IGNORE INTO user_message \(message_id/.test(sql)

test('what is asked before the rows are written is answered as after', () => {
  using books = openBooks()
  const [early, late] = [books.open(), books.open()]
  for (const { db, store } of [early, late])
    db.transaction(() => {
      send(store, db, 1)
      send(store, db, 2)
    })()
  writeAll(late)
  const questions: ((store: Store) => unknown)[] = [
    ({ userMessages }) => userMessages.owners(1),
    ({ notifications }) => notifications.unread(1),
    ({ userMessages }) => userMessages.flags(2, 1),
    ({ userMessages }) => userMessages.flags(PEOPLE + 1, 1),
    ({ userMessages }) => userMessages.newestId(5),
    ({ userMessages }) => userMessages.unread(7, 10),
    ({ userMessages }) => userMessages.unreadMentions(2, 0),
    ({ userMessages }) => userMessages.readers(2),
    ({ notifications }) => notifications.unread(2),
  ]
  for (const question of questions)
    assert.equal(question(early.store), question(late.store), String(question))

  for (const { db, store } of [early, late])
    db.transaction(() => {
      store.userMessages.changeFlags(9, [1], FLAG.read | FLAG.starred, 0)
      store.messages.remove(2)
    })()
  assert.equal(
    early.store.notifications.unread(1).find(({ user_id }) => user_id === 9),
    undefined,
    'what a person changed meanwhile counts',
  )
  writeAll(early)
  assert.equal(rowsIn(early.db), rowsIn(late.db))
  assert.is(rowsIn(early.db).length, PEOPLE)
})

test('what a transaction wrote of them and took back is written again', () => {
  using books = openBooks()
  const { db, store } = books.open()
  db.transaction(() => send(store, db, 1))()

  takeBack(db, () => {
    send(store, db, 2)
    store.userMessages.flags(4, 1)
    store.userMessages.spread({ people: 100, ms: 1000 })
  })

  assert.is(store.userMessages.pendingRowsOf(2), 0)
  assert.is(store.userMessages.flags(4, 1), 0)
  writeAll({ db, store })
  assert.equal(
    rowsIn(db).map(([message]) => message),
    people.map(() => 1),
  )
})

test('what another transaction takes back while rows are written is missing nowhere in the end', () => {
  using books = openBooks()
  const { db, store } = books.open()
  db.transaction(() => send(store, db, 1))()
  db.transaction(() => store.userMessages.spread({ people: 70, ms: 1000 }))()

  takeBack(db, () => store.userMessages.spread({ people: 70, ms: 1000 }))

  writeAll({ db, store })
  assert.equal(
    rowsIn(db).map(([, user]) => user),
    people,
  )
})

test('a message that comes while rows are written is written with the others', () => {
  using books = openBooks()
  const { db, store } = books.open()
  const spread = () => store.userMessages.spread({ people: 70, ms: 1000 })
  db.transaction(() => send(store, db, 1))()
  db.transaction(spread)()
  db.transaction(() => send(store, db, 2))()
  db.transaction(spread)()
  const receivers = (id: number) =>
    rowsIn(db)
      .filter(([message]) => message === id)
      .map(([, user]) => user)
  assert.equal(receivers(1), people.slice(0, 140))
  assert.equal(receivers(2), people.slice(70, 140))

  takeBack(db, spread)

  writeAll({ db, store })
  assert.equal(receivers(1), people)
  assert.equal(receivers(2), people)
})

test('a list that a transaction took away and gave back stays pending when newer ones are done', () => {
  using books = openBooks()
  const { db, store } = books.open()
  db.transaction(() => {
    send(store, db, 1)
    send(store, db, 2)
  })()
  takeBack(db, () => {
    store.userMessages.readers(1)
    // Begins to write the rows of the second message alone.
    store.userMessages.spread({ people: 1, ms: 1000 })
  })
  for (let turns = 0; store.userMessages.pendingRowsOf(2) > 0; turns++) {
    assert.ok(turns < 20, 'it comes to an end')
    db.transaction(() => store.userMessages.spread({ people: 70, ms: 1000 }))()
  }

  assert.equal(messageReceivers(db).pending(), [1], 'the next start writes its rows')
  writeAll({ db, store })
  assert.is(rowsIn(db).length, 2 * PEOPLE)
})

test('who has looked while one message was pending sees the next one too', () => {
  using books = openBooks()
  const { db, store } = books.open()
  db.transaction(() => send(store, db, 1))()
  assert.is(store.userMessages.flags(2, 1), FLAG.mentioned)
  db.transaction(() => send(store, db, 2))()

  assert.is(store.userMessages.flags(2, 2), FLAG.mentioned)
  assert.equal(store.userMessages.unread(3, 10), [2, 1])
  writeAll({ db, store })
})

test('messages to different people, in turns, give each person their own rows', () => {
  using books = openBooks()
  const { db, store } = books.open()
  const crews = [people.slice(0, 20), people.slice(10, 40), people.slice(0, 20).concat(300)]
  const expected: [message: number, user: number, flags: number][] = []
  db.transaction(() => {
    for (let id = 1; id <= 30; id++) {
      const crew = crews[id % crews.length]!
      const flags = new Map(crew.map((user) => [user, user === id ? FLAG.read : 0]))
      send(store, db, id, flags)
      expected.push(...[...flags].map(([user, bits]): [number, number, number] => [id, user, bits]))
    }
  })()
  const unreadOf = (user: number) =>
    expected
      .filter(([, receiver, flags]) => receiver === user && flags === 0)
      .map(([id]) => id)
      .reverse()

  for (const user of [15, 300, 41])
    assert.equal(store.userMessages.unread(user, 50), unreadOf(user), `${user}`)
  for (const user of [12, 30, 299]) {
    const written = store.userMessages.flags(user, 2)
    assert.is(written, expected.find(([id, receiver]) => id === 2 && receiver === user)?.[2])
  }
  writeAll({ db, store })
  assert.equal(rowsIn(db), expected)
})

test('with many lists each transaction writes as many rows as it adds', () => {
  using books = openBooks()
  const { db, store } = books.open()
  let most = 0
  for (let sent = 0; sent < 4000; sent += 10) {
    db.transaction(() => {
      for (let id = sent + 1; id <= sent + 10; id++) send(store, db, id, crew)
      store.userMessages.keepUp()
    })()
    most = Math.max(most, store.userMessages.pendingRows())
  }
  assert.ok(most >= 2000 * 9 && most < 2600 * 9, `${most} rows were pending`)
  assert.is(store.userMessages.unread(9, 5000).length, 4000)
})

test('so many lists may be pending; the rows of more messages are written at once', () => {
  using books = openBooks()
  const { db, store } = books.open()
  let sent = 0
  db.transaction(() => {
    do send(store, db, ++sent, crew)
    while (store.userMessages.pendingRowsOf(sent) > 0 && sent < 20_000)
  })()

  assert.is(sent, 10_001)
  assert.equal(store.userMessages.unread(9, 2), [10_001, 10_000])
  db.transaction(() => store.messages.remove(5))()
  db.transaction(() => send(store, db, ++sent, crew))()
  assert.is(store.userMessages.pendingRowsOf(sent), 9, 'there is room again')
})

test('a few receivers have their rows at once', () => {
  using books = openBooks()
  const { db, store } = books.open()
  db.transaction(() => send(store, db, 1, new Map([...crew].slice(1))))()
  assert.is(store.userMessages.pendingRows(), 0)
  assert.is(rowsIn(db).length, 8)
  db.transaction(() => {
    for (let id = 2; id <= 2000; id++) send(store, db, id, new Map([[1, 0]]))
  })()
  const reach = messageReceivers(db).reach()
  assert.ok(reach > 1000, `after each rollback ${2000 - reach} messages are looked through`)
})

/** Stores a message, to all unless receivers are given. */
function send(store: Store, db: Db, id: number, receivers: ReadonlyMap<number, number> = flags) {
  addMessage(db, id)
  store.userMessages.createForAll(id, asReceivers(receivers))
  if (receivers === flags) assert.is(store.userMessages.pendingRowsOf(id), PEOPLE)
}

/** Flags by person, as a message is stored with them. */
const asReceivers = (flags: ReadonlyMap<number, number>) =>
  new ReceiverFlags([...flags.keys()], 0, flags)

function writeAll({ db, store }: { db: Db; store: Store }) {
  assert.ok(store.userMessages.pendingRows() > 0)
  for (let turns = 0; store.userMessages.pendingRows() > 0; turns++) {
    assert.ok(turns < 20, 'it comes to an end')
    db.transaction(() => store.userMessages.spread({ people: 70, ms: 1000 }))()
  }
  assert.equal(messageReceivers(db).pending(), [])
}

const rowsIn = (db: Db) =>
  db
    .prepare<[], [number, number, number]>(
      'SELECT message_id, user_id, flags FROM user_message ORDER BY 1, 2',
    )
    .raw()
    .all()

test.run()
