import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { ADMINISTRATORS, assertRefused, EVERYONE, NOBODY, openChannel, read } from '../channels.ts'
import { type Chat, expectSuccess, type Inbox, type Person, startChat } from '../chat.ts'

/** Without a notice, which most tests do not look at. */
const quietly = { send_notification_to_new_thread: false }

const move = (person: Person, id: number, parameters: object) =>
  person.patch(`/messages/${id}`, { ...quietly, ...parameters })

const topicsOf = async (person: Person, channel: number) =>
  expectSuccess(await person.get(`/users/me/${channel}/topics`)).topics

/** Contents of a topic as somebody reads it. */
async function contents(person: Person, channel: number, topic: string): Promise<string[]> {
  const page = expectSuccess(
    await person.get('/messages', {
      anchor: 'newest',
      num_before: 100,
      num_after: 0,
      apply_markdown: false,
      narrow: [
        { operator: 'channel', operand: channel },
        { operator: 'topic', operand: topic },
      ],
    }),
  )
  return page.messages.map((message: { content: string }) => message.content)
}

const channelOf = async (person: Person, id: number) => (await read(person, id)).stream_id

async function threeMessages(chat: Chat, topic = 'lunch') {
  const { olga } = chat
  return [
    await olga.say('general', topic, 'one'),
    await olga.say('general', topic, 'two'),
    await olga.say('general', topic, 'three'),
  ] as const
}

test('a whole topic is renamed, and its messages say where they were', async () => {
  await using chat = await startChat()
  const { olga } = chat
  const ben = await chat.join('Ben')
  const ids = await threeMessages(chat)
  const channel = await channelOf(olga, ids[0])
  const inbox = await ben.listen({ event_types: ['update_message', 'delete_message', 'message'] })

  expectSuccess(await move(ben, ids[1], { topic: 'supper', propagate_mode: 'change_all' }))

  const [event, ...others] = await inbox.read()
  const { edit_timestamp, ...update } = event!
  assert.equal(update, {
    type: 'update_message',
    user_id: ben.id,
    message_id: ids[1],
    message_ids: ids,
    rendering_only: false,
    stream_id: channel,
    stream_name: 'general',
    orig_subject: 'lunch',
    subject: 'supper',
    topic_links: [],
    propagate_mode: 'change_all',
    flags: [],
  })
  assert.equal(others, [])
  assert.equal(await contents(ben, channel, 'supper'), ['one', 'two', 'three'])
  assert.equal(await contents(ben, channel, 'lunch'), [])
  const moved = await read(ben, ids[2])
  assert.is(moved.subject, 'supper')
  assert.is(moved.last_moved_timestamp, edit_timestamp)
  assert.equal(moved.edit_history, [
    { user_id: ben.id, timestamp: edit_timestamp, prev_topic: 'lunch', topic: 'supper' },
  ])
})

test('messages written after a rename have no part in it', async () => {
  await using chat = await startChat()
  const { olga } = chat
  const [id] = await threeMessages(chat)
  expectSuccess(await move(olga, id, { topic: 'supper', propagate_mode: 'change_all' }))
  const later = await olga.say('general', 'supper', 'four')
  assert.is((await read(olga, later)).edit_history, undefined)
  const fresh = await olga.say('general', 'lunch', 'five')
  assert.is((await read(olga, fresh)).edit_history, undefined)
  assert.is((await read(olga, fresh)).subject, 'lunch')
})

test('change_one, change_later and change_all take one, the rest, or everything', async () => {
  await using chat = await startChat()
  const { olga } = chat
  const ids = await threeMessages(chat)
  const channel = await channelOf(olga, ids[0])

  expectSuccess(await move(olga, ids[1], { topic: 'a' }))
  assert.equal(await contents(olga, channel, 'lunch'), ['one', 'three'])
  expectSuccess(await move(olga, ids[1], { topic: 'lunch', propagate_mode: 'change_one' }))
  expectSuccess(await move(olga, ids[1], { topic: 'b', propagate_mode: 'change_later' }))
  assert.equal(await contents(olga, channel, 'lunch'), ['one'])
  assert.equal(await contents(olga, channel, 'b'), ['two', 'three'])
  expectSuccess(await move(olga, ids[2], { topic: 'LUNCH', propagate_mode: 'change_all' }))
  assert.equal(await contents(olga, channel, 'lunch'), ['one', 'two', 'three'])
  assert.is((await read(olga, ids[0])).subject, 'lunch')
  assert.is((await read(olga, ids[1])).subject, 'LUNCH')
  assert.equal(
    (await read(olga, ids[1])).edit_history.map(
      (entry: { prev_topic: string; topic: string }) => `${entry.prev_topic} > ${entry.topic}`,
    ),
    ['b > LUNCH', 'lunch > b', 'a > lunch', 'lunch > a'],
  )
})

test('a message takes along what its topic went through before it left', async () => {
  await using chat = await startChat()
  const { olga } = chat
  const ids = await threeMessages(chat)
  expectSuccess(await move(olga, ids[0], { topic: 'supper', propagate_mode: 'change_all' }))
  expectSuccess(await olga.patch(`/messages/${ids[1]}`, { content: 'zwei' }))
  expectSuccess(await move(olga, ids[0], { topic: 'dinner', propagate_mode: 'change_all' }))
  expectSuccess(await move(olga, ids[1], { topic: 'dessert' }))
  const other = await olga.say('general', 'cake', 'four')
  expectSuccess(await move(olga, other, { topic: 'torte', propagate_mode: 'change_all' }))
  expectSuccess(await move(olga, ids[1], { topic: 'torte' }))
  expectSuccess(await move(olga, other, { topic: 'gateau', propagate_mode: 'change_all' }))

  const steps = async (id: number) =>
    (await read(olga, id)).edit_history.map((entry: { topic?: string }) => entry.topic ?? 'edit')
  assert.equal(await steps(ids[0]), ['dinner', 'supper'])
  assert.equal(await steps(ids[1]), ['gateau', 'torte', 'dessert', 'dinner', 'edit', 'supper'])
  assert.equal(await steps(other), ['gateau', 'torte'])
})

test('a topic renamed to a name that lost its messages gives its own in exchange', async () => {
  await using chat = await startChat()
  const { olga } = chat
  const [id] = await threeMessages(chat)
  const channel = await channelOf(olga, id)
  const other = await olga.say('general', 'Supper', 'gone')
  expectSuccess(await olga.delete(`/messages/${other}`))

  expectSuccess(await move(olga, id, { topic: 'supper', propagate_mode: 'change_all' }))
  const back = await olga.say('general', 'Lunch', 'new')

  assert.equal(await contents(olga, channel, 'supper'), ['one', 'two', 'three'])
  assert.equal(await contents(olga, channel, 'lunch'), ['new'])
  assert.is((await read(olga, back)).subject, 'Lunch')
})

test('another spelling is a change that leaves everything in its place', async () => {
  await using chat = await startChat()
  const { olga } = chat
  const ids = await threeMessages(chat)
  const channel = await channelOf(olga, ids[0])
  const inbox = await olga.listen({ event_types: ['message', 'update_message'] })

  expectSuccess(
    await olga.patch(`/messages/${ids[0]}`, { topic: 'Lunch', propagate_mode: 'change_all' }),
  )
  expectSuccess(await olga.patch(`/messages/${ids[1]}`, { topic: 'LUNCH' }))

  assert.equal(
    (await inbox.read()).map((event) => [event.type, event.subject, event.message_ids]),
    [
      ['update_message', 'Lunch', ids],
      ['update_message', 'LUNCH', [ids[1]]],
    ],
  )
  assert.equal(await Promise.all(ids.map(async (id) => (await read(olga, id)).subject)), [
    'Lunch',
    'LUNCH',
    'Lunch',
  ])
  assert.equal(await topicsOf(olga, channel), [{ name: 'Lunch', max_id: ids[2] }])
})

test('resolving is a rename of its own kind, with a notice that is soon taken back', async () => {
  await using chat = await startChat()
  const { olga } = chat
  const ben = await chat.join('Ben')
  const ids = await threeMessages(chat)
  const channel = await channelOf(olga, ids[0])
  const inbox = await ben.listen({
    event_types: ['message', 'update_message', 'delete_message'],
    client_capabilities: { notification_settings_null: true, bulk_message_deletion: true },
  })

  expectSuccess(
    await ben.patch(`/messages/${ids[2]}`, { topic: '✔ lunch', propagate_mode: 'change_all' }),
  )
  const [update, notice] = await inbox.read()
  assert.is(update!.subject, '✔ lunch')
  assert.is(notice!.message.subject, '✔ lunch')
  assert.is(notice!.message.content, `@_**Ben|${ben.id}** resolved this topic.`)
  assert.equal(notice!.flags, ['read'])
  const resolved = await read(ben, ids[0])
  assert.is(resolved.last_moved_timestamp, undefined)
  assert.is(resolved.edit_history.length, 1)

  chat.clock.advance(30)
  expectSuccess(
    await ben.patch(`/messages/${ids[2]}`, { topic: 'lunch', propagate_mode: 'change_all' }),
  )
  const events = await inbox.read()
  assert.equal(
    events.map((event) => [event.type, event.message_ids]),
    [
      ['update_message', [...ids, notice!.message.id]],
      ['delete_message', [notice!.message.id]],
    ],
  )
  assert.equal(await contents(ben, channel, 'lunch'), ['one', 'two', 'three'])
})

test('a notice of resolving is unread only for those who want it so', async () => {
  await using chat = await startChat()
  const { olga } = chat
  const [ben, cai, dot] = [await chat.join('Ben'), await chat.join('Cai'), await chat.join('Dot')]
  const [id] = await threeMessages(chat)
  const channel = await channelOf(olga, id)
  const policy = 'resolved_topic_notice_auto_read_policy'
  expectSuccess(await cai.patch('/settings', { [policy]: 'never' }))
  const follow = { stream_id: channel, topic: 'lunch', visibility_policy: 3 }
  expectSuccess(await ben.post('/user_topics', follow))
  expectSuccess(await dot.post('/user_topics', follow))
  expectSuccess(await dot.patch('/settings', { [policy]: 'always' }))
  const people = [olga, ben, cai, dot]
  const inboxes = await Promise.all(people.map((who) => who.listen({ event_types: ['message'] })))

  expectSuccess(await move(olga, id, { topic: '✔ lunch', propagate_mode: 'change_all' }))

  const flags = await Promise.all(inboxes.map(async (inbox) => (await inbox.read())[0]!.flags))
  assert.equal(flags, [['read'], [], [], ['read']])
})

test('other moves leave notices where they are wanted', async () => {
  await using chat = await startChat()
  const { olga } = chat
  const ids = await threeMessages(chat)
  const channel = await channelOf(olga, ids[0])
  const both = { send_notification_to_old_thread: true, send_notification_to_new_thread: true }
  const who = `@_**Olga|${olga.id}**`

  expectSuccess(await olga.patch(`/messages/${ids[0]}`, { topic: 'supper', ...both }))
  assert.equal(await contents(olga, channel, 'supper'), [
    'one',
    `${who} moved [a message](/#narrow/channel/${channel}-general/topic/supper/near/${ids[0]}) here from #**general>lunch**.`,
  ])
  expectSuccess(
    await olga.patch(`/messages/${ids[1]}`, {
      topic: 'dinner',
      propagate_mode: 'change_later',
      ...both,
    }),
  )
  assert.is(
    (await contents(olga, channel, 'dinner')).at(-1),
    `${who} moved this topic here from #**general>lunch**.`,
  )
  assert.is(
    (await contents(olga, channel, 'lunch')).at(-1),
    `${who} moved this topic from here to #**general>dinner**.`,
  )
})

test('in another channel only its subscribers keep the messages; the others are told they are gone', async () => {
  await using chat = await startChat()
  const { olga } = chat
  const [ben, cai] = [await chat.join('Ben'), await chat.join('Cai')]
  const board = await openChannel(olga, 'board', [cai], {
    invite_only: true,
    history_public_to_subscribers: true,
  })
  const ids = await threeMessages(chat)
  const general = await channelOf(olga, ids[0])
  const types = { event_types: ['update_message', 'delete_message'] }
  const bulk = { client_capabilities: { bulk_message_deletion: true } }
  const bens = await ben.listen({ ...types, ...bulk })
  const cais = await cai.listen(types)

  expectSuccess(
    await move(olga, ids[1], { stream_id: board, topic: 'food', propagate_mode: 'change_later' }),
  )

  assert.equal(await bens.read(), [
    {
      type: 'delete_message',
      message_type: 'stream',
      message_ids: [ids[1], ids[2]],
      stream_id: general,
      topic: 'lunch',
    },
  ])
  const [update] = await cais.read()
  assert.is(update!.stream_id, general)
  assert.is(update!.new_stream_id, board)
  assert.is(update!.orig_subject, 'lunch')
  assert.is(update!.subject, 'food')
  assertRefused(await ben.get(`/messages/${ids[1]}`), 'Invalid message(s)')
  assert.equal(await contents(cai, board, 'food'), ['two', 'three'])
  assert.is((await read(cai, ids[1])).display_recipient, 'board')
  assert.equal((await read(cai, ids[2])).edit_history[0], {
    user_id: olga.id,
    timestamp: update!.edit_timestamp,
    prev_stream: general,
    stream: board,
    prev_topic: 'lunch',
    topic: 'food',
  })
})

test('a whole topic changes its channel, with the first messages of both', async () => {
  await using chat = await startChat()
  const { olga } = chat
  const design = await openChannel(olga, 'Design', [])
  const [first] = await threeMessages(chat)
  const general = await channelOf(olga, first)
  const rest = await olga.say('general', 'other', 'stays')
  const inbox = await olga.listen({ event_types: ['stream'] })
  const before = expectSuccess(await olga.get(`/streams/${general}`)).stream.first_message_id

  expectSuccess(await move(olga, first, { stream_id: design, propagate_mode: 'change_all' }))

  const changes = (await inbox.read()).map(({ stream_id, property, value }) => [
    stream_id,
    property,
    value,
  ])
  assert.ok(
    changes.some((change) => JSON.stringify(change) === `[${design},"first_message_id",${first}]`),
  )
  if (before === first) assert.ok(changes.some(([id, , value]) => id === general && value === rest))
  assert.equal(await contents(olga, design, 'lunch'), ['one', 'two', 'three'])
  assert.equal(await contents(olga, general, 'lunch'), [])
})

test('who comes to a protected channel with messages in it reads those moved while they were there', async () => {
  await using chat = await startChat()
  const { olga } = chat
  const [ben, cai] = [await chat.join('Ben'), await chat.join('Cai')]
  const vault = await openChannel(olga, 'vault', [ben], { invite_only: true })
  const design = await openChannel(olga, 'Design', [])
  const id = await olga.say('Design', 'logo', 'Draft')
  const early = await olga.say('vault', 'logo', 'early')
  expectSuccess(
    await olga.post('/users/me/subscriptions', {
      subscriptions: [{ name: 'vault' }],
      principals: [cai.id],
    }),
  )

  expectSuccess(await move(olga, id, { stream_id: vault }))

  assert.equal((await read(ben, id)).flags, ['read'])
  assert.equal((await read(cai, id)).flags, ['read'])
  assertRefused(await cai.get(`/messages/${early}`), 'Invalid message(s)')
  const inbox = await cai.listen({ event_types: ['update_message'] })
  expectSuccess(await move(olga, early, { topic: 'plans', propagate_mode: 'change_all' }))
  const [event] = await inbox.read()
  assert.equal([event!.message_id, event!.message_ids], [id, [id]])
  assert.is(await channelOf(olga, id), vault)
  assert.equal(await contents(olga, design, 'logo'), [])
})

test('what people chose for a topic goes where it goes; the more visible choice wins', async () => {
  await using chat = await startChat()
  const { olga } = chat
  const [ben, cai] = [await chat.join('Ben'), await chat.join('Cai')]
  const [id] = await threeMessages(chat)
  const channel = await channelOf(olga, id)
  const choose = async (who: Person, topic: string, visibility_policy: number) =>
    expectSuccess(await who.post('/user_topics', { stream_id: channel, topic, visibility_policy }))
  await choose(ben, 'lunch', 3)
  await choose(cai, 'lunch', 1)
  const inbox = await ben.listen({ event_types: ['user_topic'] })

  expectSuccess(await move(olga, id, { topic: 'supper', propagate_mode: 'change_all' }))
  assert.equal(
    (await inbox.read()).map((event) => [event.topic_name, event.visibility_policy]),
    [
      ['lunch', 0],
      ['supper', 3],
    ],
  )

  await olga.say('general', 'dinner', 'here already')
  await choose(ben, 'dinner', 1)
  expectSuccess(await move(olga, id, { topic: 'dinner', propagate_mode: 'change_all' }))
  const topics = async (who: Person) =>
    expectSuccess(
      await who.post('/register', { fetch_event_types: ['user_topic'] }),
    ).user_topics.map((row: { topic_name: string; visibility_policy: number }) => [
      row.topic_name,
      row.visibility_policy,
    ])
  assert.equal(await topics(ben), [['dinner', 3]])
  assert.equal(await topics(cai), [])
})

test('moving is for those who may, and the refusals say what is missing', async () => {
  await using chat = await startChat()
  const { olga } = chat
  const ben = await chat.join('Ben')
  const design = await openChannel(olga, 'Design', [ben], {
    can_send_message_group: ADMINISTRATORS,
  })
  const [id] = await threeMessages(chat)
  const realm = async (settings: object) =>
    expectSuccess(await olga.patch('/realm', { ...settings }))

  assertRefused(
    await move(ben, id, { stream_id: design }),
    'You do not have permission to post in this channel.',
  )
  await realm({ can_move_messages_between_channels_group: { new: NOBODY } })
  assertRefused(
    await move(ben, id, { stream_id: design }),
    "You don't have permission to move this message",
  )
  await realm({ can_move_messages_between_topics_group: { new: NOBODY } })
  assertRefused(
    await move(ben, id, { topic: 'supper' }),
    "You don't have permission to edit this message",
  )
  const general = await channelOf(olga, id)
  expectSuccess(await move(ben, id, { topic: '✔ lunch', propagate_mode: 'change_all' }))
  await realm({ can_resolve_topics_group: { new: NOBODY } })
  assertRefused(
    await move(ben, id, { topic: 'lunch' }),
    "You don't have permission to resolve topics in this channel.",
  )
  // What the organization denies, a channel may grant.
  expectSuccess(
    await olga.patch(`/streams/${general}`, {
      can_move_messages_within_channel_group: { new: EVERYONE },
    }),
  )
  expectSuccess(await move(ben, id, { topic: 'supper' }))
  // Administrators administer every channel.
  expectSuccess(await move(olga, id, { topic: 'lunch again' }))
})

test('messages of long ago are moved by moderators only', async () => {
  await using chat = await startChat()
  const { olga } = chat
  const ben = await chat.join('Ben')
  const design = await openChannel(olga, 'Design', [ben])
  const [first, second] = await threeMessages(chat)
  chat.clock.advance(604_800 + 21)
  const fresh = await olga.say('general', 'lunch', 'four')

  assertRefused(
    await move(ben, second, { topic: 'supper' }),
    "The time limit for editing this message's topic has passed.",
  )
  assertRefused(
    await move(ben, second, { stream_id: design }),
    "The time limit for editing this message's channel has passed",
  )
  for (const place of [{ topic: 'supper' }, { stream_id: design }]) {
    assertRefused(
      await move(ben, fresh, { ...place, propagate_mode: 'change_all' }),
      'You only have permission to move the 1/4 most recent messages in this topic.',
      {
        code: 'MOVE_MESSAGES_TIME_LIMIT_EXCEEDED',
        first_message_id_allowed_to_move: fresh,
        total_messages_in_topic: 4,
        total_messages_allowed_to_move: 1,
      },
    )
  }
  expectSuccess(await move(ben, first, { topic: '✔ lunch', propagate_mode: 'change_all' }))
  expectSuccess(await move(olga, first, { topic: 'supper', propagate_mode: 'change_all' }))
})

test('a channel keeps its rules about topics when messages come by moving', async () => {
  await using chat = await startChat()
  const { olga } = chat
  const ben = await chat.join('Ben')
  const named = await openChannel(olga, 'named', [ben], { topics_policy: 'disable_empty_topic' })
  const single = await openChannel(olga, 'single', [ben], { topics_policy: 'empty_topic_only' })
  const closed = await openChannel(olga, 'closed', [ben], {
    can_create_topic_group: ADMINISTRATORS,
  })
  await olga.say('closed', 'plans', 'ours')
  const [id] = await threeMessages(chat)
  const display = { empty_topic_display_name: 'general chat' }

  assertRefused(
    await move(ben, id, { stream_id: named, topic: 'general chat' }),
    'Sending messages to the general chat is not allowed in this channel.',
    display,
  )
  assertRefused(
    await move(ben, id, { stream_id: single }),
    'Only the general chat topic is allowed in this channel.',
    display,
  )
  assertRefused(
    await move(ben, id, { stream_id: closed }),
    'You do not have permission to create new topics in this channel.',
  )
  expectSuccess(await move(ben, id, { stream_id: closed, topic: 'plans' }))
})

test('archived channels neither give nor take messages', async () => {
  await using chat = await startChat()
  const { olga } = chat
  const old = await openChannel(olga, 'old', [])
  const inside = await olga.say('old', 'x', 'inside')
  const [id] = await threeMessages(chat)
  expectSuccess(await olga.delete(`/streams/${old}`))
  assertRefused(await move(olga, id, { stream_id: old }), 'Invalid channel ID')
  assertRefused(await move(olga, inside, { topic: 'y' }), 'Invalid message(s)')
})

test('a long topic is merged in parts, and nothing sent meanwhile is lost', async () => {
  await using chat = await startChat()
  const { olga } = chat
  const sends = Array.from({ length: 450 }, (_, n) => olga.say('general', 'long', `${n}`))
  const ids = (await Promise.all(sends)).sort((a, b) => a - b)
  const channel = await channelOf(olga, ids[0]!)
  await olga.say('general', 'other', 'first')
  const inbox: Inbox = await olga.listen({ event_types: ['update_message', 'message'] })

  const [merged, sent] = await Promise.all([
    move(olga, ids[0]!, { topic: 'other', propagate_mode: 'change_all' }),
    olga.say('general', 'long', 'meanwhile'),
  ])

  expectSuccess(merged)
  const updates = (await inbox.read()).filter((event) => event.type === 'update_message')
  assert.ok(updates.length > 1)
  assert.equal(
    updates.flatMap((event) => event.message_ids),
    ids,
  )
  assert.ok(updates.every((event) => event.message_ids.includes(event.message_id)))
  assert.equal(await contents(olga, channel, 'long'), ['meanwhile'])
  assert.is((await read(olga, sent)).subject, 'long')
  assert.is((await read(olga, ids[449]!)).subject, 'other')
})

test('a client that knows no empty topic reads its name in every event', async () => {
  await using chat = await startChat()
  const { olga } = chat
  const id = await olga.say('general', '', 'one')
  const plain = await olga.listen({ event_types: ['update_message'] })
  const able = await olga.listen({
    event_types: ['update_message'],
    client_capabilities: { empty_topic_name: true },
  })

  expectSuccess(await move(olga, id, { topic: 'lunch' }))
  expectSuccess(await move(olga, id, { topic: 'general chat' }))

  const words = async (inbox: Inbox) =>
    (await inbox.read()).map((event) => [event.orig_subject, event.subject])
  assert.equal(await words(plain), [
    ['general chat', 'lunch'],
    ['lunch', 'general chat'],
  ])
  assert.equal(await words(able), [
    ['', 'lunch'],
    ['lunch', ''],
  ])
})

test.run()
