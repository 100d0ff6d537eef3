// Snapshots of organizations with hundreds of people, whose list is written in slices.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
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

test.run()
