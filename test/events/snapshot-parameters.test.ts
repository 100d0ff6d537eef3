// Parameters of POST /register.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { type Answer, type Chat, expectSuccess, Person, startChat } from '../chat.ts'

const register = async (person: Person, parameters: Record<string, unknown> = {}) =>
  expectSuccess(await person.post('/register', parameters))

test('a parameter that breaks its rule is named', async () => {
  await using chat = await startChat()
  const wrong: Record<string, unknown[]> = {
    apply_markdown: ['yes', '1', '"true"'],
    client_gravatar: ['yes', '0'],
    include_subscribers: ['yes', '"true"', '1'],
    slim_presence: ['1', 'null'],
    presence_history_limit_days: [-1, '"14"', 1.5],
    event_types: ['message', { message: true }, [1]],
    fetch_event_types: ['message', [null]],
    all_public_streams: ['1', 'yes'],
    narrow: ['general', [['channel']], [['channel', 1]], [['near', '5']]],
    client_capabilities: ['[]', '1', 'all', { archived_channels: 1 }, { archived_channels: null }],
    idle_queue_timeout: [-1, 'desktop', 1.5, [600]],
    queue_lifespan_secs: [-1, 'mobile'],
  }
  for (const [name, values] of Object.entries(wrong)) {
    for (const value of values) {
      const answer = await chat.olga.post('/register', { [name]: value })
      const sent = `${name}=${JSON.stringify(value)}`
      assert.equal([answer.status, answer.code], [400, 'BAD_REQUEST'], sent)
      if (JSON.stringify(value) !== '[["near","5"]]') assert.match(answer.msg, name, sent)
    }
  }
})

test('capabilities of other servers are no mistake, and none is required', async () => {
  await using chat = await startChat()
  const answer = await register(chat.olga, {
    client_capabilities: { reads_minds: 'often', archived_channels: true },
    unheard_of: 1,
  })
  assert.equal(answer.ignored_parameters_unsupported, ['unheard_of'])
})

test('a bot listens as it was set up to, unless it asks for something else', async () => {
  await using chat = await startChat()
  await chat.olga.subscribe('Design')
  const made = expectSuccess(
    await chat.olga.post('/bots', {
      full_name: 'Robo',
      short_name: 'robo',
      default_events_register_stream: 'Design',
    }),
  )
  const bot = asBot(chat, made)
  const byDefault = await bot.listen({ event_types: ['message'] })
  const narrow = await bot.listen({ event_types: ['message'], narrow: [['topic', 'tea']] })
  expectSuccess(
    await chat.olga.patch(`/bots/${made.user_id}`, { default_all_public_streams: true }),
  )
  const everything = await bot.listen({ event_types: ['message'], narrow: [] })
  const nothing = await bot.listen({
    event_types: ['message'],
    narrow: [],
    all_public_streams: false,
  })

  await chat.olga.say('Design', 'logo', 'round')
  await chat.olga.say('general', 'tea', 'kettle')

  const contents = async (inbox: typeof narrow) =>
    (await inbox.read()).map(({ message }) => message.content)
  assert.equal(await contents(byDefault), ['round'])
  assert.equal(await contents(narrow), ['kettle'])
  assert.equal(await contents(everything), ['round', 'kettle'])
  assert.equal(await contents(nothing), [])

  // As a guest it has lost that, but not its queues.
  expectSuccess(await chat.olga.patch(`/users/${made.user_id}`, { role: 600 }))
  const asGuest = await bot.listen({ event_types: ['message'], narrow: [] })
  await chat.olga.say('Design', 'logo', 'square')
  assert.equal(await contents(asGuest), [])
})

const asBot = (chat: Chat, { user_id, api_key }: Answer) =>
  new Person(chat.url, {
    id: user_id,
    email: 'robo-bot@hearth.local',
    name: 'Robo',
    key: api_key,
  })

/** Olga's organization has one of everything that clients may not know; Gus sees few people. */
async function strangeThings(chat: Chat) {
  const { olga } = chat
  const ben = await chat.join('Ben')
  const gus = await chat.join('Gus', 600)
  await olga.delete('/users/me/subscriptions', { subscriptions: ['general'], principals: [gus.id] })
  const { group_id } = expectSuccess(
    await olga.post('/user_groups/create', { name: 'Crew', description: '', members: [] }),
  )
  expectSuccess(await olga.post(`/user_groups/${group_id}/deactivate`))
  await olga.subscribe('Attic')
  const { stream_id } = await olga.get('/get_stream_id', { stream: 'Attic' })
  expectSuccess(await olga.delete(`/streams/${stream_id}`))
  const linkifier = { pattern: '#(?P<id>[0-9]+)', url_template: 'https://bugs.test/{id}' }
  expectSuccess(await olga.post('/realm/filters', linkifier))
  await ben.say('general', '', 'hello')
  expectSuccess(await olga.post('/user_topics', { stream_id: 1, topic: '', visibility_policy: 1 }))
  expectSuccess(await ben.post('/users/me/presence', { status: 'active' }))
  expectSuccess(await olga.patch('/realm', { can_access_all_users_group: { new: 6 } }))
  return { ben, gus }
}

// biome-ignore lint/suspicious/noExplicitAny: parts of a snapshot have many formats
type Part = (snapshot: any) => unknown

test('the snapshot is in the words the client declares it understands', async () => {
  await using chat = await startChat()
  const { ben, gus } = await strangeThings(chat)
  const topicsOf: Part = ({ unread_msgs, user_topics }) => [
    unread_msgs.streams.find((place: Answer) => place.stream_id === 1).topic,
    user_topics.map((choice: Answer) => choice.topic_name),
  ]
  const names = (list: Answer[], name: string) => list.filter((one) => one.name === name).length
  const cases: [capability: string, who: Person, part: Part, without: unknown, with_: unknown][] = [
    [
      'notification_settings_null',
      chat.olga,
      ({ subscriptions }) => subscriptions[0].push_notifications,
      false,
      null,
    ],
    ['linkifier_url_template', chat.olga, (all) => all.realm_linkifiers.length, 0, 1],
    [
      'user_list_incomplete',
      gus,
      ({ realm_users }) => realm_users.map((user: Answer) => [user.user_id, user.full_name]),
      [
        [chat.olga.id, 'Unknown user'],
        [ben.id, 'Unknown user'],
        [gus.id, 'Gus'],
      ],
      [[gus.id, 'Gus']],
    ],
    [
      'include_deactivated_groups',
      chat.olga,
      ({ realm_user_groups }) => names(realm_user_groups, 'Crew'),
      0,
      1,
    ],
    [
      'archived_channels',
      chat.olga,
      ({ streams, subscriptions }) => [names(streams, 'Attic'), names(subscriptions, 'Attic')],
      [0, 0],
      [1, 1],
    ],
    ['empty_topic_name', chat.olga, topicsOf, ['general chat', ['general chat']], ['', ['']]],
    [
      'simplified_presence_events',
      chat.olga,
      ({ presences }) => Object.keys(presences),
      [ben.email],
      [String(ben.id)],
    ],
  ]
  for (const [capability, who, part, without, with_] of cases) {
    const client_capabilities = { [capability]: true }
    assert.equal(part(await register(who)), without, `without ${capability}`)
    assert.equal(part(await register(who, { client_capabilities })), with_, `with ${capability}`)
  }
  const without = { client_capabilities: Object.fromEntries(cases.map(([name]) => [name, false])) }
  assert.equal(topicsOf(await register(chat.olga, without)), ['general chat', ['general chat']])
  const slim = await register(chat.olga, { slim_presence: true })
  assert.equal(Object.keys(slim.presences), [String(ben.id)])
})

test('addresses of Gravatars are left to the client unless it wants them', async () => {
  await using chat = await startChat()
  expectSuccess(await chat.olga.patch('/realm', { default_avatar_source: 'G' }))
  const ben = await chat.join('Ben')
  const pictureOf = async (parameters: Record<string, unknown>) =>
    (await register(chat.olga, parameters)).realm_users.find(
      (user: Answer) => user.user_id === ben.id,
    ).avatar_url
  for (const parameters of [{}, { client_gravatar: true }, { client_gravatar: null }])
    assert.is(await pictureOf(parameters), null, JSON.stringify(parameters))
  assert.match(await pictureOf({ client_gravatar: false }), /gravatar/)
})

test('how far back presence goes is the client’s choice', async () => {
  await using chat = await startChat()
  expectSuccess(await chat.olga.post('/users/me/presence', { status: 'active' }))
  chat.clock.advance(10 * 86_400)
  const seen = async (days?: number) =>
    Object.keys((await register(chat.olga, { presence_history_limit_days: days })).presences)
  assert.equal(await seen(), [chat.olga.email])
  assert.equal(await seen(11), [chat.olga.email])
  assert.equal(await seen(9), [])
  assert.equal(await seen(0), [])
})

test.run()
