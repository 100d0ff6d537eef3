// How much of a turn of the event loop one owner may have.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
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

test.run()
