// The web client as browsers fetch it: the page, its files, their compressed forms, its policy.

import { get } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { startChat } from '../chat.ts'

test('GET / is the page of the client, kept by browsers only to ask whether it changed', async () => {
  await using chat = await startChat()

  const { status, headers, body } = await ask(chat.url, '/')

  assert.is(status, 200)
  assert.is(headers.get('content-type'), 'text/html; charset=utf-8')
  assert.is(headers.get('cache-control'), 'no-cache')
  assert.is(headers.get('cross-origin-opener-policy'), 'same-origin')
  assert.match(headers.get('permissions-policy')!, 'camera=()')
  assert.match(body.toString(), '<div id="app"></div>')
  const again = await ask(chat.url, '/', { 'If-None-Match': headers.get('etag')! })
  assert.is(again.status, 304)
  assert.is(again.body.length, 0)
  const weak = await ask(chat.url, '/', { 'If-None-Match': `"other", W/${headers.get('etag')}` })
  assert.is(weak.status, 304)
  assert.is((await ask(chat.url, '/', { 'If-None-Match': '"other"' })).status, 200)
})

test('HEAD / has the headers of GET without the page', async () => {
  await using chat = await startChat()

  const response = await fetch(chat.url, { method: 'HEAD' })

  assert.is(response.status, 200)
  assert.ok(Number(response.headers.get('content-length')) > 300)
  assert.is(await response.text(), '')
})

test('the policy of the page lets run what came with the client, and nothing else', async () => {
  await using chat = await startChat()

  const { headers, body } = await ask(chat.url, '/')

  const policy = new Map(
    headers
      .get('content-security-policy')!
      .split('; ')
      .map((part) => {
        const [name = '', ...values] = part.split(' ')
        return [name, values.join(' ')]
      }),
  )
  assert.is(policy.get('default-src'), "'none'")
  assert.match(policy.get('script-src')!, /^'self' 'sha256-[\w+/=]{44}'$/)
  assert.is(policy.get('img-src'), "'self' data: blob:")
  assert.is(policy.get('connect-src'), "'self'")
  assert.is(policy.get('frame-ancestors'), "'none'")
  assert.is(policy.get('base-uri'), "'none'")
  assert.is(policy.get('form-action'), "'self'")
  assert.is(policy.get('require-trusted-types-for'), "'script'")
  assert.is(policy.get('trusted-types'), 'hearth')
  assert.is([...body.toString().matchAll(/<script>/g)].length, 1)
  assert.not.match(body.toString(), /\son\w+=/)
})

test('files are named by their content and kept forever', async () => {
  await using chat = await startChat()
  const page = (await ask(chat.url, '/')).body.toString()

  const names = [...page.matchAll(/"(\/web\/[^"]+)"/g)].map(([, path]) => path!)

  const types = new Set<string>()
  for (const path of names) {
    assert.match(path, /^\/web\/[\w-]+\.[0-9A-Z]{8}\.\w+$/)
    const { status, headers, body } = await ask(chat.url, path)
    assert.is(status, 200, path)
    assert.is(headers.get('cache-control'), 'public, max-age=31536000, immutable')
    assert.is(headers.get('x-content-type-options'), 'nosniff')
    assert.ok(body.length > 0)
    types.add(headers.get('content-type')!)
  }
  for (const type of ['text/javascript; charset=utf-8', 'text/css; charset=utf-8', 'image/svg+xml'])
    assert.ok(types.has(type), type)
})

test('each client gets the smallest form it takes', async () => {
  await using chat = await startChat()
  const page = (await ask(chat.url, '/')).body.toString()
  const script = /<script type="module" src="(\/web\/[^"]+\.js)"/.exec(page)![1]!
  const plain = await ask(chat.url, script)
  const forms: [accepted: string, encoding: string | null][] = [
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip;q=0.5', 'gzip'],
    ['*', 'br'],
    ['identity', null],
    ['gzip;q=0, br;q=0.0', null],
    ['deflate', null],
    [',;q=,,', null],
  ]
  for (const [accepted, encoding] of forms) {
    const { status, headers, body } = await ask(chat.url, script, { 'Accept-Encoding': accepted })
    assert.is(status, 200)
    assert.is(headers.get('content-encoding'), encoding, accepted)
    assert.match(headers.get('vary')!, 'Accept-Encoding')
    assert.is(headers.get('content-length'), String(body.length))
    const unpacked =
      encoding === 'br' ? brotliDecompressSync(body) : encoding ? gunzipSync(body) : body
    assert.ok(unpacked.equals(plain.body), accepted)
    if (encoding) assert.ok(body.length < plain.body.length)
  }
})

test('what is not part of the client does not exist', async () => {
  await using chat = await startChat()
  const wrong = [
    '/web',
    '/web/',
    '/web/main.js',
    '/web/reload',
    '/web/index.html',
    '/web/../package.json',
    '/web/%2e%2e/package.json',
    '/web/main.AAAAAAAA.js',
    '/web/__proto__',
    '/index.html',
  ]
  for (const path of wrong) assert.is((await ask(chat.url, path)).status, 404, path)
  for (const path of ['/', '/sw.js', '/manifest.webmanifest', '/favicon.ico']) {
    const { status, headers } = await fetch(`${chat.url}${path}`, { method: 'POST' })
    assert.is(status, 405, path)
    assert.is(headers.get('allow'), 'GET, HEAD')
  }
})

test('the manifest has the name and the icon of the organization', async () => {
  await using chat = await startChat()
  await chat.olga.patch('/realm', { name: 'Fish & "Chips"' })

  const { headers, body } = await ask(chat.url, '/manifest.webmanifest')

  assert.is(headers.get('content-type'), 'application/manifest+json')
  const { name, start_url, display, icons } = JSON.parse(body.toString())
  assert.equal(
    { name, start_url, display },
    { name: 'Fish & "Chips"', start_url: '/', display: 'standalone' },
  )
  for (const { src } of icons) {
    assert.is((await ask(chat.url, src)).status, 200, src)
  }
})

test('the service worker stands at the root, so that it may serve all of the client', async () => {
  await using chat = await startChat()

  const { status, headers } = await ask(chat.url, '/sw.js')

  assert.is(status, 200)
  assert.is(headers.get('content-type'), 'text/javascript; charset=utf-8')
  assert.is(headers.get('cache-control'), 'no-cache')
  const icon = await ask(chat.url, '/favicon.ico')
  assert.is(icon.headers.get('content-type'), 'image/png')
})

interface Reply {
  status: number
  headers: Headers
  body: Buffer
}

/** Unlike fetch, which unpacks what it gets. */
function ask(url: string, path: string, headers: Record<string, string> = {}): Promise<Reply> {
  const { promise, resolve, reject } = Promise.withResolvers<Reply>()
  const { hostname: host, port } = new URL(url)
  get({ host, port, path, headers }, async (response) => {
    const body = Buffer.concat(await response.toArray())
    const headers = new Headers(response.headers as Record<string, string>)
    resolve({ status: response.statusCode!, headers, body })
  }).on('error', reject)
  return promise
}

test.run()
