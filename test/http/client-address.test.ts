// Addresses of clients behind proxies.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { readConfig } from '../../src/config.ts'
import { type Chat, startChat } from '../chat.ts'

const chatBehind = (proxies: string) =>
  startChat({
    rateLimit: true,
    trustedProxies: readConfig({ 'trusted-proxies': proxies }, {}).trustedProxies,
  })

/** How many requests a client at this address may still make. */
async function remaining(chat: Chat, forwardedFor?: string): Promise<number> {
  const headers = new Headers()
  if (forwardedFor !== undefined) headers.set('X-Forwarded-For', forwardedFor)
  const answer = await fetch(`${chat.url}/api/v1/server_settings`, { headers })
  return Number(answer.headers.get('X-RateLimit-Remaining'))
}

/** Whether two spellings belong to one client, that is, share one limit. */
async function areOne(chat: Chat, one: string, other: string): Promise<boolean> {
  const before = await remaining(chat, one)
  return (await remaining(chat, other)) === before - 1
}

test('without proxies nobody chooses the address they are limited by', async () => {
  await using chat = await chatBehind('none')
  const first = await remaining(chat)
  assert.is(await remaining(chat, '192.0.2.1'), first - 1)
  assert.is(await remaining(chat, '192.0.2.2'), first - 2)
})

test('behind a trusted proxy each client has a limit of its own', async () => {
  await using chat = await chatBehind('loopback')
  const first = await remaining(chat, '192.0.2.1')
  assert.is(await remaining(chat, '192.0.2.1'), first - 1)
  assert.is(await remaining(chat, '192.0.2.2'), first)
  assert.is(await remaining(chat, '2001:db8::1'), first)
  assert.ok(await areOne(chat, '2001:db8::1', '2001:DB8::1'))
  assert.ok(await areOne(chat, '192.0.2.7', '::ffff:192.0.2.7'))
  assert.ok(await areOne(chat, '192.0.2.8', '192.0.2.8:4711'))
  assert.ok(await areOne(chat, '2001:db8::8', '[2001:db8::8]:4711'))
})

test('what a client wrote itself before the proxy is not believed', async () => {
  await using chat = await chatBehind('loopback')
  assert.ok(await areOne(chat, '192.0.2.1', '198.51.100.1, 192.0.2.1'))
  assert.ok(await areOne(chat, '192.0.2.1', '127.0.0.1, 192.0.2.1'))
  assert.ok(await areOne(chat, '192.0.2.1', 'nonsense, 192.0.2.1'))
  assert.not.ok(await areOne(chat, '192.0.2.1', '192.0.2.1, 198.51.100.1'))
})

test('a chain of proxies is followed as far as they are trusted, and nonsense ends it', async () => {
  await using chat = await chatBehind('127.0.0.1, 10.0.0.0/8, fd00::/8')
  assert.ok(await areOne(chat, '192.0.2.1', '192.0.2.1, 10.1.2.3'))
  assert.ok(await areOne(chat, '192.0.2.1', '192.0.2.1, fd00::7, 10.1.2.3'))
  assert.ok(await areOne(chat, '10.1.2.3', '192.0.2.1, nonsense, 10.1.2.3'))
  const proxyItself = await remaining(chat)
  for (const garbage of ['', ',', 'nonsense', '1.2.3.4.5', '<script>', '192.0.2.1/24', 'unknown']) {
    const left = await remaining(chat, garbage)
    assert.ok(left < proxyItself, garbage)
  }
})

test('who has many addresses of one network is one client', async () => {
  await using chat = await chatBehind('loopback')
  assert.ok(await areOne(chat, '2001:db8:1:2::1', '2001:0DB8:1:2:a:b:c:d'))
  assert.ok(await areOne(chat, '2001:db8::1', '[2001:db8:0:0:1::]:4711'))
  assert.ok(await areOne(chat, '::1', '0:0:0::7'))
  assert.not.ok(await areOne(chat, '2001:db8:1:2::1', '2001:db8:1:3::1'))
  assert.not.ok(await areOne(chat, '2001::1:2:3:4:5', '2001::2:2:3:4:5'))
})

test('the header of an untrusted proxy is ignored', async () => {
  await using chat = await chatBehind('10.0.0.1')
  assert.ok(await areOne(chat, '192.0.2.1', '192.0.2.2'))
})

test.run()
