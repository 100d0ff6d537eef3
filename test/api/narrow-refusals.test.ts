// Narrows that are refused.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { expectSuccess, startChat } from '../chat.ts'
import { ask, not, type Term, term } from '../narrows.ts'

test('a narrow that makes no sense is refused in words', async () => {
  await using chat = await startChat()
  const { olga } = chat
  const bad: [Term, string][] = [
    [['channel', 'Atlantis'], 'unknown channel Atlantis'],
    [term('channel', 999), 'unknown channel 999'],
    [term('channel', '1'), 'unknown channel 1'],
    [['channels', 'private'], 'unknown channels operand private'],
    [term('dm', [olga.id, 999]), `unknown user in [${olga.id},999]`],
    [['dm', 'nobody@harbour.test'], 'unknown user in nobody@harbour.test'],
    [term('dm-with', 999), 'unknown user 999'],
    [['group-pm-with', 'nobody@harbour.test'], 'unknown user nobody@harbour.test'],
    [['sender', String(olga.id)], `unknown user ${olga.id}`],
    [['mentions', 'nobody@harbour.test'], 'unknown user nobody@harbour.test'],
    [['id', 'first'], 'Invalid message ID'],
    [['with', 'first'], 'Invalid message ID'],
    [['has', 'soul'], "unknown 'has' operand soul"],
    [['has', 'constructor'], "unknown 'has' operand constructor"],
    [['is', 'well'], "unknown 'is' operand well"],
    [['in', 'paris'], "unknown 'in' operand paris"],
    [['search', '  '], 'operand cannot be blank.'],
    [['colour', 'blue'], 'unknown operator colour'],
    [['__proto__', 'blue'], 'unknown operator __proto__'],
  ]
  for (const [sent, desc] of bad) {
    for (const negated of [false, true]) {
      const [operator, operand] = Array.isArray(sent) ? sent : [sent.operator, sent.operand]
      const answer = await ask(olga, { operator, operand, negated })
      assert.is(answer.status, 400)
      assert.is(answer.code, 'BAD_NARROW')
      assert.is(answer.desc, desc)
      assert.is(answer.msg, `Invalid narrow operator: ${desc}`)
    }
  }
})

test('no message is both direct and in a channel', async () => {
  await using chat = await startChat()
  const { olga } = chat
  const ben = await chat.join('Ben')
  const inChannels: Term[] = [
    ['channel', 'general'],
    ['channels', 'public'],
    ['topic', 'x'],
    ['is', 'resolved'],
    ['is', 'followed'],
    not('is', 'dm'),
  ]
  const direct: Term[] = [term('dm', [ben.id]), term('dm-with', ben.id), ['is', 'dm']]
  for (const one of inChannels) {
    for (const other of direct) {
      const answer = await ask(olga, one, other)
      assert.is(answer.code, 'BAD_NARROW')
      assert.is(
        answer.msg,
        'Invalid narrow operator combination: No message can be both a channel message and direct message',
      )
    }
  }
  expectSuccess(await ask(olga, not('channel', 'general'), ['is', 'dm']))
  expectSuccess(await ask(olga, ['channel', 'general'], not('dm', [ben.id])))
})

test('the words of all searches of a narrow count together', async () => {
  await using chat = await startChat()
  const words = (from: number, count: number) =>
    Array.from({ length: count }, (_, n) => `word${from + n}`).join(' ')
  const unwanted = Array.from({ length: 99 }, (_, n) => not('search', words(100 * n, 100)))

  const before = process.threadCpuUsage()
  const refused = await ask(chat.olga, ...unwanted)
  const { user, system } = process.threadCpuUsage(before)

  assert.is(refused.msg, 'Invalid narrow operator: search has too many words (maximum: 100)')
  assert.ok(user + system < 300_000, `${user + system} µs`)
  expectSuccess(await ask(chat.olga, ['search', words(0, 50)], not('search', words(50, 50))))
})

test('what is no narrow at all is refused as a parameter', async () => {
  await using chat = await startChat()
  const { olga } = chat
  const malformed = [
    '{}',
    '[1]',
    '[["a"]]',
    '[["a","b","c"]]',
    '[{"operator":"is"}]',
    'soup',
    '[[1,2]]',
  ]
  for (const narrow of malformed) {
    const answer = await olga.get('/messages', {
      anchor: 'newest',
      num_before: 1,
      num_after: 0,
      narrow,
    })
    assert.is(answer.status, 400)
    assert.is(answer.code, 'BAD_REQUEST')
    assert.match(answer.msg, 'narrow')
  }
  const many = Array.from({ length: 101 }, () => ['in', 'all'])
  const answer = await olga.get('/messages', {
    anchor: 'newest',
    num_before: 1,
    num_after: 0,
    narrow: many,
  })
  assert.is(answer.msg, 'narrow has too many terms (maximum: 100)')
})

test.run()
