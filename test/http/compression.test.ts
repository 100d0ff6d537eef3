// JSON answers that travel compressed.

import { get } from 'node:http'
import { gunzipSync } from 'node:zlib'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { type Person, startChat } from '../chat.ts'

test('a long answer is compressed for clients that take it, and says the same', async () => {
  await using chat = await startChat()
  for (let count = 0; count < 30; count++) await chat.olga.say('general', 'tea', `Cup ${count}`)
  const path = '/messages?anchor=newest&num_before=100&num_after=0'

  const plain = await ask(chat.olga, path)
  const packed = await ask(chat.olga, path, 'gzip, deflate, br')

  assert.is(plain.headers['content-encoding'], undefined)
  assert.is(packed.headers['content-encoding'], 'gzip')
  assert.is(packed.headers['content-length'], String(packed.body.length))
  assert.match(packed.headers.vary!, 'Accept-Encoding')
  assert.match(plain.headers.vary!, 'Accept-Encoding')
  assert.ok(packed.body.length * 4 < plain.body.length)
  assert.ok(gunzipSync(packed.body).equals(plain.body))
})

test('a client that does not take gzip gets none', async () => {
  await using chat = await startChat()
  for (const accepted of ['identity', 'br', 'gzip;q=0', 'deflate, *;q=0']) {
    const { headers, body } = await ask(chat.olga, '/users', accepted)
    assert.is(headers['content-encoding'], undefined, accepted)
    assert.is(JSON.parse(body.toString()).result, 'success')
  }
})

test('a short answer is not compressed', async () => {
  await using chat = await startChat()

  const { headers, body } = await ask(chat.olga, '/users/me', 'gzip')

  assert.ok(body.length < 2048)
  assert.is(headers['content-encoding'], undefined)
})

test('an answer with keys of bots is not compressed', async () => {
  await using chat = await startChat()
  for (let count = 0; count < 12; count++) await chat.joinBot(`Helper${count}`)

  const { headers, body } = await ask(chat.olga, '/bots', 'gzip')

  assert.ok(body.length > 2048)
  assert.match(body.toString(), '"api_key":')
  assert.is(headers['content-encoding'], undefined)
})

test('a message that talks of keys is compressed like any other', async () => {
  await using chat = await startChat()
  const content = '"api_key": "none", "token": "none" '.repeat(100)
  await chat.olga.say('general', 'tea', content)

  const { headers } = await ask(
    chat.olga,
    '/messages?anchor=newest&num_before=9&num_after=0',
    'gzip',
  )

  assert.is(headers['content-encoding'], 'gzip')
})

interface Reply {
  headers: Record<string, string | undefined>
  body: Buffer
}

/** Unlike fetch, which unpacks what it gets. */
function ask({ url, authorization }: Person, path: string, accepted?: string): Promise<Reply> {
  const { promise, resolve, reject } = Promise.withResolvers<Reply>()
  const { hostname: host, port } = new URL(url)
  const headers = { Authorization: authorization, ...(accepted && { 'Accept-Encoding': accepted }) }
  get({ host, port, path: `/api/v1${path}`, headers }, async (response) => {
    const body = Buffer.concat(await response.toArray())
    resolve({ headers: response.headers as Reply['headers'], body })
  }).on('error', reject)
  return promise
}

test.run()
