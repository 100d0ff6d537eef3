import { readFileSync } from 'node:fs'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { readme, untested, withTable } from './docs.ts'

test('the README lists every endpoint with its source and its test', () => {
  const text = readFileSync(readme, 'utf8')

  assert.is(text, withTable(text), '`npm run docs` brings the table up to date')
})

test('every endpoint is called by a test', () => {
  assert.equal(untested(), [])
})

test.run()
