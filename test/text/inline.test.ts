// Markdown: emphasis, code spans, entities.

import { test } from 'uvu'
import { rendersInline, staysText } from './expect.ts'

test('code in a line is taken literally', () => {
  rendersInline('`x`', '<code>x</code>')
  rendersInline('`` a`b ``', '<code> a`b </code>')
  rendersInline(
    '`**a** <b> :tree: https://ex.org`',
    '<code>**a** &lt;b&gt; :tree: https://ex.org</code>',
  )
  rendersInline('`a\nb`', '<code>a\nb</code>')
  staysText('`` a` and ``` b')
})

test('a backslash is a character, but keeps backticks from being code', () => {
  rendersInline('\\*a\\*', '\\<em>a\\</em>')
  staysText('\\`a`')
})

test('one, two and three stars', () => {
  rendersInline('*a* **b** ***c***', '<em>a</em> <strong>b</strong> <strong><em>c</em></strong>')
  rendersInline('2*3*4', '2<em>3</em>4')
  rendersInline('** a **', '<strong> a </strong>')
  staysText('x * a *b')
  staysText('a * b * c')
  staysText('2 * 3')
  staysText('****a****')
})

test('stars nest', () => {
  rendersInline('*a **b** c*', '<em>a <strong>b</strong> c</em>')
  rendersInline('**a *b* c**', '<strong>a <em>b</em> c</strong>')
  rendersInline('***a** b*', '<em><strong>a</strong> b</em>')
  rendersInline('***a* b**', '<strong><em>a</em> b</strong>')
  rendersInline('~~a **b**~~', '<del>a <strong>b</strong></del>')
})

test('marks that do not nest close what they close first', () => {
  rendersInline('**a *b** c*', '<strong>a *b</strong> c*')
  rendersInline('*a', '*a')
  rendersInline('**a*', '**a*')
})

test('emphasis stays within its line', () => {
  rendersInline('*a\nb*', '*a<br>\nb*')
  rendersInline('**a\nb** c**', '**a<br>\nb<strong> c</strong>')
})

test('underscores mean nothing', () => {
  staysText('_a_ __b__ snake_case_name')
})

test('two tildes strike out, one or three do not', () => {
  rendersInline('~~a~~ ~~ b ~~', '<del>a</del> <del> b </del>')
  staysText('~a~')
  staysText('~~~a~~~')
})

test('entities are the character they name', () => {
  rendersInline('&copy; &#65; &#x1F333; &lt;b&gt; &amp;amp;', '© A \u{1F333} &lt;b&gt; &amp;amp;')
  rendersInline('&nosuch; &; & &#;', '&amp;nosuch; &amp;; &amp; &amp;#;')
  rendersInline('a&#10;b', 'a b')
})

test('/me and the widgets are plain paragraphs', () => {
  staysText('/me waves')
  staysText('/poll Lunch?')
})

test('control characters are left out, broken surrogates replaced', () => {
  rendersInline('a\u0001b\u0000c\u007fd\ud800e', 'abcd\ufffde')
})

test.run()
