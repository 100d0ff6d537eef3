// Welcome Bot.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { type Chat, expectSuccess, type Inbox, Person, startChat } from '../chat.ts'

async function welcomeBot({ url, olga }: Chat) {
  const { cross_realm_bots } = await olga.post('/register')
  const bot = cross_realm_bots.find((one: Person & { full_name: string }) =>
    one.full_name.startsWith('Welcome'),
  )
  return new Person(url, { id: bot.user_id, email: bot.email, name: bot.full_name, key: '' })
}

/** The message after the reader's own. */
async function answerIn(inbox: Inbox) {
  const events = await inbox.read()
  while (events.length < 2) events.push(...(await inbox.wait()))
  assert.is(events.length, 2)
  return events[1]!.message
}

test('Welcome Bot explains each word it knows', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben', 600)
  const bot = await welcomeBot(chat)
  const inbox = await ben.listen({ event_types: ['message'] })

  for (const [asked, told] of [
    ['apps', chat.url],
    ['Profile!', 'picture'],
    ['theme', 'dark'],
    ['  **channels** ', 'subscribe'],
    ['streams', 'subscribe'],
    ['topics', 'resolved'],
    ['Message  Formatting', '**bold**'],
    ['formatting', '**bold**'],
    ['keyboard shortcuts', 'search'],
    ['help', '`message formatting`'],
  ] as const) {
    await ben.tell([bot], asked)
    const answer = await answerIn(inbox)
    assert.is(answer.sender_full_name, 'Welcome Bot')
    assert.is(answer.display_recipient.length, 2)
    assert.ok(answer.content.includes(told), `${asked}: ${answer.content}`)
  }
})

test('Welcome Bot lists the words it knows when it does not know one', async () => {
  await using chat = await startChat()
  const bot = await welcomeBot(chat)
  const inbox = await chat.olga.listen({ event_types: ['message'] })
  for (const asked of ['what is the time?', 'constructor', '🌳', '__proto__']) {
    await chat.olga.tell([bot], asked)
    const answer = await answerIn(inbox)
    assert.match(answer.content, 'I am a program')
    assert.match(answer.content, '`topics`')
  }
})

test('Welcome Bot answers only people, and only where they write to it alone', async () => {
  await using chat = await startChat()
  const [ben, machine] = [await chat.join('Ben'), await chat.joinBot('Bell')]
  const bot = await welcomeBot(chat)
  const inbox = await ben.listen({ event_types: ['message'] })
  const ofMachine = await machine.listen({ event_types: ['message'] })

  await ben.tell([bot, chat.olga], 'help')
  await ben.tell([ben], 'help')
  await ben.say('general', 'x', 'help @**Welcome Bot**')
  await machine.tell([bot], 'help')
  const received = await inbox.read()
  await ben.tell([bot], 'help')
  const answer = await answerIn(inbox)

  // Questions are answered in their order, so those before had no answer.
  assert.equal(
    received.map(({ message }) => message.sender_full_name),
    ['Ben', 'Ben', 'Ben'],
  )
  assert.match(answer.content, 'one of these words')
  assert.is((await ofMachine.read()).length, 1)
  const preview = { welcome_message_custom_text: 'help' }
  const { message_id } = expectSuccess(
    await chat.olga.post('/realm/test_welcome_bot_custom_message', preview),
  )
  const { messages } = await chat.olga.get('/messages', {
    ...{ anchor: message_id, num_before: 0, num_after: 5 },
  })
  assert.is(messages.length, 1)
})

test('answers are formatted as people would write', async () => {
  await using chat = await startChat()
  const bot = await welcomeBot(chat)
  const inbox = await chat.olga.listen({ event_types: ['message'], apply_markdown: true })

  await chat.olga.tell([bot], 'formatting')

  const message = await answerIn(inbox)
  assert.match(message.content, '<td><strong>bold</strong> and <em>italic</em></td>')
  assert.match(message.content, '<code>**bold** and *italic*</code>')
})

test.run()
