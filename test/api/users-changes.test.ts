// Administrators create and change accounts.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { assertRefused } from '../channels.ts'
import { expectSuccess, startChat } from '../chat.ts'

test('an empty name in a change of something else leaves the name', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')

  expectSuccess(await chat.olga.patch(`/users/${ben.id}`, { full_name: ' ', role: 300 }))

  const { user } = await chat.olga.get(`/users/${ben.id}`)
  assert.equal([user.full_name, user.role], ['Ben', 300])
})

test('an owner creates accounts, and invalid ones are refused with the reason', async () => {
  await using chat = await startChat()
  const admin = await chat.join('Ada', 200)
  const ben = await chat.join('Ben')
  const person = { email: 'zoe@harbour.test', full_name: 'Zoe', password: 'correct horse battery' }
  assertRefused(await admin.post('/users', person), 'User not authorized to create users')
  const member = await ben.post('/users', person)
  assertRefused(member, 'Must be an organization administrator', { code: 'UNAUTHORIZED_PRINCIPAL' })

  const cases: [wrong: Record<string, unknown>, message: string][] = [
    [{ email: 'nowhere' }, 'Invalid address.'],
    [{ email: 'BEN@harbour.test' }, 'Email is already in use.'],
    [{ email: 'x@mailinator.com' }, "Email 'x@mailinator.com' not allowed in this organization"],
    [{ full_name: '' }, 'Invalid characters in name!'],
    [{ full_name: 'Zo@e' }, 'Invalid characters in name!'],
    [{ full_name: 'x'.repeat(101) }, 'Name too long!'],
    [{ full_name: 'Zoe|12' }, 'Invalid format!'],
    [{ password: 'password1' }, 'The password is too weak.'],
  ]
  for (const [wrong, message] of cases)
    assertRefused(await chat.olga.post('/users', { ...person, ...wrong }), message)

  const inbox = await ben.listen({ event_types: ['realm_user', 'user_group', 'subscription'] })
  const { user_id } = expectSuccess(await chat.olga.post('/users', person))
  const [added, ...rest] = await inbox.read()
  assert.equal([added!.op, added!.person.user_id, added!.person.is_active], ['add', user_id, true])
  assert.equal(added!.person.profile_data, {})
  assert.equal(
    rest.map((event) => [event.type, event.op]),
    [
      ['user_group', 'add_members'],
      ['user_group', 'add_members'],
      ['subscription', 'peer_add'],
    ],
  )
})

test('each viewer receives a new account with the address they may see', async () => {
  await using chat = await startChat()
  const admin = await chat.join('Ada', 200)
  const ben = await chat.join('Ben')
  await chat.olga.patch('/realm/user_settings_defaults', { email_address_visibility: 3 })
  const inboxes = [await admin.listen(), await ben.listen()]

  await chat.join('Zoe')

  const told = await Promise.all(inboxes.map(async (inbox) => (await inbox.read())[0]!.person))
  assert.equal(
    told.map((person) => person.delivery_email),
    ['zoe@harbour.test', null],
  )
  assert.match(told[0].email, /^user\d+@/)
})

test('administrators rename people, and their messages follow', async () => {
  await using chat = await startChat()
  const admin = await chat.join('Ada', 200)
  const ben = await chat.join('Ben')
  const id = await ben.say('general', 'lunch', 'Soup')
  await admin.get(`/messages/${id}`)
  const inbox = await ben.listen({ event_types: ['realm_user'] })

  expectSuccess(await admin.patch(`/users/${ben.id}`, { full_name: ' Benedict ' }))
  expectSuccess(await admin.patch(`/users/${ben.id}`, { full_name: 'Benedict' }))

  assert.equal(
    (await inbox.read()).map((event) => event.person),
    [{ user_id: ben.id, full_name: 'Benedict' }],
  )
  assert.is((await admin.get(`/messages/${id}`)).message.sender_full_name, 'Benedict')

  await chat.olga.patch('/realm', { require_unique_names: true })
  const taken = await admin.patch(`/users/${ben.id}`, { full_name: 'Olga' })
  assertRefused(taken, 'Unique names required in this organization.')
})

test('an error in one part of a request changes nothing', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const inbox = await ben.listen()
  const cases: [parameters: Record<string, unknown>, message: string][] = [
    [{ full_name: 'New', role: 150 }, 'Invalid role'],
    [{ full_name: 'New', profile_data: [{ id: 999, value: 'x' }] }, 'Field id 999 not found.'],
    [
      { full_name: 'New', profile_data: [{ id: 1 }] },
      'profile_data[0]["value"] is not an allowed type',
    ],
    [{ full_name: 'New', new_email: 'nowhere' }, 'Invalid address.'],
    [{ full_name: 'New', new_email: 'olga@harbour.test' }, 'Email is already in use.'],
  ]
  for (const [parameters, message] of cases)
    assertRefused(await chat.olga.patch(`/users/${ben.id}`, parameters), message)
  assert.equal(await inbox.read(), [])
  assertRefused(await chat.olga.patch('/users/999', { full_name: 'x' }), 'No such user')
  const own = await ben.patch(`/users/${ben.id}`, { full_name: 'Big Ben' })
  assertRefused(own, 'Must be an organization administrator', { code: 'UNAUTHORIZED_PRINCIPAL' })
  expectSuccess(await chat.olga.patch('/users/ben@harbour.test', { full_name: 'Big Ben' }))
  assert.is((await ben.get('/users/me')).full_name, 'Big Ben')
})

test('a changed address reaches only viewers who may see it, and logs in', async () => {
  await using chat = await startChat()
  const admin = await chat.join('Ada', 200)
  const ben = await chat.join('Ben')
  await ben.patch('/settings', { email_address_visibility: 3 })
  const inboxes = await Promise.all(
    [admin, chat.olga].map((person) => person.listen({ event_types: ['realm_user'] })),
  )
  const tom = await chat.join('Tom')
  const stranger = await tom.listen({ event_types: ['realm_user'] })

  const denied = await admin.patch(`/users/${ben.id}`, { new_email: 'b@harbour.test' })
  assertRefused(denied, 'User not authorized to change user emails')
  expectSuccess(await chat.olga.patch(`/users/${ben.id}`, { new_email: 'b@harbour.test' }))

  for (const inbox of inboxes)
    assert.equal((await inbox.read()).at(-1)!.person, {
      user_id: ben.id,
      delivery_email: 'b@harbour.test',
    })
  assert.equal(await stranger.read(), [])
  assert.is((await chat.logIn('b@harbour.test')).id, ben.id)
})

test('a new API key shuts out clients with the old one', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const inbox = await ben.listen()
  const waiting = inbox.wait()

  const { api_key } = expectSuccess(await ben.post('/users/me/api_key/regenerate'))

  assert.match(api_key, /^[0-9A-Za-z]{32}$/)
  assert.equal(await waiting, [{ type: 'heartbeat' }])
  assert.is((await ben.get('/users/me')).code, 'INVALID_API_KEY')
  const renewed = await chat.logIn(ben.email)
  assert.is(renewed.key, api_key)
  const poll = { queue_id: inbox.queueId, last_event_id: -1 }
  assert.is((await renewed.get('/events', poll)).code, 'BAD_EVENT_QUEUE_ID')
})

test.run()
