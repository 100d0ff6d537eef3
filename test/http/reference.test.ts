// The page at /api/v1/docs over HTTP: what it holds, what it may load, how it is cached.

import { createHash } from 'node:crypto'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { endpoints } from '../../src/api/index.ts'
import { startChat } from '../chat.ts'

test('the page shows every endpoint, without credentials and without other files', async () => {
  await using chat = await startChat()

  const response = await fetch(`${chat.url}/api/v1/docs`)
  const html = await response.text()

  assert.is(response.status, 200)
  assert.is(response.headers.get('content-type'), 'text/html; charset=utf-8')
  assert.is(response.headers.get('x-frame-options'), 'DENY')
  const shown = new Set([...html.matchAll(/ id="((?:get|post|put|patch|delete)-[^"]+)"/g)])
  const operations = new Set(
    endpoints.map(({ method, path }) => `${method} ${path.replace(/:\w+\*?/g, ':')}`),
  )
  assert.is(shown.size, operations.size)
  assert.not.match(html, /<(script|link|img|iframe)[^>]+(src|href)=/)
  assert.not.match(html, /@import|url\(/)
})

test('its policy admits its own style and script and nothing else', async () => {
  await using chat = await startChat()

  const response = await fetch(`${chat.url}/api/v1/docs`)
  const policy = response.headers.get('content-security-policy')!
  const html = await response.text()

  for (const kind of ['style', 'script']) {
    const [, content] = new RegExp(`<${kind}>([\\s\\S]*?)</${kind}>`).exec(html)!
    const hash = createHash('sha256').update(content!).digest('base64')
    assert.match(policy, `${kind}-src 'sha256-${hash}'`)
  }
  assert.match(policy, "default-src 'none'")
  assert.not.match(policy, 'unsafe')
})

test('a browser keeps the page and asks whether it is still the same', async () => {
  await using chat = await startChat()
  const ask = (headers: Record<string, string>, method = 'GET') =>
    fetch(`${chat.url}/api/v1/docs`, { method, headers })

  const first = await ask({ 'Accept-Encoding': 'gzip' })
  const tag = first.headers.get('etag')!
  assert.is(first.headers.get('content-encoding'), 'gzip')
  assert.is(first.headers.get('cache-control'), 'no-cache')
  assert.match(await first.text(), '</html>')
  const again = await ask({ 'If-None-Match': tag })
  assert.equal([again.status, await again.text()], [304, ''])
  const plain = await ask({ 'Accept-Encoding': 'identity' })
  assert.is(plain.headers.get('content-encoding'), null)
  const head = await ask({ 'Accept-Encoding': 'identity' }, 'HEAD')
  assert.is(head.headers.get('content-length'), plain.headers.get('content-length'))
  assert.is((await ask({}, 'POST')).status, 405)
})

test.run()
