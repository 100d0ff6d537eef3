// Guests who see only people they share a place with: who comes into sight and who goes.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { GUEST, MEMBERS, openChannel } from '../channels.ts'
import { expectSuccess, type Person, startChat } from '../chat.ts'

test('guests meet those who come, who come meet all, and a conversation keeps people in sight', async () => {
  await using chat = await startChat()
  const { olga } = chat
  expectSuccess(await olga.patch('/realm', { can_access_all_users_group: { new: MEMBERS } }))
  const names = ['Gus', 'Gia', 'Kim']
  const guests: Person[] = []
  for (const name of names) guests.push(await chat.join(name, GUEST))
  const [gus, gia, kim] = guests as [Person, Person, Person]
  const ben = await chat.join('Ben')
  const nameById = new Map([olga, ben, ...guests].map(({ id, email }) => [id, email.split('@')[0]]))
  const nameOf = (id: number) => nameById.get(id)
  for (const person of [ben, ...guests])
    expectSuccess(await person.delete('/users/me/subscriptions', { subscriptions: ['general'] }))
  await openChannel(olga, 'deck', [gus, gia])
  await openChannel(olga, 'hold', [kim])

  /** Names of the people that a guest sees, as a list of users has them. */
  const seen = async (guest: Person) =>
    (await guest.get('/users')).members
      .map(({ user_id }: { user_id: number }) => nameOf(user_id))
      .filter(Boolean)
  const subscribe = async (people: readonly Person[]) =>
    expectSuccess(
      await olga.post('/users/me/subscriptions', {
        subscriptions: [{ name: 'deck' }],
        principals: people.map(({ id }) => id),
      }),
    )
  const remove = async (people: readonly Person[]) =>
    expectSuccess(
      await olga.delete('/users/me/subscriptions', {
        subscriptions: ['deck'],
        principals: people.map(({ id }) => id),
      }),
    )
  const inboxes = await Promise.all(
    guests.map((guest) => guest.listen({ event_types: ['realm_user'] })),
  )
  const heard = () =>
    Promise.all(
      inboxes.map(async (inbox) =>
        (await inbox.read()).map(({ op, person }) => `${op} ${nameOf(person.user_id)}`).sort(),
      ),
    )

  const before = await Promise.all(guests.map(seen))
  assert.equal(before, [
    ['olga', 'gus', 'gia'],
    ['olga', 'gus', 'gia'],
    ['olga', 'kim'],
  ])
  await subscribe([ben, kim])
  assert.equal(await heard(), [
    ['add ben', 'add kim'],
    ['add ben', 'add kim'],
    ['add ben', 'add gia', 'add gus'],
  ])
  for (const guest of guests) assert.equal(await seen(guest), ['olga', 'gus', 'gia', 'kim', 'ben'])

  // Another unit of work that is taken back leaves no trace in what guests see.
  const absent = { subscriptions: ['deck', 'nowhere'], principals: [ben.id] }
  assert.is((await olga.delete('/users/me/subscriptions', absent)).result, 'error')
  assert.equal(await heard(), [[], [], []])

  await ben.tell([gus], 'hello')
  await remove([ben, kim])
  assert.equal(await heard(), [
    ['remove kim'],
    ['remove ben', 'remove kim'],
    ['remove ben', 'remove gia', 'remove gus'],
  ])
  assert.equal(await Promise.all(guests.map(seen)), [
    ['olga', 'gus', 'gia', 'ben'],
    ['olga', 'gus', 'gia'],
    ['olga', 'kim'],
  ])
})

test.run()
