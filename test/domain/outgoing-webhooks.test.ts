// Outgoing webhooks.

import { once } from 'node:events'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import {
  complaint,
  listen,
  makeBot,
  nextOfBot,
  oracle,
  say,
  startCalling,
  startProgram,
  write,
} from '../called-bots.ts'
import { read } from '../channels.ts'
import { expectSuccess } from '../chat.ts'
import type { Visit } from '../web-server.ts'

test('a bot that is mentioned is called, and answers in the same topic', async () => {
  await using chat = await startCalling()
  await using program = await startProgram()
  const { olga } = chat
  const botId = await makeBot(olga, `${program.url}/hook?x=1`)
  const ben = await chat.join('Ben')
  const inbox = await listen(ben)
  const id = await ben.say('general', 'questions', `${oracle} what *now*?`)

  const visit = await program.visit()

  assert.is(visit.method, 'POST')
  assert.is(visit.path, '/hook?x=1')
  assert.is(visit.headers['content-type'], 'application/json')
  assert.match(visit.headers['user-agent']!, /^Hearth\/.* \(outgoing webhooks\)$/)
  const told = JSON.parse(visit.body)
  const registered = expectSuccess(
    await olga.post('/register', { fetch_event_types: ['realm_bot'] }),
  )
  const { services } = registered.realm_bots.find(
    (bot: { user_id: number }) => bot.user_id === botId,
  )
  assert.is(told.token, services[0].token)
  assert.is(told.trigger, 'mention')
  assert.is(told.bot_full_name, 'Oracle')
  assert.match(told.bot_email, /^oracle-bot@/)
  assert.is(told.data, `${oracle} what *now*?`)
  const { rendered_content, ...message } = told.message
  const { flags, ...expected } = await read(ben, id, {
    apply_markdown: false,
    client_gravatar: false,
  })
  assert.equal(message, expected)
  assert.is(rendered_content, (await read(ben, id)).content)

  say(visit, { content: 'Wait and **see**' })

  const [reply, ...others] = await nextOfBot(inbox, [ben])
  assert.equal(others, [])
  assert.is(reply.sender_id, botId)
  assert.is(reply.display_recipient, 'general')
  assert.is(reply.subject, 'questions')
  assert.is(reply.content, '<p>Wait and <strong>see</strong></p>')
})

test('the sender is answered before the program is, whatever the program does', async () => {
  await using chat = await startCalling()
  await using program = await startProgram()
  await makeBot(chat.olga, program.url)
  const first = await chat.olga.say('general', 'questions', oracle)
  await program.visit()
  assert.ok((await chat.olga.say('general', 'questions', 'Still here')) > first)
})

test('a bot that is written to directly answers all in the conversation', async () => {
  await using chat = await startCalling()
  await using program = await startProgram((visit) => say(visit, { response_string: 'Hello both' }))
  const botId = await makeBot(chat.olga, program.url)
  const ben = await chat.join('Ben')
  const inbox = await listen(ben)
  await write(chat.olga, [ben.id, botId], 'Hello')

  const told = JSON.parse((await program.visit()).body)
  assert.is(told.trigger, 'direct_message')
  assert.is(told.message.type, 'private')
  const [reply] = await nextOfBot(inbox, [chat.olga])
  assert.is(reply.sender_id, botId)
  assert.is(reply.content, '<p>Hello both</p>')
  assert.equal(
    reply.display_recipient.map(({ id }: { id: number }) => id).sort(),
    [chat.olga.id, ben.id, botId].sort(),
  )
})

test("a program that speaks Slack's format is called and answers in it", async () => {
  await using chat = await startCalling()
  await using program = await startProgram((visit) => say(visit, { text: 'Aye', content: 'Nay' }))
  const botId = await makeBot(chat.olga, program.url, { interface_type: 2 })
  const inbox = await listen(chat.olga)
  const id = await chat.olga.say('general', 'questions', `${oracle} aye?`)
  const { stream_id, timestamp } = await read(chat.olga, id)

  const { headers, body } = await program.visit()

  assert.is(headers['content-type'], 'application/x-www-form-urlencoded')
  const { token, ...told } = Object.fromEntries(new URLSearchParams(body))
  assert.match(token!, /^\w{32}$/)
  assert.equal(told, {
    team_id: 'T1',
    team_domain: '127.0.0.1',
    channel_id: `C${stream_id}`,
    channel_name: 'general',
    thread_ts: `${timestamp}`,
    timestamp: `${timestamp}`,
    user_id: `U${chat.olga.id}`,
    user_name: 'Olga',
    text: `${oracle} aye?`,
    trigger_word: 'mention',
    service_id: `${botId}`,
  })
  const [reply] = await nextOfBot(inbox, [chat.olga])
  assert.is(reply.content, '<p>Aye</p>')
})

test('the owner of a bot gets the reason for an unusable answer of its program', async () => {
  await using chat = await startCalling()
  let respond: (visit: Visit) => void = () => {}
  await using program = await startProgram((visit) => respond(visit))
  const botId = await makeBot(chat.olga, program.url)
  const answers: [(visit: Visit) => void, string][] = [
    [({ response }) => response.writeHead(500).end('{"content":"x"}'), 'with the status 500'],
    [({ response }) => response.writeHead(302, { Location: '/' }).end(), 'with the status 302'],
    [({ response }) => response.end('<html>'), 'its answer is not JSON'],
    [(visit) => say(visit, ['content']), 'its answer is not a JSON object'],
    [(visit) => say(visit, { content: { a: 1 } }), 'the text in its answer is not a string'],
    [({ response }) => response.end(' '.repeat(300_000)), 'its answer is too long'],
    [({ response }) => response.destroy(), 'it could not be reached (ECONNRESET)'],
    [(visit) => say(visit, { content: 'a\0b' }), 'could not be posted: Message must not contain'],
  ]
  for (const [answer, reason] of answers) {
    respond = answer
    assert.match(await complaint(chat, botId), reason)
  }
})

test('a program that does not answer is given up after ten seconds', async () => {
  await using chat = await startCalling()
  await using program = await startProgram()
  const botId = await makeBot(chat.olga, program.url)
  const told = complaint(chat, botId)
  const { response } = await program.visit()
  const closed = once(response, 'close')
  chat.clock.advance(10)
  assert.match(await told, 'it did not answer within 10 seconds')
  await closed
})

test("direct messages have no words in Slack's format, and the owner is told so", async () => {
  await using chat = await startCalling()
  await using program = await startProgram()
  const botId = await makeBot(chat.olga, program.url, { interface_type: 2 })
  assert.match(await complaint(chat, botId), "Slack's format cannot express direct messages")
  assert.is(program.visits.length, 0)
})

test('a program may have nothing to say', async () => {
  await using chat = await startCalling()
  const answers = [
    '',
    '""',
    '{}',
    '{"response_not_required":true,"content":"x"}',
    '{"content":" "}',
  ]
  await using program = await startProgram(({ response }) => response.end(answers.pop()))
  await makeBot(chat.olga, program.url)
  const inbox = await listen(chat.olga)
  for (const _ of [...answers]) {
    await chat.olga.say('general', 'questions', oracle)
    await program.visit()
  }
  answers.push('{"content":"last"}')
  await chat.olga.say('general', 'questions', oracle)
  const replies = await nextOfBot(inbox, [chat.olga])
  assert.equal(
    replies.map(({ content }: { content: string }) => content),
    ['<p>last</p>'],
  )
})

test.run()
