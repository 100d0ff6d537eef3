// Registrations for push notifications, which are refused in the way apps expect.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { assertRefused } from '../channels.ts'
import { type Answer, expectSuccess, type Person, startChat } from '../chat.ts'
import { PUSH_KEY, PUSH_TOKEN } from '../push.ts'

const newDevice = async (person: Person): Promise<number> =>
  expectSuccess(await person.post('/register_client_device')).device_id

const devicesOf = async (person: Person) =>
  expectSuccess(await person.post('/register', { fetch_event_types: ['device'] })).devices

const now = (chat: { clock: { now(): number } }) => Math.floor(chat.clock.now() / 1000)

test('a device that wants to be pushed to is told, for good, that this server does not push', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const device_id = await newDevice(ben)
  const own = await ben.listen({ event_types: ['device'] })
  const others = await chat.olga.listen({ event_types: ['device'] })

  expectSuccess(await ben.post('/mobile_push/register', { device_id, ...PUSH_KEY, ...PUSH_TOKEN }))

  const said = {
    push_key_id: PUSH_KEY.push_key_id,
    pending_push_token_id: PUSH_TOKEN.token_id,
    push_token_last_updated_timestamp: now(chat),
    push_registration_error_code: 'PUSH_NOTIFICATIONS_DISALLOWED',
  }
  assert.equal(await own.read(), [{ type: 'device', op: 'update', device_id, ...said }])
  assert.equal(await others.read(), [])
  await chat.restart()
  assert.equal(await devicesOf(ben), { [device_id]: { push_token_id: null, ...said } })
  const { push_notifications_enabled } = await ben.get('/server_settings')
  const { realm_push_notifications_enabled } = await ben.post('/register')
  assert.equal([push_notifications_enabled, realm_push_notifications_enabled], [false, false])
})

test('a registered device changes its key or its token alone', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const device_id = await newDevice(ben)
  const send = (fields: object) => ben.post('/mobile_push/register', { device_id, ...fields })
  expectSuccess(await send({ ...PUSH_KEY, ...PUSH_TOKEN }))
  const inbox = await ben.listen({ event_types: ['device'] })
  chat.clock.advance(60)
  const token_id = Buffer.alloc(8, 9).toString('base64')

  expectSuccess(await send({ ...PUSH_KEY, push_key_id: 8 }))
  expectSuccess(await send({ ...PUSH_TOKEN, token_id }))

  const [key, token] = await inbox.read()
  assert.equal(key, { type: 'device', op: 'update', device_id, push_key_id: 8 })
  assert.equal(token, {
    ...{ type: 'device', op: 'update', device_id },
    pending_push_token_id: token_id,
    push_token_last_updated_timestamp: now(chat),
    push_registration_error_code: 'PUSH_NOTIFICATIONS_DISALLOWED',
  })
})

test('half a registration, one for another’s device, or a malformed one changes nothing', async () => {
  await using chat = await startChat()
  const [ben, bot] = [await chat.join('Ben'), await chat.joinBot('Bell')]
  const device_id = await newDevice(ben)
  const { encrypted_push_registration: _, ...open } = PUSH_TOKEN
  const whole = { device_id, ...PUSH_KEY, ...PUSH_TOKEN }
  const incomplete = 'Send all fields of the push key, all fields of the token, or both.'
  const first = 'The first registration of a device needs a push key and a token.'
  const inbox = await ben.listen({ event_types: ['device'] })

  for (const [fields, msg] of [
    [{ device_id }, incomplete],
    [{ device_id, push_key_id: 7 }, incomplete],
    [{ device_id, ...PUSH_KEY, ...open }, incomplete],
    [{ device_id, ...PUSH_KEY }, first],
    [{ device_id, ...PUSH_TOKEN }, first],
    [{ ...whole, push_key: '@@' }, 'push_key is not base64 of 33 bytes'],
    [{ ...whole, push_key: 'abcd' }, 'push_key is not base64 of 33 bytes'],
    [
      { ...whole, push_key: Buffer.alloc(33).toString('base64') },
      'push_key has an unknown kind of encryption',
    ],
    [{ ...whole, token_id: 'abcd' }, 'token_id is not base64 of 8 bytes'],
    [{ ...whole, token_kind: 'smoke' }, 'Invalid token_kind'],
    [{ ...whole, device_id: 99 }, 'Invalid device ID'],
  ] as const)
    assertRefused(await ben.post('/mobile_push/register', fields), msg)
  assertRefused(await chat.olga.post('/mobile_push/register', whole), 'Invalid device ID')
  const byBot = await bot.post('/mobile_push/register', whole)
  assertRefused(byBot, 'This endpoint does not accept bot requests.')

  assert.equal(await inbox.read(), [])
  assert.is((await devicesOf(ben))[device_id].push_key_id, null)
})

test('older apps leave a token and take it back, each person their own', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const gone = (token: string) => ben.delete('/users/me/android_gcm_reg_id', { token })
  const appid = 'org.chat.App'

  for (let twice = 0; twice < 2; twice++) {
    expectSuccess(await ben.post('/users/me/android_gcm_reg_id', { token: 'c0ffee' }))
    expectSuccess(await ben.post('/users/me/apns_device_token', { token: 'c0ffee', appid }))
  }
  assertUnknown(await chat.olga.delete('/users/me/android_gcm_reg_id', { token: 'c0ffee' }))
  assertUnknown(await gone('other'))
  expectSuccess(await gone('c0ffee'))
  assertUnknown(await gone('c0ffee'))
  expectSuccess(await ben.delete('/users/me/apns_device_token', { token: 'c0ffee' }))
  assertUnknown(await ben.delete('/users/me/apns_device_token', { token: 'c0ffee' }))

  const fcm = '/users/me/android_gcm_reg_id'
  const apns = '/users/me/apns_device_token'
  expectSuccess(await ben.post(apns, { token: 'tea:with-words_and.signs', appid }))
  for (const [path, fields, msg] of [
    [fcm, { token: ' ' }, 'token cannot be blank'],
    [fcm, { token: 'x'.repeat(4097) }, 'token is too long (limit: 4096 characters)'],
    [apns, { token: 'c0ffee', appid: '' }, 'appid cannot be blank'],
    [apns, { token: 'c0ffee' }, "Missing 'appid' argument"],
  ] as const) {
    assert.is((await ben.post(path, fields)).msg, msg)
  }
})

test('a test of the notifications says that there are none', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const device_id = await newDevice(ben)
  expectSuccess(await ben.post('/users/me/android_gcm_reg_id', { token: 'c0ffee' }))
  const testToken = (fields: object) => ben.post('/mobile_push/test_notification', { ...fields })
  const testDevice = (by: Person, fields: object) =>
    by.post('/mobile_push/e2ee/test_notification', { ...fields })

  for (const answer of [
    await testToken({}),
    await testToken({ token: 'c0ffee' }),
    await testDevice(ben, {}),
    await testDevice(ben, { device_id }),
  ])
    assert.equal([answer.status, answer.code], [400, 'PUSH_NOTIFICATIONS_DISALLOWED'])
  assertUnknown(await testToken({ token: 'other' }))
  assertRefused(await testDevice(chat.olga, { device_id }), 'Invalid device ID')
})

function assertUnknown(answer: Answer) {
  assert.equal([answer.status, answer.code], [400, 'INVALID_PUSH_DEVICE_TOKEN'])
}

test.run()
