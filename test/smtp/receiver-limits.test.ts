// Mail for channels that is too large, too much or malformed.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { Conversation } from './conversation.ts'
import { addressOf, MAIL, newest, send, startWithMail } from './mails.ts'

test('too large a mail is refused, and one a message is too short for is cut', async () => {
  await using chat = await startWithMail()
  const address = await addressOf(chat.olga, 'general')
  const line = `${'x'.repeat(99)}\n`
  assert.is(await send(chat, [address], MAIL + line.repeat(300)), 250)
  assert.match((await newest(chat.olga)).content, /\[message truncated\]$/)
  assert.is(await send(chat, [address], MAIL + line.repeat(110_000)), 552)
  assert.match((await newest(chat.olga)).content, /\[message truncated\]$/)
})

test('a mail that cannot be read is refused for good', async () => {
  await using chat = await startWithMail()
  const address = await addressOf(chat.olga, 'general')
  assert.is(await send(chat, [address], `Subject: ${'x'.repeat(5_000_000)}\n${MAIL}`), 554)
  const type = 'Content-Type: multipart/mixed; boundary='
  const parts = Array.from({ length: 5000 }, (_, n) => `${type}b${n}\n\n--b${n}\n`).join('')
  assert.is(await send(chat, [address], parts), 554)
  assert.is(await send(chat, [address], MAIL), 250)
})

test('an address takes so many mails a minute, others go on', async () => {
  await using chat = await startWithMail({ rateLimit: true })
  await chat.olga.subscribe('other')
  const [address, other] = [
    await addressOf(chat.olga, 'general'),
    await addressOf(chat.olga, 'other'),
  ]
  await using conversation = new Conversation(chat.mailPort!)
  for (let sent = 0; sent < 30; sent++) assert.is(await conversation.send([address], MAIL), 250)
  assert.is(await conversation.send([address], MAIL), 450)
  assert.is(await send(chat, [other], MAIL), 250)
  chat.clock.advance(60)
  assert.is(await send(chat, [address], MAIL), 250)
})

test('a mail made to take long is read beside the thread that serves everyone', async () => {
  await using chat = await startWithMail()
  const address = await addressOf(chat.olga, 'general')
  await send(chat, [address], MAIL)
  const html = (body: string) =>
    `From: a@client.example\nSubject: Bold\nContent-Type: text/html\n\n${body}\n`

  const before = process.threadCpuUsage()
  const deep = await send(chat, [address], html('<b>\n'.repeat(125_000)))
  const wide = await send(chat, [address], html('<p>a</p>\n'.repeat(50_000)))
  const { user, system } = process.threadCpuUsage(before)

  assert.is(deep, 250)
  assert.is(wide, 250)
  const ms = (user + system) / 1000
  assert.ok(ms < 1000, `${Math.round(ms)} ms of the server's thread`)
})

test('mails that cannot be read count, too', async () => {
  await using chat = await startWithMail({ rateLimit: true })
  const address = await addressOf(chat.olga, 'general')
  const unreadable = `Content-Type: multipart/mixed; boundary=x\n\n${'--x\nA: b\n\nc\n'.repeat(2000)}`

  const answers: number[] = []
  for (let n = 0; n < 31; n++) answers.push(await send(chat, [address], unreadable))

  assert.is(answers[0], 554)
  assert.is(answers[29], 554)
  assert.is(answers[30], 450)
})

test('a client that disconnects early or sends nonsense harms no one', async () => {
  await using chat = await startWithMail()
  const address = await addressOf(chat.olga, 'general')
  {
    await using conversation = new Conversation(chat.mailPort!)
    await conversation.hear()
    assert.match(await conversation.say('\u0000\u0001nonsense'), /^5/)
    await conversation.say('EHLO client.example')
    await conversation.say('MAIL FROM:<ann@client.example>')
    await conversation.say(`RCPT TO:<${address}>`)
    await conversation.say('DATA')
  }
  assert.is(await send(chat, [address], MAIL), 250)
  assert.is(await send(chat, [address], 'Content-Type: multipart/mixed\n\n--\n'), 250)
})

test.run()
