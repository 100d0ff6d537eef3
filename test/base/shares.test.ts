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
  const one = ask('Ida', () => begun.push('Ida'))
  await new Promise((turnIsOver) => setImmediate(turnIsOver))
  const inFirstTurn = begun.filter((owner) => owner === 'Hal').length
  await Promise.all([...many, one])

  assert.ok(inFirstTurn >= 1 && inFirstTurn <= 4, `${inFirstTurn} of ${REQUESTS} in the first turn`)
  assert.ok(begun.indexOf('Ida') <= 2, `${begun}`)
  assert.is(begun.length, REQUESTS + 1)
})

test.run()
