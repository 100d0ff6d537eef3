// How much of something happens at once, and for how many people.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { Limiter } from '../../src/base/limiter.ts'
import { asOwner } from '../../src/base/shares.ts'

test('what one person has waiting refuses their work, and not that of others', async () => {
  const limiter = new Limiter(1, 4)
  const done: string[] = []
  const first = Promise.withResolvers<void>()
  const ask = (owner: string) =>
    asOwner(owner, () => limiter.run(async () => void done.push(owner)))
  const isFullFor = (owner: string) => asOwner(owner, () => limiter.isFull)
  const running = asOwner('Hal', () => limiter.run(() => first.promise))
  assert.not(isFullFor('Hal'))

  const asked = Array.from({ length: 4 }, () => ask('Hal'))
  assert.ok(isFullFor('Hal'))
  assert.not(isFullFor('Ida'))
  asked.push(ask('Ida'), ask('Ida'))
  assert.ok(isFullFor('Ida'), 'beyond an equal part')

  first.resolve()
  await Promise.all([running, ...asked])
  assert.equal(done, ['Hal', 'Ida', 'Hal', 'Ida', 'Hal', 'Hal'])
  assert.not(isFullFor('Hal'))
})

test.run()
