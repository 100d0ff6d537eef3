// How much of work over much data one transaction does.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { PortionSize } from '../../src/domain/kernel/portion-size.ts'

const takes = (ms: number) => () => {
  const until = performance.now() + ms
  while (performance.now() < until);
}

test('portions that take long are followed by smaller ones, down to one row', () => {
  const size = new PortionSize()
  const first = size.rows
  size.measure(takes(16))
  assert.ok(size.rows <= first / 2 && size.rows >= first / 4, `${size.rows} after ${first}`)

  for (let portion = 0; portion < 7; portion++) size.measure(takes(32))
  assert.is(size.rows, 1)
})

test('they grow again when they take no time, and not without an end', () => {
  const size = new PortionSize()
  for (let portion = 0; portion < 3; portion++) size.measure(takes(32))
  const small = size.rows
  size.measure(() => {})
  assert.ok(size.rows > small, `${size.rows} after ${small}`)

  for (let portion = 0; portion < 20; portion++) size.measure(() => {})
  const most = size.rows
  size.measure(() => {})
  assert.is(size.rows, most)
})

test('what the work returns is returned', () => {
  assert.is(
    new PortionSize().measure(() => 'moved'),
    'moved',
  )
})

test.run()
