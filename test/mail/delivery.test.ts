// How mail reaches the mail server: again after a failure, encrypted, not too much, and never lost.

import * as tls from 'node:tls'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { type Chat, expectSuccess, startChat } from '../chat.ts'
import { found, personAt, serve, temporaryFolder } from '../child-server.ts'
import { mailOptions, ownCertificate, startMailServer } from './mail-server.ts'

const invite = (chat: Chat, invitee_emails: string) =>
  chat.olga.post('/invites', { invitee_emails, stream_ids: [] })

const statusOf = async (chat: Chat) => expectSuccess(await chat.olga.get('/realm/mail'))

/** Lets minutes pass until it is so; each request gives the server its turns. */
async function passTime(chat: Chat, isSo: () => boolean | Promise<boolean>) {
  while (!(await isSo())) {
    chat.clock.advance(60)
    await chat.olga.get('/users/me')
  }
}

test('a mail that is refused for now is sent again, under the same Message-ID', async () => {
  await using server = await startMailServer()
  await using chat = await startChat(mailOptions(server))
  server.refusals.push(451, 421)
  expectSuccess(await invite(chat, 'nina@client.test'))
  await server.offered(1)
  assert.is((await statusOf(chat)).waiting, 1)
  await passTime(chat, () => server.taken.length > 0)
  assert.is(server.offers, 3)
  await passTime(chat, async () => (await statusOf(chat)).sent_today === 1)
  assert.is((await statusOf(chat)).waiting, 0)
})

test('a connection that breaks before the answer leads to the same mail once more', async () => {
  await using server = await startMailServer()
  await using chat = await startChat(mailOptions(server))
  server.breaks = 1
  expectSuccess(await invite(chat, 'nina@client.test'))
  await passTime(chat, () => server.taken.length > 0)
  assert.is(server.offers, 2)
})

test('a mail that is refused for good is given up, and the inviter is told', async () => {
  await using server = await startMailServer()
  await using chat = await startChat(mailOptions(server))
  server.refusals.push(550)
  const inbox = await chat.olga.listen({ event_types: ['message'] })
  expectSuccess(await invite(chat, 'nina@client.test'))
  const [event] = await inbox.wait()
  assert.match(event!.message.content, 'The invitation to nina@client.test could not be delivered')
  const status = await statusOf(chat)
  assert.is(status.waiting, 0)
  assert.is(status.failed_today, 1)
  assert.match(status.last_failure, '550')
  assert.not.match(status.last_failure, 'nina')
  assert.is(server.offers, 1)
})

test('a mail server that is down for three days is given up on', async () => {
  const server = await startMailServer()
  await using chat = await startChat(mailOptions(server))
  await server[Symbol.asyncDispose]()
  expectSuccess(await invite(chat, 'nina@client.test'))
  await passTime(chat, async () => {
    chat.clock.advance(3600)
    return (await statusOf(chat)).waiting === 0
  })
  assert.match((await statusOf(chat)).last_failure, /ECONNREFUSED/)
})

test('a revoked invitation that still waits is not sent', async () => {
  await using server = await startMailServer()
  await using chat = await startChat(mailOptions(server))
  server.refusals.push(451)
  expectSuccess(await invite(chat, 'nina@client.test'))
  await server.offered(1)
  const { invites } = expectSuccess(await chat.olga.get('/invites'))
  expectSuccess(await chat.olga.delete(`/invites/${invites[0].id}`))
  await passTime(chat, async () => (await statusOf(chat)).waiting === 0)
  assert.is(server.offers, 1)
})

test('mail goes encrypted, by STARTTLS or from the start, with a login', async () => {
  const own = ownCertificate()
  const before = tls.getCACertificates('default')
  tls.setDefaultCACertificates([...before, own.cert])
  try {
    for (const secure of [false, true]) {
      const seen: { user?: string; secure: boolean }[] = []
      await using server = await startMailServer({
        ...own,
        secure,
        authOptional: false,
        onAuth({ username, password }, session, done) {
          seen.push({ user: `${username}:${password}`, secure: session.secure })
          done(null, { user: username })
        },
      })
      const login = { user: 'hearth', password: 'p@ss word' }
      const smtpUrl = { host: 'localhost', port: server.port, isSecure: secure, login }
      await using chat = await startChat({ ...mailOptions(server), smtpUrl })
      expectSuccess(await chat.olga.post('/realm/mail/test'))
      await server.next()
      assert.equal(seen, [{ user: 'hearth:p@ss word', secure: true }])
    }
  } finally {
    tls.setDefaultCACertificates(before)
  }
})

test('a certificate that nobody vouches for is not trusted, and the mail waits', async () => {
  await using server = await startMailServer({ ...ownCertificate(), secure: true })
  const smtpUrl = { host: 'localhost', port: server.port, isSecure: true, login: undefined }
  await using chat = await startChat({ ...mailOptions(server), smtpUrl })
  expectSuccess(await chat.olga.post('/realm/mail/test'))
  await passTime(chat, async () => {
    chat.clock.advance(3600)
    return (await statusOf(chat)).failed_today === 1
  })
  assert.is(server.offers, 0)
})

test('mail that the server was killed before sending is sent after the next start', async () => {
  await using server = await startMailServer()
  using folder = temporaryFolder()
  const options = (port: number) => [
    '--smtp-url',
    `smtp://127.0.0.1:${port}`,
    '--mail-from',
    'Chat <chat@harbour.test>',
  ]
  // Something that takes connections and never greets.
  const silent = await startMailServer({ onConnect: () => {} })
  const first = await serve(folder.path, options(silent.port))
  const olga = await found(first)
  expectSuccess(await olga.post('/invites', { invitee_emails: 'nina@client.test', stream_ids: [] }))
  await first.kill('SIGKILL')
  await silent[Symbol.asyncDispose]()
  await using second = await serve(folder.path, options(server.port))
  const { to } = await server.next()
  assert.equal(to, ['nina@client.test'])
  const status = expectSuccess(await personAt(second, olga).get('/realm/mail'))
  assert.is(status.failed_today, 0)
})

test('the log names no address and no password', async () => {
  using folder = temporaryFolder()
  await using server = await startMailServer()
  await using running = await serve(folder.path, [
    ...['--smtp-url', `smtp://user:hunter2@127.0.0.1:${server.port}`],
    ...['--mail-from', 'chat@harbour.test'],
  ])
  const olga = await found(running)
  server.refusals.push(550)
  expectSuccess(await olga.post('/invites', { invitee_emails: 'nina@client.test', stream_ids: [] }))
  while (!running.stderr().includes('"mail-postponed"')) await olga.get('/users/me')
  assert.not.match(running.stderr(), 'hunter2')
  assert.not.match(running.stderr(), 'nina')
})

test('one person cannot flood an address, nor many addresses', async () => {
  await using server = await startMailServer()
  await using chat = await startChat(mailOptions(server))
  const ben = await chat.join('Ben')
  for (let count = 0; count < 5; count++) expectSuccess(await invite(chat, 'nina@client.test'))
  const sixth = await invite(chat, 'nina@client.test')
  assert.is(sixth.code, 'INVITATION_FAILED')
  assert.equal(sixth.errors, [
    ['nina@client.test', 'Too much mail was sent to this address today.', false],
  ])
  const many = Array.from({ length: 101 }, (_, at) => `p${at}@client.test`).join(',')
  const flood = await ben.post('/invites', { invitee_emails: many, stream_ids: [] })
  assert.is(flood.code, 'INVITATION_FAILED')
  assert.is(flood.daily_limit_reached, true)
  const { invites } = expectSuccess(await ben.get('/invites'))
  assert.equal(invites, [])
})

test('an address that wants no more mail gets none, with one click and no login', async () => {
  await using server = await startMailServer()
  await using chat = await startChat(mailOptions(server))
  expectSuccess(await invite(chat, 'nina@client.test'))
  const { header } = await server.next()
  assert.is(header('List-Unsubscribe-Post'), 'List-Unsubscribe=One-Click')
  const url = /^<(.+)>$/.exec(header('List-Unsubscribe'))![1]!
  assert.match(await (await fetch(url)).text(), 'Unsubscribe')
  expectSuccess(await invite(chat, 'nina@client.test'))
  const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })
  assert.is((await fetch(url, { method: 'POST', body })).status, 200)
  const refused = await invite(chat, 'Nina@Client.test')
  assert.match(refused.errors[0][1], 'wants no mail')
  const forged = `${url.slice(0, -1)}${url.endsWith('x') ? 'y' : 'x'}`
  assert.is((await fetch(forged, { method: 'POST', body })).status, 404)
})

test.run()
