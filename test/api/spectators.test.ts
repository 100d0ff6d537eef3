// What people without an account read, and guests who see few people.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { type Answer, type Chat, expectSuccess, startChat } from '../chat.ts'
import { ids } from '../narrows.ts'

/** Asks without an account. */
async function askAsSpectator(
  chat: Chat,
  path: string,
  parameters: Record<string, unknown> = {},
): Promise<Answer> {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(parameters))
    query.set(name, typeof value === 'string' ? value : JSON.stringify(value))
  const response = await fetch(`${chat.url}/api/v1${path}?${query}`)
  return { status: response.status, headers: response.headers, ...(await response.json()) }
}

/** An organization that lets everybody look in, and a channel to look into. */
async function openHouse(): Promise<{ chat: Chat; id: number; hidden: number }> {
  const chat = await startChat()
  await chat.olga.subscribe('Window', { is_web_public: true })
  await chat.olga.subscribe('Hall')
  const id = await chat.olga.say('Window', 'x', 'treasure')
  const hidden = await chat.olga.say('Hall', 'x', 'treasure')
  expectSuccess(await chat.olga.patch('/realm', { enable_spectator_access: true }))
  return { chat, id, hidden }
}

const WEB_PUBLIC = ['channels', 'web-public']

test('people without an account read web-public channels', async () => {
  const { chat, id } = await openHouse()
  await using _ = chat
  const narrows = [
    [WEB_PUBLIC],
    [WEB_PUBLIC, ['channel', 'Window']],
    [WEB_PUBLIC, ['topic', 'X'], ['channel', 'Window']],
    [WEB_PUBLIC, { operator: 'sender', operand: chat.olga.id }],
    [WEB_PUBLIC, ['search', 'treasure']],
    [WEB_PUBLIC, ['near', '1'], { operator: 'id', operand: id }],
    [WEB_PUBLIC, { operator: 'with', operand: id }],
    [WEB_PUBLIC, { operator: 'is', operand: 'resolved', negated: true }],
    [WEB_PUBLIC, ['in', 'home']],
    [WEB_PUBLIC, { operator: 'has', operand: 'link', negated: true }],
  ]
  for (const narrow of narrows) {
    const page = await askAsSpectator(chat, '/messages', {
      anchor: 'newest',
      num_before: 5,
      num_after: 0,
      narrow,
    })
    assert.ok(ids(page).includes(id), JSON.stringify(narrow))
    assert.equal(page.messages.at(-1).flags, ['read'])
    assert.type(page.messages.at(-1).avatar_url, 'string')
  }
  const single = expectSuccess(await askAsSpectator(chat, `/messages/${id}`))
  assert.is(single.message.sender_full_name, 'Olga')
  assert.equal(single.message.flags, ['read'])
  const unread = await askAsSpectator(chat, '/messages', {
    anchor: 'first_unread',
    num_before: 1,
    num_after: 0,
    narrow: [WEB_PUBLIC],
  })
  assert.is(unread.found_newest, true)
  const { stream_id } = await chat.olga.get('/get_stream_id', { stream: 'Window' })
  const { topics } = expectSuccess(await askAsSpectator(chat, `/users/me/${stream_id}/topics`))
  assert.ok(topics.some((topic: { name: string }) => topic.name === 'x'))
})

test('people without an account read nothing else', async () => {
  const { chat, id, hidden } = await openHouse()
  await using _ = chat
  const refused = async (narrow: unknown) => {
    const answer = await askAsSpectator(chat, '/messages', {
      anchor: 'newest',
      num_before: 5,
      num_after: 0,
      narrow,
    })
    assert.is(answer.status, 401, JSON.stringify(narrow))
    assert.is(answer.code, 'UNAUTHORIZED')
    assert.is(answer.msg, 'Not logged in: API authentication or user session required')
    assert.match(answer.headers.get('WWW-Authenticate') ?? '', 'Basic')
  }
  await refused([])
  await refused([['channel', 'Window']])
  await refused([['channels', 'public']])
  await refused([{ operator: 'channels', operand: 'web-public', negated: true }])
  for (const personal of ['starred', 'unread', 'mentioned', 'alerted', 'dm', 'followed', 'muted'])
    await refused([WEB_PUBLIC, ['is', personal]])
  await refused([WEB_PUBLIC, { operator: 'dm', operand: [chat.olga.id] }])
  await refused([WEB_PUBLIC, { operator: 'mentions', operand: chat.olga.id }])
  await refused([WEB_PUBLIC, { operator: 'in', operand: 'home', negated: true }])

  const hall = await askAsSpectator(chat, '/messages', {
    anchor: 'newest',
    num_before: 5,
    num_after: 0,
    narrow: [WEB_PUBLIC, ['channel', 'Hall']],
  })
  assert.is(hall.desc, 'unknown web-public channel Hall')
  const listed = { message_ids: [id, hidden], narrow: [WEB_PUBLIC] }
  assert.equal(ids(await askAsSpectator(chat, '/messages', listed)), [id])
  for (const other of [hidden, 1_000_000]) {
    assert.is((await askAsSpectator(chat, `/messages/${other}`)).status, 401)
  }
  const { stream_id } = await chat.olga.get('/get_stream_id', { stream: 'Hall' })
  const topics = await askAsSpectator(chat, `/users/me/${stream_id}/topics`)
  assert.is(topics.msg, 'Invalid channel ID')

  expectSuccess(await chat.olga.patch('/realm', { enable_spectator_access: false }))
  await refused([WEB_PUBLIC])
  assert.is((await askAsSpectator(chat, `/messages/${id}`)).status, 401)
  assert.is((await askAsSpectator(chat, `/users/me/${stream_id}/topics`)).status, 401)
})

test('guests read the messages of people they may not know without their names', async () => {
  await using chat = await startChat()
  const { olga } = chat
  const ben = await chat.join('Ben')
  const gus = await chat.join('Gus', 600)
  await ben.subscribe('Cove')
  await olga.subscribe('Cove', { principals: [gus.id] })
  const bens = await ben.say('Cove', 'x', 'a')
  const olgas = await olga.say('Cove', 'x', 'b')
  const { groups } = { groups: (await olga.get('/user_groups')).user_groups }
  const members = groups.find((group: { name: string }) => group.name === 'role:members').id
  expectSuccess(await olga.patch('/realm', { can_access_all_users_group: { new: members } }))
  await ben.delete('/users/me/subscriptions', { subscriptions: ['Cove', 'general'] })

  const page = await gus.get('/messages', {
    anchor: bens,
    num_before: 0,
    num_after: 1,
    narrow: [['channel', 'Cove']],
    client_gravatar: false,
  })

  assert.equal(ids(page), [bens, olgas])
  const [unknown, known] = page.messages
  assert.is(unknown.sender_full_name, 'Unknown user')
  assert.is(unknown.sender_id, ben.id)
  assert.match(unknown.sender_email, new RegExp(`^user${ben.id}@`))
  assert.is(known.sender_full_name, 'Olga')
})

test.run()
