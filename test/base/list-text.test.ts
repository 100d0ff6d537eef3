// A long list in JSON that is written in slices.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { listInSlices, listPieces } from '../../src/base/list-text.ts'

const people = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ name: `Zoë ${at}`, likes: '🔥' }))

/** The value of a text whose characters are the bytes of its UTF-8. */
const parsed = (text: string) => JSON.parse(Buffer.from(text, 'latin1').toString('utf8'))

test('the slices make the list, however many items it has', () => {
  const slicesOf: [count: number, slices: number][] = [
    [0, 1],
    [1, 1],
    [5, 1],
    [6, 2],
    [105, 2],
    [106, 3],
    [250, 4],
  ]
  for (const [count, expected] of slicesOf) {
    const slices = [...listPieces(people(count), (person) => person)]
    assert.is(slices.length, expected)
    assert.equal(JSON.parse(slices.join('')), people(count))
  }
})

test('long items lie in slices of few items', () => {
  const items = Array.from({ length: 100 }, (_, at) => ({ at, text: 'sails '.repeat(5000) }))
  const slices = [...listPieces(items, (item) => item)]
  assert.equal(JSON.parse(slices.join('')), items)
  for (const { length } of slices) assert.ok(length < 250_000, `a slice has ${length} characters`)
})

test('a long list is written with turns for others in between', async () => {
  let turns = 0
  const counting = setInterval(() => turns++, 0)
  const { bytes } = await listInSlices(people(60_000), (person) => person)
  clearInterval(counting)
  assert.ok(turns > 0)
  assert.equal(parsed(bytes), people(60_000))
})

test.run()
