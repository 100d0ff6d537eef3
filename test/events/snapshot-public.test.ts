// The snapshot of spectators.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { type Answer, type Chat, expectSuccess, startChat } from '../chat.ts'

/** As a browser that is not logged in, or a program without a key, would ask. */
async function ask(
  chat: Chat,
  parameters: Record<string, string> = {},
  root = '/json',
): Promise<Answer> {
  const response = await fetch(`${chat.url}${root}/register`, {
    method: 'POST',
    body: new URLSearchParams(parameters),
  })
  return { ...(await response.json()), status: response.status, headers: response.headers }
}

async function openHarbour() {
  const chat = await startChat()
  expectSuccess(await chat.olga.patch('/realm', { enable_spectator_access: true }))
  await chat.olga.subscribe('Pier', { is_web_public: true })
  await chat.olga.subscribe('Vault', { invite_only: true })
  return chat
}

test('nobody is let in without an account unless the organization wants it', async () => {
  await using chat = await startChat()
  for (const root of ['/json', '/api/v1']) {
    const answer = await ask(chat, {}, root)
    assert.equal([answer.status, answer.code], [401, 'UNAUTHORIZED'], root)
  }
})

test('without an account there is a snapshot of what is public, and no queue', async () => {
  await using chat = await openHarbour()
  const answer = expectSuccess(await ask(chat))

  assert.equal([answer.queue_id, answer.last_event_id], [null, -1])
  assert.not.ok('streams' in answer)
  assert.equal([answer.subscriptions, answer.unsubscribed], [[], []])
  assert.equal(
    answer.never_subscribed.map((channel: Answer) => channel.name),
    ['Pier'],
  )
  assert.not.ok('subscribers' in answer.never_subscribed[0])
  assert.equal(
    [answer.user_id, answer.is_guest, answer.is_admin, answer.can_create_streams],
    [0, true, false, false],
  )
  const [olga] = answer.realm_users
  assert.is(olga.full_name, 'Olga')
  assert.match(olga.date_joined, /^\d{4}-\d\d-\d\d$/)
  assert.not.ok('timezone' in olga)
  assert.not.ok('profile_data' in olga)
  assert.match(olga.avatar_url, /./)
  assert.is(answer.realm_name, 'Harbour')
  assert.is(answer.user_settings.emojiset, 'google')
})

test('personal sections are empty without an account', async () => {
  await using chat = await openHarbour()
  await chat.olga.say('Vault', 'gold', 'bars')
  expectSuccess(await chat.olga.post('/users/me/alert_words', { alert_words: ['gold'] }))
  expectSuccess(await chat.olga.post('/users/me/status', { status_text: 'away' }))
  expectSuccess(await chat.olga.post('/users/me/presence', { status: 'active' }))
  const answer = expectSuccess(await ask(chat))

  const empty = [
    ...['alert_words', 'custom_profile_fields', 'onboarding_steps', 'saved_snippets'],
    ...['navigation_views', 'drafts', 'scheduled_messages', 'reminders', 'muted_topics'],
    ...['muted_users', 'realm_bots', 'recent_private_conversations', 'starred_messages'],
    ...['user_topics', 'realm_default_streams', 'realm_default_stream_groups', 'channel_folders'],
  ]
  for (const key of empty) assert.equal(answer[key], [], key)
  for (const key of ['user_status', 'presences', 'devices']) assert.equal(answer[key], {}, key)
  assert.equal([answer.max_message_id, answer.presence_last_update_id], [-1, -1])
  assert.equal(answer.unread_msgs, {
    count: 0,
    pms: [],
    huddles: [],
    streams: [],
    mentions: [],
    old_unreads_missing: false,
  })
})

test('the snapshot has the same keys with and without an account, but for the channels', async () => {
  await using chat = await openHarbour()
  const [own, open] = [await chat.olga.post('/register'), await ask(chat)]
  assert.equal(
    Object.keys(own).filter((key) => !(key in open)),
    ['streams'],
  )
  assert.equal(
    Object.keys(open).filter((key) => !(key in own)),
    [],
  )
})

test('without an account some things cannot be asked for', async () => {
  await using chat = await openHarbour()
  const wishes: Record<string, string>[] = [
    { client_gravatar: 'true' },
    { include_subscribers: 'true' },
    { include_subscribers: 'partial' },
  ]
  for (const parameters of wishes) {
    const answer = await ask(chat, parameters)
    assert.equal([answer.status, answer.code], [400, 'BAD_REQUEST'], JSON.stringify(parameters))
    assert.match(answer.msg, Object.keys(parameters)[0]!)
  }
  for (const parameters of [{ client_gravatar: 'false' }, { client_gravatar: 'null' }])
    expectSuccess(await ask(chat, { ...parameters, include_subscribers: 'false' }))
})

test.run()
