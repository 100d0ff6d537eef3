// What the server shows at its address: the way to set-up, and pages for what is not there.

import { mkdtempSync, rmSync } from 'node:fs'
import { get } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { silentLog } from '../../src/base/log.ts'
import type { Config } from '../../src/config.ts'
import { startHearth } from '../../src/main.ts'
import { CONFIG, startChat } from '../chat.ts'
import { TestClock } from '../clocks.ts'

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'

test('before there is an owner, a browser on this machine is led to set-up', async () => {
  await using server = await emptyServer()
  const { port } = new URL(server.url)

  for (const host of [`127.0.0.1:${port}`, `localhost:${port}`, '127.1.2.3', `[::1]:${port}`]) {
    const { status, headers } = await ask(server.url, '/', { Host: host })
    assert.is(status, 303, host)
    assert.is(headers.get('location'), new URL(server.setupUrl).pathname)
    assert.is(headers.get('cache-control'), 'no-store')
  }
})

test('others are told to use the link, and do not see it', async () => {
  await using server = await emptyServer()
  const token = new URL(server.setupUrl).pathname.split('/').at(-1)!
  const foreign: Record<string, string>[] = [
    { Host: 'chat.example.org' },
    { Host: '192.168.1.7:9991' },
    { Host: 'localhost.example.org' },
    { Host: '127.0.0.1.example.org' },
    { 'X-Forwarded-For': '203.0.113.9' },
    { 'X-Forwarded-Host': 'chat.example.org' },
    { 'X-Real-IP': '203.0.113.9' },
    { 'CF-Connecting-IP': '203.0.113.9' },
    { Forwarded: 'for=203.0.113.9' },
    { Via: '1.1 proxy' },
  ]
  for (const headers of foreign) {
    const answer = await ask(server.url, '/', headers)
    assert.is(answer.status, 200, JSON.stringify(headers))
    assert.match(answer.text, '<h1>This server waits for its owner</h1>')
    assert.not.match(answer.text + JSON.stringify([...answer.headers]), token)
  }
})

test('a proxy that says nothing of itself does not pass as a browser', async () => {
  await using server = await emptyServer()

  const answer = await raw(server.url, 'GET / HTTP/1.0\r\nHost: 127.0.0.1\r\n\r\n')

  assert.match(answer, 'HTTP/1.1 200')
  assert.not.match(answer, new URL(server.setupUrl).pathname)
})

test('where a proxy is configured, nobody counts as on this machine', async () => {
  for (const options of [
    { url: 'http://127.0.0.1:1' },
    { trustedProxies: [{ address: '::1', prefix: 128, family: 'ipv6' as const }] },
  ]) {
    await using server = await emptyServer(options)
    assert.is((await ask(server.address, '/')).status, 200)
  }
})

test('once there is an owner, everybody gets the client', async () => {
  await using chat = await startChat()

  const { status, text } = await ask(chat.url, '/', { Accept: BROWSER })

  assert.is(status, 200)
  assert.match(text, '<div id="app">')
})

test('a program that asks for JSON at the address of the server gets JSON', async () => {
  await using chat = await startChat()

  const { status, headers, text } = await ask(chat.url, '/', { Accept: 'application/json' })

  assert.is(status, 404)
  assert.match(headers.get('content-type')!, 'application/json')
  assert.is(JSON.parse(text).result, 'error')
})

test('what is not there is a page for browsers and JSON for programs', async () => {
  await using chat = await startChat()
  for (const path of ['/nowhere', '/user_avatars/none.png', '/web/none.js', '/log-in-as/guess']) {
    const page = await ask(chat.url, path, { Accept: BROWSER })
    assert.is(page.status, 404, path)
    assert.match(page.headers.get('content-type')!, 'text/html')
    assert.match(page.text, /<main>[\s\S]*<h1>There is nothing at this address<\/h1>/)
    assert.match(page.headers.get('content-security-policy')!, "default-src 'none'")

    for (const accept of [undefined, '*/*', 'application/json', 'image/avif,image/*']) {
      const answer = await ask(chat.url, path, accept ? { Accept: accept } : {})
      assert.is(answer.status, 404)
      assert.is(JSON.parse(answer.text).result, 'error')
    }
  }
})

test('the API answers every client in JSON', async () => {
  await using chat = await startChat()
  for (const path of ['/api/v1/users/me', '/json/users/me', '/api/v1/nowhere', '/json/nowhere']) {
    const { status, text } = await ask(chat.url, path, { Accept: BROWSER })
    assert.ok(status >= 400, path)
    assert.is(JSON.parse(text).result, 'error')
  }
})

test('links that are used up or wrong say what happened and what to do', async () => {
  await using chat = await startChat()
  const pages: [path: string, heading: string, advice: RegExp][] = [
    ['/setup/guess', 'This server is set up already', /Log in/],
    ['/join/aaaaaaaaaaaaaaaaaaaaaaaa', 'This invitation does not work', /Ask .* for a new one/],
    ['/join/short', 'This invitation does not work', /not complete/],
    ['/password/aaaaaaaaaaaaaaaaaaaaaaaa', 'This link does not work', /Ask an administrator/],
  ]
  for (const [path, heading, advice] of pages) {
    const { status, text } = await ask(chat.url, path, { Accept: BROWSER })
    assert.is(status, 404, path)
    assert.match(text, `<h1>${heading}</h1>`)
    assert.match(text, advice)
    assert.match(text, 'href="/"')
  }
})

interface Reply {
  status: number
  headers: Headers
  text: string
}

function ask(url: string, path: string, headers: Record<string, string> = {}): Promise<Reply> {
  const { promise, resolve, reject } = Promise.withResolvers<Reply>()
  const { hostname: host, port } = new URL(url)
  get({ host, port, path, headers }, async (response) => {
    const text = Buffer.concat(await response.toArray()).toString('utf8')
    const given = new Headers(response.headers as Record<string, string>)
    resolve({ status: response.statusCode!, headers: given, text })
  }).on('error', reject)
  return promise
}

function raw(url: string, request: string): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname, () => socket.write(request))
  let answer = ''
  socket.setEncoding('utf8').on('data', (text: string) => {
    answer += text
  })
  socket.on('end', () => resolve(answer)).on('error', reject)
  return promise
}

test('links name the address of the server, whatever Host a request claims', async () => {
  await using chat = await startChat()
  const { olga } = chat
  const say = (method: string, path: string) =>
    raw(
      chat.url,
      `${method} /api/v1${path} HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\nAuthorization: ${olga.authorization}\r\nContent-Length: 0\r\n\r\n`,
    )

  const answers = [
    await say('POST', '/invites/multiuse'),
    await say('GET', '/invites'),
    await say('GET', '/server_settings'),
    await say('POST', '/register'),
    await raw(chat.url, 'GET / HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n'),
  ]

  for (const answer of answers) {
    assert.match(answer, /^HTTP\/1\.1 200 /)
    assert.not.match(answer, 'evil.example')
  }
  assert.match(answers[0]!, `"invite_link":"${chat.url}/join/`)
})

async function emptyServer(options: Partial<Config> = {}) {
  const data = mkdtempSync(join(tmpdir(), 'hearth-test-'))
  const surroundings = { clock: new TestClock(), log: silentLog }
  const config = { ...CONFIG, data, ...options }
  const { url, address, setupUrl, stop } = await startHearth(config, surroundings)
  return {
    url,
    address,
    setupUrl: setupUrl!,
    async [Symbol.asyncDispose]() {
      await stop()
      rmSync(data, { recursive: true })
    },
  }
}

test.run()
