// Bytes of strangers against everything that reads them. `npm run fuzz` does the same for long, with
// bounds on time and memory.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { corpusOf, inputs, randomFrom } from './inputs.ts'
import { targets } from './targets.ts'

/** Inputs for each parser; those for the decoder of images take longest. */
const CASES = 150

for (const { name, words, maxBytes, start } of targets) {
  test(`whatever comes as ${name} is read or refused`, async () => {
    const known = corpusOf(name)
    assert.ok(known.length > 1, 'there is a corpus')
    await using parser = await start()
    const tried = inputs(known, words, Math.min(maxBytes, 20_000), randomFrom(7))
    for (let count = known.length + CASES; count > 0; count--) {
      const input = tried.next().value
      await parser.read(input).catch((error) => {
        throw new Error(`${JSON.stringify(input.toString('latin1'))}: ${error.stack}`)
      })
    }
  })
}

test.run()
