// The names of a server: where its links lead, whose pages it trusts, and its mail domain.

import { once } from 'node:events'
import type { ClientHttp2Session } from 'node:http2'
import { connect } from 'node:net'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { knownOrigins, linkOrigin } from '../../src/base/origins.ts'
import { PASSWORD, startChat } from '../chat.ts'
import { serve, temporaryFolder } from '../child-server.ts'
import { TestClock } from '../clocks.ts'
import { askOn, certificateFiles, openSession, trustedAuthority } from '../secure-chat.ts'

const authority = await trustedAuthority()

/** A server whose certificate is for two names, and what it answers to a request for a host. */
async function startTwoNames(url?: string) {
  const clock = new TestClock()
  const names = ['localhost', 'chat.test', '*.chat.test']
  const files = certificateFiles(await authority.sign(names, 365, clock.now()))
  const tls = { kind: 'files' as const, cert: files.cert, key: files.key }
  const chat = await startChat({ tls, ...(url && { url }) }, clock)
  const { port } = new URL(chat.url)
  const session = await openSession(`https://localhost:${port}`)
  return {
    chat,
    port,
    session,
    async [Symbol.asyncDispose]() {
      session.close()
      await chat[Symbol.asyncDispose]()
      files[Symbol.dispose]()
    },
  }
}

async function urlSaidTo(session: ClientHttp2Session, host: string) {
  const path = '/api/v1/server_settings'
  const { body } = await askOn(session, { ':path': path, ':authority': host })
  return JSON.parse(body).realm_url
}

test('links lead to the name by which a request came, if it is one of the server', async () => {
  await using two = await startTwoNames()
  const { session, port, chat } = two
  const usual = `https://localhost:${port}`

  assert.is(await urlSaidTo(session, `chat.test:${port}`), `https://chat.test:${port}`)
  for (const host of [`localhost:${port}`, 'chat.test', `evil.test:${port}`, `a.chat.test:${port}`])
    assert.is(await urlSaidTo(session, host), usual, host)

  const invite = (host: string) =>
    askOn(
      session,
      {
        ':method': 'POST',
        ':path': '/api/v1/invites/multiuse',
        ':authority': host,
        authorization: `Basic ${btoa(`${chat.olga.email}:${chat.olga.key}`)}`,
      },
      '',
    ).then(({ body }) => JSON.parse(body).invite_link)
  assert.match(await invite(`chat.test:${port}`), `https://chat.test:${port}/join/`)
  assert.match(await invite(`evil.test:${port}`), `${usual}/join/`)
})

test('where the operator gave the address, all links carry it', async () => {
  await using two = await startTwoNames('https://chat.example.org')
  const { session, port } = two

  for (const host of [`chat.test:${port}`, `localhost:${port}`, 'chat.example.org'])
    assert.is(await urlSaidTo(session, host), 'https://chat.example.org')
})

test('people log in under every name of the certificate, and from pages of no other', async () => {
  await using two = await startTwoNames()
  const { session, port, chat } = two
  const logIn = (origin: string) =>
    askOn(
      session,
      {
        ':method': 'POST',
        ':path': '/json/web/session',
        'content-type': 'application/x-www-form-urlencoded',
        origin,
      },
      `${new URLSearchParams({ username: chat.olga.email, password: PASSWORD })}`,
    ).then(({ status }) => status)

  for (const name of ['localhost', 'chat.test'])
    assert.is(await logIn(`https://${name}:${port}`), 200, name)
  for (const origin of [
    `https://evil.test:${port}`,
    `http://chat.test:${port}`,
    'https://chat.test',
  ])
    assert.is(await logIn(origin), 403, origin)
})

test('a machine in two networks gives each a link that works there', () => {
  const [home, cable] = ['http://192.168.1.5:9991', 'http://10.0.0.5:9991']
  const origins = [home, cable, 'http://127.0.0.1:9991', 'http://localhost:9991']
  const known = { url: home, ...knownOrigins({ url: home, isGiven: false, origins }) }

  assert.is(linkOrigin(known, '10.0.0.5:9991'), cable)
  // An invitation that was made on the machine itself is for others.
  for (const host of ['127.0.0.1:9991', 'localhost:9991', '10.0.0.6:9991', undefined])
    assert.is(linkOrigin(known, host), home)
})

test('mail for channels goes to the name of the certificate, unless another is given', async () => {
  using folder = temporaryFolder()
  using files = certificateFiles(await authority.sign(['chat.harbour.test']))
  const options = ['--tls-cert', files.cert, '--tls-key', files.key, '--smtp-port', '0']
  const domainWith = async (...more: string[]) => {
    await using server = await serve(folder.path, [...options, ...more])
    return (await server.logged(/"event":"receiving-mail".*"domain":"([^"]+)"/))[1]
  }

  assert.is(await domainWith(), 'chat.harbour.test')
  assert.is(await domainWith('--mail-domain', 'mail.test'), 'mail.test')
  assert.is(await domainWith('--url', 'https://chat.example.org'), 'chat.example.org')
})

test('500 connections to the port that leads to https are held, and one more is closed', async () => {
  using folder = temporaryFolder()
  using files = certificateFiles(await authority.sign(['localhost']))
  const options = ['--tls-cert', files.cert, '--tls-key', files.key, '--redirect-http', '0']
  await using server = await serve(folder.path, options)
  const [, port] = await server.logged(/"event":"redirecting","port":(\d+)/)
  const open = async () => {
    const socket = connect(Number(port), '127.0.0.1')
    await once(socket, 'connect')
    return socket
  }
  const held = await Promise.all(Array.from({ length: 500 }, open))

  const more = await open()
  await once(more.resume(), 'close')
  assert.is(more.bytesRead, 0)
  held[0]!.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
  const [answer] = await once(held[0]!, 'data')
  assert.match(String(answer), /^HTTP\/1\.1 308 /)
  for (const socket of held) socket.destroy()
})

test.run()
