// Snapshots of organizations with hundreds of people, whose list is written in slices.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { GUEST, MEMBERS } from '../channels.ts'
import { type Answer, expectSuccess, Inbox, startChat } from '../chat.ts'
import { addCrowd } from '../many.ts'

const CROWD = 700

const PEOPLE = { event_types: ['realm_user'], fetch_event_types: ['realm_user'] }

test('the list names everyone, each as they are, while people change their names', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const crowd = addCrowd(chat, CROWD)
  for (let round = 0; round < 5; round++) {
    const name = `Ben ${round}`
    const [snapshot] = await Promise.all([
      chat.olga.post('/register', PEOPLE).then(expectSuccess),
      ben.patch('/settings', { full_name: name }).then(expectSuccess),
    ])
    const people: Answer[] = snapshot.realm_users
    assert.equal(
      crowd.filter((id) => !people.some((person) => person.user_id === id)),
      [],
    )
    const events = await new Inbox(chat.olga, snapshot.queue_id, snapshot.last_event_id).read()
    const listed = people.find((person) => person.user_id === ben.id)!.full_name
    const known = events.reduce((last, { person }) => person?.full_name ?? last, listed)
    assert.is(known, name)
  }
})

test('a person who is deactivated moves from one list to the other, and back', async () => {
  await using chat = await startChat()
  addCrowd(chat, CROWD)
  const ben = await chat.join('Ben')
  const idsIn = (list: Answer[]) => list.map(({ user_id }) => user_id)
  const before = expectSuccess(await chat.olga.post('/register', PEOPLE))
  assert.ok(idsIn(before.realm_users).includes(ben.id))
  expectSuccess(await chat.olga.delete(`/users/${ben.id}`))
  const after = expectSuccess(await chat.olga.post('/register', PEOPLE))
  assert.not(idsIn(after.realm_users).includes(ben.id))
  assert.equal(idsIn(after.realm_non_active_users), [ben.id])
  assert.is(after.realm_users.length, before.realm_users.length - 1)
  expectSuccess(await chat.olga.post(`/users/${ben.id}/reactivate`))
  const mia = await chat.join('Mia')
  const again = expectSuccess(await chat.olga.post('/register', PEOPLE))
  assert.equal(idsIn(again.realm_users), [...idsIn(before.realm_users), mia.id])
  assert.equal(again.realm_non_active_users, [])
})

test('lists of hundreds are whole and in order, for a guest who may not see everyone too', async () => {
  await using chat = await startChat()
  const { olga } = chat
  const crowd = addCrowd(chat, CROWD)
  const gus = await chat.join('Gus', GUEST)
  expectSuccess(await olga.delete(`/users/${crowd[0]}`))
  expectSuccess(await olga.patch('/realm', { can_access_all_users_group: { new: MEMBERS } }))
  const idsOf = (list: Answer[]) => list.map(({ user_id }) => user_id)
  const all = idsOf(expectSuccess(await olga.get('/users')).members)
  assert.equal(
    all,
    [...all].sort((one, other) => one - other),
  )
  assert.equal(
    crowd.filter((id) => !all.includes(id)),
    [],
  )
  const chosen = [crowd[300]!, crowd[5]!, ...crowd.slice(100, 260)]
  const { members } = expectSuccess(await olga.get('/users', { user_ids: chosen }))
  assert.equal(
    idsOf(members),
    [...chosen].sort((one, other) => one - other),
  )

  const whole = expectSuccess(await gus.post('/register', PEOPLE))
  assert.equal(idsOf(whole.realm_users), all)
  const named = new Set(['Olga', 'Gus'])
  for (const { user_id, full_name } of whole.realm_users)
    assert.is(named.has(full_name), !crowd.includes(user_id), full_name)
  const incomplete = { ...PEOPLE, client_capabilities: { user_list_incomplete: true } }
  const { realm_users } = expectSuccess(await gus.post('/register', incomplete))
  assert.equal(idsOf(realm_users), idsOf(expectSuccess(await gus.get('/users')).members))
  assert.is(realm_users.length, named.size)
})

test.run()
