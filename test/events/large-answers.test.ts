// GET /events where very much waits in a queue.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { startChat } from '../chat.ts'

test('what is too much for one answer comes with the next polls, each event once', async () => {
  await using chat = await startChat()
  const inbox = await chat.olga.listen({ event_types: ['message'] })
  const long = 'x'.repeat(10_000)
  const sent: number[] = []
  for (let n = 0; n < 450; n++) sent.push(await chat.olga.say('general', 'tea', long))

  const received: number[] = []
  const sizes: number[] = []
  for (let events = await inbox.read(); events.length > 0; events = await inbox.read()) {
    sizes.push(JSON.stringify(events).length)
    received.push(...events.map(({ message }) => message.id))
  }

  assert.equal(received, sent)
  assert.is(sizes.length, 3)
  for (const size of sizes) assert.ok(size <= 2_000_000, `${size} characters`)
})

test.run()
