// Full-text search.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { expectSuccess, type Person, startChat } from '../chat.ts'

type Term = [string, string] | { operator: string; operand: unknown; negated?: boolean }

const ask = async (person: Person, ...narrow: Term[]) =>
  expectSuccess(
    await person.get('/messages', { anchor: 'newest', num_before: 100, num_after: 0, narrow }),
  ).messages as { id: number; match_content: string; match_subject: string; content: string }[]

const find = async (person: Person, ...narrow: Term[]) =>
  (await ask(person, ...narrow)).map(({ id }) => id)

const search = (person: Person, operand: string, ...more: Term[]) =>
  find(person, ...more, ['search', operand])

const not = (operand: string): Term => ({ operator: 'search', operand, negated: true })

test('every word must be there, in any order, form and case', async () => {
  await using chat = await startChat()
  const { olga } = chat
  const id = await olga.say('general', 'x', 'The *Boats* were **sailing** slowly home')
  await olga.say('general', 'x', 'a boat')

  for (const words of ['boat sail', 'SAILS boats', 'slowly', 'sailed home'])
    assert.equal(await search(olga, words), [id], words)
  assert.equal(await search(olga, 'boat train'), [])
})

test('words stand in the text or in the topic, wherever they are', async () => {
  await using chat = await startChat()
  const { olga } = chat
  const both = await olga.say('general', 'harbour lights', 'seen from a boat')
  const text = await olga.say('general', 'x', 'lights of the harbour, a boat')
  const other = await olga.say('general', 'lights', 'the boat left the harbour')
  await olga.say('general', 'lights', 'a boat')
  await olga.say('general', 'harbour', 'a boat')

  assert.equal(await search(olga, 'harbour lights'), [both, text, other])
  assert.equal(await search(olga, 'harbour lights boat'), [both, text, other])
  assert.equal(await search(olga, 'harbour lights', ['channel', 'general']), [both, text, other])
  const inTopic: Term[] = [
    ['channel', 'general'],
    ['topic', 'Harbour Lights'],
  ]
  assert.equal(await search(olga, 'lights', ...inTopic), [both])
  assert.equal(await search(olga, 'lights seen', ...inTopic), [both])
})

test('many words over many topics find the same as few', async () => {
  await using chat = await startChat()
  const { olga } = chat
  const words = ['alpha', 'bravo', 'carol', 'delta', 'ember']
  const expected: number[] = []
  // Each word alone may stand in the topic or in the text: 32 ways to divide them.
  for (let ways = 0; ways < 32; ways++) {
    const inTopic = words.filter((_, at) => ways & (1 << at))
    const inText = words.filter((word) => !inTopic.includes(word))
    expected.push(await olga.say('general', inTopic.join(' '), inText.join(' ') || 'nothing'))
    await olga.say('general', inTopic.join(' '), inText.slice(1).join(' ') || 'little')
  }
  const complete = new Set(expected)
  const found = await search(olga, words.join(' '))
  assert.equal(
    found.filter((id) => complete.has(id)),
    expected,
  )
  // With all words in the topic, what is written there does not matter.
  assert.is(found.length, expected.length + 1)
  // Of the others, the one whose topic has the other four.
  const withoutEmber = await search(olga, words.slice(0, 4).join(' '), not('ember'))
  assert.equal(withoutEmber, [expected[15]! + 1])
})

test('a topic that gets another name is found by it', async () => {
  await using chat = await startChat()
  const { olga } = chat
  const id = await olga.say('general', 'lighthouse', 'a')
  expectSuccess(
    await olga.patch(`/messages/${id}`, {
      topic: 'beacon',
      propagate_mode: 'change_all',
      send_notification_to_new_thread: false,
    }),
  )
  assert.equal(await search(olga, 'lighthouse'), [])
  assert.equal(await search(olga, 'beacons'), [id])
})

test('stop words are ignored, and alone find nothing', async () => {
  await using chat = await startChat()
  const { olga } = chat
  const id = await olga.say('general', 'x', 'to be or not to be, that is the question')
  assert.equal(await search(olga, 'the question of all'), [id])
  assert.equal(await search(olga, 'be that x question'), [id])
  for (const common of ['to be or not', 'the', 'q', "don't", '!!!', '"to be"'])
    assert.equal(await search(olga, common), [], common)
})

test('a phrase stands in the text or the topic as it is written', async () => {
  await using chat = await startChat()
  const { olga } = chat
  const ben = await chat.join('Ben')
  const text = await olga.say('general', 'x', 'The big **Red** boat')
  const topic = await olga.say('general', 'big **red** things', 'boat')
  const apart = await olga.say('general', 'x', 'red and big boat')
  const direct = await olga.tell([ben], '50% of a big_boat')

  assert.equal(await search(olga, 'big red boat'), [text, topic, apart])
  assert.equal(await search(olga, '"BIG **red**" boat'), [text, topic])
  assert.equal(await search(olga, '"red boat"'), [])
  assert.equal(await search(olga, '"50% of"'), [direct])
  assert.equal(await search(olga, '"5% of" 50'), [])
  assert.equal(await search(olga, '"big_boat"'), [direct])
  assert.equal(await search(olga, '"big-boat"'), [])
})

test('searches in one narrow count together, and negated ones exclude', async () => {
  await using chat = await startChat()
  const { olga } = chat
  const boat = await olga.say('general', 'x', 'a boat')
  const both = await olga.say('general', 'x', 'a boat and a train')
  const topic = await olga.say('general', 'train', 'a boat')
  const x: Term[] = [['channel', 'general']]

  assert.equal(await find(olga, ['search', 'boat'], ['search', 'the train']), [both, topic])
  assert.equal(await find(olga, ...x, ['search', 'boat'], not('trains')), [boat])
  assert.equal(await find(olga, ['topic', 'x'], not('train boat')), [boat])
  assert.equal(await find(olga, ['topic', 'x'], not('"a train"')), [boat])
  assert.equal(await find(olga, ['topic', 'x'], not('the')), [boat, both])
})

test('what was found is highlighted, in HTML, and nothing inside a tag', async () => {
  await using chat = await startChat()
  const { olga } = chat
  await olga.say('general', 'Boats & <b>', 'Boating at https://harbour.test/boat with *boats*')

  const [found] = await ask(olga, ['search', 'boat'])
  assert.is(
    found!.match_content,
    '<p><span class="highlight">Boating</span> at <a href="https://harbour.test/boat">https://harbour.test/<span class="highlight">boat</span></a> with <em><span class="highlight">boats</span></em></p>',
  )
  assert.is(found!.match_subject, '<span class="highlight">Boats</span> &amp; &lt;b&gt;')
  const raw = await olga.get('/messages', {
    anchor: 'newest',
    num_before: 1,
    num_after: 0,
    narrow: [['search', 'boat']],
    apply_markdown: false,
  })
  assert.is(raw.messages[0].match_content, found!.match_content)
  assert.is(raw.messages[0].content_type, 'text/x-markdown')
  const [plain] = await ask(olga, ['channel', 'general'], ['topic', 'Boats & <b>'], not('train'))
  assert.is(plain!.match_subject, 'Boats &amp; &lt;b&gt;')
  assert.is((await ask(olga))[0]!.match_content, undefined)
})

test('words of every script are found, with or without their accents', async () => {
  await using chat = await startChat()
  const { olga } = chat
  const id = await olga.say('general', 'x', 'Élan naïve Straße привет 日本語 café2 a_b')
  for (const word of ['elan', 'NAÏVE', 'straße', 'ПРИВЕТ', '日本語', 'cafe2', 'b élan'])
    assert.equal(await search(olga, word), [id], word)
  const [found] = await ask(olga, ['search', 'elan'])
  assert.match(found!.match_content, '<span class="highlight">Élan</span>')
})

test('no text is a search that fails', async () => {
  await using chat = await startChat()
  const { olga } = chat
  await olga.say('general', 'x', 'boat')
  const odd = [
    '"',
    '""',
    '" "',
    '"boat',
    '*',
    'boat*',
    'boat AND',
    'NOT boat',
    'NEAR(boat train)',
    '^boat',
    'body:boat',
    '(boat',
    "boat'",
    'boat\u0000',
    '\ud83d',
    '🙂',
    '﷽',
    '𐍈 ꓤ 𞤀 𖫂',
    'ǅ',
    '%',
    '_',
    'ﬀ',
    'ℌ',
    '①',
    '\u0301',
    'e\u0301\u0302',
    'a\u200db',
    '\uE000',
    '𑜀',
    '𞄀',
    '🄰',
    '\u{10FFFF}',
  ]
  for (const operand of odd) {
    for (const negated of [false, true]) {
      const narrow = [{ operator: 'search', operand: `${operand}boat`, negated }]
      const answer = await olga.get('/messages', {
        anchor: 'newest',
        num_before: 5,
        num_after: 0,
        narrow,
      })
      assert.ok(answer.status < 500, JSON.stringify(operand))
    }
  }
  const long = Array.from({ length: 101 }, (_, at) => `word${at}`).join(' ')
  const answer = await olga.get('/messages', {
    anchor: 'newest',
    num_before: 0,
    num_after: 0,
    narrow: [['search', long]],
  })
  assert.is(answer.desc, 'search has too many words (maximum: 100)')
  const wordy = { anchor: 'newest', num_before: 0, num_after: 0, op: 'add', flag: 'read' }
  const narrow = [['search', 'a'.repeat(10_001)]]
  const { desc } = await olga.post('/messages/flags/narrow', { ...wordy, narrow })
  assert.is(desc, 'search is too long (maximum: 10000 characters)')
  const repeated = Array.from({ length: 300 }, () => 'boat').join(' ')
  assert.is((await search(olga, repeated)).length, 1)
})

test.run()
