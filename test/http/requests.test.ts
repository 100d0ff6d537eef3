// Paths, methods and headers.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { type Chat, startChat } from '../chat.ts'

test('what does not exist is answered in JSON as well', async () => {
  await using chat = await startChat()
  const paths = [
    '/nowhere',
    '/api',
    '/api/v1',
    '/api/v1/',
    '/api/v1/nowhere',
    '/api/v1/users/me/nowhere',
    '/api/v1/users/',
    '/api/v1/messages/abc',
    '/api/v1/messages/-1',
    '/api/v1/messages/1.5',
    '/api/v1/messages/99999999999999999999',
    '/api/v1/__proto__',
    '/api/v1/constructor',
    '/api/v1x/server_settings',
    '/json/nowhere',
  ]
  for (const path of paths) {
    const { status, body } = await ask(chat, 'GET', path)
    assert.equal([status, body.result, body.code], [404, 'error', 'BAD_REQUEST'], path)
  }
})

test('a method that is not served is refused with those that are', async () => {
  await using chat = await startChat()

  const { status, headers, body } = await ask(chat, 'PUT', '/api/v1/messages')

  assert.is(status, 405)
  assert.equal([body.result, body.code], ['error', 'BAD_REQUEST'])
  const allowed = headers.get('allow')!.split(', ')
  for (const method of ['GET', 'HEAD', 'OPTIONS', 'POST']) assert.ok(allowed.includes(method))
  assert.not(allowed.includes('PUT'))
  assert.equal(body.allowed_methods, allowed)
})

test('OPTIONS tells the methods and does nothing', async () => {
  await using chat = await startChat()

  const { status, headers, text } = await ask(chat, 'OPTIONS', '/api/v1/messages')

  assert.equal([status, text], [204, ''])
  assert.match(headers.get('allow')!, 'GET, HEAD, OPTIONS, POST')
})

test('HEAD answers like GET, without the body', async () => {
  await using chat = await startChat()

  const get = await ask(chat, 'GET', '/api/v1/users/me')
  const head = await ask(chat, 'HEAD', '/api/v1/users/me')

  assert.equal([head.status, head.text], [200, ''])
  assert.is(head.headers.get('content-length'), get.headers.get('content-length'))
  assert.is(head.headers.get('content-type'), get.headers.get('content-type'))
})

test('every answer says its length in bytes, its type and language, and that it is not to be kept', async () => {
  await using chat = await startChat()
  const id = await chat.olga.say('general', 'tea', 'Tee für Zoë ☕ 茶')

  const answers = [
    await ask(chat, 'GET', `/api/v1/messages/${id}`),
    await ask(chat, 'GET', '/api/v1/nowhere'),
    await ask(chat, 'DELETE', '/api/v1/messages'),
    await ask(chat, 'POST', '/api/v1/messages'),
    await ask(chat, 'GET', '/api/v1/server_settings'),
    await ask(chat, 'GET', '/api/v1/openapi.json'),
  ]
  assert.match(answers[0]!.text, 'Zoë ☕ 茶')
  for (const { headers, text } of answers) {
    assert.is(headers.get('content-length'), String(Buffer.byteLength(text)))
    assert.is(headers.get('content-type'), 'application/json; charset=utf-8')
    assert.is(headers.get('cache-control'), 'no-store')
    assert.is(headers.get('content-language'), 'en')
    assert.is(headers.get('vary'), 'Accept-Language, Accept-Encoding')
    assert.is(headers.get('x-content-type-options'), 'nosniff')
    assert.is(headers.get('x-frame-options'), 'DENY')
    assert.match(headers.get('content-security-policy')!, "default-src 'none'")
    assert.match(headers.get('x-request-id')!, /^\w{12}$/)
    assert.is(headers.get('x-powered-by'), null)
  }
})

test('a form can say the method its sender cannot use', async () => {
  await using chat = await startChat()
  const queue = await chat.olga.listen()
  const form = { method: 'DELETE', queue_id: queue.queueId }

  const { status, body } = await ask(chat, 'POST', '/api/v1/events', { form })

  assert.equal([status, body.result], [200, 'success'])
  assert.is(body.ignored_parameters_unsupported, undefined)
  const { body: gone } = await ask(chat, 'DELETE', '/api/v1/events', { form })
  assert.is(gone.code, 'BAD_EVENT_QUEUE_ID')
})

test('a method in a form that the path does not serve is a parameter like any other', async () => {
  await using chat = await startChat()
  const form = { method: 'BREW', type: 'channel', to: 'general', topic: 'tea', content: 'kettle' }

  const { status, body } = await ask(chat, 'POST', '/api/v1/messages', { form })

  assert.is(status, 200)
  assert.equal(body.ignored_parameters_unsupported, ['method'])
})

test('an escape in a path or a query that means nothing is no fault of the server', async () => {
  await using chat = await startChat()
  const paths = [
    '/%',
    '/%zz',
    '/api/v1/%',
    '/api/v1/%E0%A4%A',
    '/api/v1/messages/%ff',
    '/api/v1/messages/%',
    '/setup/%',
    '/json/%',
    '/api/v1/users/me?x=%',
    '/api/v1/users/me?%ff=%E0%A4%A',
    '/api/v1/users/me?&&==&a&=b',
    '/api/v1/users/me?__proto__=1&constructor=2&toString=3',
  ]
  for (const path of paths) {
    const { status } = await ask(chat, 'GET', path)
    assert.ok([200, 401, 404].includes(status), `${path} is answered with ${status}`)
  }
})

test('a client without a name of its own is named by its User-Agent', async () => {
  await using chat = await startChat()
  const names: [userAgent: string | undefined, client: string | undefined, name: string][] = [
    ['ZulipFlutter/30.0 (Android 14)', undefined, 'ZulipFlutter'],
    ['My Bot 2 beta', undefined, 'My Bot'],
    ['curl/8.0', 'ferry', 'ferry'],
    ['curl/8.0', ' ', 'curl'],
    ['curl/8.0', 'n'.repeat(40), 'n'.repeat(30)],
    ['(none)', undefined, 'Unspecified'],
  ]
  for (const [userAgent, client, name] of names) {
    const form = { type: 'channel', to: 'general', topic: 'tea', content: 'kettle' }
    const { body } = await ask(chat, 'POST', '/api/v1/messages', {
      form: client === undefined ? form : { ...form, client },
      headers: { 'User-Agent': userAgent! },
    })
    assert.is(body.ignored_parameters_unsupported, undefined)
    const { message } = await chat.olga.get(`/messages/${body.id}`)
    assert.is(message.client, name)
  }
})

interface Extras {
  form?: Record<string, string>
  headers?: Record<string, string>
}

/** Olga's request as she wrote it, and the whole answer. */
async function ask(chat: Chat, method: string, path: string, { form, headers }: Extras = {}) {
  const response = await fetch(`${chat.url}${path}`, {
    method,
    headers: { Authorization: chat.olga.authorization, ...headers },
    ...(form && { body: new URLSearchParams(form) }),
  })
  const text = await response.text()
  const body = text.startsWith('{') ? JSON.parse(text) : {}
  return { status: response.status, headers: response.headers, text, body }
}

test.run()
