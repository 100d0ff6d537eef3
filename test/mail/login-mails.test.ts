// Mail about logins from devices that a person has not used before.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { type Chat, expectSuccess, PASSWORD, type Person, startChat } from '../chat.ts'
import { type MailServer, mailOptions, startMailServer } from './mail-server.ts'

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1'

const post = (chat: Chat, path: string, headers: Record<string, string>, password = PASSWORD) =>
  fetch(`${chat.url}/api/v1${path}`, {
    method: 'POST',
    headers,
    body: new URLSearchParams({ username: 'ben@harbour.test', password }),
  })

/** Logs Ben in with a browser. @returns the cookies that it keeps after it has logged out */
async function logIn(chat: Chat, userAgent: string, cookies = '') {
  const headers = { 'User-Agent': userAgent, Cookie: cookies }
  const response = await post(chat, '/web/session', headers)
  assert.is(response.status, 200)
  const kept = response.headers.getSetCookie().find((cookie) => cookie.startsWith('deviceid='))!
  assert.match(kept, 'HttpOnly')
  return kept.split(';')[0]!
}

/** A server that has known Ben for a while. */
async function startWithBen(server: MailServer) {
  const chat = await startChat(mailOptions(server))
  const ben = await chat.join('Ben')
  chat.clock.advance(86_400)
  return { chat, ben }
}

/** Mails to Ben so far: the test mail is sent after all that waited. */
async function mailsTo(chat: Chat, server: MailServer, { email }: Person) {
  expectSuccess(await chat.olga.post('/realm/mail/test'))
  for (;;) if ((await server.next()).mail.subject === 'A test from Harbour') break
  return server.taken.filter(({ to }) => to[0] === email)
}

test('a login with another browser is mailed to its person, the first and a known one are not', async () => {
  await using server = await startMailServer()
  const { chat, ben } = await startWithBen(server)
  await using _ = chat
  expectSuccess(await ben.patch('/settings', { timezone: 'Asia/Tokyo' }))
  const laptop = await logIn(chat, FIREFOX)
  await logIn(chat, FIREFOX, laptop)
  assert.equal(await mailsTo(chat, server, ben), [])

  const phone = await logIn(chat, SAFARI)
  await logIn(chat, SAFARI, phone)
  await logIn(chat, FIREFOX, laptop)
  const mails = await mailsTo(chat, server, ben)
  assert.is(mails.length, 1)
  const { mail, header } = mails[0]!
  assert.is(mail.subject, 'New login to Harbour')
  assert.match(mail.text!, 'Device: Safari on iOS')
  assert.match(mail.text!, /Time: Monday,? 2 March 2026.* 21:00/)
  assert.match(mail.text!, 'Address: 127.0.0.1')
  assert.match(mail.text!, '/#settings/security')
  assert.match(String(mail.html), 'Safari on iOS')
  assert.is(header('List-Unsubscribe-Post'), 'List-Unsubscribe=One-Click')
  const raw = `${mail.text}${mail.html}`
  for (const secret of [PASSWORD, phone.split('=')[1]!, ben.key]) assert.not.match(raw, secret)
})

test('a program that fetches the key of an account is mailed about, once for each', async () => {
  await using server = await startMailServer()
  const { chat, ben } = await startWithBen(server)
  await using _ = chat
  await logIn(chat, FIREFOX)
  const terminal = { 'User-Agent': 'curl/8.5 <a href="https://evil.test">click</a>' }
  await post(chat, '/fetch_api_key', terminal)
  await post(chat, '/fetch_api_key', { 'User-Agent': 'curl/8.6' })
  await post(chat, '/fetch_api_key', terminal, 'a wrong password')
  const [first, ...others] = await mailsTo(chat, server, ben)
  assert.equal(others, [])
  assert.match(first!.mail.text!, 'Device: curl ·')
  assert.not.match(`${first!.mail.text}${first!.mail.html}`, 'evil')
})

test('the setting, and the link in the mail, end mails about logins and no others', async () => {
  await using server = await startMailServer()
  const { chat, ben } = await startWithBen(server)
  await using _ = chat
  await logIn(chat, FIREFOX)
  await logIn(chat, SAFARI)
  const [first] = await mailsTo(chat, server, ben)
  const url = /^<(.+)>$/.exec(first!.header('List-Unsubscribe'))![1]!
  assert.match(await (await fetch(url)).text(), 'used from a new device')
  const inbox = await ben.listen({ event_types: ['user_settings'] })
  assert.is((await fetch(url, { method: 'POST' })).status, 200)
  assert.equal(
    (await inbox.read()).map(({ property, value }) => [property, value]),
    [['enable_login_emails', false]],
  )
  await logIn(chat, SAFARI)
  assert.is((await mailsTo(chat, server, ben)).length, 1)
  // A link for one kind of mail is no link for another.
  assert.is((await fetch(url.replace('/logins/', '/messages/'))).status, 404)
})

test('a person who sets up devices right after joining, and a script that logs in all day, get few mails', async () => {
  await using server = await startMailServer()
  await using chat = await startChat(mailOptions(server))
  const ben = await chat.join('Ben')
  for (const browser of [FIREFOX, SAFARI, FIREFOX]) await logIn(chat, browser)
  assert.equal(await mailsTo(chat, server, ben), [])
  chat.clock.advance(2 * 86_400)
  for (let login = 0; login < 12; login++) await logIn(chat, FIREFOX)
  assert.is((await mailsTo(chat, server, ben)).length, 10)
})

test('without mail nothing waits to be sent about a login', async () => {
  await using chat = await startChat()
  await chat.join('Ben')
  chat.clock.advance(86_400)
  await logIn(chat, FIREFOX)
  await logIn(chat, SAFARI)
  assert.is(expectSuccess(await chat.olga.get('/realm/mail')).waiting, 0)
})

test.run()
