// Mail about accounts: invitations, sign-up, new passwords, changed addresses.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { type Answer, type Chat, expectSuccess, PASSWORD, type Person, startChat } from '../chat.ts'
import { mailOptions, startMailServer } from './mail-server.ts'

const stranger = (chat: Chat, path: string, parameters: Record<string, string>): Promise<Answer> =>
  fetch(`${chat.url}/api/v1${path}`, {
    method: 'POST',
    body: new URLSearchParams(parameters),
  }).then(async (response) => ({
    ...(await response.json()),
    status: response.status,
    headers: response.headers,
  }))

const invite = (by: Person, invitee_emails: string) =>
  by.post('/invites', { invitee_emails, stream_ids: [] })

const NEW_PASSWORD = 'rather unlikely sentence 7'

/** The last part of a link's path. */
const keyIn = (link: string) => new URL(link).pathname.split('/').filter(Boolean).at(-1)!

test('people who are invited get a mail whose link makes their account', async () => {
  await using server = await startMailServer()
  await using chat = await startChat(mailOptions(server))
  const answer = expectSuccess(await invite(chat.olga, 'Nina <nina@client.test>'))
  assert.is(answer.is_mailed, true)
  assert.equal(answer.links, [])
  const { mail, to, link, header } = await server.next()
  assert.equal(to, ['nina@client.test'])
  assert.is(mail.subject, 'Olga invites you to Harbour')
  assert.equal(mail.from?.value, [{ name: 'Harbour', address: 'chat@harbour.test' }])
  assert.match(String(mail.html), 'Olga invites you to the team chat Harbour.')
  assert.is(header('Auto-Submitted'), 'auto-generated')
  const joined = await stranger(chat, '/account/register', {
    key: keyIn(link('/join/')),
    full_name: 'Nina',
    password: NEW_PASSWORD,
  })
  assert.is(joined.result, 'success')
  const nina = expectSuccess(await chat.olga.get(`/users/${joined.user_id}`)).user
  assert.is(nina.delivery_email, 'nina@client.test')
})

test('the inviter does not see a link that was mailed', async () => {
  await using server = await startMailServer()
  await using chat = await startChat(mailOptions(server))
  expectSuccess(await invite(chat.olga, 'nina@client.test'))
  const { invites } = expectSuccess(await chat.olga.get('/invites'))
  assert.is(invites[0].email, 'nina@client.test')
  assert.not.ok('link_url' in invites[0])
})

test('without mail the inviter is told so and gets the links', async () => {
  await using chat = await startChat()
  const answer = expectSuccess(await invite(chat.olga, 'nina@client.test, ben@client.test'))
  assert.is(answer.is_mailed, false)
  const { invites } = expectSuccess(await chat.olga.get('/invites'))
  assert.equal(
    answer.links,
    ['nina@client.test', 'ben@client.test'].map((email) => ({
      email,
      link_url: invites.find((one: Answer) => one.email === email).link_url,
    })),
  )
})

test('an invitation that is sent again has another link, and the first one is dead', async () => {
  await using server = await startMailServer()
  await using chat = await startChat(mailOptions(server))
  expectSuccess(await invite(chat.olga, 'nina@client.test'))
  const first = keyIn((await server.next()).link('/join/'))
  const { invites } = expectSuccess(await chat.olga.get('/invites'))
  expectSuccess(await chat.olga.post(`/invites/${invites[0].id}/resend`))
  const second = keyIn((await server.next()).link('/join/'))
  assert.is.not(first, second)
  assert.is((await chat.olga.get(`/account/key/${first}`)).code, 'KEY_INVALID')
  assert.is((await chat.olga.get(`/account/key/${second}`)).kind, 'invitation')
})

test('a new password is set with the link in the mail', async () => {
  await using server = await startMailServer()
  await using chat = await startChat(mailOptions(server))
  const answer = await stranger(chat, '/account/password_reset', { email: 'Olga@Harbour.test' })
  assert.is(answer.is_mailed, true)
  const { link, to } = await server.next()
  assert.equal(to, ['olga@harbour.test'])
  const key = keyIn(link('/password/'))
  expectSuccess(await stranger(chat, '/account/password', { key, new_password: NEW_PASSWORD }))
  const login = { username: 'olga@harbour.test', password: NEW_PASSWORD }
  expectSuccess(await stranger(chat, '/fetch_api_key', login))
  const again = await stranger(chat, '/account/password', { key, new_password: NEW_PASSWORD })
  assert.is(again.code, 'KEY_EXPIRED')
})

test('asking for a new password is answered alike for known and unknown addresses, and strangers get no mail', async () => {
  await using server = await startMailServer()
  await using chat = await startChat(mailOptions(server))
  const ben = await chat.join('Ben')
  expectSuccess(await chat.olga.delete(`/users/${ben.id}`))
  const answers = []
  for (const email of ['nobody@client.test', ben.email, chat.olga.email]) {
    const { headers, ...answer } = await stranger(chat, '/account/password_reset', { email })
    answers.push(answer)
  }
  assert.equal(answers[0], answers[2])
  assert.equal(answers[1], answers[2])
  const mails = [await server.next(), await server.next()]
  const textTo = (address: string) => mails.find(({ to }) => to[0] === address)!.mail.text!
  assert.match(textTo(ben.email), 'The account is deactivated')
  assert.not.match(textTo(ben.email), '/password/')
  assert.match(textTo(chat.olga.email), '/password/')
  const { waiting } = expectSuccess(await chat.olga.get('/realm/mail'))
  assert.is(waiting, 0)
  assert.is(server.offers, 2)
})

test('without mail the answer says so, for every address', async () => {
  await using chat = await startChat()
  for (const email of ['nobody@client.test', chat.olga.email])
    assert.is((await stranger(chat, '/account/password_reset', { email })).is_mailed, false)
})

test('a new address is confirmed by a link that goes there alone', async () => {
  await using server = await startMailServer()
  await using chat = await startChat(mailOptions(server))
  const answer = expectSuccess(await chat.olga.patch('/settings', { email: 'o@client.test' }))
  assert.not.ok('key' in answer)
  const { to, link } = await server.next()
  assert.equal(to, ['o@client.test'])
  const page = link('/confirm/')
  const shown = await fetch(page)
  assert.match(await shown.text(), 'o@client.test')
  assert.is(expectSuccess(await chat.olga.get('/users/me')).delivery_email, 'olga@harbour.test')
  assert.match(await (await fetch(page, { method: 'POST' })).text(), 'Your address is changed')
  const login = { username: 'o@client.test', password: PASSWORD }
  expectSuccess(await stranger(chat, '/fetch_api_key', login))
  assert.is((await fetch(page, { method: 'POST' })).status, 404)
})

test('a change of settings whose address gets no more mail today changes nothing', async () => {
  await using server = await startMailServer()
  await using chat = await startChat(mailOptions(server))
  const ben = await chat.join('Ben')
  const email = 'stranger@client.test'
  for (let mails = 0; mails < 5; mails++) {
    expectSuccess(await ben.patch('/settings', { email }))
    await server.next()
  }
  const inbox = await ben.listen({ event_types: ['user_settings', 'realm_user'] })
  const refused = await ben.patch('/settings', {
    email,
    full_name: 'Benedict',
    timezone: 'Europe/Berlin',
    web_font_size_px: 20,
    presence_enabled: false,
    old_password: PASSWORD,
    new_password: NEW_PASSWORD,
  })
  assert.match(refused.msg, 'Too much mail was sent today')
  assert.equal(await inbox.read(), [])
  const { full_name, timezone } = expectSuccess(await chat.olga.get(`/users/${ben.id}`)).user
  assert.equal([full_name, timezone], ['Ben', ''])
  const { user_settings } = expectSuccess(
    await ben.post('/register', { fetch_event_types: ['user_settings'] }),
  )
  assert.equal([user_settings.web_font_size_px, user_settings.presence_enabled], [16, true])
  await chat.logIn(ben.email)
})

test('with mail a reusable link leads to an account only through the mailbox', async () => {
  await using server = await startMailServer()
  await using chat = await startChat(mailOptions(server))
  const { invite_link } = expectSuccess(await chat.olga.post('/invites/multiuse'))
  const newcomer = { full_name: 'Nina', password: NEW_PASSWORD, email: 'nina@client.test' }
  const direct = await stranger(chat, '/account/register', { key: keyIn(invite_link), ...newcomer })
  assert.match(direct.msg, 'confirms addresses by mail')

  const body = new URLSearchParams({ email: 'nina@client.test' })
  const asked = await (await fetch(invite_link, { method: 'POST', body })).text()
  assert.match(asked, 'Look into your mailbox')
  const { link } = await server.next()
  const form = await (await fetch(link('/join/'))).text()
  assert.match(form, 'nina@client.test')
  const key = keyIn(link('/join/'))
  expectSuccess(await stranger(chat, '/account/register', { key, ...newcomer }))
})

test('with mail people of an allowed domain may join, for their address is confirmed', async () => {
  await using server = await startMailServer()
  await using chat = await startChat(mailOptions(server))
  expectSuccess(
    await chat.olga.post('/realm/domains', { domain: 'client.test', allow_subdomains: false }),
  )
  expectSuccess(
    await chat.olga.patch('/realm', { emails_restricted_to_domains: true, invite_required: false }),
  )
  const outside = await stranger(chat, '/account/signup', { email: 'eve@other.test' })
  assert.is(outside.msg, 'Outside your domain.')
  const answer = expectSuccess(
    await stranger(chat, '/account/signup', { email: 'nina@client.test' }),
  )
  assert.is(answer.is_mailed, true)
  assert.not.ok('key' in answer)
  const key = keyIn((await server.next()).link('/join/'))
  const newcomer = { full_name: 'Nina', password: NEW_PASSWORD }
  expectSuccess(await stranger(chat, '/account/register', { key, ...newcomer }))
})

test('the page for forgotten passwords sends the link, and says where it is without mail', async () => {
  await using server = await startMailServer()
  await using chat = await startChat(mailOptions(server))
  const page = `${chat.url}/password/forgot`
  assert.match(await (await fetch(page)).text(), 'Send the link')
  const body = new URLSearchParams({ email: chat.olga.email })
  assert.match(await (await fetch(page, { method: 'POST', body })).text(), 'Look into your mailbox')
  assert.ok((await server.next()).link('/password/'))
  const wrong = await fetch(page, { method: 'POST', body: new URLSearchParams({ email: 'olga' }) })
  assert.is(wrong.status, 400)

  await using other = await startChat()
  const without = await (await fetch(`${other.url}/password/forgot`)).text()
  assert.match(without, 'This server sends no mail')
})

test('owners see how mail goes and can try it; others cannot', async () => {
  await using server = await startMailServer()
  await using chat = await startChat(mailOptions(server))
  expectSuccess(await chat.olga.post('/realm/mail/test'))
  assert.is((await server.next()).mail.subject, 'A test from Harbour')
  const ben = await chat.join('Ben', 200)
  assert.is((await ben.post('/realm/mail/test')).code, 'UNAUTHORIZED_PRINCIPAL')
  assert.is((await ben.get('/realm/mail')).code, 'UNAUTHORIZED_PRINCIPAL')

  await using other = await startChat()
  assert.match((await other.olga.post('/realm/mail/test')).msg, 'This server sends no mail')
  assert.is(expectSuccess(await other.olga.get('/realm/mail')).sends_mail, false)
})

test.run()
