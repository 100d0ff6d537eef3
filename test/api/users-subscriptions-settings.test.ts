// Personal settings of a channel.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { idOf } from '../channels.ts'
import { expectSuccess, type Person, startChat } from '../chat.ts'
import { refusal, subscriptionsOf } from '../subscriptions.ts'

const GUEST = 600

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

test('subscriptions of a user are visible only to people who can see the channel', async () => {
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

test.run()
