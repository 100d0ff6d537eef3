// Options: flags, variables, defaults, refusals.

import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { ConfigError } from '../src/base/options.ts'
import { readConfig } from '../src/config.ts'
import { optionsAsMarkdown } from './options-table.ts'

const publicKey = (namedCurve: string) =>
  generateKeyPairSync('ec', { namedCurve }).publicKey.export({ type: 'spki', format: 'pem' })

test('every option has a working default', () => {
  assert.equal(readConfig({}, {}), {
    data: resolve('data'),
    host: '127.0.0.1',
    port: 9991,
    url: undefined,
    rateLimit: true,
    trustedProxies: [],
    smtpPort: undefined,
    mailDomain: undefined,
    smtpUrl: undefined,
    mailFrom: undefined,
    outgoingAllow: [],
    fullExports: false,
    jitsiUrl: 'https://meet.jit.si',
    bigbluebuttonUrl: undefined,
    bigbluebuttonSecret: undefined,
    dev: false,
    jwtSecret: undefined,
    jwtPublicKey: undefined,
    jwtAlgorithms: [],
    jwtStrict: true,
    startAnew: false,
    supervise: undefined,
    log: undefined,
    logLevel: undefined,
    metricsToken: undefined,
    backupDir: undefined,
    backupEvery: 86_400,
    backupKeep: 7,
    ack: 'local',
    redirectHttp: undefined,
    tls: undefined,
  })
})

test('a flag wins over its variable, a variable over the default', () => {
  const env = { HEARTH_PORT: '1000', HEARTH_HOST: '127.0.0.2', HEARTH_SMTP_PORT: '2525' }

  const config = readConfig({ port: '2000', 'smtp-port': 'off' }, env)

  assert.is(config.port, 2000)
  assert.is(config.smtpPort, undefined)
  assert.is(config.host, '127.0.0.2')
})

test('an empty variable is one that is not set', () => {
  assert.is(readConfig({}, { HEARTH_PORT: '', HEARTH_URL: '' }).port, 9991)
})

test('the mail server is a URL, given together with the sender, and its password is never repeated', () => {
  const read = (flags: Record<string, string>) => readConfig(flags, {})
  const from = { 'mail-from': 'Harbour chat <chat@harbour.test>' }
  assert.equal(read({ 'smtp-url': 'smtps://me%40x:p%3Aw@mail.test', ...from }).smtpUrl, {
    host: 'mail.test',
    port: 465,
    isSecure: true,
    login: { user: 'me@x', password: 'p:w' },
  })
  const plain = read({ 'smtp-url': 'smtp://[::1]:2525', 'mail-from': 'chat@harbour.test' })
  assert.equal(plain.smtpUrl, { host: '::1', port: 2525, isSecure: false, login: undefined })
  assert.equal(plain.mailFrom, { name: '', address: 'chat@harbour.test' })
  assert.equal(read({ 'smtp-url': 'smtp://mail.test', ...from }).mailFrom, {
    name: 'Harbour chat',
    address: 'chat@harbour.test',
  })

  for (const url of ['mail.test', 'http://a:hunter2@mail.test', 'smtp://user@mail.test', 'smtp://'])
    assert.throws(
      () => read({ 'smtp-url': url, ...from }),
      (error: Error) =>
        error instanceof ConfigError &&
        /^--smtp-url must be smtp:\/\/ or smtps:\/\//.test(error.message) &&
        !error.message.includes('hunter2'),
    )
  for (const sender of ['chat', 'A <b>', 'a@b\r\nBcc: c@d.test'])
    assert.throws(
      () => read({ 'smtp-url': 'smtp://mail.test', 'mail-from': sender }),
      /--mail-from/,
    )
  assert.throws(() => read({ 'smtp-url': 'smtp://mail.test' }), /must be given together/)
})

test('the public address is an origin, written one way', () => {
  const urlOf = (url: string) => readConfig({ url }, {}).url

  assert.is(urlOf('https://Chat.Example.com/'), 'https://chat.example.com')
  assert.is(urlOf('http://chat.example.com:8080'), 'http://chat.example.com:8080')
  for (const url of [
    'chat.example.com',
    'ftp://chat.example.com',
    'https://chat.example.com/chat',
    'https://chat.example.com/?a=1',
    'https://ada:secret@chat.example.com',
  ]) {
    refuses(() => urlOf(url), '--url must be http:// or https://')
  }
})

test('ports and hosts are checked', () => {
  for (const port of ['-1', '1.5', '65536', '0x10', ' 1', '1e3']) {
    refuses(() => readConfig({ port }, {}), '--port must be a whole number from 0 to 65535')
  }
  for (const host of ['http://localhost', 'a b', 'localhost:80', '-a']) {
    refuses(() => readConfig({ host }, {}), '--host must be a host name or an IP address')
  }
  assert.is(readConfig({ host: '::1' }, {}).host, '::1')
})

test('private networks that may be called are addresses, with or without a number of bits', () => {
  const allowed = (text: string) => readConfig({ 'outgoing-allow': text }, {}).outgoingAllow

  assert.equal(allowed('none'), [])
  assert.equal(allowed('192.168.1.0/24, fd00::5'), [
    { address: '192.168.1.0', prefix: 24, family: 'ipv4' },
    { address: 'fd00::5', prefix: 128, family: 'ipv6' },
  ])
  for (const text of ['all', 'intranet.example.com', '10.0.0.0/33', '10.0.0.1,', '::1%lo'])
    refuses(() => allowed(text), '--outgoing-allow must be none, or IP addresses and networks')
})

test('proxies that are trusted are addresses, or those of this machine by one word', () => {
  const trusted = (text: string) => readConfig({ 'trusted-proxies': text }, {}).trustedProxies

  assert.equal(trusted('none'), [])
  assert.equal(
    trusted('loopback,10.0.0.0/8').map(({ address, prefix }) => `${address}/${prefix}`),
    ['127.0.0.0/8', '::1/128', '10.0.0.0/8'],
  )
  for (const text of ['all', 'loopback,', 'proxy.example.com', '10.0.0.0/x', 'constructor'])
    refuses(() => trusted(text), '--trusted-proxies must be none, loopback, or IP addresses')
})

test('servers of video calls are web addresses; BigBlueButton needs its secret', () => {
  const jitsi = (url: string) => readConfig({ 'jitsi-url': url }, {}).jitsiUrl
  assert.is(jitsi('https://meet.example.com/'), 'https://meet.example.com')
  assert.is(jitsi('https://example.com/meet'), 'https://example.com/meet')
  assert.is(jitsi('off'), undefined)
  for (const url of ['meet.example.com', 'ftp://a.test', 'https://a:b@a.test', 'https://a.test/?a'])
    refuses(() => jitsi(url), '--jitsi-url must be http:// or https://')

  const secret = { HEARTH_BIGBLUEBUTTON_SECRET: 'tea' }
  const server = (url: string) => readConfig({ 'bigbluebutton-url': url }, secret)
  for (const url of ['', '/', '/api', '/api/'])
    assert.is(
      server(`https://bbb.example.com/bigbluebutton${url}`).bigbluebuttonUrl,
      'https://bbb.example.com/bigbluebutton/',
    )
  assert.is(server('https://bbb.example.com').bigbluebuttonSecret, 'tea')
  refuses(
    () => readConfig({ 'bigbluebutton-url': 'https://a.test' }, {}),
    '--bigbluebutton-url and HEARTH_BIGBLUEBUTTON_SECRET must be given together',
  )
  refuses(
    () => readConfig({}, secret),
    '--bigbluebutton-url and HEARTH_BIGBLUEBUTTON_SECRET must be given together',
  )
})

test('the development log-in is for loopback hosts only', () => {
  for (const host of ['127.0.0.1', '127.1.2.3', '::1', 'localhost']) {
    assert.is(readConfig({ dev: 'on', host }, {}).dev, true)
  }
  for (const host of [
    '0.0.0.0',
    '::',
    '192.168.0.2',
    'chat.example.com',
    '127.0.0.1.example.com',
  ]) {
    refuses(() => readConfig({ dev: 'on', host }, {}), '--dev lets anyone log in')
  }
})

test('tokens are accepted only with the algorithms their secret or key is for', () => {
  const secret = { HEARTH_JWT_SECRET: 'correct horse battery staple, twice over' }
  const key = { HEARTH_JWT_PUBLIC_KEY: publicKey('P-256').toString() }

  assert.equal(readConfig({}, secret).jwtAlgorithms, ['HS256'])
  assert.equal(readConfig({}, key).jwtAlgorithms, ['ES256'])
  const longer = { HEARTH_JWT_PUBLIC_KEY: publicKey('P-384').toString() }
  assert.equal(readConfig({}, longer).jwtAlgorithms, ['ES384'])
  assert.equal(readConfig({}, { ...secret, HEARTH_JWT_ALGORITHMS: 'HS384, HS512' }).jwtAlgorithms, [
    'HS384',
    'HS512',
  ])
  refuses(
    () => readConfig({}, { ...key, HEARTH_JWT_ALGORITHMS: 'ES256,HS256' }),
    'HEARTH_JWT_ALGORITHMS must be among RS256',
  )
  refuses(() => readConfig({}, { ...secret, HEARTH_JWT_ALGORITHMS: 'none' }), 'must be among HS256')
  refuses(() => readConfig({}, { ...secret, ...key }), 'must not both be given')
})

test('a public key may be given as a file, and nothing else may', () => {
  const folder = mkdtempSync(join(tmpdir(), 'hearth-config-'))
  try {
    const file = join(folder, 'key.pem')
    const pem = publicKey('P-256').toString()
    writeFileSync(file, pem)

    assert.is(readConfig({}, { HEARTH_JWT_PUBLIC_KEY: file }).jwtPublicKey, pem)
    refuses(
      () => readConfig({}, { HEARTH_JWT_PUBLIC_KEY: join(folder, 'none.pem') }),
      'HEARTH_JWT_PUBLIC_KEY must be a public key in PEM',
    )
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('a refusal does not repeat a secret', () => {
  try {
    readConfig({}, { HEARTH_JWT_PUBLIC_KEY: 'hunter2' })
    assert.unreachable()
  } catch (error) {
    assert.not.match((error as Error).message, 'hunter2')
  }
})

test('the documentation lists each option with its flag, variable and default', () => {
  const table = optionsAsMarkdown()
  const operating = readFileSync(new URL('../docs/operating.md', import.meta.url), 'utf8')

  assert.match(table, '| `--port PORT` | `HEARTH_PORT` | `9991` |')
  assert.match(table, '| `--rate-limit on\\|off` | `HEARTH_RATE_LIMIT` | `on` |')
  assert.ok(operating.includes(table), `the table in docs/operating.md should read:\n${table}`)
  assert.match(table, '|  | `HEARTH_JWT_SECRET` | no tokens are accepted |')
})

function refuses(read: () => unknown, message: string) {
  assert.throws(
    read,
    (error: Error) => error instanceof ConfigError && error.message.includes(message),
  )
}

test('a secret that others could guess is refused, unless that was asked for', () => {
  const short = { HEARTH_JWT_SECRET: 'x'.repeat(31) }
  assert.throws(() => readConfig({}, short), /must have at least 32 bytes/)
  assert.is(
    readConfig({}, { ...short, HEARTH_JWT_STRICT: 'off' }).jwtSecret,
    short.HEARTH_JWT_SECRET,
  )
  assert.ok(readConfig({}, { HEARTH_JWT_SECRET: 'x'.repeat(32) }).jwtStrict)
})

test('a success answer cannot wait for other machines yet, and the refusal says so', () => {
  assert.throws(
    () => readConfig({ ack: 'replicated' }, {}),
    (error: Error) =>
      error.message ===
      '--ack must be local: this Hearth does not wait for copies on other machines yet, not "replicated"',
  )
})

test('a metrics token that could be guessed is refused, and not repeated', () => {
  assert.throws(
    () => readConfig({ 'metrics-token': 'short' }, {}),
    (error: Error) =>
      error.message === '--metrics-token must have at least 16 characters, without spaces',
  )
})

test.run()
