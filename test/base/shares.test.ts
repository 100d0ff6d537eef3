// How much of a turn of the event loop one owner may have.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { asOwner, begin } from '../../src/base/shares.ts'

/** More than one owner may begin in a turn while others are there, less than their allowance. */
const REQUESTS = 8
const REQUEST_MS = 2

/** Begins a request; `work` is done when its turn has come. */
const ask = (owner: string, work: () => void) =>
  asOwner(owner, () => {
    const turn = begin(0, () => {})
    return turn ? turn.then(work) : work()
  })

test('what one owner asks at once is begun in several turns, and another comes between', async () => {
  await ask('Ida', () => {})
  const begun: string[] = []
  const many = Array.from({ length: REQUESTS }, () =>
    ask('Hal', () => {
      begun.push('Hal')
      const until = performance.now() + REQUEST_MS
      while (performance.now() < until);
    }),
  )
  const atOnce = begun.length
  await ask('Ida', () => begun.push('Ida'))
  await Promise.all(many)

  assert.ok(atOnce >= 1 && atOnce <= 3, `${atOnce} of ${REQUESTS} in the first turn`)
  assert.is(begun.indexOf('Ida'), atOnce)
  assert.is(begun.length, REQUESTS + 1)
})

test.run()
