// Every endpoint is measured with inputs that its declaration admits.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { endpoints } from '../../src/api/index.ts'
import type { Fixtures, Ground } from './holds-fixtures.ts'
import { largestCalls } from './largest.ts'

const numbers = (count: number) => Array.from({ length: count }, (_, at) => at + 1)

const ground: Ground = {
  folder: '',
  owner: { id: 1, authorization: '' },
  leaver: { id: 9, authorization: '' },
  renewer: { id: 8, authorization: '' },
  users: numbers(20),
  emails: numbers(20).map((at) => `member${at}@harbour.test`),
  channels: numbers(5),
  channelNames: numbers(5).map((at) => `Channel ${at}`),
  everyone: 1,
  few: 2,
  large: { channel: 1, topic: 'Large', message: 10 },
  newest: numbers(100),
  words: ['one', 'two', 'three'],
  // Each by its own name.
  fixtures: new Proxy({} as Fixtures, { get: (_, name) => String(name) }),
}

test('the measurement of holds calls each endpoint, with every parameter that has a size at its largest', () => {
  for (const endpoint of endpoints) {
    const name = `${endpoint.method} ${endpoint.path}`
    const calls = largestCalls(endpoint, ground, 2000)
    assert.ok(calls.length > 0, name)
    for (const { path } of calls) assert.not.match(path, /[:*]/, name)
    const longest = (parameter: string) =>
      Math.max(...calls.map(({ parameters }) => lengthOf(parameters[parameter])))
    for (const [parameter, schema] of Object.entries(endpoint.params)) {
      if (endpoint.path.includes(`:${parameter}`)) continue
      if (!schema.safeParse([1]).success && !schema.safeParse(['x']).success) continue
      assert.ok(longest(parameter) >= 200, `${name}: the longest ${parameter} is short`)
    }
  }
})

const lengthOf = (value: unknown) => (JSON.stringify(value) ?? '').length

test.run()
