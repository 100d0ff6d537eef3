// POST /register while others write.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { expectSuccess, Inbox, type Person, startChat } from '../chat.ts'

test('a client that registers while others write misses no message and gets none twice', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const sent: number[] = []
  const writing = [chat.olga, ben, chat.olga, ben].map(async (person, n) => {
    for (let round = 0; round < 15; round++) {
      sent.push(await person.say('general', `topic ${n}`, `message ${round}`))
    }
  })

  const registered: { newest: number; inbox: Inbox }[] = []
  while (sent.length < 60) {
    registered.push(await register(ben))
  }
  await Promise.all(writing)

  sent.sort((a, b) => a - b)
  assert.is(new Set(sent).size, 60)
  assert.ok(
    registered.some(({ newest }) => newest >= sent[0]! && newest < sent.at(-1)!),
    'nobody registered in the middle of it',
  )
  for (const { newest, inbox } of registered) {
    const received = (await inbox.read()).map(({ message }) => message.id)
    assert.equal(
      received,
      sent.filter((id) => id > newest),
    )
  }
})

test('of messages sent at the same time, one that is refused harms no other', async () => {
  await using chat = await startChat()
  const inbox = await chat.olga.listen({ event_types: ['message'] })

  const send = (topic: string | undefined, content: string) =>
    chat.olga.post('/messages', { type: 'channel', to: 'general', topic, content })
  const answers = await Promise.all([
    send('tea', 'one'),
    send('bad\u0007topic', 'refused'),
    send('tea', 'two'),
    send(undefined, 'refused'),
    send('tea', ''),
    send('tea', 'three'),
  ])

  assert.equal(
    answers.map(({ status }) => status),
    [200, 400, 200, 400, 400, 200],
  )
  const received = (await inbox.read()).map(({ message }) => message.content)
  assert.equal(received.sort(), ['one', 'three', 'two'])
  const page = await chat.olga.get('/messages', {
    anchor: 'newest',
    num_before: 100,
    num_after: 0,
    apply_markdown: false,
    narrow: [['channel', 'general']],
  })
  const stored = page.messages.map((message: { content: string }) => message.content)
  assert.equal(stored.sort(), ['one', 'three', 'two'])
})

async function register(person: Person) {
  const answer = expectSuccess(
    await person.post('/register', { event_types: ['message'], fetch_event_types: ['message'] }),
  )
  const inbox = new Inbox(person, answer.queue_id, answer.last_event_id)
  return { newest: answer.max_message_id as number, inbox }
}

test('two settings stand where the terminal client asks for them, for nobody else', async () => {
  await using chat = await startChat()
  const { olga } = chat
  expectSuccess(await olga.patch('/settings', { twenty_four_hour_time: true }))
  const fetch = (...fetch_event_types: string[]) => olga.post('/register', { fetch_event_types })

  const asked = expectSuccess(await fetch('update_display_settings', 'update_global_notifications'))
  assert.is(asked.twenty_four_hour_time, true)
  assert.is(asked.pm_content_in_desktop_notifications, true)
  for (const answer of [await olga.post('/register'), await fetch('user_settings')]) {
    assert.is(answer.user_settings.twenty_four_hour_time, true)
    assert.is(answer.twenty_four_hour_time, undefined)
    assert.is(answer.pm_content_in_desktop_notifications, undefined)
  }
})

test.run()
