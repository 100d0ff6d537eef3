// --tls local: a server with an authority of its own.

import { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { Agent, get } from 'node:https'
import type { AddressInfo } from 'node:net'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { connect, createServer } from 'node:tls'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { CertificatePair } from '../../src/base/certificates.ts'
import { silentLog } from '../../src/base/log.ts'
import { StartError } from '../../src/errors.ts'
import { startHearth } from '../../src/main.ts'
import { signServer } from '../../src/tls/authority.ts'
import { type Chat, CONFIG, startChat } from '../chat.ts'
import { serve, temporaryFolder } from '../child-server.ts'
import { TimelyClock } from '../clocks.ts'
import { trust } from '../secure-chat.ts'

const LOCAL = { tls: { kind: 'local' as const } }
const DAY_SECONDS = 86_400

test('a person downloads the root from the page, and is then at a server that is trusted', async () => {
  using folder = temporaryFolder()
  await using server = await serve(folder.path, ['--tls', 'local'])
  const [, page] = await server.line(/^Browsers warn until .*: (\S+)$/)
  const [, fingerprint] = await server.line(/^Its fingerprint \(SHA-256\) is (\S+)$/)
  const careless = new Agent({ rejectUnauthorized: false })

  const html = await bodyOf(page!, careless)
  const [, path] = /href="([^"]+)" download/.exec(html.toString())!
  const root = new X509Certificate(await bodyOf(new URL(path!, page).href, careless))

  assert.ok(html.includes(fingerprint!))
  for (const device of ['iPhone', 'Android', 'macOS', 'Windows', 'Linux', 'Firefox'])
    assert.ok(html.includes(device), device)
  assert.is(root.fingerprint256, fingerprint)
  const strict = new Agent({ ca: root.toString() })
  assert.match((await bodyOf(`${server.url}/api/v1/server_settings`, strict)).toString(), /success/)
  await once(
    get(page!).on('error', () => {}),
    'error',
  ).then(([{ code }]) => assert.is(code, 'SELF_SIGNED_CERT_IN_CHAIN'))
})

test('the certificate is for every name and address of the machine', async () => {
  const clock = new TimelyClock()
  await using chat = await trustedChat(clock)
  const certificate = await certificateAt(chat.url)

  for (const address of ['127.0.0.1', '::1']) assert.is(certificate.checkIP(address), address)
  const machine = hostname().toLowerCase().split('.')[0]
  for (const name of ['localhost', `${machine}.local`]) assert.is(certificate.checkHost(name), name)
})

test('the keys are for the eyes of their owner, and stay over restarts', async () => {
  const clock = new TimelyClock()
  await using chat = await trustedChat(clock)
  const before = await certificateAt(chat.url)
  await chat.restart()

  assert.is((await certificateAt(chat.url)).fingerprint256, before.fingerprint256)
  for (const name of ['authority.key', 'local.pem'])
    assert.is(statSync(join(chat.folder, 'tls', name)).mode & 0o777, 0o600)
  assert.is(statSync(join(chat.folder, 'tls')).mode & 0o777, 0o700)
})

test('the certificate renews itself while the server runs; the root stays', async () => {
  const clock = new TimelyClock()
  await using chat = await trustedChat(clock)
  const before = await certificateAt(chat.url)

  clock.advance(50 * DAY_SECONDS)
  assert.is((await certificateAt(chat.url)).fingerprint256, before.fingerprint256)
  clock.advance(15 * DAY_SECONDS)
  const after = await until(async () => {
    const certificate = await certificateAt(chat.url)
    return certificate.fingerprint256 !== before.fingerprint256 && certificate
  })

  assert.ok(after.verify(rootOf(chat.folder).publicKey))
  assert.ok(after.validToDate.getTime() > clock.now() + 80 * DAY_SECONDS * 1000)
})

test('the root lasts ten years and cannot vouch for sites on the internet', async () => {
  const clock = new TimelyClock()
  await using chat = await trustedChat(clock)
  const root = rootOf(chat.folder)
  const years = (root.validToDate.getTime() - clock.now()) / (365 * DAY_SECONDS * 1000)
  assert.ok(years > 9.9 && years < 10.1)

  const authority = {
    cert: readFileSync(join(chat.folder, 'tls', 'authority.crt'), 'utf8'),
    key: readFileSync(join(chat.folder, 'tls', 'authority.key'), 'utf8'),
  }
  for (const name of ['bank.example', '8.8.8.8']) {
    const forged = await signServer(authority, [name], Date.now(), 30)
    assert.match(await refusedWith(forged, root.toString()), /permitted subtree violation/)
  }
})

test('half an authority, or a name that it may not sign for, is explained at the start', async () => {
  const refusal = (folder: string, more: object = {}) =>
    startChat({ ...LOCAL, data: folder, ...more }, new TimelyClock()).then(
      async (chat) => {
        await chat[Symbol.asyncDispose]()
        return 'started'
      },
      (error) => (error instanceof StartError ? error.message : error),
    )
  const clock = new TimelyClock()
  await using chat = await trustedChat(clock)
  await chat.stop()
  const folder = chat.folder

  assert.match(
    await refusal(folder, { url: 'https://chat.example.org' }),
    /^The authority of --tls local was made without chat\.example\.org and may not sign for it/,
  )
  rmSync(join(folder, 'tls', 'authority.key'))
  assert.match(await refusal(folder), /lacks authority\.key; put it back from a backup/)
})

/** A server that this process trusts; its first start makes the root. */
async function trustedChat(clock: TimelyClock): Promise<Chat> {
  const data = mkdtempSync(join(tmpdir(), 'hearth-test-'))
  const first = await startHearth({ ...CONFIG, ...LOCAL, data }, { clock, log: silentLog })
  await first.stop()
  trust(rootOf(data).toString())
  const chat = await startChat({ ...LOCAL, data }, clock)
  return {
    ...chat,
    folder: data,
    async [Symbol.asyncDispose]() {
      await chat[Symbol.asyncDispose]()
      rmSync(data, { recursive: true, force: true })
    },
  }
}

const rootOf = (folder: string) =>
  new X509Certificate(readFileSync(join(folder, 'tls', 'authority.crt')))

async function bodyOf(url: string, agent: Agent): Promise<Buffer> {
  const [response] = await once(get(url, { agent }), 'response')
  return Buffer.from(await text(response.setEncoding('latin1')), 'latin1')
}

async function certificateAt(url: string): Promise<X509Certificate> {
  const { hostname: host, port } = new URL(url)
  const socket = connect({ host, port: Number(port), rejectUnauthorized: false })
  await once(socket, 'secureConnect')
  const certificate = socket.getPeerX509Certificate()!
  socket.destroy()
  return certificate
}

/** Why a client that trusts the root hangs up on a server with this certificate. */
async function refusedWith(pair: CertificatePair, ca: string): Promise<string> {
  const server = createServer(pair).on('tlsClientError', () => {})
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const socket = connect({ host: '127.0.0.1', port, ca, checkServerIdentity: () => undefined })
  const [error] = await once(
    socket.on('secureConnect', () => socket.destroy(new Error())),
    'error',
  ).catch((e) => [e])
  server.close()
  return error.message
}

async function until<T>(ask: () => Promise<T>): Promise<Exclude<T, false>> {
  for (;;) {
    const answer = await ask()
    if (answer) return answer as Exclude<T, false>
  }
}

test.run()
