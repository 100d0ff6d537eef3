// What a server does that is short of memory.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { RequestError } from '../../src/errors.ts'
import { MemoryGuard } from '../../src/http/memory-guard.ts'

test('short of memory, caches are given back and large reads wait, small ones and writes go on', () => {
  let inUse = 0.5
  let forgotten = 0
  const guard = new MemoryGuard(
    () => forgotten++,
    () => inUse,
  )
  const read = { method: 'GET', path: '/messages' } as const
  const small = { method: 'GET', path: '/users/me' } as const
  const write = { method: 'POST', path: '/messages' } as const

  guard.look()
  guard.admit(read)
  assert.is(forgotten, 0)

  inUse = 0.85
  guard.look()
  assert.is(forgotten, 1)
  let refusal: unknown
  try {
    guard.admit(read)
  } catch (error) {
    refusal = error
  }
  assert.instance(refusal, RequestError)
  assert.is((refusal as RequestError).code, 'SERVER_BUSY')
  assert.is((refusal as RequestError).data['retry-after'], 5)
  guard.admit(small)
  guard.admit(write)

  inUse = 0.4
  guard.look()
  guard.admit(read)
  guard.stop()
})

test.run()
