// Listing, reading and creating users.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { assertRefused, openChannel } from '../channels.ts'
import { type Answer, type Chat, expectSuccess, type Person, startChat } from '../chat.ts'

const names = (users: Answer[]) => users.map((user) => user.full_name)

const MEMBERS = 6

/** Limits guests to users in their own channels and conversations. */
const limitGuests = (chat: Chat) =>
  chat.olga.patch('/realm', { can_access_all_users_group: { new: MEMBERS } })

test('everyone is listed by ID, deactivated people too', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const mia = await chat.join('Mia')
  await chat.olga.delete(`/users/${mia.id}`)

  const { members } = await ben.get('/users')

  assert.equal(names(members), ['Olga', 'Ben', 'Mia'])
  assert.equal(
    members.map((user: Answer) => user.is_active),
    [true, true, false],
  )
  const { date_joined, avatar_url, ...rest } = members[1]
  assert.is(date_joined, '2026-03-01T12:00:00+00:00')
  assert.type(avatar_url, 'string')
  assert.equal(rest, {
    user_id: ben.id,
    email: 'ben@harbour.test',
    delivery_email: 'ben@harbour.test',
    full_name: 'Ben',
    is_active: true,
    is_owner: false,
    is_admin: false,
    is_guest: false,
    is_bot: false,
    role: 400,
    timezone: '',
    avatar_version: 1,
    is_imported_stub: false,
  })
})

test('some are listed by their IDs', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const list = async (user_ids: unknown) => ben.get('/users', { user_ids })
  assert.equal(names((await list([ben.id, chat.olga.id, ben.id])).members), ['Olga', 'Ben'])
  assert.equal((await list([])).members, [])
  assertRefused(await list([ben.id, 999]), 'No such user')
  assertRefused(await list('x'), 'user_ids is not valid JSON')
})

test('one person is read by ID and by an address that the reader may know', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const mia = await chat.join('Mia')
  await chat.olga.patch(`/users/${mia.id}`, { role: 200 })
  await ben.patch('/settings', { email_address_visibility: 3 })
  const dummy = `user${ben.id}@hearth.local`

  const cases: [reader: Person, who: string, found: boolean][] = [
    [mia, String(ben.id), true],
    [mia, 'BEN@harbour.test', true],
    [mia, dummy, true],
    [ben, 'ben@harbour.test', true],
    [ben, 'mia@harbour.test', true],
    [ben, 'nobody@harbour.test', false],
    [ben, '999', false],
  ]
  const tom = await chat.join('Tom')
  cases.push([tom, dummy, true], [tom, 'ben@harbour.test', false])
  for (const [reader, who, found] of cases) {
    const answer = await reader.get(`/users/${who}`)
    assert.is(answer.msg, found ? '' : 'No such user', `${reader.name} asks for ${who}`)
  }
  assert.is((await tom.get(`/users/${ben.id}`)).user.delivery_email, null)
  assert.is((await tom.get(`/users/${ben.id}`)).user.email, dummy)
  assert.is((await mia.get(`/users/${ben.id}`)).user.delivery_email, 'ben@harbour.test')
})

test('a hidden address finds no user, its placeholder always does', async () => {
  await using chat = await startChat()
  const { olga } = chat
  const ben = await chat.join('Ben')
  const tom = await chat.join('Tom')
  const dummy = `user${ben.id}@hearth.local`
  assert.is((await tom.get(`/users/${dummy}`)).user.user_id, ben.id)
  await ben.patch('/settings', { email_address_visibility: 3 })

  const newest = { anchor: 'newest', num_before: 1, num_after: 0 }
  const ways: [msg: string, ask: (by: Person, email: string) => Promise<Answer>][] = [
    ['No such user', (by, email) => by.get(`/users/${email}`)],
    ['No such user', (by, email) => by.post('/users/me/subscriptions', joinAs(email))],
    ['No such user', (by, email) => by.delete('/users/me/subscriptions', leaveAs(email))],
    [
      `Invalid email '${ben.email}'`,
      (by, email) => by.post('/messages', { type: 'direct', to: email, content: 'Hi' }),
    ],
    [
      `Invalid narrow operator: unknown user ${ben.email}`,
      (by, email) => by.get('/messages', { ...newest, narrow: [['sender', email]] }),
    ],
  ]
  for (const [msg, ask] of ways) {
    assert.is((await ask(tom, ben.email)).msg, msg)
    assert.not((await ask(tom, dummy)).msg.includes('user'), msg)
    assert.not((await ask(olga, ben.email)).msg.includes('user'), msg)
  }
})

const joinAs = (email: string) => ({ subscriptions: [{ name: 'general' }], principals: [email] })
const leaveAs = (email: string) => ({ subscriptions: ['general'], principals: [email] })

test('guests may be kept from people they share nothing with', async () => {
  await using chat = await startChat()
  const gus = await chat.join('Gus', 600)
  const ben = await chat.join('Ben')
  const mia = await chat.join('Mia')
  const tom = await chat.join('Tom')
  for (const person of [gus, ben, mia, tom])
    await person.delete('/users/me/subscriptions', { subscriptions: ['general'] })
  await openChannel(ben, 'kitchen', [gus])
  await gus.tell([mia], 'hello')
  const { user_id: bot } = await tom.post('/bots', { full_name: 'Robo', short_name: 'robo' })
  await limitGuests(chat)

  assert.equal(names((await gus.get('/users')).members), ['Gus', 'Ben', 'Mia', 'Robo'])
  assertRefused(await gus.get(`/users/${tom.id}`), 'Insufficient permission')
  assertRefused(await gus.get('/users/999'), 'Insufficient permission')
  assertRefused(await gus.get(`/users/${tom.id}/status`), 'Insufficient permission')
  assertRefused(await gus.post(`/users/me/muted_users/${tom.id}`), 'Insufficient permission')
  expectSuccess(await gus.get(`/users/${bot}`))

  const fetch_event_types = ['realm_user']
  const plain = await gus.post('/register', { fetch_event_types })
  const capable = { client_capabilities: { user_list_incomplete: true } }
  const incomplete = await gus.post('/register', { fetch_event_types, ...capable })
  assert.equal(names(incomplete.realm_users), ['Gus', 'Ben', 'Mia', 'Robo'])
  const unknown = plain.realm_users.filter((user: Answer) => user.full_name === 'Unknown user')
  assert.equal(
    unknown.map((user: Answer) => [user.user_id, user.delivery_email, user.role]),
    [
      [chat.olga.id, null, 400],
      [tom.id, null, 400],
    ],
  )
  const inbox = await gus.listen({ event_types: ['realm_user'] })
  await chat.olga.patch(`/users/${tom.id}`, { full_name: 'Thomas' })
  await chat.join('Zoe')
  assert.equal(await inbox.read(), [])
})

test('people outside read names where the organization shows itself, and nothing elsewhere', async () => {
  await using chat = await startChat()
  const ask = async () => {
    const response = await fetch(`${chat.url}/json/users?client_gravatar=false`)
    return { status: response.status, body: await response.json() }
  }
  assert.is((await ask()).status, 401)
  await chat.olga.patch('/realm', { enable_spectator_access: true })
  const { status, body } = await ask()
  assert.is(status, 200)
  assert.is(body.members[0].date_joined, '2026-03-01')
  assert.not.ok('timezone' in body.members[0])
})

test.run()
