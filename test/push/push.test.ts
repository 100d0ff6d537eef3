// Pushes to browsers, ntfy and UnifiedPush.

import * as tls from 'node:tls'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { expectSuccess, PASSWORD, startChat } from '../chat.ts'
import { ownCertificate } from '../mail/mail-server.ts'
import { settle } from '../settle.ts'
import { browserOf, LOOPBACK, listOf, passTime, subscribe } from './devices.ts'
import { PushReceiver, startPushService, vapidClaims } from './push-service.ts'

test('a direct message is pushed to the browser of an absent person, encrypted and signed', async () => {
  const own = ownCertificate()
  const before = tls.getCACertificates('default')
  tls.setDefaultCACertificates([...before, own.cert])
  try {
    await using service = await startPushService(own)
    await using chat = await startChat(LOOPBACK)
    const ben = await chat.join('Ben')
    const { receiver } = await browserOf(ben, service)
    const id = await chat.olga.tell([ben], 'The **soup** is ready')
    const push = await service.next()
    assert.equal(receiver.read(push), {
      kind: 'message',
      id,
      title: 'Olga',
      body: 'The soup is ready',
      path: `/#narrow/dm/${chat.olga.id},${ben.id}-dm/near/${id}`,
      tag: `d:${chat.olga.id}`,
    })
    const { headers, path } = push
    assert.is(path, '/phone')
    assert.is(headers['content-encoding'], 'aes128gcm')
    assert.is(headers.urgency, 'high')
    assert.match(String(headers.ttl), /^\d+$/)
    assert.match(String(headers.topic), /^[\w-]{1,32}$/)
    assert.not.match(push.body.toString('latin1'), 'soup')
    const claims = vapidClaims(push)
    assert.is(claims.aud, service.url)
    assert.match(claims.sub, /^mailto:/)
    const { vapid_public_key } = expectSuccess(await ben.get('/users/me/push_subscriptions'))
    assert.is(claims.key, vapid_public_key)
  } finally {
    tls.setDefaultCACertificates(before)
  }
})

test('pushes follow settings, muting and reading', async () => {
  await using service = await startPushService()
  await using chat = await startChat(LOOPBACK)
  const ben = await chat.join('Ben')
  const { receiver } = await browserOf(ben, service)
  const say = (topic: string, content: string) => chat.olga.say('general', topic, content)
  await say('plain', 'no push about this')
  await say('plain', '@**Ben** a mention')
  assert.is(receiver.read(await service.next()).title, 'Olga (#general > plain)')
  expectSuccess(await ben.patch('/settings', { enable_offline_push_notifications: false }))
  await chat.olga.tell([ben], 'not wanted')
  expectSuccess(
    await ben.patch('/settings', {
      enable_offline_push_notifications: true,
      pm_content_in_desktop_notifications: false,
    }),
  )
  expectSuccess(await ben.post(`/users/me/muted_users/${chat.olga.id}`))
  await chat.olga.tell([ben], 'from a muted person')
  expectSuccess(await ben.delete(`/users/me/muted_users/${chat.olga.id}`))
  await settle(chat)
  // With the person their messages were muted, which counts as read.
  assert.is(receiver.read(await service.next()).kind, 'removal')
  await chat.olga.tell([ben], 'a secret')
  assert.is(receiver.read(await service.next()).body, 'New direct message')
  assert.is(service.taken.length, 3)
})

test('nothing is pushed while the person uses the chat, nor what they read then', async () => {
  await using service = await startPushService()
  await using chat = await startChat(LOOPBACK)
  const ben = await chat.join('Ben')
  const { receiver } = await browserOf(ben, service)
  expectSuccess(await ben.post('/users/me/presence', { status: 'active', new_user_input: true }))
  const read = await chat.olga.tell([ben], 'read at once')
  await chat.olga.say('general', 'later', '@**Ben** not read')
  await settle(chat)
  expectSuccess(await ben.post('/messages/flags', { messages: [read], op: 'add', flag: 'read' }))
  assert.equal(service.taken, [])
  await passTime(chat, () => service.taken.length > 0)
  assert.match(receiver.read(await service.next()).body, 'not read')
})

test('what was read elsewhere is taken back from the devices', async () => {
  await using service = await startPushService()
  await using chat = await startChat(LOOPBACK)
  const ben = await chat.join('Ben')
  const { receiver } = await browserOf(ben, service)
  const id = await chat.olga.tell([ben], 'hello')
  await service.next()
  await settle(chat)
  expectSuccess(await ben.post('/messages/flags', { messages: [id], op: 'add', flag: 'read' }))
  assert.equal(receiver.read(await service.next()), { kind: 'removal', ids: [id] })
})

test('a browser that was logged out gets nothing more', async () => {
  await using service = await startPushService()
  await using chat = await startChat(LOOPBACK)
  const ben = await chat.join('Ben')
  const login = await fetch(`${chat.url}/json/web/session`, {
    method: 'POST',
    body: new URLSearchParams({ username: ben.email, password: PASSWORD }),
  })
  const { csrf_token } = (await login.json()) as { csrf_token: string }
  const Cookie = login.headers.get('set-cookie')!.split(';')[0]!
  const call = (method: string, path: string, body?: URLSearchParams) =>
    fetch(`${chat.url}/json${path}`, {
      method,
      headers: { Cookie, 'X-CSRFToken': csrf_token },
      ...(body && { body }),
    })
  const { keys } = new PushReceiver()
  const form = new URLSearchParams({ kind: 'web', endpoint: `${service.url}/laptop`, ...keys })
  assert.is((await call('POST', '/users/me/push_subscriptions', form)).status, 200)
  assert.is((await listOf(ben)).length, 1)
  await call('DELETE', '/web/session')
  assert.equal(await listOf(ben), [])
  await chat.olga.tell([ben], 'hello')
  const { receiver } = await browserOf(ben, service)
  await chat.olga.tell([ben], 'second')
  assert.is(receiver.read(await service.next()).body, 'second')
  assert.is(service.taken.length, 1)
})

test('ntfy gets JSON for its topic, and UnifiedPush the payload, without content where that is asked for', async () => {
  await using service = await startPushService()
  await using chat = await startChat(LOOPBACK)
  const ben = await chat.join('Ben')
  expectSuccess(await subscribe(ben, { kind: 'ntfy', endpoint: `${service.url}/ben-7f3a` }))
  const id = await chat.olga.tell([ben], 'The soup is ready')
  const first = await service.next()
  assert.is(first.path, '/')
  const sent = JSON.parse(first.body.toString())
  assert.is(sent.topic, 'ben-7f3a')
  assert.is(sent.title, 'Olga')
  assert.is(sent.message, 'The soup is ready')
  assert.match(sent.click, `/near/${id}`)
  const [{ id: ntfy }] = await listOf(ben)
  expectSuccess(await ben.delete(`/users/me/push_subscriptions/${ntfy}`))

  expectSuccess(
    await subscribe(ben, { kind: 'unifiedpush', endpoint: `${service.url}/up?token=1` }),
  )
  expectSuccess(await chat.olga.patch('/realm', { require_e2ee_push_notifications: true }))
  await chat.olga.tell([ben], 'A secret')
  const second = await service.next()
  assert.is(second.path, '/up?token=1')
  const payload = JSON.parse(second.body.toString())
  assert.is(payload.title, 'Harbour')
  assert.is(payload.body, 'New message')
})

test('a test push says whether it arrived', async () => {
  await using service = await startPushService()
  await using chat = await startChat(LOOPBACK)
  const { id, receiver } = await browserOf(chat.olga, service)
  const again = () => chat.olga.post(`/users/me/push_subscriptions/${id}/test`)
  assert.is(expectSuccess(await again()).problem, null)
  assert.is(receiver.read(await service.next()).kind, 'test')
  service.statuses.push(403)
  assert.match(expectSuccess(await again()).problem, '403')
  const ben = await chat.join('Ben')
  const foreign = await ben.post(`/users/me/push_subscriptions/${id}/test`)
  assert.is(foreign.msg, 'Invalid push subscription ID')
  assert.is((await ben.delete(`/users/me/push_subscriptions/${id}`)).msg, foreign.msg)
})

test('private addresses, plain http and broken keys are refused', async () => {
  await using service = await startPushService()
  await using chat = await startChat()
  const { keys } = new PushReceiver()
  const web = { kind: 'web', endpoint: 'https://push.test/x', ...keys }
  const plain = await subscribe(chat.olga, { kind: 'ntfy', endpoint: `${service.url}/topic` })
  assert.match(plain.msg, 'endpoint must begin with https://')
  const hidden = { kind: 'ntfy', endpoint: `${service.url.replace('http:', 'https:')}/topic` }
  const { id } = expectSuccess(await subscribe(chat.olga, hidden))
  const tried = await chat.olga.post(`/users/me/push_subscriptions/${id}/test`)
  assert.match(tried.problem, 'no address that this server may call')
  for (const [wrong, message] of [
    [{ ...web, p256dh: 'AAAA' }, 'p256dh must be a point on P-256'],
    [{ ...web, auth: 'AAAA' }, 'auth 16 bytes'],
    [{ kind: 'web', endpoint: web.endpoint }, 'A browser needs p256dh and auth'],
    [{ kind: 'ntfy', endpoint: 'https://ntfy.test/' }, 'endpoint needs a topic'],
    [{ ...web, endpoint: 'https://a:b@push.test/' }, 'endpoint must begin'],
    [{ ...web, endpoint: 'file:///etc/passwd' }, 'endpoint must begin'],
    [{ ...web, kind: 'fax' }, 'kind'],
  ] as const)
    assert.match((await subscribe(chat.olga, wrong)).msg, message)
  assert.equal(service.taken, [])
})

test.run()
