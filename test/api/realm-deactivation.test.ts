// Closing the organization.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { expectSuccess, startChat } from '../chat.ts'

test('an owner closes the organization: everyone is told, and every later call is refused', async () => {
  await using chat = await startChat()
  const ada = await chat.join('Ada', 200)
  const inbox = await ada.listen({ event_types: ['realm'] })
  const told = inbox.wait()

  const refused = await ada.post('/realm/deactivate')
  assert.is(refused.msg, 'Must be an organization owner')
  expectSuccess(await chat.olga.post('/realm/deactivate'))

  assert.equal(await told, [{ type: 'realm', op: 'deactivated', realm_id: 1 }])
  const answer = await ada.get('/users/me')
  assert.is(answer.status, 401)
  assert.is(answer.code, 'REALM_DEACTIVATED')
})

test('a closed organization is erased after a time of two weeks or more, if its owner says so', async () => {
  await using chat = await startChat()
  const path = '/realm/deactivate'
  for (const [deletion_delay_days, msg] of [
    [13, 'deletion_delay_days is too small (minimum: 14)'],
    [0, 'deletion_delay_days is too small (minimum: 14)'],
    [36_501, 'deletion_delay_days is too large (maximum: 36500)'],
    ['soon', 'deletion_delay_days is not valid JSON'],
  ] as const)
    assert.is((await chat.olga.post(path, { deletion_delay_days })).msg, msg)
  const { server_min_deactivated_realm_deletion_days: least } = await chat.olga.post('/register')
  assert.is(least, 14)

  expectSuccess(await chat.olga.post(path, { deletion_delay_days: 14 }))

  assert.is((await chat.olga.get('/users/me')).code, 'REALM_DEACTIVATED')
})

test.run()
