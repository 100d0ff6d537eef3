// The core of chat in one story: register, send, receive, read.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { startChat } from './chat.ts'

test('a message reaches who is listening, with their own flags', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const inbox = await ben.listen({ event_types: ['message'], apply_markdown: true })

  const waiting = inbox.wait()
  const id = await chat.olga.say('general', 'lunch', 'Soup today, @**Ben**')

  const [event] = await waiting
  assert.is(event!.type, 'message')
  assert.is(event!.message.id, id)
  assert.equal(event!.flags, ['mentioned'])
  assert.is(event!.message.subject, 'lunch')
})

test('a reader who comes later reads the same message', async () => {
  await using chat = await startChat()
  await chat.olga.subscribe('kitchen')
  const id = await chat.olga.say('kitchen', 'lunch', 'Soup *today*')
  const ben = await chat.join('Ben')

  const page = await ben.get('/messages', {
    anchor: 'newest',
    num_before: 10,
    num_after: 0,
    narrow: [['channel', 'kitchen']],
  })

  assert.equal(
    page.messages.map((message: { id: number }) => message.id),
    [id],
  )
  assert.is(page.messages[0].content, '<p>Soup <em>today</em></p>')
  assert.equal(page.messages[0].flags, ['read', 'historical'])
})

test.run()
