// Alert words, muted users and other things of one's own.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { assertRefused } from '../channels.ts'
import { type Answer, expectSuccess, startChat } from '../chat.ts'

test('alert words come and go without regard to case, and only their owner hears of it', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const own = await ben.listen({ event_types: ['alert_words'] })
  const other = await chat.olga.listen({ event_types: ['alert_words'] })
  const add = (...alert_words: string[]) => ben.post('/users/me/alert_words', { alert_words })
  const remove = (...alert_words: string[]) => ben.delete('/users/me/alert_words', { alert_words })

  assert.equal((await add('Soup', ' tea ', 'soup')).alert_words, ['Soup', 'tea'])
  assert.equal((await add('SOUP')).alert_words, ['Soup', 'tea'])
  assert.equal((await remove('sOUP', 'never')).alert_words, ['tea'])
  assert.equal((await ben.get('/users/me/alert_words')).alert_words, ['tea'])
  const snapshot = await ben.post('/register', { fetch_event_types: ['alert_words'] })
  assert.equal(snapshot.alert_words, ['tea'])
  assert.equal(await own.read(), [
    { type: 'alert_words', alert_words: ['Soup', 'tea'] },
    { type: 'alert_words', alert_words: ['tea'] },
  ])
  assert.equal(await other.read(), [])

  const id = await chat.olga.say('general', 'lunch', 'More TEA, please')
  assert.ok((await ben.get(`/messages/${id}`)).message.flags.includes('has_alert_word'))
})

test('messages alert for the words that one has, and not for those of a refused change', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const set = (alert_words: string[]) => ben.post('/users/me/alert_words', { alert_words })
  const isAlerted = async (content: string) => {
    const id = await chat.olga.say('general', 'lunch', content)
    const { message } = await ben.get(`/messages/${id}`)
    return message.flags.includes('has_alert_word')
  }
  expectSuccess(await set(['soup']))
  assert.ok(await isAlerted('Soup!'))

  const many = Array.from({ length: 1000 }, (_, n) => `word ${n}`)
  assertRefused(await set(many), 'Too many alert words (maximum: 1000)')
  assert.not(await isAlerted('word 7'))
  assert.ok(await isAlerted('more soup'))

  const robo = await chat.joinBot('Robo')
  const ofRobo = (count: number) =>
    robo.post('/users/me/alert_words', { alert_words: many.slice(0, count) })
  assertRefused(await ofRobo(21), 'Too many alert words (maximum: 20)')
  assert.is(expectSuccess(await ofRobo(20)).alert_words.length, 20)

  expectSuccess(await set(['bread']))
  assert.ok(await isAlerted('bread'))
  expectSuccess(await ben.delete('/users/me/alert_words', { alert_words: ['soup'] }))
  assert.not(await isAlerted('soup'))
})

test('alert words are held to their bounds', async () => {
  await using chat = await startChat()
  const cases: [words: unknown, message: string | undefined][] = [
    [undefined, "Missing 'alert_words' argument"],
    [[], undefined],
    [['x'.repeat(100)], undefined],
    [['x'.repeat(101)], 'alert_words[0] is too long (limit: 100 characters)'],
    [['ok', ' '], 'alert_words[1] cannot be blank'],
    [[1], 'alert_words[0] is not a string'],
    ['soup', 'alert_words is not valid JSON'],
  ]
  for (const [alert_words, message] of cases) {
    const answer = await chat.olga.post('/users/me/alert_words', { alert_words })
    assert.is(answer.msg, message ?? '', JSON.stringify(alert_words))
  }
})

test('a person has a thousand alert words at most', async () => {
  await using chat = await startChat()
  const add = (...alert_words: string[]) => chat.olga.post('/users/me/alert_words', { alert_words })
  const words = (count: number) => Array.from({ length: count }, (_, n) => `word ${n}`)
  const tooMany = 'Too many alert words (maximum: 1000)'

  assert.is((await add(...words(1001))).msg, tooMany)
  assert.is((await add(...words(999))).status, 200)
  assert.is((await add('one more', 'and another')).msg, tooMany)
  assert.is((await add('one more', 'word 7')).alert_words.length, 1000)
})

test('what a muted person wrote and writes counts as read', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const mia = await chat.join('Mia')
  const before = await mia.say('general', 'lunch', 'first')
  const direct = await mia.tell([ben], 'hello')
  await chat.olga.say('general', 'lunch', 'other')
  const own = await ben.listen({ event_types: ['muted_users', 'update_message_flags'] })
  const other = await mia.listen({ event_types: ['muted_users'] })

  expectSuccess(await ben.post(`/users/me/muted_users/${mia.id}`))

  const muted_users = [{ id: mia.id, timestamp: Math.floor(chat.clock.now() / 1000) }]
  const [muted, flags] = await own.read()
  assert.equal(muted, { type: 'muted_users', muted_users })
  assert.equal([flags!.op, flags!.flag, flags!.messages], ['add', 'read', [before, direct]])
  assert.equal(await other.read(), [])
  const after = await mia.say('general', 'lunch', 'second')
  const { messages } = await ben.get('/messages', {
    anchor: 'newest',
    num_before: 9,
    num_after: 0,
    narrow: [['is', 'unread']],
  })
  assert.equal(
    messages.map((one: Answer) => one.content),
    ['<p>other</p>'],
  )
  assert.ok(after)
  const snapshot = await ben.post('/register', { fetch_event_types: ['muted_users'] })
  assert.equal(snapshot.muted_users, muted_users)

  expectSuccess(await ben.delete(`/users/me/muted_users/${mia.id}`))
  assert.equal((await own.read()).at(-1), { type: 'muted_users', muted_users: [] })
})

test('muting is refused where there is nothing to mute', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const mia = await chat.join('Mia')
  await ben.post(`/users/me/muted_users/${mia.id}`)

  assertRefused(await ben.post(`/users/me/muted_users/${ben.id}`), 'Cannot mute self')
  assertRefused(await ben.post(`/users/me/muted_users/${mia.id}`), 'User already muted')
  assertRefused(await ben.delete(`/users/me/muted_users/${chat.olga.id}`), 'User is not muted')
  assertRefused(await ben.post('/users/me/muted_users/999'), 'No such user')
  assert.is((await ben.post('/users/me/muted_users/mia')).status, 404)
})

test.run()
