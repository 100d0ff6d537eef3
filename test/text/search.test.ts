// Search text, highlighting and alert words.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { AlertWords } from '../../src/text/alert-words.ts'
import { porterStem } from '../../src/text/search/porter-stem.ts'
import { highlightHtml, highlightTopic, searchText } from '../../src/text/search/search-text.ts'
import { html } from './organization.ts'

const wordsOf = (...all: [userId: number, ...words: string[]][]) => {
  const words = new AlertWords()
  for (const [userId, ...own] of all) words.set(userId, own)
  return words
}

const PUMPS = (word: string) => porterStem(word) === 'pump'
const MARK = (word: string) => `<span class="highlight">${word}</span>`

test('alert words are found in any case between boundaries', () => {
  const words = wordsOf([1, 'Pump'], [2, 'pump room'], [3, 'c++', '!now'], [4, 'pump'])
  const alerted = (source: string) => [...words.usersAlertedBy(source)].sort()
  assert.equal(alerted('the PUMP!'), [1, 4])
  assert.equal(alerted('"pump room"'), [1, 4])
  assert.equal(alerted('(pump room)'), [1, 2, 4])
  assert.equal(alerted('`pump` **pump** > pump'), [1, 4])
  assert.equal(alerted('c++, c+++'), [3])
  assert.equal(alerted('do it !now, please'), [3])
  assert.equal(alerted('pumps xpump @pump pump-room /pump'), [])
})

test('alert words in fenced code do not count, in quotes and inline code they do', () => {
  const words = wordsOf([1, 'pump'])
  const isAlerted = (source: string) => words.usersAlertedBy(source).size > 0
  assert.is(isAlerted('```\npump\n```'), false)
  assert.is(isAlerted('```quote\n~~~js\npump\n~~~\n```'), false)
  assert.is(isAlerted('```quote\npump\n```'), true)
  assert.is(isAlerted('```spoiler pump\na\n```'), true)
  assert.is(isAlerted('```\na\n```\npump'), true)
  assert.is(isAlerted('`pump`'), true)
})

test('the words of a person are exchanged, those of others stay', () => {
  const words = wordsOf([1, 'pump', 'pump room', 'valve'], [2, 'pump', 'pump house'])
  const alerted = (source: string) => [...words.usersAlertedBy(source)].sort()

  words.set(1, ['valve', 'pump hall'])

  assert.equal(alerted('pump'), [2])
  assert.equal(alerted('valve, pump house'), [1, 2])
  assert.equal(alerted('pump hall'), [1, 2])
  words.set(2, [])
  assert.equal(alerted('pump house'), [])
  assert.equal(alerted('pump hall'), [1])
})

test('without words nobody is alerted', () => {
  assert.is(wordsOf().usersAlertedBy('a').size, 0)
  assert.is(wordsOf([1, ' ']).usersAlertedBy('a').size, 0)
})

test('the index holds the words of a message and no markup', () => {
  assert.is(
    searchText(html('# T\n**a**b <c> & "d"\n* :tree: `e`\n\n|f|g|\n|-|-|')),
    'T ab <c> & "d" :tree: e f g',
  )
  assert.is(searchText(html('x $$\\frac{a}{b}$$ y')), 'x \\frac{a}{b} y')
  assert.is(searchText(html('@**Mira Okafor** #**lab notes**')), '@Mira Okafor #lab notes')
})

test('found words are marked in the text, never in a tag', () => {
  const source = 'Pumps, [pump](https://pump.org "pump") and pumping &lt;pump'
  assert.is(
    highlightHtml(html(source), PUMPS),
    `<p>${MARK('Pumps')}, <a href="https://pump.org" title="pump">${MARK('pump')}</a> and ${MARK('pumping')} &lt;${MARK('pump')}</p>`,
  )
  assert.is(
    highlightTopic('<pump> & lt', (word) => word === 'lt'),
    `&lt;pump&gt; &amp; ${MARK('lt')}`,
  )
})

test('formulas are found but not marked', () => {
  const formula = html('$$pump$$')
  assert.is(highlightHtml(formula, PUMPS), formula)
})

test('words match by their stem', () => {
  for (const [word, stem] of [
    ['Pumping', 'pump'],
    ['caresses', 'caress'],
    ['ponies', 'poni'],
    ['agreed', 'agre'],
    ['hopping', 'hop'],
    ['filing', 'file'],
    ['happy', 'happi'],
    ['relational', 'relat'],
    ['vietnamization', 'vietnam'],
    ['nation', 'nation'],
    ['adoption', 'adopt'],
    ['generalizations', 'gener'],
    ['controlling', 'control'],
    ['sky', 'sky'],
    ['is', 'is'],
    ['x2s', 'x2s'],
  ] as const) {
    assert.is(porterStem(word), stem, word)
  }
})

test.run()
