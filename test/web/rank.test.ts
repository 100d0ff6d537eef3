// Which of many names is offered first for what is typed.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { fitness, folded, ranked } from '../../src/web/views/rank.ts'

test('a name fits the better, the more of its beginning was typed', () => {
  const order = ['ana', 'analytics', 'the ana', 'a new art', 'banana', 'a long name at']
  const fits = order.map((name) => fitness(name, 'ana'))

  assert.ok(fits.every((fit, at) => fit !== undefined && (at === 0 || fit >= fits[at - 1]!)))
  assert.is(fitness('general', 'ana'), undefined)
})

test('accents and case make no difference, and among names that fit equally the weight decides', () => {
  const named = (item: string, weight: number) => ({ item, name: folded(item), weight })
  const all = [named('Josephine', 1), named('José', 0), named('JOSEF', 2)]

  assert.equal(ranked(all, 'jose', 10), ['José', 'JOSEF', 'Josephine'])
  assert.equal(ranked(all, '', 2), ['JOSEF', 'Josephine'])
  assert.equal(ranked(all, 'zo', 10), [])
})

test.run()
