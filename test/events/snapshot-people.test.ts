// People in the snapshot.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { type Answer, type Chat, expectSuccess, type Person, startChat } from '../chat.ts'

const EVERYONE_HAS = [
  ...['user_id', 'email', 'delivery_email', 'full_name', 'date_joined', 'timezone', 'role'],
  ...['is_owner', 'is_admin', 'is_guest', 'is_bot', 'avatar_url', 'avatar_version'],
  'is_imported_stub',
]

/** A person, a bot, a deactivated person, and a guest. */
async function crew(chat: Chat) {
  const ben = await chat.join('Ben')
  const gus = await chat.join('Gus', 600)
  const mia = await chat.join('Mia')
  const bot = expectSuccess(await ben.post('/bots', { full_name: 'Robo', short_name: 'robo' }))
  const field = { field_type: 1, name: 'Boat' }
  const { id } = expectSuccess(await chat.olga.post('/realm/profile_fields', field))
  const data = [{ id, value: '*Dory*' }]
  expectSuccess(await ben.patch('/users/me/profile_data', { data }))
  expectSuccess(await chat.olga.delete(`/users/${mia.id}`))
  return { ben, gus, mia, botId: bot.user_id as number, fieldId: id as number }
}

const register = async (person: Person) =>
  expectSuccess(await person.post('/register', { fetch_event_types: ['realm_user'] }))

const keys = (user: object) => Object.keys(user).sort()

const idsOf = (users: Answer[]) => users.map((user) => user.user_id)

test('people, bots and those of the system are told apart, active ones and others', async () => {
  await using chat = await startChat()
  const { ben, gus, mia, botId, fieldId } = await crew(chat)
  const answer = await register(gus)
  const [, bens, , robo] = answer.realm_users

  assert.equal(idsOf(answer.realm_users), [chat.olga.id, ben.id, gus.id, botId])
  assert.equal(idsOf(answer.realm_non_active_users), [mia.id])
  assert.equal(keys(bens), [...EVERYONE_HAS, 'profile_data'].sort())
  assert.match(bens.date_joined, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/)
  assert.equal(bens.profile_data[fieldId], {
    value: '*Dory*',
    rendered_value: '<p><em>Dory</em></p>',
  })
  assert.equal(keys(robo), [...EVERYONE_HAS, 'bot_type', 'bot_owner_id'].sort())
  assert.equal([robo.bot_type, robo.bot_owner_id], [1, ben.id])
  assert.ok(answer.cross_realm_bots.length > 1)
  for (const bot of answer.cross_realm_bots) {
    assert.equal(keys(bot), [...EVERYONE_HAS, 'bot_type', 'bot_owner_id', 'is_system_bot'].sort())
    assert.equal([bot.is_bot, bot.is_system_bot, bot.bot_owner_id], [true, true, null])
    assert.not.ok(idsOf(answer.realm_users).includes(bot.user_id))
  }
})

test('everyone learns who they are and what they may do', async () => {
  await using chat = await startChat()
  const { ben, gus } = await crew(chat)
  const mod = await chat.join('Mod', 300)
  const own = async (person: Person) => {
    const answer = await register(person)
    return [
      ...[answer.user_id, answer.full_name, answer.is_owner, answer.is_admin],
      ...[answer.is_moderator, answer.is_guest, answer.can_create_streams],
      ...[answer.can_create_web_public_streams, answer.can_subscribe_other_users],
      answer.can_invite_others_to_realm,
    ]
  }
  const [yes, no] = [true, false]
  const told = (person: Person, name: string) => [person.id, name]
  assert.equal(await own(chat.olga), [
    ...told(chat.olga, 'Olga'),
    yes,
    yes,
    yes,
    no,
    yes,
    yes,
    yes,
    yes,
  ])
  assert.equal(await own(mod), [...told(mod, 'Mod'), no, no, yes, no, yes, no, yes, yes])
  assert.equal(await own(ben), [...told(ben, 'Ben'), no, no, no, no, yes, no, yes, yes])
  assert.equal(await own(gus), [...told(gus, 'Gus'), no, no, no, yes, no, no, no, no])
  const bens = await register(ben)
  assert.equal([bens.email, bens.delivery_email, bens.avatar_source], [ben.email, ben.email, 'J'])
  assert.type(bens.avatar_url, 'string')
  assert.type(bens.avatar_url_medium, 'string')
})

test('a hidden address is shown to those it is meant for, in place of it one that reaches nobody', async () => {
  await using chat = await startChat()
  const { ben, gus } = await crew(chat)
  expectSuccess(await ben.patch('/settings', { email_address_visibility: 3 }))
  const seenBy = async (person: Person) => {
    const { email, delivery_email } = (await register(person)).realm_users.find(
      (user: Answer) => user.user_id === ben.id,
    )
    return [email, delivery_email]
  }
  const other = `user${ben.id}@hearth.local`
  assert.equal(await seenBy(chat.olga), [other, ben.email])
  assert.equal(await seenBy(gus), [other, null])
  assert.equal(await seenBy(ben), [other, ben.email])
})

test.run()
