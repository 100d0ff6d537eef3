// Mentions, alert words, muting, previews of a message and read receipts.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { assertRefused, NOBODY, openChannel, read } from '../channels.ts'
import { type Chat, expectSuccess, Person, startChat } from '../chat.ts'
import { send } from '../sending.ts'

test('a mentioned bot gets the message if it may read the channel', async () => {
  await using chat = await startChat()
  const { olga } = chat
  const made = expectSuccess(
    await olga.post('/bots', { full_name: 'Herald', short_name: 'herald', bot_type: 1 }),
  )
  const { email } = expectSuccess(await olga.get(`/users/${made.user_id}`)).user
  const bot = new Person(chat.url, { id: made.user_id, email, name: 'Herald', key: made.api_key })
  await openChannel(olga, 'Design', [])
  await openChannel(olga, 'board', [], { invite_only: true })
  const inbox = await bot.listen({ event_types: ['message'] })
  const heard = await olga.say('Design', 'logo', '@**Herald** look')
  await olga.say('board', 'pay', '@**Herald** look')
  assert.equal(
    (await inbox.read()).map((event) => [event.message.id, event.flags]),
    [[heard, ['mentioned']]],
  )
})

/** A channel with more people than anyone may alert at once. */
async function crowdedChannel(chat: Chat, ben: Person) {
  const people = await Promise.all(
    Array.from({ length: 15 }, (_, n) => chat.join(`Guest ${String.fromCharCode(65 + n)}`)),
  )
  await openChannel(chat.olga, 'crowd', [ben, ...people])
  return people
}

test('a wildcard mention of a large channel needs a permission', async () => {
  await using chat = await startChat()
  const { olga } = chat
  const ben = await chat.join('Ben')
  const people = await crowdedChannel(chat, ben)

  for (const wildcard of ['all', 'everyone', 'channel', 'stream']) {
    assertRefused(
      await send(ben, 'crowd', `@**${wildcard}**`),
      'You do not have permission to use channel wildcard mentions in this channel.',
      { code: 'STREAM_WILDCARD_MENTION_NOT_ALLOWED' },
    )
  }
  expectSuccess(await send(ben, 'crowd', '@_**all** `@**all**`\n> @**all**'))
  expectSuccess(await send(ben, 'crowd', '@**topic**'))
  await Promise.all(people.map((person) => person.say('crowd', 'lunch', 'me too')))
  assertRefused(
    await send(ben, 'crowd', '@**topic**'),
    'You do not have permission to use topic wildcard mentions in this topic.',
    { code: 'TOPIC_WILDCARD_MENTION_NOT_ALLOWED' },
  )
  const id = expectSuccess(await send(olga, 'crowd', '@**all** and @**topic**')).id
  assert.equal((await read(ben, id)).flags, [
    'stream_wildcard_mentioned',
    'topic_wildcard_mentioned',
    'wildcard_mentioned',
  ])
})

test('only people with the permission mention a group', async () => {
  await using chat = await startChat()
  const { olga } = chat
  const ben = await chat.join('Ben')
  for (const [name, can_mention_group] of [
    ['cooks', NOBODY],
    ['tasters', 7],
  ]) {
    expectSuccess(
      await olga.post('/user_groups/create', {
        name,
        description: '',
        members: [ben.id],
        can_mention_group,
      }),
    )
  }
  assertRefused(
    await send(olga, 'general', 'Dear @*cooks*'),
    "You are not allowed to mention user group 'cooks'.",
  )
  const id = expectSuccess(await send(olga, 'general', 'Dear @*tasters* and @_*cooks*')).id
  assert.equal((await read(ben, id)).flags, ['mentioned'])
})

test('groups within groups mention each of their people, and leave it to groups of people who may', async () => {
  await using chat = await startChat()
  const { olga } = chat
  const [ben, cleo, dan] = [await chat.join('Ben'), await chat.join('Cleo'), await chat.join('Dan')]
  const create = async (name: string, parameters: object) =>
    expectSuccess(await olga.post('/user_groups/create', { name, description: '', ...parameters }))
      .group_id as number
  const cooks = await create('cooks', { members: [ben.id] })
  const kitchen = await create('kitchen', { members: [], subgroups: [cooks] })
  const house = await create('house', {
    members: [ben.id, cleo.id],
    subgroups: [kitchen],
    can_mention_group: { direct_members: [], direct_subgroups: [kitchen] },
  })
  assert.ok(house > kitchen)

  const id = expectSuccess(await send(ben, 'general', '@*house* and @*kitchen*')).id
  assert.equal((await read(cleo, id)).flags, ['mentioned'])
  assert.equal((await read(dan, id)).flags, [])
  const inner = expectSuccess(await send(dan, 'general', '@*kitchen*')).id
  assert.equal((await read(ben, inner)).flags, ['mentioned'])
  assert.equal((await read(cleo, inner)).flags, [])
  for (const outsider of [cleo, dan]) {
    assertRefused(
      await send(outsider, 'general', '@*house*'),
      "You are not allowed to mention user group 'house'.",
    )
  }
})

test('a message is flagged for receivers whose alert words it has', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  expectSuccess(await ben.post('/users/me/alert_words', { alert_words: ['Soup'] }))
  const flags = async (content: string) =>
    (await read(ben, await chat.olga.say('general', 'lunch', content))).flags
  assert.equal(await flags('Hot soup!'), ['has_alert_word'])
  assert.equal(await flags('Soups'), [])
  assert.equal(await flags('```\nsoup\n```'), [])
})

test('messages of muted people arrive as read', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  expectSuccess(await ben.post(`/users/me/muted_users/${chat.olga.id}`))
  const id = await chat.olga.say('general', 'lunch', 'Soup, @**Ben**')
  assert.equal((await read(ben, id)).flags, ['read', 'mentioned'])
})

test('mentioning a user who does not receive the message has no effect', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  await openChannel(chat.olga, 'Design', [])
  const inbox = await ben.listen({ event_types: ['message', 'user_topic'] })
  const id = await chat.olga.say('Design', 'logo', 'What do you think, @**Ben**?')
  assert.equal(await inbox.read(), [])
  assert.equal((await read(ben, id)).flags, ['read', 'historical'])
})

test('POST /messages/render returns the HTML and sends nothing', async () => {
  await using chat = await startChat()
  const inbox = await chat.olga.listen()
  const answer = expectSuccess(
    await chat.olga.post('/messages/render', { content: 'Soup *today*' }),
  )
  assert.is(answer.rendered, '<p>Soup <em>today</em></p>')
  assert.equal(await inbox.read(), [])
})

test('read receipts list the readers who allow it', async () => {
  await using chat = await startChat()
  const { olga } = chat
  const [ben, cai, dot] = [await chat.join('Ben'), await chat.join('Cai'), await chat.join('Dot')]
  const id = await olga.say('general', 'lunch', 'Soup')
  const receipts = (person: Person) => person.get(`/messages/${id}/read_receipts`)
  expectSuccess(await olga.patch('/realm', { enable_read_receipts: false }))
  assertRefused(await receipts(olga), 'Read receipts are disabled in this organization.')
  expectSuccess(await olga.patch('/realm', { enable_read_receipts: true }))
  for (const person of [olga, ben, cai])
    expectSuccess(await person.post('/messages/flags', { messages: [id], op: 'add', flag: 'read' }))

  assert.equal(expectSuccess(await receipts(dot)).user_ids, [ben.id, cai.id])
  assert.equal(expectSuccess(await receipts(ben)).user_ids, [ben.id, cai.id])
  expectSuccess(await ben.patch('/settings', { send_read_receipts: false }))
  assert.equal(expectSuccess(await receipts(dot)).user_ids, [cai.id])
  expectSuccess(await ben.patch('/settings', { send_read_receipts: true }))
  expectSuccess(await cai.post(`/users/me/muted_users/${dot.id}`))
  assert.equal(expectSuccess(await receipts(dot)).user_ids, [ben.id])
  assertRefused(await dot.get('/messages/999999/read_receipts'), 'Invalid message(s)')
})

test.run()
