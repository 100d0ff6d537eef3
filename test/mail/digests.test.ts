// Weekly digests: who gets one, when, and what it says.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { idOf } from '../channels.ts'
import { type Chat, expectSuccess, type Person, startChat } from '../chat.ts'
import { settle } from '../settle.ts'
import { type MailServer, mailOptions, startMailServer } from './mail-server.ts'

const HOUR = 3600
const DAY = 24 * HOUR

/** The clock of tests begins on a Sunday at noon, UTC. */
const TO_MONDAY_MORNING = 21 * HOUR

/** An organization that sends digests on Mondays, with Ben in it for a while. */
async function startWithBen(server: MailServer, settings: Record<string, unknown> = {}) {
  const chat = await startChat(mailOptions(server))
  const ben = await chat.join('Ben')
  // What people miss is mailed anyway; here it is about the digest.
  expectSuccess(await ben.patch('/settings', { enable_offline_email_notifications: false }))
  const digests = { digest_emails_enabled: true, digest_weekday: 0, ...settings }
  expectSuccess(await chat.olga.patch('/realm', digests))
  return { chat, ben }
}

/** Lets time pass, with looks at whose morning it is. */
async function wait(chat: Chat, seconds: number) {
  chat.clock.advance(seconds)
  await settle(chat)
  chat.clock.advance(1300)
  await settle(chat)
}

/** Digests so far: the test mail is sent after all that waited. */
async function digestsTo(chat: Chat, server: MailServer, { email }: Person) {
  expectSuccess(await chat.olga.post('/realm/mail/test'))
  for (;;) if ((await server.next()).mail.subject === 'A test from Harbour') break
  return server.taken.filter(({ to, mail }) => to[0] === email && /^Your week/.test(mail.subject!))
}

const beActive = async (person: Person) =>
  expectSuccess(await person.post('/users/me/presence', { status: 'active', new_user_input: true }))

test('a person who was away gets one digest a week, in the morning of its day', async () => {
  await using server = await startMailServer()
  const { chat, ben } = await startWithBen(server)
  await using _ = chat
  await wait(chat, TO_MONDAY_MORNING + HOUR)
  assert.equal(await digestsTo(chat, server, ben), [], 'Ben joined yesterday')
  await wait(chat, 6 * DAY + 20 * HOUR)
  await chat.olga.say('general', 'soup', 'The **soup** is ready')
  assert.equal(await digestsTo(chat, server, ben), [], 'it is early on Monday')
  await wait(chat, 4 * HOUR)
  const [digest, ...others] = await digestsTo(chat, server, ben)
  assert.equal(others, [])
  assert.is(digest!.mail.subject, 'Your week in Harbour')
  assert.match(digest!.mail.text!, '#general > soup')
  assert.match(digest!.mail.text!, 'The soup is ready')
  assert.match(String(digest!.mail.html), 'The soup is ready')
  assert.is(digest!.header('List-Unsubscribe-Post'), 'List-Unsubscribe=One-Click')
  await wait(chat, HOUR)
  assert.is((await digestsTo(chat, server, ben)).length, 1)
  await chat.olga.say('general', 'soup', 'Cold by now')
  await wait(chat, 6 * DAY + 23 * HOUR)
  assert.is((await digestsTo(chat, server, ben)).length, 2)
})

test('the morning is that of the person, and those who were there get none', async () => {
  await using server = await startMailServer()
  const { chat, ben } = await startWithBen(server)
  await using _ = chat
  const eve = await chat.join('Eve')
  const far = await chat.join('Far')
  expectSuccess(await far.patch('/settings', { timezone: 'America/Los_Angeles' }))
  await wait(chat, 6 * DAY)
  await beActive(eve)
  await chat.olga.say('general', 'soup', 'ready')
  await wait(chat, DAY + TO_MONDAY_MORNING)
  assert.is((await digestsTo(chat, server, ben)).length, 1)
  assert.equal(await digestsTo(chat, server, eve), [])
  assert.equal(await digestsTo(chat, server, far), [])
  await wait(chat, 9 * HOUR)
  assert.is((await digestsTo(chat, server, far)).length, 1)
})

test('settings of the organization and of the person, and the link in the mail, end digests', async () => {
  await using server = await startMailServer()
  const { chat, ben } = await startWithBen(server, { digest_emails_enabled: false })
  await using _ = chat
  const eve = await chat.join('Eve')
  expectSuccess(await eve.patch('/settings', { enable_digest_emails: false }))
  await wait(chat, 7 * DAY + TO_MONDAY_MORNING)
  await chat.olga.say('general', 'soup', 'ready')
  await wait(chat, HOUR)
  assert.equal(await digestsTo(chat, server, ben), [])
  expectSuccess(await chat.olga.patch('/realm', { digest_emails_enabled: true }))
  await wait(chat, HOUR)
  assert.equal(await digestsTo(chat, server, eve), [])
  const [digest] = await digestsTo(chat, server, ben)
  const url = /^<(.+)>$/.exec(digest!.header('List-Unsubscribe'))![1]!
  assert.match(await (await fetch(url)).text(), 'a mail each week')
  await fetch(url, { method: 'POST' })
  await wait(chat, 7 * DAY)
  await chat.olga.say('general', 'soup', 'again')
  await wait(chat, HOUR)
  assert.is((await digestsTo(chat, server, ben)).length, 1)
})

test('a digest holds what is unread and may be seen: the busiest topics, direct messages, news', async () => {
  await using server = await startMailServer()
  const { chat, ben } = await startWithBen(server)
  await using _ = chat
  const eve = await chat.join('Eve')
  await wait(chat, 6 * DAY)
  const say = (topic: string, content: string) => chat.olga.say('general', topic, content)
  const read = await say('read', 'read already')
  expectSuccess(await ben.post('/messages/flags', { messages: [read], op: 'add', flag: 'read' }))
  const stream_id = await idOf(ben, 'general')
  const muted = { stream_id, topic: 'muted', visibility_policy: 1 }
  expectSuccess(await ben.post('/user_topics', muted))
  await say('muted', 'in a muted topic')
  await ben.subscribe('left behind')
  await chat.olga.subscribe('left behind')
  await chat.olga.say('left behind', 'old', 'in a channel that Ben has left')
  expectSuccess(await ben.delete('/users/me/subscriptions', { subscriptions: ['left behind'] }))
  for (let number = 1; number <= 5; number++) await say('long', `part ${number}`)
  await say('busy', 'from Olga <b>&')
  await eve.say('general', 'busy', 'from Eve')
  for (const topic of ['a', 'b', 'c', 'd']) await say(topic, `about ${topic}`)
  await eve.tell([ben], 'a direct word')
  await chat.olga.subscribe('secret plans', { invite_only: true })
  await chat.olga.subscribe('open garden')
  await chat.join('Nina')
  await wait(chat, DAY + TO_MONDAY_MORNING)
  const { mail } = (await digestsTo(chat, server, ben))[0]!
  const text = mail.text!
  assert.ok(text.indexOf('#general > busy') < text.indexOf('#general > long'), 'most people first')
  for (const shown of [
    'from Olga <b>&',
    'from Eve',
    '5 unread messages; the newest:',
    'part 5',
    'There are unread messages in 1 more topic.',
    'Direct messages with Eve: 1 unread message.',
    'New channels: #left behind, #open garden.',
    'Nina',
  ])
    assert.match(text, shown)
  for (const hidden of [
    'read already',
    'muted',
    'part 1',
    'a direct word',
    'secret plans',
    'Ben has left',
  ])
    assert.not.match(text, hidden)
  assert.match(String(mail.html), 'from Olga &#60;b&#62;&#38;')
})

test('a digest has no content where mails may have none, and is not sent where nothing happened', async () => {
  await using server = await startMailServer()
  const { chat, ben } = await startWithBen(server)
  await using _ = chat
  expectSuccess(await ben.patch('/settings', { message_content_in_email_notifications: false }))
  await wait(chat, 8 * DAY + TO_MONDAY_MORNING - DAY)
  assert.equal(await digestsTo(chat, server, ben), [])
  await wait(chat, 6 * DAY)
  await chat.olga.say('general', 'soup', 'The secret soup')
  await wait(chat, DAY)
  const { mail } = (await digestsTo(chat, server, ben))[0]!
  assert.match(mail.text!, 'You have 1 unread message of this week.')
  assert.not.match(`${mail.text}${mail.html}`, /soup|Olga|general/)
})

test('a server without mail makes no digest', async () => {
  await using chat = await startChat()
  await chat.join('Ben')
  expectSuccess(await chat.olga.patch('/realm', { digest_emails_enabled: true, digest_weekday: 0 }))
  await wait(chat, 7 * DAY + TO_MONDAY_MORNING)
  await chat.olga.say('general', 'soup', 'ready')
  await wait(chat, HOUR)
  assert.is(expectSuccess(await chat.olga.get('/realm/mail')).waiting, 0)
})

test.run()
