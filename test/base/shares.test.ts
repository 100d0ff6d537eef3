// How much of a turn of the event loop one owner may have.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { Share } from '../../src/base/share.ts'
import { asOwner, begin } from '../../src/base/shares.ts'

/** More than one owner may begin in a turn while others are there, less than their allowance. */
const REQUESTS = 8
const REQUEST_MS = 2

/** Begins a request, which does its work once its promises have resolved. */
const ask = (owner: string, work: () => void) =>
  asOwner(owner, async () => {
    await begin(0, () => {})
    work()
  })

/** Some thousands of these do not fit into a turn. */
function spin() {
  const until = performance.now() + 0.05
  while (performance.now() < until);
}

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
      const until = performance.now() + REQUEST_MS
      while (performance.now() < until);
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

test('beginning the work of one owner does not look at all the others who wait', async () => {
  const owners = Array.from({ length: 2000 }, (_, at) => `Person ${at}`)
  const { earn } = Share.prototype
  let looks = 0
  Share.prototype.earn = function (now) {
    looks++
    earn.call(this, now)
  }
  try {
    await Promise.all(owners.map((owner) => ask(owner, spin)))
  } finally {
    Share.prototype.earn = earn
  }
  assert.ok(looks < 100 * owners.length, `${looks} looks`)
})

test.run()
