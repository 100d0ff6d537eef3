// Welcome Bot.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { type Chat, expectSuccess, Person, startChat } from '../chat.ts'

async function welcomeBot({ url, olga }: Chat) {
  const { cross_realm_bots } = await olga.post('/register')
  const bot = cross_realm_bots.find((one: Person & { full_name: string }) =>
    one.full_name.startsWith('Welcome'),
  )
  return new Person(url, { id: bot.user_id, email: bot.email, name: bot.full_name, key: '' })
}

test('people who ask Welcome Bot for one of the words it knows are told about it', async () => {
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
    const [question, answer, ...more] = await inbox.read()
    assert.equal(more, [])
    assert.is(question?.message.sender_id, ben.id)
    assert.is(answer?.message.sender_full_name, 'Welcome Bot')
    assert.is(answer?.message.display_recipient.length, 2)
    assert.equal(answer?.flags, [])
    assert.ok(answer?.message.content.includes(told), `${asked}: ${answer?.message.content}`)
  }
})

test('what Welcome Bot does not know it says, with what it does', async () => {
  await using chat = await startChat()
  const bot = await welcomeBot(chat)
  const inbox = await chat.olga.listen({ event_types: ['message'] })
  for (const asked of ['what is the time?', 'constructor', '🌳', '__proto__']) {
    await chat.olga.tell([bot], asked)
    const [, answer] = await inbox.read()
    assert.match(answer?.message.content, 'I am a program')
    assert.match(answer?.message.content, '`topics`')
  }
})

test('Welcome Bot answers people alone, in what they write to nobody else', async () => {
  await using chat = await startChat()
  const [ben, machine] = [await chat.join('Ben'), await chat.joinBot('Bell')]
  const bot = await welcomeBot(chat)
  const inbox = await ben.listen({ event_types: ['message'] })
  const ofMachine = await machine.listen({ event_types: ['message'] })

  await ben.tell([bot, chat.olga], 'help')
  await ben.tell([ben], 'help')
  await ben.say('general', 'x', 'help @**Welcome Bot**')
  await machine.tell([bot], 'help')

  assert.is((await inbox.read()).length, 3)
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

  const { message } = (await inbox.read())[1]!
  assert.match(message.content, '<td><strong>bold</strong> and <em>italic</em></td>')
  assert.match(message.content, '<code>**bold** and *italic*</code>')
})

test.run()
