// Who receives which events when access changes.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { MEMBERS, openChannel } from '../channels.ts'
import {
  type Chat,
  expectSuccess,
  type Inbox,
  Person,
  type ReceivedEvent,
  startChat,
} from '../chat.ts'

const ALL = { all_public_streams: true, client_capabilities: { stream_typing_notifications: true } }

/** Whatever one can do in a channel that its readers hear of. */
async function beBusy(by: Person, channelId: number, channel: string, ids: number[]) {
  const [first, second] = ids as [number, number]
  await by.say(channel, 'plans', 'news')
  expectSuccess(await by.patch(`/messages/${first}`, { content: 'edited' }))
  expectSuccess(await by.post(`/messages/${first}/reactions`, { emoji_name: 'tada' }))
  const typing = { type: 'stream', op: 'start', stream_id: channelId, topic: 'plans' }
  expectSuccess(await by.post('/typing', typing))
  expectSuccess(await by.post(`/messages/${first}/typing`, { op: 'start' }))
  expectSuccess(
    await by.post('/submessage', {
      message_id: second,
      msg_type: 'widget',
      content: { type: 'new_option', idx: 7, option: 'stew' },
    }),
  )
  expectSuccess(
    await by.patch(`/messages/${first}`, { topic: 'plots', propagate_mode: 'change_one' }),
  )
  expectSuccess(await by.delete(`/messages/${second}`))
  expectSuccess(await by.patch(`/streams/${channelId}`, { description: 'hush' }))
}

const talk = async (by: Person, channel: string) => [
  await by.say(channel, 'plans', 'first'),
  await by.say(channel, 'plans', '/poll Soup?\n- yes'),
]

const told = async (inbox: Inbox) =>
  (await inbox.read()).map(({ type, op }) => (op ? `${type}/${op}` : type))

test('a user removed from a private channel gets no more events about it', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const vault = await openChannel(chat.olga, 'Vault', [ben], { invite_only: true })
  const ids = await talk(chat.olga, 'Vault')
  expectSuccess(await ben.post('/messages/flags', { messages: ids, op: 'add', flag: 'starred' }))
  const inboxes = [await ben.listen(ALL), await ben.listen({ narrow: [['channel', 'Vault']] })]

  const left = { subscriptions: ['Vault'], principals: [ben.id] }
  expectSuccess(await chat.olga.delete('/users/me/subscriptions', left))
  for (const inbox of inboxes)
    assert.equal(
      (await told(inbox)).filter((name) => !name.startsWith('message')),
      ['update_message_flags/add', 'subscription/remove', 'stream/delete'],
    )
  await beBusy(chat.olga, vault, 'Vault', ids)
  const mia = await chat.join('Mia')
  for (const inbox of inboxes) await inbox.read()
  await chat.olga.subscribe('Vault', { principals: [mia.id] })

  for (const inbox of inboxes) assert.equal(await told(inbox), [])
})

test('a user who left a private channel does not learn where its messages go, and finds their preferences on return', async () => {
  await using chat = await startChat()
  const { olga } = chat
  const ben = await chat.join('Ben')
  const vault = await openChannel(olga, 'Vault', [ben], { invite_only: true })
  await openChannel(olga, 'Cellar', [], { invite_only: true })
  const [moved, renamed] = [
    await olga.say('Vault', 'plans', 'x'),
    await olga.say('Vault', 'tea', 'x'),
  ]
  await olga.say('Vault', 'rum', 'x')
  await ben.post('/messages/flags', { messages: [moved, renamed], op: 'add', flag: 'starred' })
  for (const [topic, visibility_policy] of Object.entries({ plans: 3, tea: 3, rum: 1 }))
    expectSuccess(await ben.post('/user_topics', { stream_id: vault, topic, visibility_policy }))
  await olga.delete('/users/me/subscriptions', {
    subscriptions: ['Vault'],
    principals: [ben.id],
  })
  const inbox = await ben.listen()

  const { stream_id } = await olga.get('/get_stream_id', { stream: 'Cellar' })
  expectSuccess(await olga.patch(`/messages/${moved}`, { stream_id, propagate_mode: 'change_all' }))
  expectSuccess(
    await olga.patch(`/messages/${renamed}`, { topic: 'gin', propagate_mode: 'change_all' }),
  )
  assert.equal(await inbox.read(), [])

  await olga.subscribe('Vault', { principals: [ben.id] })

  const rum = { stream_id: vault, topic_name: 'rum', visibility_policy: 1 }
  const choices = (await inbox.read()).filter(({ type }) => type === 'user_topic')
  const last_updated = chat.clock.now() / 1000
  assert.equal(choices, [{ type: 'user_topic', ...rum, last_updated }])
})

test('a public channel that turns private is gone for those outside, whatever they follow', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const open = await openChannel(chat.olga, 'Open', [])
  const ids = await talk(chat.olga, 'Open')
  expectSuccess(await ben.post(`/messages/${ids[0]}/reactions`, { emoji_name: 'tada' }))
  const inboxes = [await ben.listen(ALL), await ben.listen({ narrow: [['channel', 'Open']] })]

  expectSuccess(
    await chat.olga.patch(`/streams/${open}`, {
      is_private: true,
      history_public_to_subscribers: true,
    }),
  )
  for (const inbox of inboxes) {
    const events = await inbox.read()
    assert.equal(
      events.filter(({ type }) => type !== 'message'),
      [{ type: 'stream', op: 'delete', stream_ids: [open], streams: [{ stream_id: open }] }],
    )
  }
  await beBusy(chat.olga, open, 'Open', ids)
  for (const inbox of inboxes) assert.equal(await told(inbox), [])

  expectSuccess(await chat.olga.patch(`/streams/${open}`, { is_private: false }))
  const back = await inboxes[0]!.read()
  assert.equal(
    back
      .slice(0, 2)
      .map(({ type, op, streams, user_ids }) => [
        type,
        op,
        streams?.map(({ name }: { name: string }) => name) ?? user_ids,
      ]),
    [
      ['stream', 'create', ['Open']],
      ['subscription', 'peer_add', [chat.olga.id]],
    ],
  )
})

test('a member who becomes a guest stops following public channels in open queues', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const open = await openChannel(chat.olga, 'Open', [])
  const ids = await talk(chat.olga, 'Open')
  const inboxes = [await ben.listen(ALL), await ben.listen({ narrow: [['channel', 'Open']] })]

  expectSuccess(await chat.olga.patch(`/users/${ben.id}`, { role: 600 }))
  for (const inbox of inboxes) {
    const names = await told(inbox)
    assert.ok(names.includes('stream/delete'), names.join())
  }
  await beBusy(chat.olga, open, 'Open', ids)
  for (const inbox of inboxes) assert.equal(await told(inbox), [])
})

/** A private channel that members of a group may join: they know of it and read it. */
async function openToGroup(chat: Chat, member_ids: number[]) {
  const { group_id } = expectSuccess(
    await chat.olga.post('/user_groups/create', {
      name: 'Crew',
      description: '',
      members: member_ids,
    }),
  )
  const vault = await openChannel(chat.olga, 'Vault', [], {
    invite_only: true,
    can_subscribe_group: group_id,
  })
  return { group: `/user_groups/${group_id}`, vault }
}

test('a private channel comes and goes with the group that knows it', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const { group, vault } = await openToGroup(chat, [])
  const { group_id: inner } = expectSuccess(
    await chat.olga.post('/user_groups/create', {
      name: 'Deck',
      description: '',
      members: [ben.id],
    }),
  )
  const inbox = await ben.listen({ event_types: ['stream', 'subscription'] })
  const events = async () =>
    (await inbox.read()).map(({ op, streams, user_ids, stream_ids }) => [
      op,
      user_ids ?? stream_ids ?? streams[0].name,
    ])
  const changes: [coming: Record<string, unknown>, going: Record<string, unknown>][] = [
    [{ add: [ben.id] }, { delete: [ben.id] }],
    [{ add_subgroups: [inner] }, { delete_subgroups: [inner] }],
  ]
  for (const [coming, going] of changes) {
    expectSuccess(await chat.olga.post(`${group}/members`, coming))
    assert.equal(await events(), [
      ['create', 'Vault'],
      ['peer_add', [chat.olga.id]],
    ])
    expectSuccess(await chat.olga.post(`${group}/members`, going))
    assert.equal(await events(), [['delete', [vault]]])
  }
})

test('what full members know comes with time', async () => {
  await using chat = await startChat()
  expectSuccess(await chat.olga.patch('/realm', { waiting_period_threshold: 3 }))
  const ben = await chat.join('Ben')
  await openChannel(chat.olga, 'Vault', [], { invite_only: true, can_subscribe_group: 5 })
  const inbox = await ben.listen({ event_types: ['stream'] })

  expectSuccess(await chat.olga.patch('/realm', { waiting_period_threshold: 0 }))

  const [event] = await inbox.read()
  assert.equal([event!.op, event!.streams[0].name], ['create', 'Vault'])
})

test('a guest who may see few people reads on without learning who the others are', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const gus = await chat.join('Gus', 600)
  expectSuccess(await ben.delete('/users/me/subscriptions', { subscriptions: ['general'] }))
  expectSuccess(await chat.olga.patch('/realm', { can_access_all_users_group: { new: MEMBERS } }))
  const event_types = ['message', 'typing', 'reaction', 'presence', 'user_status', 'realm_user']
  const inbox = await gus.listen({ event_types, ...ALL, all_public_streams: false })
  const olgas = await chat.olga.listen({ event_types: ['message'] })

  const id = await ben.say('general', 'tea', '@**Gus** hello')
  expectSuccess(
    await ben.post('/typing', { type: 'stream', op: 'start', stream_id: 1, topic: 'tea' }),
  )
  expectSuccess(await ben.post(`/messages/${id}/reactions`, { emoji_name: 'tada' }))
  expectSuccess(await ben.post('/users/me/presence', { status: 'active' }))
  expectSuccess(await ben.post('/users/me/status', { status_text: 'here' }))
  expectSuccess(await ben.patch('/settings', { full_name: 'Benedict' }))

  const events = await inbox.read()
  assert.equal(
    events.map(({ type }) => type),
    ['message', 'reaction'],
  )
  const [{ message, flags }] = events as [ReceivedEvent, ReceivedEvent]
  assert.equal(flags, ['mentioned'])
  assert.equal(
    [message.sender_id, message.sender_full_name, message.sender_email],
    [ben.id, 'Unknown user', `user${ben.id}@hearth.local`],
  )
  assert.not.match(JSON.stringify(events), /Ben|ben@/)
  assert.is((await olgas.read())[0]!.message.sender_full_name, 'Ben')
})

test('a new key ends the queues of the old one at once', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const inbox = await ben.listen()
  const waiting = inbox.wait()

  const { api_key } = expectSuccess(await ben.post('/users/me/api_key/regenerate'))

  await waiting
  const { url, id, email, name } = ben
  const again = new Person(url, { id, email, name, key: api_key })
  const poll = await again.get('/events', { queue_id: inbox.queueId, last_event_id: -1 })
  assert.equal([poll.status, poll.code], [400, 'BAD_EVENT_QUEUE_ID'])
})

test('the queues of a bot end with its owner', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const made = expectSuccess(await ben.post('/bots', { full_name: 'Robo', short_name: 'robo' }))
  const email = 'robo-bot@hearth.local'
  const bot = new Person(chat.url, { id: made.user_id, email, name: 'Robo', key: made.api_key })
  const inbox = await bot.listen()
  const waiting = inbox.wait()

  expectSuccess(await chat.olga.delete(`/users/${ben.id}`))

  await waiting
  expectSuccess(await chat.olga.post(`/users/${made.user_id}/reactivate`))
  const poll = await bot.get('/events', { queue_id: inbox.queueId, last_event_id: -1 })
  assert.equal([poll.status, poll.code], [400, 'BAD_EVENT_QUEUE_ID'])
})

test.run()
