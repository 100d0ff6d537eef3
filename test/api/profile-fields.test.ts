// Custom profile fields and their values.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { assertRefused } from '../channels.ts'
import { expectSuccess, type Person, startChat } from '../chat.ts'

const create = async (by: Person, parameters: Record<string, unknown>): Promise<number> =>
  expectSuccess(await by.post('/realm/profile_fields', parameters)).id

const set = (person: Person, id: number, value: unknown) =>
  person.patch('/users/me/profile_data', { data: [{ id, value }] })

const CHOICES = { '0': { text: 'tea', order: '1' }, '1': { text: 'coffee', order: '2' } }

test('a new field is told to everyone as the whole list', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const inbox = await ben.listen({ event_types: ['custom_profile_fields'] })

  const id = await create(chat.olga, { field_type: 1, name: ' Town ', hint: 'Where you live' })

  const field = {
    id,
    field_type: 1,
    type: 1,
    order: 1,
    name: 'Town',
    hint: 'Where you live',
    field_data: '',
    required: false,
    editable_by_user: true,
    display_in_profile_summary: false,
  }
  assert.equal(await inbox.read(), [{ type: 'custom_profile_fields', fields: [field] }])
  assert.equal((await ben.get('/realm/profile_fields')).custom_fields, [field])
  const snapshot = await ben.post('/register', { fetch_event_types: ['custom_profile_fields'] })
  assert.equal(snapshot.custom_profile_fields, [field])
  assert.is(snapshot.custom_profile_field_types.PRONOUNS.id, 8)
})

test('only administrators define fields', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben', 300)
  const id = await create(chat.olga, { field_type: 1, name: 'Town' })
  const calls: [method: string, path: string][] = [
    ['POST', '/realm/profile_fields'],
    ['PATCH', '/realm/profile_fields'],
    ['PATCH', `/realm/profile_fields/${id}`],
    ['DELETE', `/realm/profile_fields/${id}`],
  ]
  for (const [method, path] of calls) {
    const answer = await ben.request(method, path, { name: 'x', field_type: 1, order: [id] })
    assertRefused(answer, 'Must be an organization administrator', {
      code: 'UNAUTHORIZED_PRINCIPAL',
    })
  }
})

test('definitions are held to their rules', async () => {
  await using chat = await startChat()
  await create(chat.olga, { field_type: 1, name: 'Town' })
  const custom = (url_pattern?: string) => ({ subtype: 'custom', url_pattern })
  const cases: [parameters: Record<string, unknown>, message: string | undefined][] = [
    [{ name: 'x' }, "Missing 'field_type' argument"],
    [{ field_type: 9, name: 'x' }, 'Invalid field_type'],
    [{ field_type: 1 }, 'Label cannot be blank.'],
    [{ field_type: 1, name: ' ' }, 'Label cannot be blank.'],
    [{ field_type: 1, name: 'Town' }, 'A field with that label already exists.'],
    [{ field_type: 1, name: 'x'.repeat(40), hint: 'y'.repeat(80) }, undefined],
    [{ field_type: 1, name: 'x'.repeat(41) }, 'name is too long (limit: 40 characters)'],
    [{ field_type: 1, name: 'h', hint: 'y'.repeat(81) }, 'hint is too long (limit: 80 characters)'],
    [{ field_type: 3, name: 'Drink', field_data: CHOICES }, undefined],
    [{ field_type: 3, name: 'None', field_data: {} }, 'Field must have at least one choice.'],
    [
      { field_type: 3, name: 'Twice', field_data: { a: CHOICES[0], b: CHOICES[0] } },
      'Field must not have duplicate choices.',
    ],
    [
      { field_type: 3, name: 'Bare', field_data: { a: 'tea' } },
      'field_data must map the key of each choice to its text and its order, two strings.',
    ],
    [{ field_type: 3, name: 'Text', field_data: 'tea' }, 'field_data is not valid JSON'],
    [{ field_type: 7, field_data: { subtype: 'github' } }, undefined],
    [{ field_type: 7, field_data: { subtype: 'abacus' } }, 'Invalid external account type'],
    [
      { field_type: 7, name: 'Wiki', field_data: custom() },
      'Custom external account must define URL pattern',
    ],
    [
      { field_type: 7, name: 'Wiki', field_data: custom('https://wiki.test/') },
      'Malformed URL pattern.',
    ],
    [
      { field_type: 7, name: 'Wiki', field_data: custom('wiki/%(username)s') },
      'url_pattern is not a URL',
    ],
    [
      { field_type: 7, name: 'Wiki', field_data: custom('https://wiki.test/%(username)s') },
      undefined,
    ],
    [
      { field_type: 6, name: 'Boss', display_in_profile_summary: true },
      'Field type not supported for display in profile summary.',
    ],
    [{ field_type: 4, name: 'Born', display_in_profile_summary: true }, undefined],
    [{ field_type: 5, name: 'Site', display_in_profile_summary: true }, undefined],
    [
      { field_type: 8, name: 'Words', display_in_profile_summary: true },
      'Only 2 custom profile fields can be displayed in the profile summary.',
    ],
    [
      { field_type: 2, name: 'Story', use_for_user_matching: true },
      'Field type not supported for user matching.',
    ],
    [{ field_type: 1, name: 'Nick', use_for_user_matching: true }, undefined],
  ]
  for (const [parameters, message] of cases) {
    const answer = await chat.olga.post('/realm/profile_fields', parameters)
    assert.is(answer.msg, message ?? '', JSON.stringify(parameters))
  }
})

test('a field changes in everything but its type, and goes with the values in it', async () => {
  await using chat = await startChat()
  const drink = await create(chat.olga, { field_type: 3, name: 'Drink', field_data: CHOICES })
  const git = await create(chat.olga, { field_type: 7, field_data: { subtype: 'github' } })
  const ben = await chat.join('Ben')
  await set(ben, drink, '1')
  const inbox = await ben.listen({ event_types: ['custom_profile_fields', 'realm_user'] })

  expectSuccess(
    await chat.olga.patch(`/realm/profile_fields/${drink}`, {
      name: 'Favourite',
      required: true,
      field_data: { '0': CHOICES[0] },
    }),
  )

  const events = await inbox.read()
  assert.equal(events[0]!.person, {
    user_id: ben.id,
    custom_profile_field: { id: drink, value: null },
  })
  const { name, required, field_data } = events[1]!.fields[0]
  assert.equal(
    [name, required, field_data],
    ['Favourite', true, '{"0":{"text":"tea","order":"1"}}'],
  )
  assert.equal((await ben.get('/users/me')).profile_data, {})

  const named = await chat.olga.patch(`/realm/profile_fields/${git}`, { name: 'Code' })
  assertRefused(named, 'Default custom field cannot be updated.')
  expectSuccess(
    await chat.olga.patch(`/realm/profile_fields/${git}`, {
      name: 'GitHub username',
      display_in_profile_summary: true,
    }),
  )
  const taken = await chat.olga.patch(`/realm/profile_fields/${drink}`, { name: 'GitHub username' })
  assertRefused(taken, 'A field with that label already exists.')

  await set(ben, drink, '0')
  expectSuccess(await chat.olga.delete(`/realm/profile_fields/${drink}`))
  assert.equal((await ben.get('/users/me')).profile_data, {})
  const gone = await chat.olga.delete(`/realm/profile_fields/${drink}`)
  assertRefused(gone, `Field id ${drink} not found.`)
})

test('fields are put in order when each is named once', async () => {
  await using chat = await startChat()
  const a = await create(chat.olga, { field_type: 1, name: 'a' })
  const b = await create(chat.olga, { field_type: 1, name: 'b' })
  for (const order of [[], [a], [a, a], [a, b, b], [a, 999]]) {
    const answer = await chat.olga.patch('/realm/profile_fields', { order })
    assertRefused(answer, 'Invalid order mapping.')
  }

  expectSuccess(await chat.olga.patch('/realm/profile_fields', { order: [b, a] }))

  const { custom_fields } = await chat.olga.get('/realm/profile_fields')
  assert.equal(
    custom_fields.map((field: { name: string }) => field.name),
    ['b', 'a'],
  )
})

test('values are held to the rules of their type', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const gone = await chat.join('Gone')
  const { user_id: bot } = await ben.post('/bots', { full_name: 'Robo', short_name: 'robo' })
  await chat.olga.delete(`/users/${gone.id}`)
  const make = (field_type: number, field_data?: unknown) =>
    create(chat.olga, { field_type, name: `F${field_type}`, field_data })
  const fields = new Map<number, number>()
  for (const type of [1, 2, 4, 5, 6, 8]) fields.set(type, await make(type))
  fields.set(3, await make(3, CHOICES))
  fields.set(7, await create(chat.olga, { field_type: 7, field_data: { subtype: 'github' } }))

  const cases: [type: number, value: unknown, message: string | undefined][] = [
    [1, 'x'.repeat(50), undefined],
    [1, 'x'.repeat(51), 'F1 is too long (limit: 50 characters)'],
    [1, [1], 'F1 is not a string'],
    [2, 'x'.repeat(500), undefined],
    [2, 'x'.repeat(501), 'F2 is too long (limit: 500 characters)'],
    [3, '1', undefined],
    [3, 'coffee', "'coffee' is not a valid choice for 'F3'."],
    [3, 'constructor', "'constructor' is not a valid choice for 'F3'."],
    [4, '2024-02-29', undefined],
    [4, '2023-02-29', 'F4 is not a date'],
    [4, '24-2-1', 'F4 is not a date'],
    [5, 'https://harbour.test/x', undefined],
    [5, 'harbour', 'F5 is not a URL'],
    [5, 'javascript:alert(1)', 'F5 is not a URL'],
    [6, [ben.id, chat.olga.id], undefined],
    [6, 'olga', 'F6 is not a list'],
    [6, [999], 'Invalid user ID: 999'],
    [6, [gone.id], `User with ID ${gone.id} is deactivated`],
    [6, [bot], `User with ID ${bot} is a bot`],
    [7, 'ben', undefined],
    [7, 'x'.repeat(51), 'GitHub username is too long (limit: 50 characters)'],
    [8, 'they', undefined],
    [8, 'x'.repeat(51), 'F8 is too long (limit: 50 characters)'],
  ]
  for (const [type, value, message] of cases) {
    const answer = await set(ben, fields.get(type)!, value)
    assert.is(answer.msg, message ?? '', `${type}: ${JSON.stringify(value)}`)
  }
  assertRefused(await set(ben, 999, 'x'), 'Field id 999 not found.')
  const { profile_data } = await ben.get('/users/me')
  assert.equal(profile_data[fields.get(6)!], { value: `[${ben.id},${chat.olga.id}]` })
  assert.equal(profile_data[fields.get(3)!], { value: '1' })
  assert.equal(profile_data[fields.get(8)!], { value: 'they' })
  assert.is(profile_data[fields.get(1)!].rendered_value, `<p>${'x'.repeat(50)}</p>`)
})

test('a value is told to everyone, once, and its removal too', async () => {
  await using chat = await startChat()
  const id = await create(chat.olga, { field_type: 1, name: 'Town' })
  const ben = await chat.join('Ben')
  const inbox = await chat.olga.listen({ event_types: ['realm_user'] })

  await set(ben, id, '*Bremen*')
  await set(ben, id, '*Bremen*')
  await ben.delete('/users/me/profile_data', { data: [id] })
  await ben.delete('/users/me/profile_data', { data: [id] })

  const rendered_value = '<p><em>Bremen</em></p>'
  assert.equal(
    (await inbox.read()).map((event) => event.person),
    [
      { user_id: ben.id, custom_profile_field: { id, value: '*Bremen*', rendered_value } },
      { user_id: ben.id, custom_profile_field: { id, value: null, rendered_value: null } },
    ],
  )
  const unknown = await ben.delete('/users/me/profile_data', { data: [id, 999] })
  assertRefused(unknown, 'Field id 999 not found.')
})

test('a field that people may not edit is filled by administrators', async () => {
  await using chat = await startChat()
  const id = await create(chat.olga, { field_type: 1, name: 'Badge', editable_by_user: false })
  const ben = await chat.join('Ben')

  const own = await set(ben, id, '007')
  assert.match(own.msg, 'not allowed to change this field')
  expectSuccess(await chat.olga.patch(`/users/${ben.id}`, { profile_data: [{ id, value: '7' }] }))
  const { user } = await ben.get(`/users/${ben.id}`, { include_custom_profile_fields: true })
  assert.is(user.profile_data[id].value, '7')
  expectSuccess(await chat.olga.patch(`/users/${ben.id}`, { profile_data: [{ id, value: '' }] }))
  assert.equal((await ben.get('/users/me')).profile_data, {})
  assert.match((await ben.delete('/users/me/profile_data', { data: [id] })).msg, 'not allowed')
})

test('the profiles of all come with the list of people, when asked for', async () => {
  await using chat = await startChat()
  const id = await create(chat.olga, { field_type: 2, name: 'Story' })
  const ben = await chat.join('Ben')
  await set(ben, id, 'Once')

  const plain = await ben.get('/users', { user_ids: [ben.id] })
  const full = await ben.get('/users', { user_ids: [ben.id], include_custom_profile_fields: true })
  const { realm_users } = await ben.post('/register', { fetch_event_types: ['realm_user'] })

  const told = { [id]: { value: 'Once', rendered_value: '<p>Once</p>' } }
  assert.not.ok('profile_data' in plain.members[0])
  assert.equal(full.members[0].profile_data, told)
  assert.equal(realm_users.at(-1).profile_data, told)
})

test.run()
