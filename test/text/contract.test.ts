// Every element that clients parse.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { assertContract } from './contract.ts'
import { render } from './organization.ts'
import { assertSafe } from './safety.ts'

/** A source for each shape that clients parse, and what shows that it is there. */
const SHAPES: Record<string, [source: string, shape: RegExp]> = {
  paragraph: ['a', /^<p>a<\/p>$/],
  'line break': ['a\nb', /a<br>\nb/],
  heading: ['### a', /^<h3>a<\/h3>$/],
  quote: ['> a', /^<blockquote>\n<p>a<\/p>\n<\/blockquote>$/],
  rule: ['---', /^<hr>$/],
  bullets: ['* a', /^<ul>\n<li>a<\/li>\n<\/ul>$/],
  numbers: ['3. a', /^<ol start="3">\n<li>a<\/li>\n<\/ol>$/],
  table: ['a|b\n:-|-\nc|d', /<th style="text-align: left;">a<\/th>\n<th>b<\/th>/],
  code: [
    '```\na\n```',
    /^<div class="codehilite"><pre><span><\/span><code>a\n<\/code><\/pre><\/div>$/,
  ],
  'coloured code': ['```rust\nfn a() {}\n```', /<code><span class="k">fn<\/span>/],
  spoiler: ['```spoiler a\nb\n```', /^<div class="spoiler-block"><div class="spoiler-header">\n/],
  'display formula': ['```math\na\n```', /^<p><span class="katex-display"><span class="katex">/],
  'formula in a line': ['$$a$$', /^<p><span class="katex"><span class="katex-mathml"><math /],
  'uploaded picture': [
    'a /x [b](/user_uploads/1/ab/x.png)',
    /<div class="message_inline_image"><a /,
  ],
  'picture without thumbnail': [
    'a [b](/user_uploads/1/ab/slow.png)',
    /"image-loading-placeholder"/,
  ],
  video: ['https://ex.org/a.mp4', /class="message_inline_image message_inline_video"><a .*<video /],
  youtube: [
    'https://youtu.be/dQw4w9WgXcQ',
    /class="youtube-video message_inline_image"><a .*<img /,
  ],
  website: ['https://ex.org/site', /<div class="message_embed"><a class="message_embed_image"/],
  strong: ['**a**', /<strong>a<\/strong>/],
  emphasis: ['*a*', /<em>a<\/em>/],
  'struck out': ['~~a~~', /<del>a<\/del>/],
  'code in a line': ['`a`', /<code>a<\/code>/],
  link: ['[a](https://ex.org)', /<a href="https:\/\/ex.org">a<\/a>/],
  'channel link': ['#**lab notes**', /<a class="stream" data-stream-id="12"/],
  'topic link': ['#**lab notes>a**', /<a class="stream-topic" data-stream-id="12"/],
  'message link': ['#**lab notes>a@1**', /<a class="message-link" href/],
  'user mention': ['@**Mira Okafor**', /<span class="user-mention" data-user-id="31">/],
  'silent mention': ['@_**Mira Okafor**', /<span class="user-mention silent" data-user-id="31">/],
  'channel wildcard': ['@**all**', /"user-mention channel-wildcard-mention" data-user-id="\*"/],
  'topic wildcard': ['@**topic**', /<span class="topic-mention">/],
  'group mention': ['@*night-shift*', /"user-group-mention" data-user-group-id="17"/],
  emoji: [':tree:', /<span aria-label="tree" class="emoji emoji-1f333" role="img" title="tree">/],
  'custom emoji': [':lab_rat:', /<img alt=":lab_rat:" class="emoji" src="[^"]*" title="lab rat">/],
  'picture in the text': ['![a](/user_uploads/1/ab/x.png)', /<p><img alt="a" class="inline-image"/],
  time: ['<time:2026-03-01T10:30Z>', /<time datetime="2026-03-01T10:30:00Z">/],
  audio: ['![](/user_uploads/1/ab/s.mp3)', /<p><audio controls preload="metadata" src=/],
}

const website = { imageUrl: 'https://ex.org/i.png', title: 'T', description: 'D' }

const rendered = (source: string): string =>
  render(
    source,
    { previewImages: true, previewWebsites: true },
    { websitePreview: (url: string) => (url.endsWith('/site') ? website : undefined) },
  ).html

test('every shape that clients parse is written as they parse it', () => {
  for (const [name, [source, shape]] of Object.entries(SHAPES)) {
    const html = rendered(source)
    assert.match(html, shape, name)
    assertContract(html)
    assertSafe(html)
  }
})

test('every shape keeps its form inside quotes, lists, spoilers and tables', () => {
  const indented = (prefix: string, source: string) => source.replaceAll('\n', `\n${prefix}`)
  for (const [name, [source]] of Object.entries(SHAPES)) {
    for (const around of [
      `> ${indented('> ', source)}`,
      `* ${indented('  ', source)}\n* b`,
      `1. a\n\n   ${indented('   ', source)}`,
      `\`\`\`\`spoiler ${source.split('\n')[0]}\n${source}\n\`\`\`\``,
      `|${source.split('\n')[0]}|\n|-|`,
      `a\n${source}\nb`,
      `**${source}** *${source}*`,
    ]) {
      const html = rendered(around)
      assert.not.throws(() => assertContract(html), undefined, `${name} in ${around}`)
      assertSafe(html)
    }
  }
})

test('what clients cannot parse is noticed', () => {
  for (const html of [
    'a',
    '<p>a</p>b',
    '<p class="x">a</p>',
    '<p>a<br>b</p>',
    '<p>a\nb</p>',
    '<p><u>a</u></p>',
    '<ul><li>a\n<ul><li>b</li></ul></li></ul>',
    '<ul><li><hr></li></ul>',
    '<ul>a</ul>',
    '<table><thead><tr><th>a</th></tr></thead></table>',
    '<table><thead><tr><th style="text-align:left">a</th></tr></thead><tbody><tr><td></td></tr></tbody></table>',
    '<pre>a</pre>',
    '<div class="codehilite"><pre><code>a</code></pre></div>',
    '<div class="codehilite"><pre><span></span><code><span class="hll">a</span>\n</code></pre></div>',
    '<div class="spoiler-block"><div class="spoiler-header"></div></div>',
    '<p><a>a</a></p>',
    '<p><span class="user-mention" data-user-id="x">a</span></p>',
    '<p><span class="emoji emoji-1F333">a</span></p>',
    '<p><span class="tex-error">a</span></p>',
    '<p><time datetime="soon">a</time></p>',
  ]) {
    assert.throws(() => assertContract(html), undefined, html)
  }
})

test('what must never come out is noticed', () => {
  for (const html of [
    '<script>a</script>',
    '<p onclick="a">a</p>',
    '<p><a href="javascript:a">a</a></p>',
    '<p><a href=" data:a">a</a></p>',
    '<p><img src="//ex.org/a.png"></p>',
    '<p><p>a</p></p>',
    '<p>a',
    '<p><a href="/a"><strong><a href="/b">b</a></strong></a></p>',
    '<p><div>a</div></p>',
    '<p>a<!-- b --></p>',
    '<p><span class="katex"><a href="/a">a</a></span></p>',
    '<table><tbody><tr><td style="position: fixed">a</td></tr></tbody></table>',
  ]) {
    assert.throws(() => assertSafe(html), undefined, html)
  }
})

test.run()
