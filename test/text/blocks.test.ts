// Markdown: paragraphs, headings, rules, code, tables.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { renders, rendersInline, staysText } from './expect.ts'
import { html } from './organization.ts'

test('every line break of a paragraph is kept', () => {
  renders('a\nb', '<p>a<br>\nb</p>')
  renders('a  \n  b\r\nc', '<p>a<br>\nb<br>\nc</p>')
  renders('a\n\n\nb', '<p>a</p>\n<p>b</p>')
  renders('a\n \t \nb', '<p>a</p>\n<p>b</p>')
})

test('an empty message gives empty HTML', () => {
  assert.is(html(''), '')
  assert.is(html(' \n\n'), '')
})

test('headings take one to six hashes at the start of a line', () => {
  renders('# One', '<h1>One</h1>')
  renders('###### Six ##', '<h6>Six</h6>')
  renders('text\n## T\nmore', '<p>text</p>\n<h2>T</h2>\n<p>more</p>')
  staysText('####### seven')
  staysText('#close')
  staysText('#')
  staysText('# #')
})

test('a line under a text does not make it a heading', () => {
  renders('Title\n===', '<p>Title<br>\n===</p>')
  renders('Title\n---', '<p>Title</p>\n<hr>')
})

test('three or more marks of one kind are a rule', () => {
  renders('a\n---\n* * *\n___', '<p>a</p>\n<hr>\n<hr>\n<hr>')
  staysText('--')
  staysText('-*-')
})

test('quotes go on to the next blank line', () => {
  renders('> q', '<blockquote>\n<p>q</p>\n</blockquote>')
  renders('a\n> q\nlazy', '<p>a</p>\n<blockquote>\n<p>q<br>\nlazy</p>\n</blockquote>')
  renders(
    '> a\n\n> b',
    '<blockquote>\n<p>a</p>\n</blockquote>\n<blockquote>\n<p>b</p>\n</blockquote>',
  )
  renders('> a\n>\n> b', '<blockquote>\n<p>a</p>\n<p>b</p>\n</blockquote>')
  renders(
    '   >a\n>> b',
    '<blockquote>\n<p>a</p>\n<blockquote>\n<p>b</p>\n</blockquote>\n</blockquote>',
  )
})

test('a > with nothing behind or below it points at something and is text', () => {
  staysText('>')
  renders('a\n>', '<p>a<br>\n&gt;</p>')
  renders('>\n>\n\na', '<p>&gt;<br>\n&gt;</p>\n<p>a</p>')
  renders('>\n# T', '<p>&gt;</p>\n<h1>T</h1>')
})

test('an empty > quotes the lines below it, and sets paragraphs of a quote apart', () => {
  renders('>\n>\ntext', '<blockquote>\n<p>text</p>\n</blockquote>')
  renders('a\n>\nb', '<p>a</p>\n<blockquote>\n<p>b</p>\n</blockquote>')
  renders('> a\n>\nb\n\nc', '<blockquote>\n<p>a</p>\n<p>b</p>\n</blockquote>\n<p>c</p>')
})

test('blank lines at the start and the end of code are dropped', () => {
  renders(
    '```\n\n  \n  x\n\ny\n\n```',
    '<div class="codehilite"><pre><span></span><code>  x\n\ny\n</code></pre></div>',
  )
})

test('code goes by the proper name of its language', () => {
  for (const [typed, name] of [
    ['py2', 'Python 2.x'],
    ['css+php', 'CSS+PHP'],
    ['f#', 'F#'],
    ['toml', 'TOML'],
    ['constructor', 'constructor'],
    ['inventedlanguage', 'inventedlanguage'],
  ])
    renders(
      `\`\`\`${typed}\nx\n\`\`\``,
      `<div class="codehilite" data-code-language="${name}"><pre><span></span><code>x\n</code></pre></div>`,
    )
})

test('a fence needs no blank lines around it', () => {
  renders(
    'a\n```\nx\n```\nb',
    '<p>a</p>\n<div class="codehilite"><pre><span></span><code>x\n</code></pre></div>\n<p>b</p>',
  )
})

test('a fence is closed by its own run only, or by the end of the message', () => {
  const code = (text: string) =>
    `<div class="codehilite"><pre><span></span><code>${text}\n</code></pre></div>`
  renders('````\n```\n~~~~\n````', code('```\n~~~~'))
  renders('~~~\na\n~~~~', code('a\n~~~~'))
  renders('```\na\n```   \n', code('a'))
  renders('```\nno end\n\n  *x*', code('no end\n\n  *x*'))
  renders('```\n\n```', code(''))
})

test('code keeps its text, without spaces at the ends of lines', () => {
  renders(
    '``` nonesuch and more words\n<b> &amp;  \n  x\n```',
    '<div class="codehilite" data-code-language="nonesuch"><pre><span></span><code>&lt;b&gt; &amp;amp;\n  x\n</code></pre></div>',
  )
})

test('what looks like a fence with backticks after it is code in a line', () => {
  rendersInline('``` a ```', '<code> a </code>')
})

test('languages go by the name that playgrounds know', () => {
  for (const [typed, name] of [
    ['js', 'JavaScript'],
    ['{.py}', 'Python'],
    ['C++', 'C++'],
    ['c#', 'C#'],
    ['text', 'Text only'],
    ['NoSuch', 'nosuch'],
  ]) {
    assert.match(html(`\`\`\`${typed}\n1\n\`\`\``), `data-code-language="${name}"`)
  }
})

test('code is coloured by the classes that clients know', () => {
  renders(
    '~~~ts\nconst a = "x" // y\n~~~',
    '<div class="codehilite" data-code-language="TypeScript"><pre><span></span><code><span class="k">const</span> a = <span class="s">"x"</span> <span class="c">// y</span>\n</code></pre></div>',
  )
})

test('the organization chooses what a fence without a language is', () => {
  const options = { defaultCodeBlockLanguage: 'quote' }
  renders('```\na\n```', '<blockquote>\n<p>a</p>\n</blockquote>', options)
  assert.match(html('```\n1\n```', { defaultCodeBlockLanguage: 'Python' }), '="Python"')
  assert.match(html('```\n1\n```', { defaultCodeBlockLanguage: 'math' }), 'katex-display')
})

test('four spaces after a blank line are code', () => {
  renders(
    'a\n\n    x\n\n      y\nb',
    '<p>a</p>\n<div class="codehilite"><pre><span></span><code>x\n\n  y\n</code></pre></div>\n<p>b</p>',
  )
  renders('\tx', '<div class="codehilite"><pre><span></span><code>x\n</code></pre></div>')
  renders('a\n    b', '<p>a<br>\nb</p>')
})

test('a quote fence holds full Markdown', () => {
  for (const word of ['quote', 'quoted']) {
    renders(
      `\`\`\`${word}\n**a**\n\n* b\n\`\`\``,
      '<blockquote>\n<p><strong>a</strong></p>\n<ul>\n<li>b</li>\n</ul>\n</blockquote>',
    )
  }
})

test('a spoiler has a header, which may be missing, and a body', () => {
  renders(
    '```spoiler The *end*\nBen **did it**\n```',
    '<div class="spoiler-block"><div class="spoiler-header">\n<p>The <em>end</em></p>\n</div><div class="spoiler-content" aria-hidden="true">\n<p>Ben <strong>did it</strong></p>\n</div></div>',
  )
  renders(
    '```spoiler\nB\n```',
    '<div class="spoiler-block"><div class="spoiler-header">\n</div><div class="spoiler-content" aria-hidden="true">\n<p>B</p>\n</div></div>',
  )
})

test('quotes, spoilers and formulas without a body are nothing', () => {
  for (const word of ['quote', 'spoiler with a header', 'math']) {
    renders(`a\n\`\`\`${word}\n\n\`\`\`\nb`, '<p>a</p>\n<p>b</p>')
  }
})

test('tables pad and cut their rows to the header', () => {
  renders(
    '| a | b |\n|:--|:-:|\n| 1 |\n| 1 | 2 | 3 |',
    `<table>
<thead>
<tr>
<th style="text-align: left;">a</th>
<th style="text-align: center;">b</th>
</tr>
</thead>
<tbody>
<tr>
<td style="text-align: left;">1</td>
<td style="text-align: center;"></td>
</tr>
<tr>
<td style="text-align: left;">1</td>
<td style="text-align: center;">2</td>
</tr>
</tbody>
</table>`,
  )
})

test('a table of a header alone gets a row of empty cells', () => {
  renders(
    'a|b\n-|-:',
    '<table>\n<thead>\n<tr>\n<th>a</th>\n<th style="text-align: right;">b</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td></td>\n<td style="text-align: right;"></td>\n</tr>\n</tbody>\n</table>',
  )
})

test('pipes in code do not part cells', () => {
  assert.match(html('|a|b|\n|-|-|\n|`x|y`|z\\|w|'), '<td><code>x|y</code></td>\n<td>z|w</td>')
})

test('dashes under a text without pipes make no table', () => {
  renders('a\n-', '<p>a<br>\n-</p>')
  renders('a|b\n|-', '<p>a|b<br>\n|-</p>')
})

test('raw HTML is text', () => {
  staysText('<b onclick="x">a</b> <!-- c -->')
  renders('<div>\n<p>', '<p>&lt;div&gt;<br>\n&lt;p&gt;</p>')
})

test('nothing is left of footnotes, checkboxes and references', () => {
  staysText('[1]: https')
  staysText('a[^1] [b] [b][1]')
  renders('* [ ] a', '<ul>\n<li>[ ] a</li>\n</ul>')
})

test.run()
