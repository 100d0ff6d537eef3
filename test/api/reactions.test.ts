// Emoji reactions.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { assertRefused, openChannel, read } from '../channels.ts'
import { expectSuccess, startChat } from '../chat.ts'

test('a reaction is told to who has the message and stands on it, oldest first', async () => {
  await using chat = await startChat()
  const { olga } = chat
  const ben = await chat.join('Ben')
  const id = await olga.say('general', 'lunch', 'Soup')
  const inbox = await olga.listen({ event_types: ['reaction'] })

  expectSuccess(await ben.post(`/messages/${id}/reactions`, { emoji_name: 'tada' }))
  expectSuccess(await olga.post(`/messages/${id}/reactions`, { emoji_name: '+1' }))

  const tada = { emoji_name: 'tada', emoji_code: '1f389', reaction_type: 'unicode_emoji' }
  const plus = { emoji_name: '+1', emoji_code: '1f44d', reaction_type: 'unicode_emoji' }
  assert.equal(await inbox.read(), [
    { type: 'reaction', op: 'add', message_id: id, user_id: ben.id, user: asUser(ben), ...tada },
    {
      type: 'reaction',
      op: 'add',
      message_id: id,
      user_id: olga.id,
      user: asUser({ ...olga, name: 'Olga' }),
      ...plus,
    },
  ])
  assert.equal((await read(ben, id)).reactions, [
    { ...tada, user_id: ben.id },
    { ...plus, user_id: olga.id },
  ])

  expectSuccess(await ben.delete(`/messages/${id}/reactions`, { emoji_name: 'tada' }))
  assert.equal(await inbox.read(), [
    { type: 'reaction', op: 'remove', message_id: id, user_id: ben.id, user: asUser(ben), ...tada },
  ])
  expectSuccess(await olga.delete(`/messages/${id}/reactions`, { emoji_code: '1f44d' }))
  assert.equal((await read(ben, id)).reactions, [])
})

test('who reacts to a message they never received is told of it from then on', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  await ben.delete('/users/me/subscriptions', { subscriptions: ['general'] })
  const id = await chat.olga.say('general', 'lunch', 'Soup')
  const inbox = await ben.listen({ event_types: ['reaction'] })

  expectSuccess(await ben.post(`/messages/${id}/reactions`, { emoji_name: 'tada' }))
  expectSuccess(await chat.olga.post(`/messages/${id}/reactions`, { emoji_name: 'heart' }))

  const told = (await inbox.read()).map(({ user_id, emoji_name }) => ({ user_id, emoji_name }))
  assert.equal(told, [
    { user_id: ben.id, emoji_name: 'tada' },
    { user_id: chat.olga.id, emoji_name: 'heart' },
  ])
})

test('a guest is not told who reacts where they may not know everyone', async () => {
  await using chat = await startChat()
  const { olga } = chat
  await olga.subscribe('lunch')
  const gus = await chat.join('Gus', 600)
  const ben = await chat.join('Ben')
  await olga.subscribe('lunch', { principals: [gus.id] })
  await ben.delete('/users/me/subscriptions', { subscriptions: ['general'] })
  const members = (await olga.get('/user_groups')).user_groups.find(
    ({ name }: { name: string }) => name === 'role:members',
  )
  expectSuccess(await olga.patch('/realm', { can_access_all_users_group: { new: members.id } }))
  const id = await olga.say('lunch', 'menu', 'Soup')
  const inbox = await gus.listen({ event_types: ['reaction'] })

  expectSuccess(await ben.post(`/messages/${id}/reactions`, { emoji_name: 'tada' }))
  expectSuccess(await olga.post(`/messages/${id}/reactions`, { emoji_name: 'tada' }))

  const [hidden, known] = await inbox.read()
  assert.equal(hidden!.user, {
    user_id: ben.id,
    email: `user${ben.id}@hearth.local`,
    full_name: 'Unknown user',
  })
  assert.equal(known!.user, asUser({ ...olga, name: 'Olga' }))
})

test('a reaction is refused for what is no emoji, or not that emoji', async () => {
  await using chat = await startChat()
  const { olga } = chat
  const path = `/messages/${await olga.say('general', 'lunch', 'Soup')}/reactions`
  const refusals: [object, string][] = [
    [{ emoji_name: 'nonesuch' }, "Emoji 'nonesuch' does not exist"],
    [
      { emoji_name: 'tada', emoji_code: 'zz', reaction_type: 'unicode_emoji' },
      'Invalid emoji code.',
    ],
    [
      { emoji_name: 'Party time!', emoji_code: '1f389', reaction_type: 'unicode_emoji' },
      'Invalid emoji name.',
    ],
    [
      { emoji_name: 'heart', emoji_code: '1f389', reaction_type: 'unicode_emoji' },
      'Invalid emoji name.',
    ],
    [{ emoji_name: 'heart', emoji_code: '1f389' }, 'Invalid emoji name.'],
    [
      { emoji_name: 'tada', emoji_code: '17', reaction_type: 'realm_emoji' },
      'Invalid custom emoji.',
    ],
    [
      { emoji_name: 'tada', emoji_code: 'tada', reaction_type: 'service_extra_emoji' },
      'Invalid emoji code.',
    ],
    [
      { emoji_name: 'tada', emoji_code: 'zulip', reaction_type: 'zulip_extra_emoji' },
      'Invalid emoji name.',
    ],
    [{ emoji_name: 'tada', emoji_code: '1f389', reaction_type: 'sticker' }, 'Invalid emoji type.'],
  ]
  for (const [parameters, msg] of refusals)
    assertRefused(await olga.post(path, { ...parameters }), msg)
  assertRefused(await olga.post(path), "Missing 'emoji_name' argument", {
    code: 'REQUEST_VARIABLE_MISSING',
    var_name: 'emoji_name',
  })
})

test('an emoji keeps the name its client knows it by, whatever ours is', async () => {
  await using chat = await startChat()
  const { olga } = chat
  const id = await olga.say('general', 'lunch', 'Soup')
  const path = `/messages/${id}/reactions`
  for (const [emoji_name, emoji_code] of [
    ['a_name_nobody_else_uses', '1f44d'],
    ['bactrian_camel', '1f42b'],
    ['flag_åland_islands', '1f1e6-1f1fd'],
  ] as const) {
    const emoji = { emoji_name, emoji_code, reaction_type: 'unicode_emoji' }
    expectSuccess(await olga.post(path, emoji))
    const [reaction] = (await olga.get(`/messages/${id}`)).message.reactions
    assert.equal(reaction, { ...emoji, user_id: olga.id })
    expectSuccess(await olga.delete(path, emoji))
    expectSuccess(await olga.post('/users/me/status', emoji))
    assert.equal((await olga.get(`/users/${olga.id}/status`)).status, emoji)
  }
})

test('the same reaction twice, and one that is not there, are told apart', async () => {
  await using chat = await startChat()
  const { olga } = chat
  const path = `/messages/${await olga.say('general', 'lunch', 'Soup')}/reactions`
  expectSuccess(await olga.post(path, { emoji_name: 'tada' }))

  assertRefused(
    await olga.post(path, { emoji_name: 'tada', emoji_code: '1f389' }),
    'Reaction already exists.',
    { code: 'REACTION_ALREADY_EXISTS' },
  )
  assertRefused(await olga.delete(path, { emoji_name: 'smile' }), "Reaction doesn't exist.", {
    code: 'REACTION_DOES_NOT_EXIST',
  })
  assertRefused(await olga.delete(path, { emoji_code: 'zz' }), 'Invalid emoji code.')
  assertRefused(
    await olga.delete(path),
    'At least one of the following arguments must be present: emoji_name, emoji_code',
  )
})

test('who joins a vote uses the name it began with', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const id = await chat.olga.say('general', 'lunch', 'Soup')
  expectSuccess(await chat.olga.post(`/messages/${id}/reactions`, { emoji_name: '+1' }))
  const vote = { emoji_name: 'thumbs_up', emoji_code: '1f44d', reaction_type: 'unicode_emoji' }
  expectSuccess(await ben.post(`/messages/${id}/reactions`, vote))

  const { reactions } = await read(ben, id)
  assert.equal(
    reactions.map((reaction: { emoji_name: string }) => reaction.emoji_name),
    ['+1', '+1'],
  )
  expectSuccess(await ben.delete(`/messages/${id}/reactions`, { emoji_name: 'thumbs_up' }))
})

test('the extra emoji has the name each client knows', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  ben.userAgent = 'ZulipMobile/30.0 (Android 14)'
  const id = await chat.olga.say('general', 'lunch', 'Soup')
  const plain = await chat.olga.listen({ event_types: ['reaction'] })
  const vendor = await ben.listen({ event_types: ['reaction'] })

  expectSuccess(await chat.olga.post(`/messages/${id}/reactions`, { emoji_name: 'zulip' }))

  assert.is((await plain.read())[0]!.reaction_type, 'service_extra_emoji')
  assert.is((await vendor.read())[0]!.reaction_type, 'zulip_extra_emoji')
  assert.is((await read(ben, id)).reactions[0].reaction_type, 'zulip_extra_emoji')
})

test('reacting to shared history keeps the message as a historical one', async () => {
  await using chat = await startChat()
  const { olga } = chat
  const ben = await chat.join('Ben')
  await openChannel(olga, 'Design', [])
  const id = await olga.say('Design', 'logo', 'Draft')

  expectSuccess(await ben.post(`/messages/${id}/reactions`, { emoji_name: 'tada' }))

  const page = await ben.get('/messages', { anchor: 'newest', num_before: 9, num_after: 0 })
  const mine = page.messages.find((message: { id: number }) => message.id === id)
  assert.equal(mine.flags, ['read', 'historical'])
})

test('a message takes a hundred different emoji, and more people for each of them', async () => {
  await using chat = await startChat()
  const { olga } = chat
  const ben = await chat.join('Ben')
  const id = await olga.say('general', 'lunch', 'Soup')
  const react = (person: typeof ben, emoji_code: string) =>
    person.post(`/messages/${id}/reactions`, {
      emoji_name: 'any',
      emoji_code,
      reaction_type: 'unicode_emoji',
    })
  // Faces, of which there are eighty in a row, and animals.
  const codes = Array.from({ length: 101 }, (_, at) =>
    ((at < 80 ? 0x1f600 : 0x1f400 - 80) + at).toString(16),
  )
  for (const code of codes.slice(0, 100)) expectSuccess(await react(ben, code))
  const before = await read(ben, id)

  assertRefused(
    await react(olga, codes[100]!),
    'This message has 100 different emoji, which is the limit.',
  )
  assert.equal((await read(ben, id)).reactions, before.reactions)

  expectSuccess(await react(olga, codes[0]!))
  expectSuccess(
    await ben.delete(`/messages/${id}/reactions`, {
      emoji_code: codes[99],
      reaction_type: 'unicode_emoji',
    }),
  )
  expectSuccess(await react(olga, codes[100]!))
})

test('nobody reacts to what they may not see', async () => {
  await using chat = await startChat()
  const { olga } = chat
  const ben = await chat.join('Ben')
  await openChannel(olga, 'board', [], { invite_only: true })
  const secret = await olga.say('board', 'pay', 'numbers')
  const direct = await olga.tell([olga], 'note to self')

  for (const id of [secret, direct, 999_999]) {
    for (const method of ['POST', 'DELETE']) {
      const answer = await ben.request(method, `/messages/${id}/reactions`, { emoji_name: 'tada' })
      assertRefused(answer, 'Invalid message(s)')
    }
  }
})

const asUser = ({ id, email, name }: { id: number; email: string; name: string }) => ({
  user_id: id,
  email,
  full_name: name,
})

test.run()
