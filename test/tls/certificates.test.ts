// TLS with a certificate in files: what is refused at the start, and what happens when they change.

import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { request as plainRequest } from 'node:http'
import { connect, type PeerCertificate } from 'node:tls'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { StartError } from '../../src/errors.ts'
import { PASSWORD, startChat } from '../chat.ts'
import { serve, temporaryFolder, tryServe } from '../child-server.ts'
import { TestClock } from '../clocks.ts'
import { certificateFiles, startSecureChat, trustedAuthority } from '../secure-chat.ts'

const authority = await trustedAuthority()
const clock = new TestClock()
const DAY_MS = 86_400_000

test('everything is https: links, cookies, and their name is that of the certificate', async () => {
  await using chat = await startSecureChat(authority)

  const response = await fetch(`${chat.url}/api/v1/server_settings`)
  const login = await fetch(`${chat.url}/json/fetch_api_key`, {
    method: 'POST',
    body: new URLSearchParams({ username: chat.olga.email, password: PASSWORD }),
    headers: { Origin: chat.url },
  })

  assert.match(chat.url, /^https:\/\/localhost:\d+$/)
  assert.is((await response.json()).realm_url, chat.url)
  // Other services of this machine may be plain: only port 443 is a promise for all of its name.
  assert.is(response.headers.get('strict-transport-security'), null)
  for (const cookie of login.headers.getSetCookie()) assert.match(cookie, /; Secure/)
})

test('a new certificate serves new connections, and a broken one does not', async () => {
  await using chat = await startSecureChat(authority)
  const first = await certificateAt(chat.url)

  const next = await authority.sign(['localhost', 'chat.test'], 365, chat.clock.now())
  chat.files.write({ cert: next.cert })
  chat.clock.advance(5)
  assert.is((await certificateAt(chat.url)).fingerprint, first.fingerprint, 'without its key')

  chat.files.write(next)
  chat.clock.advance(5)
  const second = await certificateAt(chat.url)
  assert.match(second.subjectaltname!, /chat\.test/)

  rmSync(chat.files.key)
  chat.files.write({ cert: 'broken' })
  chat.clock.advance(5)
  assert.is((await certificateAt(chat.url)).fingerprint, second.fingerprint, 'without files')
  assert.is((await chat.olga.get('/users/me')).status, 200)
})

test('a certificate that cannot be used is refused in one line at the start', async () => {
  const now = clock.now()
  using files = certificateFiles(await authority.sign(['localhost'], 30, now))
  const refusal = (more: object = {}) =>
    startChat({ tls: { kind: 'files', ...files, ...more } }, clock).then(
      async (chat) => {
        await chat[Symbol.asyncDispose]()
        return 'started'
      },
      (error) => (error instanceof StartError ? error.message : error),
    )

  assert.is(
    await refusal({ cert: '/nowhere.pem' }),
    'The file /nowhere.pem of --tls-cert does not exist.',
  )
  assert.is(
    await refusal({ key: '/nowhere.pem' }),
    'The file /nowhere.pem of --tls-key does not exist.',
  )
  files.write({ key: (await authority.sign(['localhost'], 30, now)).key })
  assert.is(await refusal(), `The certificate ${files.cert} does not belong to its key.`)
  files.write(await authority.sign(['localhost'], 30, now - 40 * DAY_MS))
  assert.is(await refusal(), `The certificate ${files.cert} has expired on 2026-02-19.`)
  files.write(await authority.sign(['localhost'], 30, now + 40 * DAY_MS))
  assert.is(await refusal(), `The certificate ${files.cert} begins on 2026-04-09 only.`)
  files.write({ cert: 'hello' })
  assert.is(await refusal(), `The certificate ${files.cert} is no certificate in PEM.`)
  files.write({ ...(await authority.sign(['localhost'], 30, now)), key: 'hello' })
  assert.is(
    await refusal(),
    `The certificate ${files.cert} has a key that is no private key in PEM.`,
  )
})

test('http leads to https under the names of this server, and under no others', async () => {
  using folder = temporaryFolder()
  using files = certificateFiles(await authority.sign(['localhost']))
  const options = ['--tls-cert', files.cert, '--tls-key', files.key, '--redirect-http', '0']
  await using server = await serve(folder.path, options)
  const [, port] = await server.logged(/"event":"redirecting","port":(\d+)/)
  const get = async (host: string, path: string) => {
    const [response] = await once(
      plainRequest({ host: '127.0.0.1', port, path, headers: { host } }).end(),
      'response',
    )
    response.resume()
    return [response.statusCode, response.headers.location]
  }

  assert.equal(await get('localhost', '/#a?b=c'), [308, `${server.url}/#a?b=c`])
  assert.equal(await get(`LOCALHOST:${port}`, '/join/x/'), [308, `${server.url}/join/x/`])
  assert.equal(await get('evil.test', '/'), [421, undefined])
  assert.equal(await get('localhost', 'http://evil.test/'), [421, undefined])
  assert.equal(await get('localhost', '/.well-known/acme-challenge/x'), [404, undefined])
})

test('options that contradict each other are refused', async () => {
  using folder = temporaryFolder()
  const refusal = async (...options: string[]) => {
    const ended = await tryServe(folder.path, options)
    if ('url' in ended) assert.unreachable()
    else return [ended.code, ended.stderr.trim()]
  }

  assert.equal(await refusal('--tls-cert', 'a.pem'), [
    2,
    'hearth serve: --tls-cert and --tls-key must be given together',
  ])
  assert.equal(await refusal('--tls', 'local', '--tls-domain', 'chat.example.org'), [
    2,
    'hearth serve: --tls local and --tls-domain contradict each other',
  ])
  assert.equal(await refusal('--redirect-http', '8080'), [
    2,
    'hearth serve: --redirect-http leads to https, which needs --tls-cert, --tls-domain or --tls local',
  ])
  assert.equal(await refusal('--tls-domain', '*.example.org'), [
    2,
    'hearth serve: --tls-domain must be full host names without a wildcard, with commas between them, not "*.example.org"',
  ])
})

async function certificateAt(url: string): Promise<PeerCertificate> {
  const { hostname: host, port } = new URL(url)
  const socket = connect({ host, port: Number(port), rejectUnauthorized: false })
  await once(socket, 'secureConnect')
  const certificate = socket.getPeerCertificate()
  socket.destroy()
  return certificate
}

test.run()
