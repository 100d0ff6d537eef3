// Flags by receiver, as a message that is being sent has them.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { ReceiverFlags } from '../../src/store/receiver-flags.ts'

test('all receivers have the common flags, and some have more', () => {
  const flags = new ReceiverFlags([2, 5, 9], 1)
  flags.add(5, 8)
  assert.equal(all(flags), [
    [2, 1],
    [5, 9],
    [9, 1],
  ])
  flags.addForAll(32)
  assert.equal(all(flags), [
    [2, 33],
    [5, 41],
    [9, 33],
  ])
  assert.is(flags.size, 3)
})

test('people who do not receive the message have no flags, and get none', () => {
  const flags = new ReceiverFlags([2, 5, 9])
  for (const stranger of [1, 3, 10]) {
    flags.add(stranger, 8)
    assert.is(flags.get(stranger), undefined)
    assert.not(flags.has(stranger))
  }
  assert.equal(flags.receiversWith(8), [])
  assert.equal(flags.userIds, [2, 5, 9])
})

test('a receiver who is added stands in order, has only the flags given, and leaves the shared list as it is', () => {
  for (const [stranger, order] of [
    [1, [1, 2, 5]],
    [3, [2, 3, 5]],
    [9, [2, 5, 9]],
  ] as const) {
    const shared = Object.freeze([2, 5])
    const flags = new ReceiverFlags(shared, 16)
    flags.addReceiver(stranger, 8)
    assert.equal(flags.userIds, order)
    assert.is(flags.get(stranger), 8)
    assert.equal(shared, [2, 5])
  }
})

test('receivers are found by flags that all have, and by those that some have', () => {
  const flags = new ReceiverFlags([2, 5, 9], 16)
  flags.add(9, 8)
  flags.addReceiver(7, 8)
  assert.equal(flags.receiversWith(8).sort(), [7, 9])
  assert.equal(flags.receiversWith(16), [2, 5, 9])
  assert.equal(flags.receiversWith(4), [])
})

const all = (flags: ReceiverFlags) => flags.userIds.map((userId) => [userId, flags.get(userId)])

test.run()
