// Muted, unmuted and followed topics.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { assertRefused, idOf, openChannel, read } from '../channels.ts'
import { expectSuccess, startChat } from '../chat.ts'

test('what people want to see of a topic is theirs, and told to their clients', async () => {
  await using chat = await startChat()
  const { olga } = chat
  const design = await openChannel(olga, 'Design', [])
  const inbox = await olga.listen()
  const now = Math.floor(chat.clock.now() / 1000)
  const choose = (visibility_policy: number) =>
    olga.post('/user_topics', { stream_id: design, topic: 'Logo', visibility_policy })
  const events = async () =>
    (await inbox.read()).filter(({ type }) => ['user_topic', 'muted_topics'].includes(type))
  const chosen = (visibility_policy: number) => ({
    type: 'user_topic',
    stream_id: design,
    topic_name: 'Logo',
    last_updated: now,
    visibility_policy,
  })

  expectSuccess(await choose(1))
  assert.equal(await events(), [
    { type: 'muted_topics', muted_topics: [['Design', 'Logo', now]] },
    chosen(1),
  ])
  expectSuccess(await choose(1))
  assert.equal(await events(), [])
  expectSuccess(await choose(3))
  assert.equal(await events(), [{ type: 'muted_topics', muted_topics: [] }, chosen(3)])

  const both = await olga.post('/register', { fetch_event_types: ['muted_topics'] })
  assert.equal(both.muted_topics, [])
  const one = await olga.post('/register', { fetch_event_types: ['user_topic', 'muted_topics'] })
  assert.is(one.muted_topics, undefined)
  assert.equal(one.user_topics, [
    { stream_id: design, topic_name: 'Logo', last_updated: now, visibility_policy: 3 },
  ])
})

test('a client that names user_topic is spared the older event', async () => {
  await using chat = await startChat()
  const { olga } = chat
  const design = await openChannel(olga, 'Design', [])
  const inbox = await olga.listen({ event_types: ['muted_topics', 'user_topic'] })
  const muted = { stream_id: design, topic: 'general chat', visibility_policy: 1 }
  expectSuccess(await olga.post('/user_topics', muted))
  assert.equal(
    (await inbox.read()).map((event) => [event.type, event.topic_name]),
    [['user_topic', 'general chat']],
  )
})

test('a choice needs a channel one may read; taking it back does not', async () => {
  await using chat = await startChat()
  const { olga } = chat
  const ben = await chat.join('Ben')
  const board = await openChannel(olga, 'board', [ben], { invite_only: true })
  const choose = (visibility_policy: number, more = {}) =>
    ben.post('/user_topics', { stream_id: board, topic: 'pay', visibility_policy, ...more })
  expectSuccess(await choose(3))
  expectSuccess(await ben.delete('/users/me/subscriptions', { subscriptions: ['board'] }))

  assertRefused(await choose(2), 'Invalid channel ID')
  expectSuccess(await choose(0))
  assertRefused(await choose(0, { stream_id: 999 }), 'Invalid channel ID')
  assertRefused(
    await choose(0, { topic: 'x'.repeat(61) }),
    'topic is too long (limit: 60 characters)',
  )
  assert.is((await choose(4)).code, 'BAD_REQUEST')
})

test('older clients mute topics by the name of the channel', async () => {
  await using chat = await startChat()
  const { olga } = chat
  const design = await openChannel(olga, 'Design', [])
  const mute = (parameters: object) =>
    olga.patch('/users/me/subscriptions/muted_topics', { ...parameters })
  const policies = async () =>
    (await olga.post('/register', { fetch_event_types: ['user_topic'] })).user_topics.map(
      (row: { visibility_policy: number }) => row.visibility_policy,
    )
  for (const place of [{ stream: 'Design' }, { stream_id: design }]) {
    for (const repeated of [1, 2]) {
      expectSuccess(await mute({ ...place, topic: 'logo', op: 'add' }))
      assert.equal(await policies(), [1], `${repeated}`)
    }
    expectSuccess(await mute({ ...place, topic: 'LOGO', op: 'remove' }))
    assert.equal(await policies(), [])
  }
  assertRefused(
    await mute({ stream: 'Design', stream_id: design, topic: 'x', op: 'add' }),
    'Unsupported parameter combination: stream_id, stream',
  )
})

test('who starts a topic follows it; who writes in a muted channel unmutes the topic', async () => {
  await using chat = await startChat()
  const { olga } = chat
  const ben = await chat.join('Ben')
  const send = (who: typeof ben, topic: string) =>
    who.post('/messages', { type: 'channel', to: 'general', topic, content: 'hello' })
  const started = expectSuccess(await send(olga, 'lunch'))
  assert.is(started.automatic_new_visibility_policy, 3)
  assert.is(expectSuccess(await send(olga, 'lunch')).automatic_new_visibility_policy, undefined)
  assert.is(expectSuccess(await send(ben, 'lunch')).automatic_new_visibility_policy, undefined)

  const { stream_id } = await read(olga, started.id)
  expectSuccess(
    await ben.post('/users/me/subscriptions/properties', {
      subscription_data: [{ stream_id, property: 'is_muted', value: true }],
    }),
  )
  assert.is(expectSuccess(await send(ben, 'lunch')).automatic_new_visibility_policy, 2)
})

test('who is mentioned follows the topic', async () => {
  await using chat = await startChat()
  const { olga } = chat
  const ben = await chat.join('Ben')
  const inbox = await ben.listen({ event_types: ['user_topic'] })
  await olga.say('general', 'lunch', 'Soup, @**Ben**?')
  assert.equal(
    (await inbox.read()).map((event) => [event.topic_name, event.visibility_policy]),
    [['lunch', 3]],
  )
})

test('people who are mentioned together follow the topic, who muted it as well, but not who does not want to', async () => {
  await using chat = await startChat()
  const { olga } = chat
  const [ben, cleo, dora] = [
    await chat.join('Ben'),
    await chat.join('Cleo'),
    await chat.join('Dora'),
  ]
  const group = { name: 'cooks', description: '', members: [ben.id, cleo.id, dora.id] }
  expectSuccess(await olga.post('/user_groups/create', group))
  const choose = async (who: typeof ben, visibility_policy: number) => {
    const stream_id = await idOf(olga, 'general')
    const choice = { stream_id, topic: 'lunch', visibility_policy }
    expectSuccess(await who.post('/user_topics', choice))
  }
  await choose(ben, 1)
  await choose(cleo, 3)
  const off = { automatically_follow_topics_where_mentioned: false }
  expectSuccess(await dora.patch('/settings', off))
  const types = { event_types: ['user_topic', 'message'] }
  const inboxes = [await ben.listen(types), await cleo.listen(types), await dora.listen(types)]
  await olga.say('general', 'lunch', 'Soup, @*cooks*?')
  const heard = await Promise.all(
    inboxes.map(async (inbox) => (await inbox.read()).map(toldOfTopics)),
  )
  assert.equal(heard, [['message', 3], ['message'], ['message']])
})

const toldOfTopics = (event: Record<string, unknown>) =>
  event.type === 'message' ? 'message' : event.visibility_policy

test.run()
