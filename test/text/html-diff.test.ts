// Differences between two renderings.

import fc from 'fast-check'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { htmlDiff } from '../../src/text/search/html-diff.ts'

const gone = (text: string) => `<span class="highlight_text_deleted">${text}</span>`
const fresh = (text: string) => `<span class="highlight_text_inserted">${text}</span>`

test('words that came and went are marked, the others stand as they were', () => {
  assert.is(
    htmlDiff('<p>Soup for two today</p>', '<p>Stew for three today</p>'),
    `<p>${gone('Soup')}${fresh('Stew')} for ${gone('two')}${fresh('three')} today</p>`,
  )
  assert.is(htmlDiff('<p>same</p>', '<p>same</p>'), '<p>same</p>')
  assert.is(htmlDiff('<p>a</p>', '<p>a b c</p>'), `<p>a${fresh(' b c')}</p>`)
})

test('mentions and links stay elements, inside what is marked', () => {
  const ben = '<span class="user-mention" data-user-id="7">@Ben</span>'
  const link = '<a href="https://ex.org">this page</a>'
  assert.is(
    htmlDiff(`<p>Ask ${ben} now</p>`, `<p>Ask ${link} now</p>`),
    `<p>Ask ${gone(ben)}${fresh(link)} now</p>`,
  )
})

test('the tags are those of the newer text', () => {
  assert.is(
    htmlDiff('<p>old <em>word</em></p>', '<p>old <strong>word</strong></p>'),
    '<p>old <strong>word</strong></p>',
  )
  assert.is(
    htmlDiff('<p>a</p>', '<p>a</p>\n<ul>\n<li>b</li>\n</ul>'),
    `<p>a</p>\n<ul>\n<li>${fresh('b')}</li>\n</ul>`,
  )
})

test('a formula is marked where people see it, not in its MathML', () => {
  const formula = (seen: string, source: string) =>
    `<p><span class="katex"><math><mi>${source}</mi></math><i>${seen}</i></span></p>`
  assert.is(
    htmlDiff('<p>a</p>', formula('b', 'b')),
    formula(fresh('b'), 'b').replace('<p>', `<p>${gone('a')}`),
  )
  assert.is(
    htmlDiff(formula('a', 'a'), formula('b', 'b')),
    formula(`${gone('a')}${fresh('b')}`, 'b'),
  )
})

const html = fc
  .array(
    fc.constantFrom(
      'a',
      'b',
      'c',
      ' ',
      '\n',
      '&lt;',
      '<p>',
      '</p>',
      '<br>',
      '<a href="/x">',
      '</a>',
    ),
    { maxLength: 30 },
  )
  .map((pieces) => pieces.join(''))

test('without what is marked as gone, a difference is the newer text', () => {
  fc.assert(
    fc.property(html, html, fc.constantFrom(0, 1_000_000), (older, newer, work) => {
      const difference = htmlDiff(older, newer, work)
      const inside = '((?:[^<]|<a href="/x">[^<]*</a>)*)'
      const marked = (kind: string) =>
        new RegExp(`<span class="highlight_text_${kind}">${inside}</span>`, 'g')
      const rest = difference.replaceAll(marked('deleted'), '').replaceAll(marked('inserted'), '$1')
      // Blanks are not worth a mark, so those that went may be left standing.
      assert.is(rest.replace(/\s+/g, ''), newer.replace(/\s+/g, ''))
    }),
  )
})

test.run()
