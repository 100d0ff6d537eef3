// Mail about messages that people missed: who gets which, with what in it, and how they answer.

import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openDatabase } from '../../src/store/db.ts'
import { idOf } from '../channels.ts'
import { type Chat, expectSuccess, type Person, startChat } from '../chat.ts'
import { addCrowd } from '../many.ts'
import { settle } from '../settle.ts'
import { Conversation } from '../smtp/conversation.ts'
import { type MailServer, mailOptions, startMailServer } from './mail-server.ts'

const start = (server: MailServer, options = {}) =>
  startChat({ ...mailOptions(server), ...options })

/** Lets the batching period pass, and whatever the server does then. */
async function passPeriod(chat: Chat, seconds = 125) {
  await settle(chat)
  chat.clock.advance(seconds)
  await settle(chat)
}

/** Sends Ben a mail for certain; mails before it are those that the test is about. */
async function mailsTo(chat: Chat, server: MailServer, person: Person) {
  await passPeriod(chat)
  while (expectSuccess(await chat.olga.get('/realm/server')).mail.waiting > 0);
  expectSuccess(await chat.olga.post('/realm/mail/test'))
  for (;;) if ((await server.next()).mail.subject === 'A test from Harbour') break
  return server.taken.filter(({ to }) => to[0] === person.email)
}

test('a direct message to an absent person becomes a mail after the batching period', async () => {
  await using server = await startMailServer()
  await using chat = await start(server)
  const ben = await chat.join('Ben')
  await chat.olga.tell([ben], 'The **soup** is ready, see <https://soup.test>')
  await chat.olga.tell([ben], 'Bring a spoon')
  await passPeriod(chat)
  const { mail, to, header } = await server.next()
  assert.equal(to, [ben.email])
  assert.is(mail.subject, 'Direct messages with Olga')
  assert.match(mail.text!, 'The soup is ready')
  assert.match(mail.text!, 'Bring a spoon')
  assert.match(String(mail.html), '<strong>soup</strong>')
  assert.is(header('List-Unsubscribe-Post'), 'List-Unsubscribe=One-Click')
  const thread = header('References')
  assert.ok(thread.startsWith('<conversation.'))
  await chat.olga.tell([ben], 'Still hot')
  await passPeriod(chat)
  const second = await server.next()
  assert.is(second.header('References'), thread)
  assert.is.not(second.mail.messageId, mail.messageId)
  assert.not.match(second.mail.text!, 'Bring a spoon')
})

test('mail is sent of what settings ask for, and of nothing that is muted, read or turned off', async () => {
  await using server = await startMailServer()
  await using chat = await start(server)
  const ben = await chat.join('Ben')
  const general = await idOf(ben, 'general')
  const say = (topic: string, content: string) => chat.olga.say('general', topic, content)
  const topicPolicy = (topic: string, visibility_policy: number) =>
    ben.post('/user_topics', { stream_id: general, topic, visibility_policy })
  await say('plain', 'not for mail')
  await say('plain', '@**Ben** a mention')
  await say('plain', 'to @**all** of you')
  expectSuccess(await topicPolicy('followed', 3))
  await say('followed', 'in a followed topic')
  expectSuccess(await topicPolicy('muted', 1))
  await say('muted', 'to @**all** in a muted topic')
  await say('muted', '@**Ben** in a muted topic')
  const read = await say('plain', '@**Ben** read already')
  expectSuccess(await ben.post('/messages/flags', { messages: [read], op: 'add', flag: 'read' }))
  const deleted = await say('plain', '@**Ben** deleted already')
  expectSuccess(await chat.olga.delete(`/messages/${deleted}`))
  const text = (await mailsTo(chat, server, ben)).map(({ mail }) => mail.text).join('\n')
  for (const sent of ['a mention', 'to @all of you', 'a followed topic', '@Ben in a muted topic'])
    assert.match(text, sent)
  for (const unsent of ['not for mail', '@all in a muted', 'read already', 'deleted already'])
    assert.not.match(text, unsent)

  const before = server.taken.length
  expectSuccess(await ben.patch('/settings', { enable_offline_email_notifications: false }))
  const property = { stream_id: general, property: 'email_notifications', value: true }
  expectSuccess(
    await ben.post('/users/me/subscriptions/properties', { subscription_data: [property] }),
  )
  await chat.olga.tell([ben], 'no mail about this')
  await say('plain', 'a channel with mail')
  const later = (await mailsTo(chat, server, ben)).filter(
    (one) => server.taken.indexOf(one) >= before,
  )
  assert.equal(
    later.map(({ mail }) => mail.subject),
    ['#general > plain'],
  )
  assert.match(later[0]!.mail.text!, 'a channel with mail')
})

test('bots, deactivated people, senders and people who muted the sender get no mail', async () => {
  await using server = await startMailServer()
  await using chat = await start(server)
  const [ben, eve] = [await chat.join('Ben'), await chat.join('Eve')]
  const bot = await chat.joinBot('Beep')
  expectSuccess(await eve.post(`/users/me/muted_users/${chat.olga.id}`))
  await chat.olga.tell([ben, eve, bot], 'to three')
  await settle(chat)
  expectSuccess(await chat.olga.delete(`/users/${ben.id}`))
  assert.equal(await mailsTo(chat, server, ben), [])
  assert.equal(
    server.taken.map(({ to }) => to[0]),
    [chat.olga.email],
  )
})

test('a person who uses the chat gets the mail only after they have left, unless they read it', async () => {
  await using server = await startMailServer()
  await using chat = await start(server)
  const ben = await chat.join('Ben')
  const beActive = async () =>
    expectSuccess(await ben.post('/users/me/presence', { status: 'active', new_user_input: true }))
  await chat.olga.tell([ben], 'Are you there?')
  for (let minutes = 0; minutes < 5; minutes++) {
    await beActive()
    await passPeriod(chat, 60)
  }
  assert.equal(server.taken, [])
  await passPeriod(chat, 200)
  await passPeriod(chat, 200)
  assert.equal((await server.next()).to, [ben.email])
})

test('content stays in the chat if the person or the organization wants that', async () => {
  for (const [who, setting] of [
    ['ben', 'message_content_in_email_notifications'],
    ['olga', 'message_content_allowed_in_email_notifications'],
  ] as const) {
    await using server = await startMailServer()
    await using chat = await start(server)
    const ben = await chat.join('Ben')
    const [person, path] = who === 'ben' ? [ben, '/settings'] : [chat.olga, '/realm']
    expectSuccess(await person.patch(path, { [setting]: false }))
    await chat.olga.tell([ben], 'The secret soup')
    await passPeriod(chat)
    const { mail } = await server.next()
    assert.is(mail.subject, 'New messages in Harbour')
    assert.not.match(`${mail.text}${mail.html}`, 'soup')
    assert.not.match(`${mail.text}${mail.html}`, 'Olga')
  }
})

test('one click ends mail about messages, also that of single channels', async () => {
  await using server = await startMailServer()
  await using chat = await start(server)
  const ben = await chat.join('Ben')
  const inbox = await ben.listen({ event_types: ['user_settings'] })
  await chat.olga.tell([ben], 'hello')
  await passPeriod(chat)
  const url = /^<(.+)>$/.exec((await server.next()).header('List-Unsubscribe'))![1]!
  assert.is((await fetch(url, { method: 'POST' })).status, 200)
  const changed = (await inbox.read()).map(({ property, value }) => [property, value])
  assert.ok(changed.some(([name]) => name === 'enable_offline_email_notifications'))
  await chat.olga.tell([ben], 'hello again')
  assert.is((await mailsTo(chat, server, ben)).length, 1)
})

test('the answer to a mail becomes a message of the person in the same conversation', async () => {
  await using server = await startMailServer()
  await using chat = await start(server, { smtpPort: 0, mailDomain: 'chat.example' })
  const ben = await chat.join('Ben')
  await chat.olga.say('general', 'soup', 'How is it, @**Ben**?')
  await passPeriod(chat)
  const { mail } = await server.next()
  const address = mail.replyTo!.value[0]!.address!
  assert.match(address, /^reply\.[0-9a-z.]+@chat\.example$/)
  const answer = (to: string, text: string, headers = '') =>
    send(chat, to, `From: anyone@client.example\nSubject: Re: soup\n${headers}\n${text}\n`)
  const quote = mail.text!.replace(/^/gm, '> ')
  const code = await answer(address, `Very *good*.\n\nOn 3 May 2027, Harbour wrote:\n${quote}`)
  assert.is(code, 250)
  const newest = async () =>
    expectSuccess(
      await chat.olga.get('/messages', {
        ...{ anchor: 'newest', num_before: 1, num_after: 0, apply_markdown: false },
      }),
    ).messages[0]
  const posted = await newest()
  assert.is(posted.sender_id, ben.id)
  assert.is(posted.subject, 'soup')
  assert.is(posted.content, 'Very *good*.')

  // Neither forged nor automatic answers nor those of people who may no longer write become messages.
  const last = address.indexOf('@') - 1
  const forged = `${address.slice(0, last)}${address[last] === 'x' ? 'y' : 'x'}${address.slice(last + 1)}`
  assert.is(await answer(forged, 'forged'), 550)
  assert.is(await answer(address, 'I am away', 'Auto-Submitted: auto-replied\n'), 250)
  assert.is((await newest()).id, posted.id)
  chat.clock.advance(31 * 86_400)
  assert.is(await answer(address, 'late'), 550)
  assert.is((await newest()).id, posted.id)
})

async function send(chat: Chat, to: string, mail: string): Promise<number> {
  await using conversation = new Conversation(chat.mailPort!)
  return await conversation.send([to], mail)
}

test('what was not decided when the server stopped is mailed after the next start', async () => {
  await using server = await startMailServer()
  await using chat = await start(server)
  const ben = await chat.join('Ben')
  await settle(chat)
  await chat.olga.tell([ben], 'hello')
  await chat.restart()
  await passPeriod(chat)
  assert.match((await server.next()).mail.text!, 'hello')
})

test('after a crash while it was noted whom a message concerns, each person is notified, and once', async () => {
  await using server = await startMailServer()
  await using chat = await start(server)
  const crowd = addCrowd(chat, 40, { channelId: await idOf(chat.olga, 'general') })
  await settle(chat)
  await chat.olga.say('general', 'soup', 'to @**all** of you')
  await settle(chat)
  // As a crash leaves it: one of two people is noted, and the message is not decided about.
  const db = openDatabase(join(chat.folder, 'hearth.db'))
  db.exec(`
    DELETE FROM notification WHERE user_id % 2 = 0;
    UPDATE notification_progress SET message_id = message_id - 1`)
  db.close()
  await chat.restart()
  for (let second = 0; second < 300 && server.taken.length < crowd.length; second += 5)
    await passPeriod(chat, 5)
  const ben = await chat.join('Ben')
  await chat.olga.tell([ben], 'the last')
  await mailsTo(chat, server, ben)
  const mailed = server.taken.filter(({ mail }) => mail.subject === '#general > soup')
  const expected = crowd.map((_, at) => `p${at}@harbour.test`)
  assert.equal(mailed.map(({ to }) => to[0]).sort(), expected.sort())
})

test('more people than are decided about at once are each notified, and once', async () => {
  await using server = await startMailServer()
  await using chat = await start(server)
  const crowd = addCrowd(chat, 120, { channelId: await idOf(chat.olga, 'general') })
  const addresses = crowd.map((_, at) => `p${at}@harbour.test`)
  await settle(chat)
  await chat.olga.say('general', 'soup', 'to @**all** of you')
  await chat.olga.say('general', 'cake', 'to @**all** of you')
  for (let second = 0; second < 300 && server.taken.length < 240; second += 5)
    await passPeriod(chat, 5)
  const ben = await chat.join('Ben')
  await chat.olga.tell([ben], 'the last')
  await mailsTo(chat, server, ben)
  for (const address of addresses)
    assert.equal(
      server.taken
        .filter(({ to }) => to[0] === address)
        .map(({ mail }) => mail.subject)
        .sort(),
      ['#general > cake', '#general > soup'],
    )
})

test('a mail about many long messages shows the first and says how many are left', async () => {
  await using server = await startMailServer()
  await using chat = await start(server)
  const ben = await chat.join('Ben')
  for (let at = 0; at < 15; at++) await chat.olga.tell([ben], `${at}: ${'soup '.repeat(1900)}`)
  await passPeriod(chat)
  const { mail } = await server.next()
  const shown = [...mail.text!.matchAll(/^ {2}(\d+): soup/gm)].map(([, at]) => Number(at))
  assert.equal(shown, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
  assert.match(mail.text!, '5 more messages are in the chat')
})

test('a mail shows neither what a spoiler hides nor links that are none', async () => {
  await using server = await startMailServer()
  await using chat = await start(server)
  const ben = await chat.join('Ben')
  await chat.olga.tell([ben], '```spoiler The end\nthe butler did it\n```\n$$E = mc^2$$')
  await passPeriod(chat)
  const { mail } = await server.next()
  assert.not.match(`${mail.text}${mail.html}`, 'butler')
  assert.match(mail.text!, 'The end')
  assert.match(mail.text!, 'E = mc^2')
})

test.run()
