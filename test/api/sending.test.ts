// POST /messages: recipients, forms of input, results.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { ADMINISTRATORS, assertRefused, MEMBERS, NOBODY, openChannel, read } from '../channels.ts'
import { type Answer, expectSuccess, Person, startChat } from '../chat.ts'
import { send, tell } from '../sending.ts'

const raw = async (person: Person, answer: Answer) =>
  read(person, expectSuccess(answer).id, {
    apply_markdown: false,
    allow_empty_topic_name: true,
  })

test('a channel is named by ID, name, JSON string, or a list of one', async () => {
  await using chat = await startChat()
  const { olga } = chat
  const design = await openChannel(olga, 'Design', [])
  for (const to of [design, 'Design', ' dESIGN ', '"design"', [design], ['Design']])
    assert.is((await raw(olga, await send(olga, to))).stream_id, design)

  assertRefused(await send(olga, 'nowhere'), "Channel 'nowhere' does not exist", {
    code: 'STREAM_DOES_NOT_EXIST',
    stream: 'nowhere',
  })
  assertRefused(await send(olga, 999), "Channel with ID '999' does not exist", {
    code: 'STREAM_DOES_NOT_EXIST',
    stream_id: 999,
  })
  assertRefused(await send(olga, ['Design', 'general']), 'Expected exactly one channel')
  for (const to of [{ id: design }, true, 1.5, [{}], [[design]]])
    assertRefused(await send(olga, to), 'Invalid data type for channel')
  assertRefused(await send(olga, undefined), 'Missing channel')
  assertRefused(await send(olga, design, 'x', { topic: undefined }), 'Missing topic')
})

test('people are named by ID or address, and the set is what counts', async () => {
  await using chat = await startChat()
  const { olga } = chat
  const ben = await chat.join('Ben')
  const ways = [[ben.id], [ben.email], ben.email, [ben.id, olga.id], [ben.id, ben.id]]
  const recipients = await Promise.all(
    ways.map(async (to) => (await raw(ben, await tell(olga, to))).recipient_id),
  )
  const back = (await raw(olga, await tell(ben, [olga.id]))).recipient_id
  assert.equal(new Set([...recipients, back]).size, 1)

  assertRefused(
    await tell(olga, [ben.id, ben.email]),
    'Recipient lists may contain emails or user IDs, but not both.',
  )
  for (const to of [{ id: ben.id }, ben.id, [true], [[ben.id]]])
    assertRefused(await tell(olga, to), 'Invalid data type for recipients')
  assertRefused(await tell(olga, []), 'Message must have recipients')
  assertRefused(await tell(olga, [999]), 'Invalid user ID 999')
  assertRefused(await tell(olga, 'nobody@x.test'), "Invalid email 'nobody@x.test'")
})

test('content and topic are brought into form', async () => {
  await using chat = await startChat()
  const { olga } = chat
  const content = async (text: string) =>
    (await raw(olga, await send(olga, 'general', text))).content
  assert.is(await content('\n\n    code\n \t\n'), '    code')
  assert.is(await content('x'.repeat(10_000)), 'x'.repeat(10_000))
  assert.is(await content('字'.repeat(10_001)), `${'字'.repeat(9980)}\n[message truncated]`)
  assertRefused(await send(olga, 'general', ' \n '), 'Message must not be empty')
  assertRefused(await send(olga, 'general', 'a\0b'), 'Message must not contain null bytes')

  const topic = async (name: string) =>
    (await raw(olga, await send(olga, 'general', 'x', { topic: name }))).subject
  assert.is(await topic('  soup  '), 'soup')
  assert.is(await topic('general chat'), '')
  assert.is(await topic('(no topic)'), '')
  assert.is(await topic('x'.repeat(61)), `${'x'.repeat(57)}...`)
  for (const [name, position] of [
    ['a\u0000', 2],
    ['ab\uFFFF', 3],
    ['😀\u007f', 2],
  ] as const) {
    assertRefused(
      await send(olga, 'general', 'x', { topic: name }),
      `Invalid character in topic, at position ${position}!`,
    )
  }
})

test('one queue recognises what it sent itself', async () => {
  await using chat = await startChat()
  const { olga } = chat
  const [one, other] = [await olga.listen(), await olga.listen()]
  expectSuccess(await send(olga, 'general', 'hello', { queue_id: one.queueId, local_id: '17.01' }))
  const localId = async (inbox: typeof one) =>
    (await inbox.read()).find(({ type }) => type === 'message')!.local_message_id
  assert.is(await localId(one), '17.01')
  assert.is(await localId(other), undefined)
})

test('a message sent by a client for people is read for its sender', async () => {
  await using chat = await startChat()
  const { olga } = chat
  const flags = async (userAgent: string, more: object = {}) => {
    olga.userAgent = userAgent
    return (await raw(olga, await send(olga, 'general', 'hello', more))).flags
  }
  assert.equal(await flags('curl/8.0'), [])
  assert.equal(await flags('ZulipMobile/30.0 (Android 14)'), ['read'])
  assert.equal(await flags('website/1'), ['read'])
  assert.equal(await flags('website/1', { read_by_sender: false }), [])
  assert.equal(await flags('curl/8.0', { read_by_sender: true }), ['read'])
})

test('a refused sender learns the reason', async () => {
  await using chat = await startChat()
  const { olga } = chat
  const ben = await chat.join('Ben')
  const gus = await chat.join('Gus', 600)
  await openChannel(olga, 'news', [ben], { can_send_message_group: ADMINISTRATORS })
  const board = await openChannel(olga, 'board', [], { invite_only: true })
  await openChannel(olga, 'Design', [])
  const old = await openChannel(olga, 'old', [ben])
  expectSuccess(await olga.delete(`/streams/${old}`))
  await openChannel(olga, 'closed', [ben], { can_create_topic_group: ADMINISTRATORS })
  await openChannel(olga, 'named', [ben], { topics_policy: 'disable_empty_topic' })
  await openChannel(olga, 'single', [ben], { topics_policy: 'empty_topic_only' })

  assertRefused(await send(ben, 'news'), 'You do not have permission to post in this channel.')
  // A private channel is refused like one that is not: neither name nor ID can be guessed.
  const unknown = await send(ben, 'board')
  assert.equal(
    [unknown.code, unknown.msg],
    ['STREAM_DOES_NOT_EXIST', "Channel 'board' does not exist"],
  )
  for (const to of [board, [board]]) {
    const guessed = await ben.post('/messages', { type: 'channel', to, topic: 'x', content: 'x' })
    assert.is(guessed.msg, `Channel with ID '${board}' does not exist`)
  }
  assertRefused(await send(ben, 'old'), "Not authorized to send to channel 'old'")
  expectSuccess(await send(ben, 'Design'))
  assert.is((await send(gus, 'Design')).msg, "Channel 'Design' does not exist")
  assertRefused(
    await send(ben, 'closed'),
    'You do not have permission to create new topics in this channel.',
  )
  expectSuccess(await send(olga, 'closed'))
  expectSuccess(await send(ben, 'closed', 'hello', { topic: 'LUNCH' }))
  const display = { empty_topic_display_name: 'general chat' }
  assertRefused(
    await send(ben, 'named', 'x', { topic: '' }),
    'Sending messages to the general chat is not allowed in this channel.',
    display,
  )
  assertRefused(
    await send(ben, 'single'),
    'Only the general chat topic is allowed in this channel.',
    display,
  )
})

test('direct messages need active recipients and a sender with permission', async () => {
  await using chat = await startChat()
  const { olga } = chat
  const [ben, cai] = [await chat.join('Ben'), await chat.join('Cai')]
  expectSuccess(await tell(ben, [olga.id]))

  expectSuccess(await olga.patch('/realm', { direct_message_initiator_group: { new: NOBODY } }))
  assertRefused(
    await tell(ben, [cai.id]),
    'You do not have permission to initiate direct message conversations.',
  )
  expectSuccess(await tell(ben, [olga.id]))
  expectSuccess(
    await olga.patch('/realm', { direct_message_permission_group: { new: ADMINISTRATORS } }),
  )
  assertRefused(
    await tell(ben, [cai.id]),
    'This conversation does not include any users who can authorize it.',
  )
  expectSuccess(await tell(ben, [olga.id]))
  expectSuccess(await olga.patch('/realm', { direct_message_permission_group: { new: NOBODY } }))
  assertRefused(await tell(ben, [olga.id]), 'Direct messages are disabled in this organization.')
  expectSuccess(await tell(ben, [ben.id]))

  expectSuccess(await olga.delete(`/users/${cai.id}`))
  assertRefused(await tell(ben, [cai.id]), `'${cai.email}' is no longer using Hearth.`)
})

test('guests who see few people write to those only', async () => {
  await using chat = await startChat()
  const { olga } = chat
  const ben = await chat.join('Ben')
  const gus = await chat.join('Gus', 600)
  expectSuccess(await olga.patch('/realm', { can_access_all_users_group: { new: MEMBERS } }))
  expectSuccess(await gus.delete('/users/me/subscriptions', { subscriptions: ['general'] }))
  assertRefused(await tell(gus, [ben.id]), `Invalid user ID ${ben.id}`)
  expectSuccess(await tell(ben, [gus.id]))
  expectSuccess(await tell(gus, [ben.id]))
})

test('a bot may post and start topics where its owner may', async () => {
  await using chat = await startChat()
  const { olga } = chat
  const ben = await chat.join('Ben')
  const onlyBen = { direct_members: [ben.id], direct_subgroups: [] }
  await openChannel(olga, 'news', [ben], {
    can_send_message_group: onlyBen,
    can_create_topic_group: onlyBen,
  })
  const made = expectSuccess(
    await ben.post('/bots', { full_name: 'Herald', short_name: 'herald', bot_type: 1 }),
  )
  const { email } = expectSuccess(await olga.get(`/users/${made.user_id}`)).user
  const bot = new Person(chat.url, { id: made.user_id, email, name: 'Herald', key: made.api_key })
  const answer = expectSuccess(await send(bot, 'news'))
  assert.is(answer.automatic_new_visibility_policy, undefined)
  assertRefused(await send(olga, 'news'), 'You do not have permission to post in this channel.')
})

test.run()
