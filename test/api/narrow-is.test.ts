// Narrows by properties of messages: has, is, in, and terms together.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { expectSuccess, startChat } from '../chat.ts'
import { ask, find, not, type Term, term, without } from '../narrows.ts'

test('has finds links, pictures and files', async () => {
  await using chat = await startChat()
  const { olga } = chat
  const plain = await olga.say('general', 'x', 'nothing')
  const link = await olga.say('general', 'x', 'see https://harbour.test/plan')

  assert.equal(await find(olga, ['topic', 'x'], ['has', 'link']), [link])
  assert.equal(await find(olga, ['topic', 'x'], not('has', 'link')), [plain])
  for (const nothing of ['attachment', 'reaction', 'image']) {
    assert.equal(await find(olga, ['topic', 'x'], ['has', nothing]), [])
  }
})

test('is: direct, starred, unread, mentioned, alerted', async () => {
  await using chat = await startChat()
  const { olga } = chat
  const ben = await chat.join('Ben')
  await ben.post('/users/me/alert_words', { alert_words: ['storm'] })
  const plain = await olga.say('general', 'x', 'a')
  const named = await olga.say('general', 'x', '@**Ben**')
  const everyone = await olga.say('general', 'x', '@**all**')
  const alarming = await olga.say('general', 'x', 'a storm comes')
  const direct = await olga.tell([ben], 'b')
  await ben.post('/messages/flags', { messages: [plain], op: 'add', flag: 'starred' })
  await ben.post('/messages/flags', { messages: [named], op: 'add', flag: 'read' })

  assert.equal(await find(ben, ['is', 'dm'], term('sender', olga.id)), [direct])
  assert.equal(await find(ben, ['is', 'private'], term('sender', olga.id)), [direct])
  assert.equal(await find(ben, ['is', 'starred']), [plain])
  assert.equal(await find(ben, ['is', 'mentioned']), [named, everyone])
  assert.equal(await find(ben, ['is', 'alerted']), [alarming])
  assert.equal(await find(ben, ['is', 'unread'], ['topic', 'x']), [plain, everyone, alarming])
  assert.equal(await find(ben, not('is', 'unread'), ['topic', 'x']), [named])
  assert.equal(await find(ben, not('is', 'dm'), ['topic', 'x'], ['is', 'starred']), [plain])
  assert.equal(await find(ben, not('is', 'mentioned'), ['topic', 'x']), [plain, alarming])
})

test('is:resolved finds topics that are marked so', async () => {
  await using chat = await startChat()
  const { olga } = chat
  const done = await olga.say('general', '✔ x', 'a')
  const open = await olga.say('general', 'x', 'b')

  assert.equal(await find(olga, ['is', 'resolved']), [done])
  assert.equal(await find(olga, ['channel', 'general'], ['is', 'resolved']), [done])
  assert.equal(await find(olga, ['topic', 'x'], not('is', 'resolved')), [open])
})

test('muted channels and topics are kept out of in:home and in is:muted', async () => {
  await using chat = await startChat()
  const { olga } = chat
  // Not Olga herself, because the one who starts a topic follows it.
  const ben = await chat.join('Ben')
  await ben.subscribe('Quiet')
  await olga.subscribe('Quiet')
  const quiet = await olga.get('/get_stream_id', { stream: 'Quiet' })
  const general = await olga.get('/get_stream_id', { stream: 'general' })
  const muted = await ben.say('Quiet', 'x', 'a')
  const unmuted = await ben.say('Quiet', 'kept', 'b')
  const followed = await ben.say('Quiet', 'dear', 'c')
  const silenced = await ben.say('general', 'noise', 'd')
  const plain = await ben.say('general', 'x', 'e')
  assert.equal(await find(olga, ['is', 'muted']), [])

  expectSuccess(
    await olga.post('/users/me/subscriptions/properties', {
      subscription_data: [{ stream_id: quiet.stream_id, property: 'is_muted', value: true }],
    }),
  )
  const choose = async (stream_id: number, topic: string, visibility_policy: number) =>
    expectSuccess(await olga.post('/user_topics', { stream_id, topic, visibility_policy }))
  await choose(quiet.stream_id, 'kept', 2)
  await choose(quiet.stream_id, 'DEAR', 3)
  await choose(general.stream_id, 'noise', 1)

  assert.equal(await find(olga, ['is', 'muted']), [muted, silenced])
  assert.equal(await find(olga, not('in', 'home')), [muted, silenced])
  const all = await find(olga, ['in', 'all'])
  for (const id of [unmuted, followed, plain]) assert.ok(all.includes(id))
  assert.equal(await find(olga, ['in', 'home']), without(all, [muted, silenced]))
  assert.equal(await find(olga, not('is', 'muted')), without(all, [muted, silenced]))
  assert.equal(await find(olga, ['is', 'followed']), [followed])
  assert.equal(await find(olga, ['channel', 'Quiet'], not('is', 'followed')), [muted, unmuted])
  assert.equal(await find(olga, not('in', 'all')), [])
})

test('a narrow finds messages that match all terms, in any order', async () => {
  await using chat = await startChat()
  const { olga } = chat
  const ben = await chat.join('Ben')
  const id = await ben.say('general', 'x', 'https://harbour.test @**Olga**')
  await olga.say('general', 'x', 'https://harbour.test')
  await ben.say('general', 'y', 'https://harbour.test')

  const terms: Term[] = [
    ['has', 'link'],
    ['topic', 'x'],
    term('sender', ben.id),
    ['channel', 'general'],
    ['is', 'mentioned'],
  ]
  assert.equal(await find(olga, ...terms), [id])
  assert.equal(await find(olga, ...terms.toReversed()), [id])
})

test('an address that the reader may not see finds no one', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const cleo = await chat.join('Cleo')
  const id = await cleo.say('general', 'x', 'a')
  expectSuccess(await cleo.patch('/settings', { email_address_visibility: 4 }))
  const { members } = await ben.get('/users')
  const shown = members.find((user: { user_id: number }) => user.user_id === cleo.id).email

  assert.equal(await find(ben, ['sender', shown], ['topic', 'x']), [id])
  const answer = await ask(ben, ['sender', cleo.email])
  assert.is(answer.desc, `unknown user ${cleo.email}`)
  assert.equal(await find(cleo, ['sender', cleo.email], ['topic', 'x']), [id])
})

test.run()
