// Transactions: shared commits, failures, order of events.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { asOwner, begin } from '../../src/base/shares.ts'
import { refuse, StorageError } from '../../src/errors.ts'
import { openBook } from './book.ts'

test('all work of one turn is committed together and resolves when it is on disk', async () => {
  using book = openBook()

  const writing = Promise.all([book.write('one'), book.write('two')])
  assert.equal(book.linesOnDisk(), [], 'nothing happens before the turn ends')
  await writing

  assert.equal(book.linesOnDisk(), ['one', 'two'])
})

test('a group smaller than the last one waits for those that come in the next turn', async () => {
  using book = openBook()
  await Promise.all(['one', 'two', 'three'].map((line) => book.write(line)))

  const early = ['four', 'five'].map((line) => book.write(line))
  const late = new Promise((done) => setImmediate(() => done(book.write('six'))))
  await Promise.all([...early, late])

  assert.equal(book.commits, [3, 3])
  assert.equal(book.linesOnDisk().length, 6)
})

test('work that is alone waits for no other', async () => {
  using book = openBook()
  await Promise.all(['one', 'two'].map((line) => book.write(line)))

  const early = book.write('three')
  const late = new Promise((done) => setImmediate(() => done(book.write('four'))))
  await Promise.all([early, late])

  assert.equal(book.commits, [2, 1, 1])
})

test('work that fails takes back its own changes and no others, and announces nothing', async () => {
  using book = openBook()

  const outcomes = await Promise.allSettled([
    book.write('one'),
    book.write('two', () => refuse('BAD_REQUEST', 'no')),
    book.write('three'),
    book.write('four', () => {
      throw new Error('a bug')
    }),
    book.write('five'),
  ])

  assert.equal(
    outcomes.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled', 'rejected', 'fulfilled'],
  )
  assert.equal(book.linesOnDisk(), ['one', 'three', 'five'])
  assert.equal(book.announced, ['one', 'three', 'five'])
})

test('work refused before it wrote anything leaves the rest of its turn as it is', async () => {
  using book = openBook()
  const runs: string[] = []

  const outcomes = await Promise.allSettled([
    book.write('one', () => runs.push('one')),
    book.refuse('no'),
    book.write('two', () => runs.push('two')),
  ])

  assert.is((outcomes[1] as PromiseRejectedResult).reason.message, 'no')
  assert.equal(runs, ['one', 'two'])
  assert.equal(book.linesOnDisk(), ['one', 'two'])
  assert.equal(book.announced, ['one', 'two'])
})

test('nothing is announced before it is on disk, and nobody is answered before', async () => {
  using book = openBook()
  const order: string[] = []
  book.onAnnounce = (line) => order.push(`${line} announced, on disk: ${book.linesOnDisk()}`)

  await Promise.all([
    book.write('one').then(() => order.push('one answered')),
    book.write('two').then(() => order.push('two answered')),
  ])

  assert.equal(order, [
    'one announced, on disk: one,two',
    'two announced, on disk: one,two',
    'one answered',
    'two answered',
  ])
})

test('work asked for while other work is done waits for the next turn', async () => {
  using book = openBook()
  let later: Promise<void> | undefined

  await book.write('one', () => {
    later = book.write('two')
  })
  assert.equal(book.linesOnDisk(), ['one'])
  await later

  assert.equal(book.linesOnDisk(), ['one', 'two'])
})

test('what is on disk counts as done even when telling others about it fails', async () => {
  using book = openBook()
  book.onAnnounce = () => {
    throw new Error('a bug')
  }

  await book.write('one')

  assert.equal(book.linesOnDisk(), ['one'])
  assert.equal(book.logged, ['publish-failed'])
})

test('a full disk fails the work, keeps what was there, and passes', async () => {
  using book = openBook()
  await book.write('one')
  book.limitPages(1)

  const refused = await Promise.allSettled([
    book.write('x'.repeat(50_000)),
    book.write('y'.repeat(50_000)),
  ])
  book.limitPages(1_000_000)
  await book.write('two')

  for (const outcome of refused) {
    assert.is(outcome.status, 'rejected')
    assert.instance((outcome as PromiseRejectedResult).reason, StorageError)
  }
  assert.equal(book.linesOnDisk(), ['one', 'two'])
  assert.equal(book.announced, ['one', 'two'])
})

test('work for after a commit finds the rows on disk, and the commit resolves when it is done', async () => {
  using book = openBook()
  const found: unknown[] = []

  await book.writeThen('first', async () => {
    await new Promise((resolve) => setImmediate(resolve))
    found.push(...book.linesOnDisk())
  })

  assert.equal(found, ['first'])
})

test('work for after a commit that fails is logged, and the commit succeeds', async () => {
  using book = openBook()

  await book.writeThen('first', () => {
    throw new Error('the file is gone')
  })

  assert.equal(book.linesOnDisk(), ['first'])
  assert.equal(book.logged, ['after-commit-failed'])
})

test('what waits to be safe is neither announced nor answered, and what comes meanwhile shares the next commit', async () => {
  const safe = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let commits = 0
  using book = openBook({ acknowledge: () => safe[commits++]!.promise })
  const answered: string[] = []
  const write = (line: string) => book.write(line).then(() => void answered.push(line))

  const first = write('first')
  await nextTurn()
  const second = write('second')
  await nextTurn()
  const third = write('third')
  await nextTurn()
  assert.equal(book.linesOnDisk(), ['first'])
  assert.equal([book.announced, answered], [[], []])
  const published = book.published()

  safe[0]!.resolve()
  await Promise.all([first, published])
  assert.equal([book.announced, answered], [['first'], ['first']])
  assert.is(book.published(), undefined)
  await nextTurn()
  await nextTurn()
  assert.equal([book.linesOnDisk(), book.commits], [['first', 'second', 'third'], [1]])

  safe[1]!.resolve()
  await Promise.all([second, third])
  assert.equal(book.announced, ['first', 'second', 'third'])
  assert.equal(answered, ['first', 'second', 'third'])
  assert.equal(book.commits, [1, 2])
})

test('while nothing is to be written work waits, and is committed together afterwards', async () => {
  const pause = Promise.withResolvers<void>()
  let present: Promise<void> | undefined = pause.promise
  using book = openBook({ pause: () => present })
  const lines = [book.write('first')]
  await nextTurn()
  lines.push(book.write('second'))
  await nextTurn()
  assert.equal(book.linesOnDisk(), [])

  present = undefined
  pause.resolve()
  await Promise.all(lines)
  assert.equal(book.linesOnDisk(), ['first', 'second'])
  assert.equal(book.commits, [2])
})

test('while portions of long work are to wait, other work is committed, and they follow in order', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  let pause: Promise<void> | undefined = promise
  let asked = 0
  using book = openBook({
    pausePortions() {
      asked++
      return pause
    },
  })

  const portions = Promise.all(['first portion', 'second portion'].map(book.writePortion))
  await book.write('one')
  await book.write('two')
  assert.equal(book.linesOnDisk(), ['one', 'two'])
  await new Promise(setImmediate)
  const askedBefore = asked
  for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate)
  assert.is(asked, askedBefore, 'nothing is tried again and again meanwhile')

  pause = undefined
  resolve()
  await portions
  assert.equal(book.linesOnDisk(), ['one', 'two', 'first portion', 'second portion'])
  assert.equal(book.commits, [1, 1, 1, 1])
})

test('people with much to write pay for the commits, and another does not wait until all of it is done', async () => {
  using book = openBook()
  // Each commit costs far more than the work in it.
  book.onAnnounce = () => spendMs(10)
  const many = ['Ann', 'Ben', 'Cora', 'Dan', 'Eva', 'Finn'].flatMap((owner) =>
    Array.from({ length: 12 }, () => asOwner(owner, () => book.write(owner, () => spendMs(6)))),
  )
  await many[0]
  await asOwner('Gus', () => book.write('Gus'))

  const place = book.announced.indexOf('Gus')
  assert.ok(place < 30, `${place} lines of ${many.length} came first`)
  await Promise.all(many)
})

test('what one person sends at once is divided among commits while another is there', async () => {
  using book = openBook()
  void asOwner('Ida', () => begin({ bytes: 0, isBrief: false }, () => {}))
  const many = Array.from({ length: 12 }, () =>
    asOwner('Hal', () => book.write('Hal', () => spendMs(2))),
  )
  await Promise.all(many)

  assert.ok(Math.max(...book.commits) <= 3, `${book.commits} in each commit`)
})

/** Holds the thread, as work over much data does. */
function spendMs(ms: number) {
  const until = performance.now() + ms
  while (performance.now() < until);
}

const nextTurn = async () => {
  // One for the commit, one for what follows it.
  for (let turn = 0; turn < 2; turn++) await new Promise((resolve) => setImmediate(resolve))
}

test.run()
