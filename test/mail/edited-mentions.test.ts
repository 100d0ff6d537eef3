// Mentions that an edit adds: people are notified of them as by a new message, and of each once.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { idOf } from '../channels.ts'
import { type Chat, expectSuccess, type Person, startChat } from '../chat.ts'
import { browserOf, LOOPBACK } from '../push/devices.ts'
import { startPushService } from '../push/push-service.ts'
import { settle } from '../settle.ts'
import { type MailServer, mailOptions, startMailServer } from './mail-server.ts'

const edit = async (by: Person, id: number, content: string) =>
  expectSuccess(await by.patch(`/messages/${id}`, { content }))

/** Mails to a person about messages, once the batching period has passed. */
async function mailsTo(chat: Chat, server: MailServer, person: Person) {
  await settle(chat)
  chat.clock.advance(125)
  await settle(chat)
  while (expectSuccess(await chat.olga.get('/realm/server')).mail.waiting > 0);
  expectSuccess(await chat.olga.post('/realm/mail/test'))
  for (;;) if ((await server.next()).mail.subject === 'A test from Harbour') break
  return server.taken.filter(({ to }) => to[0] === person.email).map(({ mail }) => mail.text!)
}

test('who is mentioned by an edit gets a mail, and who had one already gets no other', async () => {
  await using server = await startMailServer()
  await using chat = await startChat(mailOptions(server))
  const [ben, eve] = [await chat.join('Ben'), await chat.join('Eve')]
  const id = await chat.olga.say('general', 'soup', '@**Ben** please taste')
  await settle(chat)
  await edit(chat.olga, id, '@**Ben** and @**Eve** please taste')
  assert.is((await mailsTo(chat, server, eve)).length, 1)
  assert.match((await mailsTo(chat, server, eve))[0]!, '@Ben and @Eve please taste')
  assert.is((await mailsTo(chat, server, ben)).length, 1)

  // Taking mentions away and bringing them back mentions nobody who was not mentioned before.
  await edit(chat.olga, id, 'please taste')
  await mailsTo(chat, server, ben)
  await edit(chat.olga, id, '@**Ben** and @**Eve** please taste, everyone')
  assert.is((await mailsTo(chat, server, ben)).length, 1)
  assert.is((await mailsTo(chat, server, eve)).length, 1)
})

test('an edit that mentions everyone obeys muting, and one that mentions a person does not', async () => {
  await using server = await startMailServer()
  await using chat = await startChat(mailOptions(server))
  const [ben, eve] = [await chat.join('Ben'), await chat.join('Eve')]
  const stream_id = await idOf(ben, 'general')
  const muted = { stream_id, topic: 'soup', visibility_policy: 1 }
  expectSuccess(await ben.post('/user_topics', muted))
  const id = await chat.olga.say('general', 'soup', 'hot')
  await edit(chat.olga, id, '@**all** hot')
  assert.equal(await mailsTo(chat, server, ben), [])
  assert.is((await mailsTo(chat, server, eve)).length, 1)
  await edit(chat.olga, id, '@**all** hot, @**Ben**, @**Eve**')
  assert.is((await mailsTo(chat, server, ben)).length, 1)
  assert.is((await mailsTo(chat, server, eve)).length, 1)
})

test('nobody is notified of an edit who has read the message, has turned mail off, or edits themselves', async () => {
  await using server = await startMailServer()
  await using chat = await startChat(mailOptions(server))
  const [ben, eve] = [await chat.join('Ben'), await chat.join('Eve')]
  expectSuccess(await eve.patch('/settings', { enable_offline_email_notifications: false }))
  const id = await chat.olga.say('general', 'soup', 'hot')
  expectSuccess(await ben.post('/messages/flags', { messages: [id], op: 'add', flag: 'read' }))
  await edit(chat.olga, id, '@**Ben** @**Eve** @**Olga**')
  assert.equal(await mailsTo(chat, server, ben), [])
  assert.equal(await mailsTo(chat, server, eve), [])
  assert.equal(
    server.taken.map(({ mail }) => mail.subject).filter((subject) => !subject!.includes('test')),
    [],
  )
})

test('what an edit mentions when the server stops is mailed after the next start', async () => {
  await using server = await startMailServer()
  await using chat = await startChat(mailOptions(server))
  const ben = await chat.join('Ben')
  const id = await chat.olga.say('general', 'soup', 'hot')
  await settle(chat)
  await edit(chat.olga, id, '@**Ben** hot')
  await chat.restart()
  assert.is((await mailsTo(chat, server, ben)).length, 1)
})

test('a mention that an edit adds is pushed once, with the text of the edit', async () => {
  await using service = await startPushService()
  await using chat = await startChat(LOOPBACK)
  const ben = await chat.join('Ben')
  const { receiver } = await browserOf(ben, service)
  const id = await chat.olga.say('general', 'soup', 'hot')
  await settle(chat)
  assert.equal(service.taken, [])
  await edit(chat.olga, id, '@**Ben** hot')
  assert.is(receiver.read(await service.next()).body, '@Ben hot')
  await edit(chat.olga, id, '@**Ben** very hot')
  await edit(chat.olga, id, 'very hot')
  await edit(chat.olga, id, '@**Ben** too hot')
  await settle(chat)
  assert.is(service.taken.length, 1)
})

test.run()
