// The fields of people and of the smaller resources.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { expectSuccess, Person, startChat } from '../chat.ts'
import { assertFields, each } from './shape.ts'

test('one’s own user object has its fields; profile data is for people, not for bots', async () => {
  await using chat = await startChat()
  const OWN = {
    ...each('avatar_url email full_name timezone date_joined delivery_email', 'string'),
    ...each('is_admin is_owner is_guest is_bot is_active is_imported_stub', 'boolean'),
    ...each('avatar_version role max_message_id user_id', 'integer'),
  }
  const { api_key, user_id } = expectSuccess(
    await chat.olga.post('/bots', { full_name: 'Robo', short_name: 'robo' }),
  )
  const { user } = await chat.olga.get(`/users/${user_id}`)
  const bot = new Person(chat.url, { id: user_id, email: user.email, name: '', key: api_key })

  const person = expectSuccess(await chat.olga.get('/users/me'))
  const robo = expectSuccess(await bot.get('/users/me'))

  assertFields(person, { ...OWN, profile_data: 'object' })
  assert.equal([person.role, person.is_owner, person.is_admin], [100, true, true])
  assertFields(robo, OWN)
  assert.equal([robo.is_bot, 'profile_data' in robo], [true, false])
})

test('a deactivated person whose data was removed is deleted, nobody else is said to be', async () => {
  await using chat = await startChat()
  const [ben, mia] = [await chat.join('Ben'), await chat.join('Mia')]
  const actions = { delete_profile: true }
  expectSuccess(await chat.olga.delete(`/users/${ben.id}`, { actions }))
  expectSuccess(await chat.olga.delete(`/users/${mia.id}`))

  const [gone, away] = await Promise.all(
    [ben, mia].map(async ({ id }) => (await chat.olga.get(`/users/${id}`)).user),
  )

  assert.equal([gone.is_active, gone.is_deleted], [false, true])
  assert.equal([away.is_active, 'is_deleted' in away], [false, false])
})

test('roles are known by number, and every owner is an administrator', async () => {
  await using chat = await startChat()
  const flags: Record<number, boolean[]> = {}
  for (const role of [100, 200, 300, 400, 600]) {
    const { id } = await chat.join(`Role ${role}`, role === 100 ? 200 : role)
    if (role === 100) expectSuccess(await chat.olga.patch(`/users/${id}`, { role }))
    const { user } = await chat.olga.get(`/users/${id}`)
    assert.is(user.role, role)
    flags[role] = [user.is_owner, user.is_admin, user.is_guest]
  }
  assert.equal(flags, {
    100: [true, true, false],
    200: [false, true, false],
    300: [false, false, false],
    400: [false, false, false],
    600: [false, false, true],
  })
})

test('the smaller resources of the snapshot have their fields', async () => {
  await using chat = await startChat()
  const { olga } = chat
  const ben = await chat.join('Ben')
  await ben.tell([olga], 'hello')
  await olga.post('/navigation_views', {
    fragment: 'narrow/is/alerted',
    is_pinned: true,
    name: 'Alerts',
  })
  await olga.post('/saved_snippets', { title: 'Greeting', content: '*hello*' })
  await olga.post('/realm/playgrounds', {
    name: 'Sandbox',
    pygments_language: 'Python',
    url_template: 'https://sand.test/?code={code}',
  })
  await olga.post('/realm/domains', { domain: 'harbour.test', allow_subdomains: true })
  await olga.post('/realm/profile_fields', { name: 'Town', field_type: 1 })
  await olga.post('/channel_folders/create', { name: 'Work', description: '' })

  const snapshot = expectSuccess(await olga.post('/register'))

  assertFields(snapshot.navigation_views[0], {
    fragment: 'string',
    is_pinned: 'boolean',
    name: 'string|null',
  })
  assertFields(snapshot.saved_snippets[0], {
    ...each('id date_created', 'integer'),
    ...each('title content', 'string'),
  })
  assert.equal(
    snapshot.recent_private_conversations.map(({ user_ids }: { user_ids: number[] }) => user_ids),
    [[ben.id]],
  )
  assertFields(snapshot.recent_private_conversations[0], { max_message_id: 'integer' })
  assertFields(snapshot.realm_playgrounds[0], {
    id: 'integer',
    ...each('name pygments_language url_template', 'string'),
  })
  assertFields(snapshot.custom_profile_fields[0], {
    ...each('id field_type', 'integer'),
    ...each('name hint', 'string'),
    ...each('display_in_profile_summary required editable_by_user', 'boolean'),
  })
  assert.not.ok('use_for_user_matching' in snapshot.custom_profile_fields[0])
  assertFields(snapshot.channel_folders[0], {
    channel_folder_id: 'integer',
    ...each('name description', 'string'),
    is_archived: 'boolean',
  })
  assert.equal(snapshot.realm_domains, [{ domain: 'harbour.test', allow_subdomains: true }])
})

test.run()
