// Devices, and hints that are shown once.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { expectSuccess, type Person, startChat } from '../chat.ts'

const devicesOf = async (person: Person) =>
  (await person.post('/register', { fetch_event_types: ['device'] })).devices

test('an app makes itself known after login and is forgotten at logout', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const own = await ben.listen({ event_types: ['device'] })
  const others = await chat.olga.listen({ event_types: ['device'] })

  const { device_id } = expectSuccess(await ben.post('/register_client_device'))
  assert.equal(await devicesOf(ben), {
    [device_id]: {
      push_key_id: null,
      push_token_id: null,
      pending_push_token_id: null,
      push_token_last_updated_timestamp: null,
      push_registration_error_code: null,
    },
  })
  expectSuccess(await ben.post('/remove_client_device', { device_id }))

  assert.equal(await devicesOf(ben), {})
  assert.equal(await own.read(), [
    { type: 'device', op: 'add', device_id },
    { type: 'device', op: 'remove', device_id },
  ])
  assert.equal(await others.read(), [])
})

test('only the owner of a device removes it', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const { device_id } = await ben.post('/register_client_device')
  const refusals: [person: Person, sent: unknown, msg: string][] = [
    [chat.olga, device_id, 'Invalid device ID'],
    [ben, 99, 'Invalid device ID'],
    [ben, 'x', 'device_id is not valid JSON'],
    [ben, undefined, "Missing 'device_id' argument"],
  ]
  for (const [person, sent, msg] of refusals) {
    assert.is((await person.post('/remove_client_device', { device_id: sent })).msg, msg)
  }
  assert.equal(Object.keys(await devicesOf(ben)), [String(device_id)])
})

test('a hint that was seen is not shown again, on none of a person’s clients', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const read = async (person: Person) =>
    (await person.post('/register', { fetch_event_types: ['onboarding_steps'] })).onboarding_steps
  const before = await read(ben)
  const own = await ben.listen({ event_types: ['onboarding_steps'] })
  const others = await chat.olga.listen({ event_types: ['onboarding_steps'] })
  const seen = { onboarding_step: 'intro_inbox_view_modal' }

  expectSuccess(await ben.post('/users/me/onboarding_steps', seen))
  expectSuccess(await ben.post('/users/me/onboarding_steps', seen))

  assert.is(before.length, 9)
  const after = await read(ben)
  assert.equal(
    after,
    before.filter(({ name }: { name: string }) => name !== seen.onboarding_step),
  )
  assert.equal(await own.read(), [{ type: 'onboarding_steps', onboarding_steps: after }])
  assert.equal(await others.read(), [])
  const unknown = await ben.post('/users/me/onboarding_steps', { onboarding_step: 'dance' })
  assert.is(unknown.msg, 'Unknown onboarding_step: dance')
  const missing = await ben.post('/users/me/onboarding_steps')
  assert.is(missing.msg, "Missing 'onboarding_step' argument")
})

test('what this server does not offer is in the snapshot all the same, as nothing', async () => {
  await using chat = await startChat()
  const snapshot = await chat.olga.post('/register')
  assert.equal(snapshot.realm_billing, { has_pending_sponsorship_request: false })
  assert.equal(snapshot.realm_embedded_bots, [])
  assert.equal(snapshot.realm_incoming_webhook_bots, [])
  assert.is(snapshot.has_zoom_token, false)
  assert.is(snapshot.has_webex_token, false)
  for (const key of ['giphy_api_key', 'tenor_api_key', 'klipy_api_key'])
    assert.is(snapshot[key], '')
  assert.is(snapshot.navigation_tour_video_url, null)
})

test.run()
