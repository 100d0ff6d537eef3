// A long list in JSON that is written in slices.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { listInSlices, listPieces } from '../../src/base/list-text.ts'

const people = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ name: `Zoë ${at}`, likes: '🔥' }))

/** The value of a text whose characters are the bytes of its UTF-8. */
const parsed = (text: string) => JSON.parse(Buffer.from(text, 'latin1').toString('utf8'))

test('the slices make the list, however many items it has', () => {
  for (const count of [0, 1, 100, 101, 250]) {
    const slices = [...listPieces(people(count), (person) => person)]
    assert.is(slices.length, count === 0 ? 1 : Math.ceil(count / 100))
    assert.equal(JSON.parse(slices.join('')), people(count))
  }
})

test('a slice holds few long items, also behind short ones', () => {
  const items = Array.from({ length: 100 }, (_, at) => ({
    at,
    text: 'sails '.repeat(at < 50 ? 1 : 5000),
  }))
  const slices = [...listPieces(items, (item) => item)]
  assert.equal(JSON.parse(slices.join('')), items)
  for (const { length } of slices) assert.ok(length < 150_000, `a slice has ${length} characters`)
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
