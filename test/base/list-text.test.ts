// A long list in JSON that is written in slices.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { ListText, listInSlices } from '../../src/base/list-text.ts'

const people = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ name: `Zoë ${at}`, likes: '🔥' }))

/** The value of a text whose characters are the bytes of its UTF-8. */
const parsed = (text: string) => JSON.parse(Buffer.from(text, 'latin1').toString('utf8'))

test('the slices make the list, however many items it has', () => {
  for (const count of [0, 1, 100, 101, 250]) {
    const list = new ListText(people(count), (person) => person)
    let slices = 0
    for (; !list.isComplete; slices++) list.goOn()
    assert.is(slices, Math.ceil(count / 100))
    assert.equal(parsed(list.text), people(count))
  }
})

test('a list that is asked for too early is written to its end', () => {
  const list = new ListText(people(250), ({ name }) => ({ name }))
  list.goOn()
  assert.not(list.isComplete)
  assert.equal(
    parsed(list.text),
    people(250).map(({ name }) => ({ name })),
  )
  assert.ok(list.isComplete)
  list.goOn()
  assert.is(parsed(list.text).length, 250)
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
