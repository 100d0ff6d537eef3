// Strangers who guess passwords, links and files.

import { request } from 'node:http'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { readConfig } from '../../src/config.ts'
import { type Chat, expectSuccess, PASSWORD, type Person, startChat } from '../chat.ts'

/** A server behind a proxy, which says where requests come from. */
const startBehindProxy = () =>
  startChat({
    rateLimit: true,
    trustedProxies: readConfig({ 'trusted-proxies': 'loopback' }, {}).trustedProxies,
  })

test('a stranger who guesses keeps nobody out from where they have logged in before', async () => {
  await using chat = await startBehindProxy()
  const ben = await chat.join('Ben')
  assert.is(await logIn(chat, ben, PASSWORD, '192.0.2.1'), 200)

  for (let n = 0; n < 60; n++) await logIn(chat, ben, 'wrong', `203.0.113.${n % 20}`)

  assert.is(await logIn(chat, ben, PASSWORD, '203.0.113.99'), 429, 'from a new place')
  assert.is(await logIn(chat, ben, PASSWORD, '192.0.2.1'), 200, 'from the old one')
  for (let n = 0; n < 5; n++) await logIn(chat, ben, 'wrong', '192.0.2.1')
  assert.is(await logIn(chat, ben, PASSWORD, '192.0.2.1'), 429, 'which has five tries itself')
})

test('who is guessed at is told so, once', async () => {
  await using chat = await startBehindProxy()
  const ben = await chat.join('Ben')
  const inbox = await ben.listen({ event_types: ['message'] })

  for (let n = 0; n < 40; n++) await logIn(chat, ben, 'wrong', `203.0.113.${n}`)

  const messages = (await inbox.wait()).filter(({ type }) => type === 'message')
  assert.is(messages.length, 1)
  assert.match(messages[0]!.message.content, /tried many wrong passwords/)
})

test('links and files are not found by trying many', async () => {
  await using chat = await startChat({ rateLimit: true })
  const { invite_link } = expectSuccess(await chat.olga.post('/invites/multiuse'))
  const statuses = async (path: string) => {
    const seen = new Set<number>()
    for (let n = 0; n < 210; n++) seen.add((await fetch(`${chat.url}${path}${n}`)).status)
    return [...seen].sort()
  }

  assert.equal(await statuses('/join/guess'), [404, 429])
  chat.clock.advance(120)
  assert.is((await fetch(invite_link)).status, 200)
  assert.equal(await statuses('/user_uploads/1/aa/guess.txt'), [404, 429])
  chat.clock.advance(120)
  assert.equal(await statuses('/user_uploads/temporary/guess'), [400, 429])
})

test('a development server answers this machine alone', async () => {
  await using chat = await startChat({ dev: true })
  const { port } = new URL(chat.url)
  const asked = async (headers: Record<string, string>) => {
    const { promise, resolve } = Promise.withResolvers<number>()
    request({ port, path: '/api/v1/dev_list_users', headers }, (res) => {
      res.resume()
      resolve(res.statusCode!)
    }).end()
    return promise
  }

  for (const host of ['localhost', `127.0.0.1:${port}`, `[::1]:${port}`])
    assert.is(await asked({ host }), 200, host)
  for (const host of ['rebound.evil.test', `127.0.0.1.nip.io:${port}`, '192.168.1.5'])
    assert.is(await asked({ host }), 403, host)
  assert.is(await asked({ host: 'localhost', 'x-forwarded-for': '203.0.113.1' }), 403)
  assert.is(await asked({ host: 'localhost', forwarded: 'for=203.0.113.1' }), 403)
})

async function logIn(chat: Chat, { email }: Person, password: string, from: string) {
  const response = await fetch(`${chat.url}/api/v1/fetch_api_key`, {
    method: 'POST',
    headers: { 'X-Forwarded-For': from },
    body: new URLSearchParams({ username: email, password }),
  })
  return response.status
}

test.run()
