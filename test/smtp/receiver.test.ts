// Mail that becomes messages.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { idOf } from '../channels.ts'
import { expectSuccess, startChat } from '../chat.ts'
import { Conversation } from './conversation.ts'
import { addressOf, MAIL, newest, send, startWithMail } from './mails.ts'

test('the address of a channel names it and keeps a secret of 32 hex digits', async () => {
  await using chat = await startWithMail()
  await chat.olga.subscribe('Naïve  plans')
  const address = await addressOf(chat.olga, 'general')
  assert.match(address, /^general\.[0-9a-f]{32}\.show-sender@chat\.example$/)
  assert.is(await addressOf(chat.olga, 'general'), address)
  assert.match(await addressOf(chat.olga, 'Naïve  plans'), /^[0-9a-f]{32}\.show-sender@chat/)
  const ben = await chat.join('Ben')
  assert.is.not(await addressOf(ben, 'general'), address)
})

test('without the option there is no address', async () => {
  await using chat = await startChat()
  assert.is(chat.mailPort, undefined)
  assert.is(await addressOf(chat.olga, 'general'), '')
})

test('only people who may write in a channel get its address, for themselves or their bots', async () => {
  await using chat = await startWithMail()
  const ben = await chat.join('Ben')
  const gus = await chat.join('Gus', 600)
  await chat.olga.subscribe('secret', { invite_only: true })
  await chat.olga.subscribe('read-only', { can_send_message_group: 3 })
  const [general, secret, readOnly] = [
    await idOf(chat.olga, 'general'),
    await idOf(chat.olga, 'secret'),
    await idOf(chat.olga, 'read-only'),
  ]
  const bot = expectSuccess(await ben.post('/bots', { full_name: 'Beep', short_name: 'beep' }))
  const { cross_realm_bots } = await ben.post('/register', { fetch_event_types: ['realm_user'] })
  const gateway = cross_realm_bots.find(
    (one: { full_name: string }) => one.full_name === 'Email Gateway',
  )
  for (const [person, id, sender_id, expected] of [
    [ben, general, undefined, 'success'],
    [ben, general, ben.id, 'success'],
    [ben, general, bot.user_id, 'success'],
    [ben, general, gateway.user_id, 'success'],
    [gus, general, undefined, 'success'],
    [ben, general, chat.olga.id, 'Invalid sender ID'],
    [ben, general, 999, 'Invalid sender ID'],
    [chat.olga, general, bot.user_id, 'Invalid sender ID'],
    [ben, secret, undefined, 'Invalid channel ID'],
    [ben, 999, undefined, 'Invalid channel ID'],
    [gus, readOnly, undefined, 'Invalid channel ID'],
    [ben, readOnly, undefined, 'You do not have permission to post in this channel.'],
  ] as const) {
    const answer = await person.get(`/streams/${id}/email_address`, { sender_id })
    assert.is(answer.result === 'success' ? 'success' : answer.msg, expected)
  }
})

test('a mail becomes a message: the subject its topic, the text its content', async () => {
  await using chat = await startWithMail()
  const inbox = await chat.olga.listen({ event_types: ['message'] })
  const address = await addressOf(chat.olga, 'general')
  const conversation = new Conversation(chat.mailPort!)
  assert.match(await conversation.hear(), /^220 .*Hearth/)
  assert.match(await conversation.say('EHLO client.example'), /^250[- ]/)
  assert.match(await conversation.say('MAIL FROM:<ann@client.example>'), /^250 /)
  assert.match(await conversation.say(`RCPT TO:<${address}>`), /^250 /)
  assert.match(await conversation.say('DATA'), /^354 /)
  assert.match(await conversation.say(`${MAIL.replaceAll('\n', '\r\n')}\r\n.`), /^250 /)
  assert.match(await conversation.say('QUIT'), /^221 /)
  await conversation[Symbol.asyncDispose]()

  const [event] = await inbox.read()
  assert.is(event!.message.sender_full_name, 'Email Gateway')
  assert.is(event!.message.display_recipient, 'general')
  assert.is(event!.message.subject, 'Soup of the day')
  assert.match(event!.message.content, /Ann Other.*ann@client\.example[\s\S]*It is \*tomato\*\.$/)
})

test('answers and forwarded mails stay in the topic, and a mail without subject or text is posted too', async () => {
  await using chat = await startWithMail()
  const address = await addressOf(chat.olga, 'general')
  for (const [header, topic] of [
    ['Subject: Re: Fwd: Soup', 'Soup'],
    ['Subject: =?utf-8?q?Caf=C3=A9?=', 'Café'],
    ['X-None: 1', '(no subject)'],
    [`Subject: ${'long '.repeat(30)}`, `${'long '.repeat(12).slice(0, 57)}...`],
  ] as const) {
    assert.is(await send(chat, [address], `From: ann@client.example\n${header}\n\n`), 250)
    const { subject, content } = await newest(chat.olga)
    assert.is(subject, topic)
    assert.match(content, /This mail has no text/)
  }
})

test('HTML is read as text, the plain part is preferred, and files are named, not kept', async () => {
  await using chat = await startWithMail()
  const address = (await addressOf(chat.olga, 'general')).replace('.show-sender', '')
  const html = `From: ann@client.example
Subject: x
Content-Type: text/html

<style>p { color: red }</style><p>Tomato &amp; <b>basil</b></p><script>alert(1)</script>
`
  assert.is(await send(chat, [address], html), 250)
  assert.is((await newest(chat.olga)).content, 'Tomato & basil')
  const mixed = `From: ann@client.example
Subject: x
Content-Type: multipart/mixed; boundary=b

--b
Content-Type: multipart/alternative; boundary=c

--c
Content-Type: text/plain

plain
--c
Content-Type: text/html

<p>rich</p>
--c--
--b
Content-Type: application/pdf; name=menu.pdf
Content-Disposition: attachment; filename=menu.pdf

%PDF
--b--
`
  assert.is(await send(chat, [address], mixed), 250)
  assert.is(
    (await newest(chat.olga)).content,
    'plain\n\n*Files that came with the mail were not kept: menu.pdf*',
  )
})

test('the text of a mail may come after large files', async () => {
  await using chat = await startWithMail()
  const address = (await addressOf(chat.olga, 'general')).replace('.show-sender', '')
  const line = `${'sails and oars '.repeat(5)}\n`
  const parts = [1, 20, 300, 4000].map(
    (lines) => `Content-Disposition: attachment; filename=f${lines}\n\n${line.repeat(lines)}`,
  )
  const long = 'anchor '.repeat(1400).trim()
  const mail = `From: ann@client.example
Subject: x
Content-Type: multipart/mixed; boundary=b

${[...parts, ...parts, `Content-Type: text/plain\n\n${long}\n`].map((part) => `--b\n${part}`).join('\n')}
--b--
`
  assert.is(await send(chat, [address], mail), 250)
  const files = 'f1, f20, f300, f4000, f1, f20, f300, f4000'
  assert.is(
    (await newest(chat.olga)).content,
    `${long}\n\n*Files that came with the mail were not kept: ${files}*`,
  )
})

test('mail for unknown addresses is refused before its content is sent', async () => {
  await using chat = await startWithMail()
  const address = await addressOf(chat.olga, 'general')
  const token = address.split('.')[1]!
  await using conversation = new Conversation(chat.mailPort!)
  await conversation.hear()
  await conversation.say('EHLO client.example')
  await conversation.say('MAIL FROM:<ann@client.example>')
  for (const wrong of [
    'olga@harbour.test',
    'general@chat.example',
    `${'0'.repeat(32)}@chat.example`,
    `${token}@elsewhere.example`,
    `general.${token.slice(1)}@chat.example`,
  ]) {
    assert.match(await conversation.say(`RCPT TO:<${wrong}>`), /^550 /, wrong)
  }
  assert.match(await conversation.say(`RCPT TO:<${token.toUpperCase()}@CHAT.example>`), /^250 /)
  assert.match(await conversation.say('AUTH PLAIN AGEAYg=='), /^5/)
})

test('a mail address ends with the permission of its creator, and with the channel', async () => {
  await using chat = await startWithMail()
  const ben = await chat.join('Ben')
  await chat.olga.subscribe('team')
  const address = await addressOf(ben, 'team')
  const id = await idOf(ben, 'team')
  assert.is(await send(chat, [address], MAIL), 250)
  expectSuccess(await chat.olga.patch(`/streams/${id}`, { can_send_message_group: { new: 3 } }))
  assert.is(await send(chat, [address], MAIL), 550)
  expectSuccess(await chat.olga.patch(`/streams/${id}`, { can_send_message_group: { new: 7 } }))
  assert.is(await send(chat, [address], MAIL), 250)
  expectSuccess(await chat.olga.delete(`/streams/${id}`))
  assert.is(await send(chat, [address], MAIL), 550)
  expectSuccess(await chat.olga.patch(`/streams/${id}`, { is_archived: false }))
  assert.is(await send(chat, [address], MAIL), 250)
  expectSuccess(await chat.olga.delete(`/users/${ben.id}`))
  assert.is(await send(chat, [address], MAIL), 550)
})

test('mail is posted in the name the address was made for', async () => {
  await using chat = await startWithMail()
  const ben = await chat.join('Ben')
  const address = await addressOf(ben, 'general', { sender_id: ben.id })
  assert.is(await send(chat, [address], MAIL), 250)
  assert.is((await newest(chat.olga)).sender_id, ben.id)
})

test('a mail for two channels is posted in both', async () => {
  await using chat = await startWithMail()
  await chat.olga.subscribe('other')
  const addresses = [await addressOf(chat.olga, 'general'), await addressOf(chat.olga, 'other')]
  const inbox = await chat.olga.listen({ event_types: ['message'] })
  assert.is(await send(chat, addresses, MAIL), 250)
  const posted = (await inbox.read()).map(({ message }) => message.display_recipient)
  assert.equal(posted, ['general', 'other'])
})

test('a channel for the empty topic alone takes the subject into the message', async () => {
  await using chat = await startWithMail()
  await chat.olga.subscribe('flat', { topics_policy: 'empty_topic_only' })
  assert.is(await send(chat, [await addressOf(chat.olga, 'flat')], MAIL), 250)
  assert.match((await newest(chat.olga)).content, /Soup of the day/)
})

test.run()
