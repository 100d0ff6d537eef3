// Details of single endpoints that clients rely on.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { assertRefused, openChannel } from '../channels.ts'
import { expectSuccess, Person, startChat } from '../chat.ts'

// What section 4 says of single endpoints and the tests by area leave out.

const PAGE = { anchor: 'newest', num_before: 10, num_after: 0 }
const UNAUTHORIZED = { code: 'UNAUTHORIZED_PRINCIPAL' }

const fetchPage = async (person: Person, parameters: object) =>
  expectSuccess(await person.get('/messages', { ...parameters }))

test('both numbers of a range are required, unless messages are listed by ID', async () => {
  await using chat = await startChat()
  for (const [name, parameters] of [
    ['num_before', { anchor: 'newest', num_after: 0 }],
    ['num_after', { anchor: 'newest', num_before: 10 }],
  ] as const) {
    const answer = await chat.olga.get('/messages', parameters)
    assertRefused(answer, `Missing '${name}' argument`, {
      code: 'REQUEST_VARIABLE_MISSING',
      var_name: name,
    })
  }
  expectSuccess(await chat.olga.get('/messages', { message_ids: [] }))
})

test('the anchor is part of a range, and found, unless it is excluded', async () => {
  await using chat = await startChat()
  const id = await chat.olga.say('general', 'x', 'one')
  const range = { anchor: id, num_before: 1, num_after: 0 }

  const included = await fetchPage(chat.olga, range)
  const excluded = await fetchPage(chat.olga, { ...range, include_anchor: false })

  assert.equal([included.messages.at(-1)?.id, included.found_anchor], [id, true])
  assert.not.ok(excluded.messages.some((message: { id: number }) => message.id === id))
  assert.is(excluded.found_anchor, false)
})

test('terms of a narrow are objects or pairs, as the client likes', async () => {
  await using chat = await startChat()
  const id = await chat.olga.say('general', 'Boats', 'one')
  await chat.olga.say('general', 'Trains', 'two')
  const pair = ['topic', 'Boats']
  const object = { operator: 'channels', operand: 'public' }

  const { messages } = await fetchPage(chat.olga, { ...PAGE, narrow: [pair, object] })

  assert.equal(
    messages.map((message: { id: number }) => message.id),
    [id],
  )
})

test('a picture that the client can compute is null only where it may know the address', async () => {
  await using chat = await startChat()
  expectSuccess(await chat.olga.patch('/realm', { default_avatar_source: 'G' }))
  const ben = await chat.join('Ben')
  await ben.say('general', 'x', 'one')
  const picture = async (client_gravatar?: boolean) =>
    (await fetchPage(chat.olga, { ...PAGE, client_gravatar })).messages.at(-1).avatar_url

  assert.is(await picture(), null)
  assert.type(await picture(false), 'string')
  expectSuccess(await ben.patch('/settings', { email_address_visibility: 4 }))
  assert.type(await picture(), 'string')
})

test('a topic may be muted before anything was written in it, by at most the length told', async () => {
  await using chat = await startChat()
  const { realm_empty_topic_display_name, max_topic_length } = await chat.olga.post('/register', {
    fetch_event_types: ['realm'],
  })
  const choose = (topic: string, visibility_policy: number) =>
    chat.olga.post('/user_topics', { stream_id: 1, topic, visibility_policy })
  const chosen = async () =>
    (
      await chat.olga.post('/register', {
        fetch_event_types: ['user_topic'],
        client_capabilities: { empty_topic_name: true },
      })
    ).user_topics.map((row: { topic_name: string; visibility_policy: number }) => [
      row.topic_name,
      row.visibility_policy,
    ])

  expectSuccess(await choose(realm_empty_topic_display_name, 1))
  expectSuccess(await choose('x'.repeat(max_topic_length), 3))

  assert.equal(await chosen(), [
    ['', 1],
    ['x'.repeat(max_topic_length), 3],
  ])
  const tooLong = await choose('x'.repeat(max_topic_length + 1), 1)
  assertRefused(tooLong, `topic is too long (limit: ${max_topic_length} characters)`)
  for (const policy of [-1, 4]) assert.is((await choose('x', policy)).code, 'BAD_REQUEST')
  expectSuccess(await choose('', 0))
  assert.is((await chosen()).length, 1)
})

test('folders are named and described within the bounds told; a description may be empty but not missing', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const bounds = await chat.olga.post('/register', { fetch_event_types: ['realm'] })
  const name = 'n'.repeat(bounds.max_channel_folder_name_length)
  const description = 'd'.repeat(bounds.max_channel_folder_description_length)
  const create = (parameters: object, by = chat.olga) =>
    by.post('/channel_folders/create', { ...parameters })

  const { channel_folder_id } = expectSuccess(await create({ name, description }))
  assert.type(channel_folder_id, 'number')
  expectSuccess(await create({ name: 'Sea', description: '' }))
  assert.is((await create({ name: 'Land' })).var_name, 'description')
  for (const wrong of [
    { name: `${name}n`, description },
    { name: 'Sky', description: `${description}d` },
    { name: ' ', description },
  ])
    assert.is((await create(wrong)).code, 'BAD_REQUEST')

  const change = (parameters: object, by = chat.olga) =>
    by.patch(`/channel_folders/${channel_folder_id}`, { ...parameters })
  assert.is((await change({ name: `${name}n` })).code, 'BAD_REQUEST')
  assert.is((await change({ name: '' })).code, 'BAD_REQUEST')
  expectSuccess(await change({ is_archived: true }))
  expectSuccess(await change({ is_archived: false }))
  const msg = 'Must be an organization administrator'
  assertRefused(await create({ name: 'Sky', description }, ben), msg, UNAUTHORIZED)
  assertRefused(await change({ name: 'Sky' }, ben), msg, UNAUTHORIZED)
  assertRefused(
    await chat.olga.patch('/channel_folders/999', { name: 'Sky' }),
    'Invalid channel folder ID',
  )
})

test('a flag is not changed from a date on', async () => {
  await using chat = await startChat()
  const answer = await chat.olga.post('/messages/flags/narrow', {
    ...{ anchor: 'date', num_before: 0, num_after: 10, narrow: [] },
    ...{ op: 'add', flag: 'starred' },
  })
  assertRefused(answer, 'Invalid anchor')
})

test('a range in which nothing fits changes nothing, and has no first and last', async () => {
  await using chat = await startChat()
  const narrow = [['topic', 'nowhere']]
  const answer = await chat.olga.post('/messages/flags/narrow', {
    ...{ anchor: 'oldest', num_before: 0, num_after: 10, narrow, op: 'add', flag: 'starred' },
  })
  const { processed_count, updated_count, first_processed_id, last_processed_id } = answer
  assert.equal(
    { processed_count, updated_count, first_processed_id, last_processed_id },
    { processed_count: 0, updated_count: 0, first_processed_id: null, last_processed_id: null },
  )
})

test('a field is of one of eight types, and members make none', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const fieldData: Record<number, object> = {
    3: { red: { text: 'Red', order: '1' } },
    7: { subtype: 'github' },
  }
  const create = (field_type: number, by = chat.olga) =>
    by.post('/realm/profile_fields', {
      ...{ name: `Field ${field_type}`, field_type, field_data: fieldData[field_type] },
    })

  for (let type = 1; type <= 8; type++) assert.type(expectSuccess(await create(type)).id, 'number')
  for (const type of [0, 9]) assert.is((await create(type)).code, 'BAD_REQUEST')
  assertRefused(await create(1, ben), 'Must be an organization administrator', UNAUTHORIZED)
})

test('links for others hold what an organization may be joined with', async () => {
  await using chat = await startChat()
  const [ada, ben] = [await chat.join('Ada', 200), await chat.join('Ben')]
  const invite = (by: Person, parameters: object = {}) =>
    by.post('/invites/multiuse', { ...parameters })

  const { invite_link } = expectSuccess(await invite(chat.olga))
  assert.ok(invite_link.startsWith(chat.url))
  expectSuccess(await invite(chat.olga, { invite_expires_in_minutes: null }))
  const { invites } = await chat.olga.get('/invites')
  const now = chat.clock.now() / 1000
  assert.equal(
    invites.map((one: { expiry_date: number; invited_as: number }) => [
      one.expiry_date,
      one.invited_as,
    ]),
    [
      [now + 14_400 * 60, 400],
      [null, 400],
    ],
  )
  assertRefused(await invite(ben), 'Insufficient permission')
  assertRefused(await invite(ada, { invite_as: 100 }), 'Must be an organization owner')
  assert.is((await invite(chat.olga, { invite_as: 500 })).code, 'BAD_REQUEST')
  assert.is((await invite(chat.olga, { stream_ids: [999] })).code, 'BAD_REQUEST')
  expectSuccess(await invite(chat.olga, { welcome_message_custom_text: '⚓'.repeat(8000) }))
  const tooLong = await invite(chat.olga, { welcome_message_custom_text: '⚓'.repeat(8001) })
  assertRefused(tooLong, 'welcome_message_custom_text is too long (limit: 8000 characters)')
  assert.is((await chat.olga.get('/invites')).invites.length, 3, 'what was refused made no link')
})

test('a bot lists the channels of its owner when asked to', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  await ben.subscribe('Boats', { invite_only: true })
  const made = await ben.post('/bots', { full_name: 'Robo', short_name: 'robo' })
  const { user } = await ben.get(`/users/${made.user_id}`)
  const bot = new Person(chat.url, {
    id: user.user_id,
    email: user.email,
    name: '',
    key: made.api_key,
  })
  const names = async (parameters: object) =>
    (await bot.get('/streams', { ...parameters })).streams.map(
      (channel: { name: string }) => channel.name,
    )

  assert.equal(await names({}), ['general'])
  assert.equal(await names({ include_owner_subscribed: true }), ['Boats', 'general'])
})

test('only administrators list every active channel by the older word', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  await ben.subscribe('Boats', { invite_only: true })

  const { streams } = expectSuccess(await chat.olga.get('/streams', { include_all_active: true }))

  assert.is(streams.length, 2)
  assertRefused(await ben.get('/streams', { include_all_active: true }), 'Insufficient permission')
})

test('a channel that a user cannot see has no address for them', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const hidden = await openChannel(chat.olga, 'Secret', [], { invite_only: true })
  const closed = await openChannel(chat.olga, 'News', [], { can_send_message_group: 3 })
  const addressOf = (id: number) => ben.get(`/streams/${id}/email_address`)

  for (const id of [hidden, 999]) assertRefused(await addressOf(id), 'Invalid channel ID')
  assert.is((await addressOf(closed)).code, 'BAD_REQUEST')
  assert.is(expectSuccess(await addressOf(1)).email, '', 'where no mail is received')
})

test('changing the status of another user needs permission', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const answer = await ben.post(`/users/${chat.olga.id}/status`, { status_text: 'x' })
  assertRefused(answer, 'Insufficient permission')
})

test('a guest does not become an administrator at once', async () => {
  await using chat = await startChat()
  const gus = await chat.join('Gus', 600)
  for (const role of [100, 200])
    assert.is((await chat.olga.patch(`/users/${gus.id}`, { role })).code, 'BAD_REQUEST')
  assert.is((await chat.olga.get(`/users/${gus.id}`)).user.role, 600)
})

test('an event queue filters by types, whatever words are among them, and so does the snapshot', async () => {
  await using chat = await startChat()
  const register = async (parameters: object) => {
    const { headers, status, result, msg, ...answer } = expectSuccess(
      await chat.olga.post('/register', { ...parameters }),
    )
    return answer
  }

  const some = await register({ event_types: ['alert_words', 'nonsense'] })
  assert.equal(some.alert_words, [])
  for (const absent of ['realm_name', 'subscriptions', 'nonsense']) assert.not.ok(absent in some)
  const fetched = await register({
    event_types: ['message'],
    fetch_event_types: ['alert_words', 'nonsense'],
  })
  assert.ok('alert_words' in fetched)
  assert.not.ok('max_message_id' in fetched)
  const all = await register({})
  for (const key of ['realm_name', 'subscriptions', 'alert_words', 'realm_users'])
    assert.ok(key in all, key)
  assert.type(all.queue_id, 'string')
  assert.equal([all.last_event_id, all.idle_queue_timeout_secs], [-1, 600])
})

test.run()
