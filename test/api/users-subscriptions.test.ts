import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { expectSuccess, type Person, startChat } from '../chat.ts'

const GUEST = 600
const EVERYONE = 7
const NOBODY = 1
const ADMINISTRATORS = 3

const idOf = async (person: Person, stream: string): Promise<number> =>
  expectSuccess(await person.get('/get_stream_id', { stream })).stream_id

const subscriptionsOf = async (person: Person, parameters = {}) =>
  expectSuccess(await person.get('/users/me/subscriptions', parameters)).subscriptions

const namesOf = async (person: Person) =>
  (await subscriptionsOf(person)).map((channel: { name: string }) => channel.name)

const refusal = ({ status, code, msg }: { status: number; code?: string; msg?: string }) => [
  status,
  code,
  msg,
]

test('joining a channel that does not exist creates it, with the colour and description asked for', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')

  const answer = await ben.post('/users/me/subscriptions', {
    subscriptions: [{ name: '  Design ', color: '#ABC', description: 'what it\nlooks like' }],
  })

  assert.equal(answer.subscribed, { [ben.id]: ['Design'] })
  assert.equal(answer.already_subscribed, {})
  assert.is(answer.unauthorized, undefined)
  const [design] = (await subscriptionsOf(ben)).filter(
    (one: { name: string }) => one.name === 'Design',
  )
  assert.is(design.color, '#aabbcc')
  assert.is(design.description, 'what it looks like')
  assert.is(design.creator_id, ben.id)
  assert.equal(design.can_administer_channel_group, {
    direct_members: [ben.id],
    direct_subgroups: [],
  })
})

test('who is in already is told so, whatever the case of the name', async () => {
  await using chat = await startChat()
  await chat.olga.subscribe('Design')
  const again = await chat.olga.subscribe('dESIGN')
  assert.equal(again.subscribed, {})
  assert.equal(again.already_subscribed, { [chat.olga.id]: ['Design'] })
})

test('one request names a channel twice and gets it once', async () => {
  await using chat = await startChat()
  const answer = await chat.olga.post('/users/me/subscriptions', {
    subscriptions: [{ name: 'new' }, { name: 'NEW' }, { name: 'general' }, { name: 'General' }],
  })
  assert.equal(answer.subscribed, { [chat.olga.id]: ['new'] })
  assert.equal(answer.already_subscribed, { [chat.olga.id]: ['general'] })
})

test('first colours are the unused ones of the palette', async () => {
  await using chat = await startChat()
  await chat.olga.subscribe('a')
  await chat.olga.subscribe('b')
  const colors = (await subscriptionsOf(chat.olga)).map((one: { color: string }) => one.color)
  assert.equal(new Set(colors), new Set(['#76ce90', '#fae589', '#a6c7e5']))
})

test('what a channel may not be called or look like is refused, and nothing is created', async () => {
  await using chat = await startChat()
  const before = (await chat.olga.get('/streams')).streams.length
  for (const [subscriptions, message] of [
    [[{ name: ' ' }], "Channel name can't be empty."],
    [[{ name: 'x'.repeat(61) }], 'Channel name too long (limit: 60 characters).'],
    [[{ name: 'a\u0007' }], 'Invalid character in channel name.'],
    [[{ name: 'ok', color: 'red' }], 'color is not a valid hex color code'],
    [[{ name: 'ok', color: '#12345' }], 'color is not a valid hex color code'],
    [
      [{ name: 'ok', description: 'x'.repeat(1025) }],
      'description is too long (limit: 1024 characters)',
    ],
    [[{ name: 'ok' }, { name: '' }], "Channel name can't be empty."],
  ] as const) {
    const answer = await chat.olga.post('/users/me/subscriptions', { subscriptions })
    assert.equal(refusal(answer), [400, 'BAD_REQUEST', message])
  }
  assert.is((await chat.olga.get('/streams')).streams.length, before)
  const largest = [{ name: '🌳'.repeat(60), description: '🌳'.repeat(1024), color: '#FFFFFF' }]
  expectSuccess(await chat.olga.post('/users/me/subscriptions', { subscriptions: largest }))
})

test('the kind of a new channel is one of four, and creating it needs the permission of the kind', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const create = (parameters: object) =>
    ben.post('/users/me/subscriptions', { subscriptions: [{ name: 'new' }], ...parameters })
  for (const parameters of [
    { is_web_public: true, invite_only: true },
    { is_web_public: true, history_public_to_subscribers: false },
    { invite_only: false, history_public_to_subscribers: false },
  ]) {
    assert.is((await create(parameters)).msg, 'Invalid parameters')
  }
  assert.is((await create({ is_web_public: true })).msg, 'Insufficient permission')
  assert.is((await create({ is_default_stream: true })).msg, 'Insufficient permission')

  for (const [parameters, isPrivate, isShared] of [
    [{}, false, true],
    [{ invite_only: true }, true, false],
    [{ invite_only: true, history_public_to_subscribers: true }, true, true],
  ] as const) {
    const name = JSON.stringify(parameters)
    await ben.subscribe(name, parameters)
    const { stream } = await ben.get(`/streams/${await idOf(ben, name)}`)
    assert.is(stream.invite_only, isPrivate)
    assert.is(stream.history_public_to_subscribers, isShared)
  }
})

test('the organization decides who creates channels of each kind', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  for (const [setting, parameters] of [
    ['can_create_public_channel_group', {}],
    ['can_create_private_channel_group', { invite_only: true }],
  ] as const) {
    expectSuccess(await chat.olga.patch('/realm', { [setting]: { new: NOBODY } }))
    const answer = await ben.post('/users/me/subscriptions', {
      subscriptions: [{ name: setting }],
      ...parameters,
    })
    assert.equal(refusal(answer), [400, 'BAD_REQUEST', 'Insufficient permission'])
  }
})

test('a channel is created with all it should be', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const { channel_folder_id } = await chat.olga.post('/channel_folders/create', {
    name: 'Work',
    description: '',
  })
  await chat.olga.subscribe('full', {
    message_retention_days: 30,
    topics_policy: 'empty_topic_only',
    folder_id: channel_folder_id,
    can_send_message_group: ADMINISTRATORS,
    can_administer_channel_group: { direct_members: [ben.id], direct_subgroups: [ADMINISTRATORS] },
    can_delete_any_message_group: { direct_members: [], direct_subgroups: [ADMINISTRATORS] },
    can_subscribe_group: { direct_members: [], direct_subgroups: [] },
  })
  const { stream } = await ben.get(`/streams/${await idOf(ben, 'full')}`)
  assert.is(stream.message_retention_days, 30)
  assert.is(stream.topics_policy, 'empty_topic_only')
  assert.is(stream.folder_id, channel_folder_id)
  assert.is(stream.can_send_message_group, ADMINISTRATORS)
  assert.is(stream.stream_post_policy, 2)
  assert.is(stream.is_announcement_only, true)
  assert.equal(stream.can_administer_channel_group, {
    direct_members: [ben.id],
    direct_subgroups: [ADMINISTRATORS],
  })
  assert.is(stream.can_delete_any_message_group, ADMINISTRATORS)
  assert.is(stream.can_subscribe_group, NOBODY)
  assert.is(stream.stream_weekly_traffic, null)
  assert.is(stream.is_recently_active, true)
})

test('words may come as JSON text or as they are', async () => {
  await using chat = await startChat()
  for (const [name, message_retention_days, topics_policy, days] of [
    ['a', 'unlimited', 'allow_empty_topic', -1],
    ['b', '"unlimited"', '"allow_empty_topic"', -1],
    ['c', '"realm_default"', '"inherit"', null],
  ] as const) {
    await chat.olga.subscribe(name, { message_retention_days, topics_policy })
    const { stream } = await chat.olga.get(`/streams/${await idOf(chat.olga, name)}`)
    assert.is(stream.message_retention_days, days)
    assert.is(stream.topics_policy, topics_policy.replaceAll('"', ''))
  }
})

test('what a new channel may not have is refused', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const { channel_folder_id: archived } = await chat.olga.post('/channel_folders/create', {
    name: 'Old',
    description: '',
  })
  await chat.olga.patch(`/channel_folders/${archived}`, { is_archived: true })
  for (const [who, parameters, code, message] of [
    [
      chat.olga,
      { message_retention_days: 0 },
      'BAD_REQUEST',
      "Bad value for 'message_retention_days': 0",
    ],
    [ben, { message_retention_days: 5 }, 'UNAUTHORIZED_PRINCIPAL', 'Must be an organization owner'],
    [chat.olga, { folder_id: 999 }, 'BAD_REQUEST', 'Invalid channel folder ID'],
    [chat.olga, { folder_id: archived }, 'BAD_REQUEST', 'Invalid channel folder ID'],
    [
      chat.olga,
      { is_default_stream: true, invite_only: true },
      'BAD_REQUEST',
      'A default channel cannot be private.',
    ],
    [ben, { can_delete_any_message_group: EVERYONE }, 'BAD_REQUEST', 'Insufficient permission'],
    [
      ben,
      { can_subscribe_group: EVERYONE },
      'BAD_REQUEST',
      "'can_subscribe_group' setting cannot be set to 'role:everyone' group.",
    ],
    [
      ben,
      { can_send_message_group: 8 },
      'BAD_REQUEST',
      "'can_send_message_group' setting cannot be set to 'role:internet' group.",
    ],
    [ben, { can_send_message_group: 999 }, 'BAD_REQUEST', 'Invalid user group ID: 999'],
    [
      ben,
      { can_send_message_group: { direct_members: [999], direct_subgroups: [] } },
      'BAD_REQUEST',
      'Invalid user ID: 999',
    ],
    [
      ben,
      { invite_only: true, can_create_topic_group: ADMINISTRATORS },
      'BAD_REQUEST',
      "'can_create_topic_group' must be 'role:everyone' in a channel with protected history.",
    ],
  ] as const) {
    const answer = await who.post('/users/me/subscriptions', {
      subscriptions: [{ name: 'new' }],
      ...parameters,
    })
    assert.equal(refusal(answer), [400, code, message], JSON.stringify(parameters))
  }
  assert.is((await chat.olga.get('/get_stream_id', { stream: 'new' })).status, 400)
})

test('people add others where organization or channel allow it, all or none', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const cleo = await chat.join('Cleo')
  await chat.olga.subscribe('open')
  await chat.olga.subscribe('closed', { can_add_subscribers_group: NOBODY })
  const add = (subscriptions: string[], principals: unknown) =>
    ben.post('/users/me/subscriptions', {
      subscriptions: subscriptions.map((name) => ({ name })),
      principals,
    })

  assert.equal((await add(['open'], [cleo.id])).subscribed, { [cleo.id]: ['open'] })
  assert.equal((await add(['closed'], [cleo.email])).subscribed, { [cleo.id]: ['closed'] })
  expectSuccess(await chat.olga.patch('/realm', { can_add_subscribers_group: { new: NOBODY } }))
  await chat.olga.subscribe('later')
  assert.is((await add(['later'], [cleo.id])).msg, 'Insufficient permission')
  assert.is((await add(['later', 'mine'], [cleo.id])).msg, 'Insufficient permission')
  assert.equal(await namesOf(cleo), ['closed', 'general', 'open'])
  // Into a channel of one's own making they come all the same.
  assert.equal((await add(['mine'], [cleo.id])).subscribed, { [cleo.id]: ['mine'] })
  const later = await idOf(ben, 'later')
  const setting = { new: { direct_members: [ben.id], direct_subgroups: [] } }
  await chat.olga.patch(`/streams/${later}`, { can_add_subscribers_group: setting })
  assert.equal((await add(['later'], [cleo.id])).subscribed, { [cleo.id]: ['later'] })
})

test('only those named are subscribed; nobody is when the list is empty', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  await chat.olga.subscribe('for Ben', { principals: [ben.id] })
  await chat.olga.subscribe('for nobody', { principals: [] })
  assert.equal(await namesOf(chat.olga), ['general'])
  assert.equal(await namesOf(ben), ['for Ben', 'general'])
})

test('people who are not there cannot be subscribed', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  expectSuccess(await chat.olga.delete(`/users/${ben.id}`))
  for (const principals of [[999], ['nobody@harbour.test'], [ben.id], [chat.olga.id, 999]]) {
    const answer = await chat.olga.post('/users/me/subscriptions', {
      subscriptions: [{ name: 'new' }],
      principals,
    })
    assert.equal(refusal(answer), [400, 'BAD_REQUEST', 'No such user'])
  }
  assert.is((await chat.olga.get('/get_stream_id', { stream: 'new' })).status, 400)
})

test('a channel out of reach stops the request, or is named beside the others', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  await chat.olga.subscribe('secret', { invite_only: true })
  const join = (parameters: object) =>
    ben.post('/users/me/subscriptions', {
      subscriptions: [{ name: 'Secret' }, { name: 'fine' }],
      ...parameters,
    })

  assert.equal(refusal(await join({})), [400, 'BAD_REQUEST', 'Unable to access channel (Secret).'])
  assert.not.ok((await namesOf(ben)).includes('fine'))
  const answer = await join({ authorization_errors_fatal: false })
  assert.equal(answer.subscribed, { [ben.id]: ['fine'] })
  assert.equal(answer.unauthorized, ['Secret'])
})

test('administrators know private channels and cannot join them; those with the permission can', async () => {
  await using chat = await startChat()
  const ada = await chat.join('Ada', 200)
  const ben = await chat.join('Ben')
  const cleo = await chat.join('Cleo')
  await ben.subscribe('secret', {
    invite_only: true,
    can_subscribe_group: { direct_members: [cleo.id], direct_subgroups: [] },
  })
  const join = (person: Person) =>
    person.post('/users/me/subscriptions', { subscriptions: [{ name: 'secret' }] })
  assert.is((await join(ada)).msg, 'Unable to access channel (secret).')
  assert.equal((await join(cleo)).subscribed, { [cleo.id]: ['secret'] })
})

test('guests join nothing and create nothing', async () => {
  await using chat = await startChat()
  const gus = await chat.join('Gus', GUEST)
  const answer = await gus.post('/users/me/subscriptions', { subscriptions: [{ name: 'general' }] })
  assert.equal(refusal(answer), [400, 'BAD_REQUEST', 'Not allowed for guest users'])
})

test('who is subscribed by somebody else is written to, and only then', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const bot = expectSuccess(
    await chat.olga.post('/bots', { full_name: 'Beep', short_name: 'beep' }),
  )
  await chat.olga.subscribe('old')
  const inbox = await ben.listen({ event_types: ['message'] })
  const add = (name: string, parameters = {}) =>
    chat.olga.subscribe(name, { principals: [ben.id, bot.user_id, chat.olga.id], ...parameters })

  const answer = await add('old')
  assert.is(answer.new_subscription_messages_sent, true)
  const [told, ...others] = await inbox.read()
  assert.equal(others, [])
  assert.is(told!.message.type, 'private')
  assert.is(told!.message.sender_full_name, 'Notification Bot')
  assert.match(told!.message.content, /#\*\*old\*\*/)

  assert.is((await add('brand new')).new_subscription_messages_sent, true)
  await chat.olga.subscribe('quiet')
  const quiet = await add('quiet', { send_new_subscription_messages: false })
  assert.is(quiet.new_subscription_messages_sent, undefined)
  assert.equal(await inbox.read(), [])
})

test('a new channel is announced where the organization announces them, but no private one', async () => {
  await using chat = await startChat()
  const inbox = await chat.olga.listen({ event_types: ['message'] })
  await chat.olga.subscribe('silent')
  await chat.olga.subscribe('secret', { announce: true, invite_only: true })
  assert.equal(await inbox.read(), [])
  await chat.olga.subscribe('loud', { announce: true })
  const [event] = await inbox.read()
  assert.is(event!.message.display_recipient, 'general')
  assert.is(event!.message.subject, 'new channels')
  assert.match(event!.message.content, /#\*\*loud\*\*/)
})

test('everyone who may know hears of a new channel and its subscribers, and nobody else', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const gus = await chat.join('Gus', GUEST)
  const types = { event_types: ['stream', 'subscription'] }
  const [olga, bens, guests] = [
    await chat.olga.listen(types),
    await ben.listen(types),
    await gus.listen(types),
  ]
  const told = async (inbox: typeof olga) =>
    (await inbox.read()).map(({ type, op, user_ids }) => [type, op, user_ids].filter(Boolean))

  await chat.olga.subscribe('open')
  assert.equal(await told(olga), [
    ['stream', 'create'],
    ['subscription', 'add'],
  ])
  assert.equal(await told(bens), [
    ['stream', 'create'],
    ['subscription', 'peer_add', [chat.olga.id]],
  ])
  assert.equal(await told(guests), [])

  await chat.olga.subscribe('secret', { invite_only: true, principals: [chat.olga.id, gus.id] })
  assert.equal(await told(olga), [
    ['stream', 'create'],
    ['subscription', 'add'],
  ])
  assert.equal(await told(bens), [])
  assert.equal(await told(guests), [
    ['stream', 'create'],
    ['subscription', 'add'],
  ])
})

test('a subscription event is complete, null only for clients that know it', async () => {
  await using chat = await startChat()
  const knows = await chat.olga.listen({
    event_types: ['subscription'],
    client_capabilities: { notification_settings_null: true },
  })
  const older = await chat.olga.listen({ event_types: ['subscription'] })
  await chat.olga.subscribe('new')

  const [complete] = await knows.read()
  const [filled] = await older.read()
  const [subscription] = complete!.subscriptions
  const [own] = (await subscriptionsOf(chat.olga, { include_subscribers: 'true' })).filter(
    (one: { name: string }) => one.name === 'new',
  )
  assert.equal(subscription, own)
  assert.equal(subscription.subscribers, [chat.olga.id])
  assert.is(subscription.desktop_notifications, null)
  assert.is(filled!.subscriptions[0].desktop_notifications, false)
  assert.is(filled!.subscriptions[0].wildcard_mentions_notify, true)
})

test('leaving takes the channel away, marks it read, and is told to the others', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  await chat.olga.say('general', 'lunch', 'Soup')
  const id = await chat.olga.say('general', 'lunch', 'Bread')
  const own = await ben.listen()
  const others = await chat.olga.listen()

  const answer = await ben.delete('/users/me/subscriptions', {
    subscriptions: ['General'],
  })
  assert.equal(answer.removed, ['general'])
  assert.equal(answer.not_removed, [])
  const stream_id = await idOf(ben, 'general')
  const events = await own.read()
  assert.equal(
    events.map(({ type, op }) => [type, op]),
    [
      ['update_message_flags', 'add'],
      ['subscription', 'remove'],
    ],
  )
  assert.ok(events[0]!.messages.includes(id))
  assert.equal(events[1]!.subscriptions, [{ stream_id, name: 'general' }])
  assert.equal(await others.read(), [
    { type: 'subscription', op: 'peer_remove', stream_ids: [stream_id], user_ids: [ben.id] },
  ])
  const again = await ben.delete('/users/me/subscriptions', { subscriptions: ['general'] })
  assert.equal([again.removed, again.not_removed], [[], ['general']])
})

test('who leaves a private channel knows it no more', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  await chat.olga.subscribe('secret', { invite_only: true, principals: [chat.olga.id, ben.id] })
  const stream_id = await idOf(ben, 'secret')
  const inbox = await ben.listen({ event_types: ['stream', 'subscription'] })
  expectSuccess(await ben.delete('/users/me/subscriptions', { subscriptions: ['secret'] }))
  assert.equal(await inbox.read(), [
    { type: 'subscription', op: 'remove', subscriptions: [{ stream_id, name: 'secret' }] },
    { type: 'stream', op: 'delete', stream_ids: [stream_id], streams: [{ stream_id }] },
  ])
  const gone = await ben.delete('/users/me/subscriptions', { subscriptions: ['secret'] })
  assert.equal(refusal(gone), [400, 'BAD_REQUEST', 'Channel(s) (secret) do not exist'])
})

test('who may remove others: administrators, who administers the channel, who holds the permission, owners of bots', async () => {
  await using chat = await startChat()
  const ada = await chat.join('Ada', 200)
  const mo = await chat.join('Mo')
  const ben = await chat.join('Ben')
  const gus = await chat.join('Gus', GUEST)
  const bot = expectSuccess(await ben.post('/bots', { full_name: 'Beep', short_name: 'beep' }))
  await mo.subscribe('team', {
    principals: [mo.id, ben.id, gus.id, chat.olga.id, bot.user_id],
  })
  const remove = (by: Person, who: number) =>
    by.delete('/users/me/subscriptions', { subscriptions: ['team'], principals: [who] })

  assert.is((await remove(ben, chat.olga.id)).msg, 'Insufficient permission')
  assert.is((await remove(gus, ben.id)).msg, 'Insufficient permission')
  assert.equal((await remove(ben, bot.user_id)).removed, ['team'])
  assert.equal((await remove(ada, chat.olga.id)).removed, ['team'])
  assert.equal((await remove(mo, gus.id)).removed, ['team'])
  const id = await idOf(mo, 'team')
  expectSuccess(
    await mo.patch(`/streams/${id}`, { can_remove_subscribers_group: { new: EVERYONE } }),
  )
  await chat.olga.subscribe('team', { principals: [gus.id] })
  assert.is((await remove(gus, mo.id)).msg, 'Insufficient permission')
  assert.equal((await remove(ben, mo.id)).removed, ['team'])
})

test('joining and leaving in one request happen together or not at all', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const refused = await ben.patch('/users/me/subscriptions', {
    add: [{ name: 'new' }],
    delete: ['no such'],
  })
  assert.equal(refusal(refused), [400, 'BAD_REQUEST', 'Channel(s) (no such) do not exist'])
  assert.equal(await namesOf(ben), ['general'])

  const answer = await ben.patch('/users/me/subscriptions', {
    add: [{ name: 'new' }],
    delete: ['general'],
  })
  assert.equal(answer.subscribed, { [ben.id]: ['new'] })
  assert.equal(answer.removed, ['general'])
  assert.equal(await namesOf(ben), ['new'])
  assert.match((await ben.patch('/users/me/subscriptions')).msg, /^Nothing to do/)
})

test('personal settings of a channel are saved and told to oneself alone', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const stream_id = await idOf(ben, 'general')
  const own = await ben.listen({ event_types: ['subscription'] })
  const others = await chat.olga.listen({ event_types: ['subscription'] })
  const changes = [
    { property: 'is_muted', value: true },
    { property: 'in_home_view', value: true },
    { property: 'color', value: '#FF00ff' },
    { property: 'pin_to_top', value: true },
    { property: 'desktop_notifications', value: true },
    { property: 'audible_notifications', value: false },
    { property: 'push_notifications', value: true },
    { property: 'email_notifications', value: false },
    { property: 'wildcard_mentions_notify', value: false },
  ]
  expectSuccess(
    await ben.post('/users/me/subscriptions/properties', {
      subscription_data: changes.map((change) => ({ stream_id, ...change })),
    }),
  )
  const update = (property: string, value: unknown) => ({
    type: 'subscription',
    op: 'update',
    stream_id,
    property,
    value,
  })
  assert.equal(await own.read(), [
    update('in_home_view', false),
    update('is_muted', true),
    update('in_home_view', true),
    update('is_muted', false),
    update('color', '#ff00ff'),
    ...changes.slice(3).map(({ property, value }) => update(property, value)),
  ])
  assert.equal(await others.read(), [])
  const [general] = await subscriptionsOf(ben)
  assert.is(general.color, '#ff00ff')
  assert.is(general.is_muted, false)
  assert.is(general.in_home_view, true)
  for (const { property, value } of changes.slice(3)) assert.is(general[property], value)
})

test('one setting of one channel changes by its own address too', async () => {
  await using chat = await startChat()
  const id = await idOf(chat.olga, 'general')
  for (const [property, value] of [
    ['color', '#010203'],
    ['color', '"#010203"'],
    ['is_muted', true],
  ]) {
    expectSuccess(await chat.olga.patch(`/users/me/subscriptions/${id}`, { property, value }))
  }
  const [general] = await subscriptionsOf(chat.olga)
  assert.equal([general.color, general.is_muted], ['#010203', true])
})

test('a setting that does not exist, of a channel one is not in, or of another type changes nothing', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const general = await idOf(ben, 'general')
  await chat.olga.subscribe('other')
  const other = await idOf(ben, 'other')
  const good = { stream_id: general, property: 'is_muted', value: true }
  for (const [change, message] of [
    [
      { stream_id: other, property: 'is_muted', value: true },
      `Not subscribed to channel ID ${other}`,
    ],
    [{ stream_id: 999, property: 'is_muted', value: true }, 'Not subscribed to channel ID 999'],
    [{ ...good, property: 'shoe_size' }, 'Unknown subscription property: shoe_size'],
    [{ ...good, property: 'is_active' }, 'Unknown subscription property: is_active'],
    [{ ...good, value: 'yes' }, 'is_muted is not a boolean'],
    [{ ...good, property: 'color', value: 'red' }, 'color is not a valid hex color code'],
    [{ ...good, property: 'color', value: true }, 'color is not a valid hex color code'],
  ] as const) {
    const answer = await ben.post('/users/me/subscriptions/properties', {
      subscription_data: [good, change],
    })
    assert.equal(refusal(answer), [400, 'BAD_REQUEST', message])
  }
  assert.is((await subscriptionsOf(ben))[0].is_muted, false)
})

test('whether and where somebody is subscribed is for those to know who know the channel', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const gus = await chat.join('Gus', GUEST)
  await chat.olga.subscribe('secret', { invite_only: true })
  const [general, secret] = [await idOf(chat.olga, 'general'), await idOf(chat.olga, 'secret')]
  const status = (viewer: Person, userId: number, id: number) =>
    viewer.get(`/users/${userId}/subscriptions/${id}`)

  assert.is((await status(ben, chat.olga.id, general)).is_subscribed, true)
  assert.is((await status(chat.olga, ben.id, secret)).is_subscribed, false)
  assert.is((await status(ben, chat.olga.id, secret)).msg, 'Invalid channel ID')
  assert.is((await status(ben, 999, general)).msg, 'No such user')
  const channels = async (viewer: Person) =>
    (await viewer.get(`/users/${chat.olga.id}/channels`)).subscribed_channel_ids
  assert.equal(await channels(chat.olga), [general, secret])
  assert.equal(await channels(ben), [general])
  await gus.delete('/users/me/subscriptions', { subscriptions: ['general'] })
  assert.equal(await channels(gus), [])
})

test('own subscriptions leave out archived channels and name subscribers when asked to', async () => {
  await using chat = await startChat()
  await chat.olga.subscribe('old')
  expectSuccess(await chat.olga.delete(`/streams/${await idOf(chat.olga, 'old')}`))
  const [general, ...others] = await subscriptionsOf(chat.olga)
  assert.equal(others, [])
  assert.is(general.subscribers, undefined)
  for (const include_subscribers of ['true', 'partial']) {
    const [asked] = await subscriptionsOf(chat.olga, { include_subscribers })
    assert.equal(asked.subscribers, [chat.olga.id])
  }
})

test('guests who see only their company see who joins it, and lose who leaves', async () => {
  await using chat = await startChat()
  const gus = await chat.join('Gus', GUEST)
  const ben = await chat.join('Ben')
  for (const person of [gus, ben]) {
    await person.delete('/users/me/subscriptions', { subscriptions: ['general'] })
  }
  expectSuccess(await chat.olga.patch('/realm', { can_access_all_users_group: { new: 6 } }))
  await chat.olga.subscribe('visit', { principals: [gus.id] })
  const inbox = await gus.listen({ event_types: ['realm_user'] })

  await ben.subscribe('visit')
  const [seen, ...more] = await inbox.read()
  assert.equal(more, [])
  assert.equal([seen!.op, seen!.person.user_id], ['add', ben.id])
  await ben.delete('/users/me/subscriptions', { subscriptions: ['visit'] })
  assert.equal(await inbox.read(), [
    { type: 'realm_user', op: 'remove', person: { user_id: ben.id, full_name: 'Ben' } },
  ])
})

test.run()
