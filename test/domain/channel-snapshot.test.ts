// Channels and subscriptions in the snapshot.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openDatabase } from '../../src/store/db.ts'
import { type Chat, expectSuccess, type Person, startChat } from '../chat.ts'
import { addCrowd } from '../many.ts'

const register = async (person: Person, parameters = {}) =>
  expectSuccess(
    await person.post('/register', {
      fetch_event_types: ['subscription', 'stream'],
      ...parameters,
    }),
  )

const names = (channels: { name: string }[]) => channels.map(({ name }) => name)

const named = (channels: { name: string }[], name: string) =>
  channels.find((channel) => channel.name === name) as Record<string, unknown> | undefined

/** Ben has left one channel, is in two, and may not know another. */
async function harbour(chat: Chat) {
  const ben = await chat.join('Ben')
  await chat.olga.subscribe('left', { principals: [chat.olga.id, ben.id] })
  await ben.delete('/users/me/subscriptions', { subscriptions: ['left'] })
  await ben.subscribe('mine')
  await chat.olga.subscribe('other')
  await chat.olga.subscribe('secret', { invite_only: true })
  await chat.olga.subscribe('old', { principals: [chat.olga.id, ben.id] })
  const { stream_id } = await chat.olga.get('/get_stream_id', { stream: 'old' })
  expectSuccess(await chat.olga.delete(`/streams/${stream_id}`))
  return ben
}

test('the snapshot says what a person is in, has left, and has never been in', async () => {
  await using chat = await startChat()
  const ben = await harbour(chat)
  const { subscriptions, unsubscribed, never_subscribed, streams } = await register(ben)
  assert.equal(names(subscriptions), ['general', 'mine'])
  assert.equal(names(unsubscribed), ['left'])
  assert.equal(names(never_subscribed), ['other'])
  assert.equal(names(streams), ['general', 'left', 'mine', 'other'])
  assert.is(never_subscribed[0].color, undefined)
  assert.is(unsubscribed[0].color, '#fae589')
})

test('archived channels are there for clients that know them', async () => {
  await using chat = await startChat()
  const ben = await harbour(chat)
  const { subscriptions, streams } = await register(ben, {
    client_capabilities: { archived_channels: true },
  })
  assert.is(named(subscriptions, 'old')!.is_archived, true)
  assert.is(named(streams, 'old')!.is_archived, true)
})

test('settings that are inherited are null for clients that know it, else filled in', async () => {
  await using chat = await startChat()
  const { subscriptions: filled } = await register(chat.olga)
  const { subscriptions: bare } = await register(chat.olga, {
    client_capabilities: { notification_settings_null: true },
  })
  for (const [setting, value] of [
    ['desktop_notifications', false],
    ['audible_notifications', false],
    ['push_notifications', false],
    ['email_notifications', false],
    ['wildcard_mentions_notify', true],
  ] as const) {
    assert.is(filled[0][setting], value)
    assert.is(bare[0][setting], null)
  }
})

test('subscribers of small channels are listed for who asks, as far as one may know them', async () => {
  await using chat = await startChat()
  const ben = await harbour(chat)
  for (const include_subscribers of ['true', 'partial']) {
    const { subscriptions, unsubscribed, never_subscribed } = await register(ben, {
      include_subscribers,
    })
    assert.equal(named(subscriptions, 'general')!.subscribers, [chat.olga.id, ben.id])
    assert.equal(unsubscribed[0].subscribers, [chat.olga.id])
    assert.equal(never_subscribed[0].subscribers, [chat.olga.id])
    for (const channel of [...subscriptions, ...unsubscribed, ...never_subscribed]) {
      assert.is(channel.partial_subscribers, undefined)
      assert.is(channel.subscriber_count, channel.subscribers.length)
    }
  }
  const bare = await register(ben, { include_subscribers: 'false' })
  for (const channel of [...bare.subscriptions, ...bare.unsubscribed, ...bare.never_subscribed])
    assert.equal([channel.subscribers, channel.partial_subscribers], [undefined, undefined])
})

test('of large channels all, none or the recent subscribers are listed, as asked', async () => {
  await using chat = await startChat()
  const bot = expectSuccess(await chat.olga.post('/bots', { full_name: 'B', short_name: 'b' }))
  await chat.olga.subscribe('general', { principals: [chat.olga.id, bot.user_id] })
  const long = Math.floor(chat.clock.now() / 1000) - 30 * 86_400
  const added = addCrowd(chat, 260, { channelId: 1, at: long })
  const db = openDatabase(`${chat.folder}/hearth.db`)
  db.prepare('INSERT INTO presence (user_id, active_at, update_id) VALUES (?, ?, 1)').run(
    added[7],
    long + 20 * 86_400,
  )
  db.close()

  const general = async (include_subscribers: string) => {
    const { subscriptions } = await register(chat.olga, { include_subscribers })
    return named(subscriptions, 'general')!
  }
  const everyone = [chat.olga.id, bot.user_id, ...added]
  assert.equal((await general('true')).subscribers, everyone)
  const none = await general('false')
  assert.equal([none.subscribers, none.partial_subscribers], [undefined, undefined])
  const some = await general('partial')
  assert.is(some.subscribers, undefined)
  assert.equal(some.partial_subscribers, [chat.olga.id, bot.user_id, added[7]])
})

test('guests are shown the subscribers of their own channels only, and of web-public ones', async () => {
  await using chat = await startChat()
  const gus = await chat.join('Gus', 600)
  await chat.olga.subscribe('web', { is_web_public: true })
  await chat.olga.subscribe('once', { principals: [chat.olga.id, gus.id], is_web_public: true })
  await gus.delete('/users/me/subscriptions', { subscriptions: ['once'] })
  await chat.olga.subscribe('open')
  const { subscriptions, unsubscribed, never_subscribed } = await register(gus, {
    include_subscribers: 'partial',
  })
  assert.equal(names(subscriptions), ['general'])
  assert.equal(subscriptions[0].subscribers, [chat.olga.id, gus.id])
  assert.equal(names(unsubscribed), ['once'])
  assert.equal(names(never_subscribed), ['web'])
  assert.equal(never_subscribed[0].subscribers, [chat.olga.id])
})

test.run()
