// How much of a turn of the event loop one owner may have.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { Share } from '../../src/base/share.ts'
import { asOwner, begin, presentShare, Together } from '../../src/base/shares.ts'

/** More than one owner may begin in a turn while others are there, less than their allowance. */
const REQUESTS = 8
const REQUEST_MS = 2

/** Begins a request, which does its work once its promises have resolved. */
const ask = (owner: string, work: () => void, isBrief = false) =>
  asOwner(owner, async () => {
    await begin({ bytes: 0, isBrief }, () => {})
    work()
  })

/** The clock goes on by work alone: a busy machine would add its own pauses, and charge an owner for them. */
let now = performance.now()
performance.now = () => now

/** Holds the loop, as work does. */
function hold(ms: number) {
  now += ms
}

/** Some thousands of these do not fit into a turn. */
const spin = () => hold(0.05)

const aTurn = () => new Promise<void>((turnIsOver) => setImmediate(turnIsOver))

test('what one owner asks at once is begun in several turns, and another comes between', async () => {
  await ask('Ida', () => {})
  await aTurn()
  const begun: string[] = []
  let atOnce = 0
  const firstTurnIsOver = aTurn().then(() => {
    atOnce = begun.length
  })
  const many = Array.from({ length: REQUESTS }, () =>
    ask('Hal', () => {
      begun.push('Hal')
      hold(REQUEST_MS)
    }),
  )
  await firstTurnIsOver
  await Promise.all([...many, ask('Ida', () => begun.push('Ida'))])

  assert.ok(atOnce >= 1 && atOnce <= 3, `${atOnce} of ${REQUESTS} in the first turn`)
  assert.is(begun.indexOf('Ida'), atOnce)
  assert.is(begun.length, REQUESTS + 1)
})

test('of many owners who wait for the next turns, the first comes first', async () => {
  const owners = Array.from({ length: 500 }, (_, at) => `Owner ${at}`)
  const begun: string[] = []
  const work = (owner: string) => () => {
    begun.push(owner)
    spin()
  }
  await Promise.all(owners.flatMap((owner) => [ask(owner, work(owner)), ask(owner, () => {})]))
  assert.equal(begun, owners)
})

test('brief requests of many owners begin in one turn, beside what others do', async () => {
  const owners = Array.from({ length: 200 }, (_, at) => `Poller ${at}`)
  let begun = 0
  let atOnce = 0
  const firstTurnIsOver = aTurn().then(() => {
    atOnce = begun
  })
  const all = ['Ida', 'Hal', 'Una', 'Bo'].map((owner) => ask(owner, () => hold(2 * REQUEST_MS)))
  all.push(...owners.map((owner) => ask(owner, () => begun++, true)))
  await firstTurnIsOver
  await Promise.all(all)

  assert.is(atOnce, owners.length)
})

test('brief requests of one owner who has used their allowance wait for the others', async () => {
  const begun: string[] = []
  await ask('Max', () => hold(40))
  await aTurn()
  const many = Array.from({ length: 20 }, () => ask('Max', () => begun.push('Max'), true))
  await Promise.all([...many, ask('Eve', () => begun.push('Eve'), true)])

  assert.is(begun[0], 'Eve')
})

test('what an owner used while nobody else was there does not make them wait later', async () => {
  // Longer than others count as there after they used the loop.
  await ask('Jo', () => hold(300))
  await aTurn()

  const beginning = asOwner('Jo', () => begin({ bytes: 0, isBrief: false }, () => {}))
  assert.is(beginning, undefined, 'it goes on at once')
  await aTurn()
})

test('a single piece of work is in a commit before the second of an owner who used less', async () => {
  await ask('Liv', () => hold(REQUEST_MS))
  await aTurn()
  const workOf = (owner: string) => asOwner(owner, () => ({ owner, share: presentShare() }))
  const works = [...Array.from({ length: 10 }, () => workOf('Kim')), workOf('Liv')]

  const owners = [...new Together(works).take()].map(({ owner }) => owner)
  assert.equal(owners.slice(0, 3), ['Kim', 'Liv', 'Kim'])
})

test('when a transaction has enough to tidy up, the rest of the work is left for the next', () => {
  const works = ['Kim', 'Liv', 'Kim'].map((owner) =>
    asOwner(owner, () => ({ owner, share: presentShare() })),
  )
  let done = 0
  for (const _ of new Together(works).take(() => done >= 2)) done++
  assert.is(done, 2)
  assert.is(works.length, 1)
  // One piece of work is done whatever there is to tidy up, or nothing ever would be.
  for (const _ of new Together(works).take(() => true)) done++
  assert.is(done, 3)
  assert.equal(works, [])
})

test('one portion of work over much data is in a commit, and other work passes the rest', () => {
  const workOf = (owner: string, name: string, isPortion: boolean) =>
    asOwner(owner, () => ({ name, share: presentShare(), isPortion }))
  const works = [
    workOf('Kim', 'first portion', true),
    workOf('Kim', 'second portion', true),
    workOf('Liv', 'third portion', true),
    workOf('Kim', 'message', false),
  ]

  assert.equal(namesIn(new Together(works).take()), ['first portion', 'message'])
  assert.equal(namesIn(new Together(works).take()), ['second portion'])
  assert.equal(namesIn(new Together(works).take()), ['third portion'])
})

const namesIn = (works: Iterable<{ name: string }>) => Array.from(works, ({ name }) => name)

test('beginning the work of one owner does not look at all the others who wait', async () => {
  const owners = Array.from({ length: 2000 }, (_, at) => `Person ${at}`)
  const looks = await countLooks(() => Promise.all(owners.map((owner) => ask(owner, spin))))
  assert.ok(looks < 100 * owners.length, `${looks} looks`)
})

test('choosing the next work of a commit does not look at all that waits', async () => {
  const works = Array.from({ length: 2000 }, (_, at) =>
    asOwner(`Writer ${at}`, () => ({ share: presentShare() })),
  )
  let taken = 0
  const looks = await countLooks(() => {
    for (const _ of new Together(works).take()) taken++
  })
  assert.ok(taken > 0)
  assert.ok(looks < 100 * taken, `${looks} looks for ${taken}`)
})

/** How often the share of an owner is looked at. */
async function countLooks(work: () => unknown): Promise<number> {
  const { earn } = Share.prototype
  let looks = 0
  Share.prototype.earn = function (now) {
    looks++
    earn.call(this, now)
  }
  try {
    await work()
  } finally {
    Share.prototype.earn = earn
  }
  return looks
}

test.run()
