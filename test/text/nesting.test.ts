// Markdown: containers in containers.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { UnrenderableMessage } from '../../src/text/markdown/markdown.ts'
import { assertContract } from './contract.ts'
import { renders } from './expect.ts'
import { html, render } from './organization.ts'

const code = (text: string) =>
  `<div class="codehilite"><pre><span></span><code>${text}\n</code></pre></div>`

const spoiler = (header: string, body: string) =>
  `<div class="spoiler-block"><div class="spoiler-header">\n<p>${header}</p>\n</div><div class="spoiler-content" aria-hidden="true">\n${body}\n</div></div>`

test('a fence in a quote in a spoiler', () => {
  renders(
    '````spoiler S\n```quote\n~~~\na\n~~~\nb\n```\nc\n````',
    spoiler('S', `<blockquote>\n${code('a')}\n<p>b</p>\n</blockquote>\n<p>c</p>`),
  )
})

test('one kind of fence may hold itself, a bare run closing the innermost', () => {
  renders(
    '```quote\na\n```quote\nb\n```\nc\n```\nd',
    '<blockquote>\n<p>a</p>\n<blockquote>\n<p>b</p>\n</blockquote>\n<p>c</p>\n</blockquote>\n<p>d</p>',
  )
  renders(
    '```quote\n```js\n1\n```\n```\na',
    '<blockquote>\n<div class="codehilite" data-code-language="JavaScript"><pre><span></span><code><span class="m">1</span>\n</code></pre></div>\n</blockquote>\n<p>a</p>',
  )
})

test('nothing opens inside code', () => {
  renders(
    '```text\n~~~quote\n> a\n~~~\n```',
    `${code('~~~quote\n&gt; a\n~~~').replace('">', '" data-code-language="Text only">')}`,
  )
})

test('a quote fence without an end holds the rest', () => {
  renders('```quote\na\n\n* b', '<blockquote>\n<p>a</p>\n<ul>\n<li>b</li>\n</ul>\n</blockquote>')
})

test('a list in a quote, a quote in a list', () => {
  renders(
    '> * a\n>   * b\n> c',
    '<blockquote>\n<ul>\n<li>a<ul>\n<li>b<br>\nc</li>\n</ul>\n</li>\n</ul>\n</blockquote>',
  )
  renders(
    '1. a\n   > b\n   > c\n2. d',
    '<ol>\n<li>a<blockquote>\n<p>b<br>\nc</p>\n</blockquote>\n</li>\n<li>d</li>\n</ol>',
  )
})

test('a table in a quote, code in an item of a numbered list', () => {
  assert.match(
    html('> |a|\n> |-|\n> |b|'),
    /^<blockquote>\n<table>.*<td>b<\/td>.*<\/table>\n<\/blockquote>$/s,
  )
  renders('1. a\n   ```\n   x\n   ```\n2. b', `<ol>\n<li>a${code('x')}\n</li>\n<li>b</li>\n</ol>`)
})

test('a fence in a quote by > ends with the quote', () => {
  renders('> ```\n> a\n\nb', `<blockquote>\n${code('a')}\n</blockquote>\n<p>b</p>`)
})

test('a link with emoji beside it, and a heading with a mention', () => {
  renders(
    '# :tree: [a](/b):tree: @_**Mira Okafor**',
    '<h1><span aria-label="tree" class="emoji emoji-1f333" role="img" title="tree">:tree:</span> <a href="/b">a</a><span aria-label="tree" class="emoji emoji-1f333" role="img" title="tree">:tree:</span> <span class="user-mention silent" data-user-id="31">Mira Okafor</span></h1>',
  )
})

test('code is found before emphasis and links', () => {
  renders('*a `b* c`', '<p>*a <code>b* c</code></p>')
  renders('[a `](/b)` c](/d)', '<p><a href="/d">a <code>](/b)</code> c</a></p>')
})

test('what is nested too deep stays text that clients can draw', () => {
  const quoted = html('> '.repeat(500).concat('a'))
  assertContract(quoted)
  assert.match(quoted, /&gt; a<\/p>/)
  assertContract(html(Array.from({ length: 90 }, (_, n) => `${'  '.repeat(n)}* a`).join('\n')))
  assertContract(html('```quote\n'.repeat(300)))
})

test('whatever goes wrong while a message is rendered is one kind of failure', () => {
  const failing = {
    channelByName: () => {
      throw new Error('out of reach')
    },
  }
  assert.throws(
    () => render('#**lab notes**', {}, failing),
    (error: unknown) => error instanceof UnrenderableMessage && error.cause instanceof Error,
  )
})

test('HTML a hundred times longer than a message may be is refused', () => {
  const formulas = '$$x$$ '.repeat(30)
  assert.throws(() => render(formulas, { maxMessageLength: 100 }), /characters of HTML/)
  assert.not.throws(() => render(formulas))
})

test.run()
