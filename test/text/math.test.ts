// Markdown: formulas.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { assertContract } from './contract.ts'
import { renders, staysText } from './expect.ts'
import { html } from './organization.ts'
import { assertSafe } from './safety.ts'

const formulas = (source: string): string[] => {
  const rendered = html(source)
  assertContract(rendered)
  assertSafe(rendered)
  return [...rendered.matchAll(/<annotation encoding="application\/x-tex">([^<]*)</g)].map(
    ([, tex]) => tex as string,
  )
}

test('two dollars enclose a formula', () => {
  assert.equal(formulas('a $$x^2$$, ($$\\frac{a}{b}$$) *$$y$$*'), ['x^2', '\\frac{a}{b}', 'y'])
  assert.equal(formulas('$$5\\$ + x$$'), ['5\\$ + x'])
  assert.equal(formulas('$$a$$\n\n* $$b$$\n\n|$$c$$|\n|-|'), ['a', 'b', 'c'])
})

test('dollars in words and prices are no formulas', () => {
  staysText('a$$x$$ $$x$$b $$$x$$$ $$_x$$ $5 $x$ $$ a')
  renders('$$a\nb$$', '<p>$$a<br>\nb$$</p>')
})

test('a math fence is a paragraph of display formulas', () => {
  assert.equal(formulas('```math\na\n+ b\n\n\nc\n```'), ['a\n+ b', 'c'])
  assert.match(
    html('```math\na\n\nb\n```'),
    /^<p><span class="katex-display">.*<\/span>\n\n<span class="katex-display">.*<\/span><\/p>$/s,
  )
})

test('clients know the classes of formulas', () => {
  assert.match(html('$$x$$'), '<span class="base"><span class="strut"')
})

test('TeX with mistakes is shown as typed', () => {
  staysText('$$\\nosuch$$ $$a{$$')
  renders('```math\n\\nosuch <b>\nc\n```', '<p>\\nosuch &lt;b&gt;<br>\nc</p>')
  assert.match(
    html('```math\na\n\n\\nosuch\n\nb\n```'),
    /^<p><span .*<\/p>\n<p>\\nosuch<\/p>\n<p><span .*<\/p>$/s,
  )
})

test('formulas cannot load or link anything', () => {
  for (const tex of ['\\includegraphics{https://ex.org/a.png}', '\\href{https://ex.org}{a}']) {
    const rendered = html(`$$${tex}$$`)
    assertSafe(rendered)
    assert.not.match(rendered, /<img|<a |href=|src=/)
  }
})

test('formulas do not write to the log', () => {
  const { warn } = console
  const written: unknown[] = []
  console.warn = (...args) => written.push(args)
  html('$$\\text{🌳}$$')
  console.warn = warn
  assert.equal(written, [])
})

test.run()
