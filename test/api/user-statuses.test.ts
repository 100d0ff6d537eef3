// Statuses.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { assertRefused } from '../channels.ts'
import { expectSuccess, startChat } from '../chat.ts'

const HEART = { emoji_name: 'heart', emoji_code: '2764', reaction_type: 'unicode_emoji' }

test('a status is told to everyone part by part, and only what has changed', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const inbox = await chat.olga.listen({ event_types: ['user_status'] })
  const say = async (patch: object) => {
    expectSuccess(await ben.post('/users/me/status', { ...patch }))
    return (await inbox.read()).map(({ type, user_id, ...parts }) => parts)
  }

  assert.equal(await say({ status_text: ' in the kitchen ', emoji_name: 'heart' }), [
    { status_text: 'in the kitchen', ...HEART },
  ])
  assert.equal(await say({ status_text: 'in the kitchen' }), [])
  assert.equal(await say({ status_text: 'out' }), [{ status_text: 'out' }])
  const { status } = await chat.olga.get(`/users/${ben.id}/status`)
  assert.equal(status, { status_text: 'out', ...HEART })
  const cleared = { emoji_name: '', emoji_code: '', reaction_type: 'unicode_emoji' }
  assert.equal(await say({ emoji_name: '', status_text: '' }), [{ status_text: '', ...cleared }])
  assert.equal((await chat.olga.get(`/users/${ben.id}/status`)).status, {})
})

test('another emoji is told whole, for clients take nothing of one that lacks a part', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  await ben.post('/users/me/status', { emoji_name: 'heart', status_text: 'in love' })
  const inbox = await chat.olga.listen({ event_types: ['user_status'] })

  await ben.post('/users/me/status', { emoji_name: 'boat', status_text: 'in love' })
  await ben.post('/users/me/status', { emoji_name: 'sailboat' })

  const boat = { type: 'user_status', user_id: ben.id, emoji_code: '26f5' }
  assert.equal(await inbox.read(), [
    { ...boat, emoji_name: 'boat', reaction_type: 'unicode_emoji' },
    { ...boat, emoji_name: 'sailboat', reaction_type: 'unicode_emoji' },
  ])
})

test('the extra emoji in a status has the name of its type that the client knows', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const inbox = async (userAgent: string) => {
    chat.olga.userAgent = userAgent
    return chat.olga.listen({ event_types: ['user_status'] })
  }
  const inboxes = { 'ZulipFlutter/30.0': await inbox('ZulipFlutter/30.0'), bot: await inbox('bot') }

  expectSuccess(await ben.post('/users/me/status', { emoji_name: 'zulip' }))

  for (const [userAgent, name] of [
    ['ZulipFlutter/30.0', 'zulip_extra_emoji'],
    ['bot', 'service_extra_emoji'],
  ] as const) {
    chat.olga.userAgent = userAgent
    const [event] = await inboxes[userAgent].read()
    const snapshot = await chat.olga.post('/register', { fetch_event_types: ['user_status'] })
    const { status } = await chat.olga.get(`/users/${ben.id}/status`)
    assert.is(event!.reaction_type, name)
    assert.is(snapshot.user_status[ben.id].reaction_type, name)
    assert.equal(status, snapshot.user_status[ben.id])
  }
})

test('the snapshot has the status of those who have one', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const mia = await chat.join('Mia')
  await chat.join('Tom')
  await ben.post('/users/me/status', { status_text: 'busy' })
  await mia.post('/users/me/status', { away: true })

  const snapshot = await ben.post('/register', { fetch_event_types: ['user_status'] })

  assert.equal(snapshot.user_status, {
    [ben.id]: { status_text: 'busy' },
    [mia.id]: { away: true },
  })
})

test('nothing is left of the status of an account that was deleted', async () => {
  await using chat = await startChat()
  const mia = await chat.join('Mia')
  await mia.post('/users/me/status', { away: true, status_text: 'busy', emoji_name: 'heart' })

  expectSuccess(await chat.olga.delete(`/users/${mia.id}`, { actions: { delete_profile: true } }))

  const snapshot = await chat.olga.post('/register', { fetch_event_types: ['user_status'] })
  assert.equal(snapshot.user_status, {})
})

test('away is the old word for presence that is not shown', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const own = await ben.listen({ event_types: ['user_settings'] })
  const inbox = await chat.olga.listen({ event_types: ['user_status'] })

  await ben.post('/users/me/status', { away: true })
  await ben.post('/users/me/status', { away: true })

  assert.equal(await inbox.read(), [{ type: 'user_status', user_id: ben.id, away: true }])
  const [setting] = await own.read()
  assert.equal([setting!.property, setting!.value], ['presence_enabled', false])
  assert.equal((await ben.get(`/users/${ben.id}/status`)).status, { away: true })

  await ben.patch('/settings', { presence_enabled: true })

  assert.equal(await inbox.read(), [{ type: 'user_status', user_id: ben.id, away: false }])
  assert.equal((await ben.get(`/users/${ben.id}/status`)).status, {})
})

test('a status is held to its rules', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const cases: [patch: Record<string, unknown>, message: string | undefined][] = [
    [{}, 'Client did not pass any new values.'],
    [{ status_text: 'x'.repeat(60) }, undefined],
    [{ status_text: '😀'.repeat(60) }, undefined],
    [{ status_text: 'x'.repeat(61) }, 'status_text is too long (limit: 60 characters)'],
    [{ emoji_code: '2764' }, 'emoji_code and reaction_type need emoji_name beside them.'],
    [
      { reaction_type: 'unicode_emoji' },
      'emoji_code and reaction_type need emoji_name beside them.',
    ],
    [{ emoji_name: 'no such thing' }, "Emoji 'no such thing' does not exist"],
    [{ ...HEART, emoji_name: 'tada' }, 'Invalid emoji name.'],
    [{ ...HEART, emoji_code: 'zz' }, 'Invalid emoji code.'],
    [{ ...HEART, emoji_code: '1', reaction_type: 'realm_emoji' }, 'Invalid custom emoji.'],
    [{ ...HEART, reaction_type: 'picture' }, 'Invalid emoji type.'],
    [HEART, undefined],
    [{ away: 'yes' }, 'away is not valid JSON'],
  ]
  for (const [patch, message] of cases) {
    const answer = await ben.post('/users/me/status', patch)
    assert.is(answer.msg, message ?? '', JSON.stringify(patch))
  }
})

test('administrators set the status of others, and nobody that of a bot', async () => {
  await using chat = await startChat()
  const ada = await chat.join('Ada', 200)
  const ben = await chat.join('Ben')
  const { user_id: bot } = await ben.post('/bots', { full_name: 'Robo', short_name: 'robo' })

  expectSuccess(await ada.post(`/users/${ben.id}/status`, { status_text: 'on leave' }))

  assert.equal((await ben.get(`/users/${ben.id}/status`)).status, { status_text: 'on leave' })
  const member = await ben.post(`/users/${ada.id}/status`, { status_text: 'x' })
  assertRefused(member, 'Insufficient permission')
  assertRefused(await ada.post('/users/999/status', { status_text: 'x' }), 'No such user')
  assertRefused(
    await ada.post(`/users/${bot}/status`, { status_text: 'x' }),
    'Bots have no status.',
  )
  assertRefused(await ada.post(`/users/${ben.id}/status`), 'Client did not pass any new values.')
  assertRefused(await ben.get('/users/999/status'), 'No such user')
})

test.run()
