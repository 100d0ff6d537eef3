// Markdown: links and bare URLs.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { rendersInline, staysText } from './expect.ts'
import { html, REALM_URL, render } from './organization.ts'

const link = (url: string, href = url) => `<a href="${href}">${url}</a>`

test('a link has a text, a destination and perhaps a title', () => {
  rendersInline('[a](https://ex.org)', '<a href="https://ex.org">a</a>')
  rendersInline('[a](https://ex.org "T & U")', '<a href="https://ex.org" title="T &amp; U">a</a>')
  rendersInline("[a](https://ex.org 'T')", '<a href="https://ex.org" title="T">a</a>')
  rendersInline('[a](<https://ex.org/x y>)', '<a href="https://ex.org/x%20y">a</a>')
  rendersInline('[a](/x y (z))', '<a href="/x%20y%20(z)">a</a>')
  rendersInline('[a [b] c](#x)', '<a href="#x">a [b] c</a>')
  rendersInline('[](https://ex.org)', '<a href="https://ex.org">https://ex.org</a>')
  staysText('[a]()')
  staysText('[a] (https')
  staysText('[a](/b')
  rendersInline('[a](/x\ny)', '[a](/x<br>\ny)')
})

test('only mentions, code, times, formulas and emphasis work in the text of a link', () => {
  rendersInline(
    '[`c` @**Mira Okafor** <time:0> **b** :tree: 🌳 https://ex.org #12 #**lab notes**](/x)',
    '<a href="/x"><code>c</code> <span class="user-mention" data-user-id="31">@Mira Okafor</span> <time datetime="1970-01-01T00:00:00Z">0</time> <strong>b</strong> :tree: 🌳 https://ex.org #12 #<strong>lab notes</strong></a>',
  )
})

test('a link in a link is text', () => {
  rendersInline('[a [b](/c) d](/e)', '<a href="/e">a [b](/c) d</a>')
})

test('emphasis goes around links', () => {
  rendersInline('**[a](/b)**', '<strong><a href="/b">a</a></strong>')
})

test('only known schemes make links', () => {
  for (const scheme of ['javascript', 'JavaScript', 'data', 'vbscript', 'blob', 'about', 'x-y']) {
    staysText(`[a](${scheme}:x)`)
  }
  for (const url of ['HTTPS://ex.org', 'tel:+49123', 'magnet:?xt=1', 'ftp://ex.org', 'xmpp:a@b']) {
    rendersInline(`[a](${url})`, `<a href="${url}">a</a>`)
  }
})

test('a destination without a scheme is completed', () => {
  rendersInline('[a](page.html)', '<a href="http://page.html">a</a>')
  rendersInline('[a](//ex.org/b)', '<a href="http://ex.org/b">a</a>')
  rendersInline('[a](mira@ex.org)', '<a href="mailto:mira@ex.org">a</a>')
  rendersInline('[a](/b@c)', '<a href="/b@c">a</a>')
  rendersInline('[a](#b@c)', '<a href="#b@c">a</a>')
})

test('attributes are escaped', () => {
  rendersInline(
    '[a](https://ex.org/"x"<y>&z "t"u")',
    '<a href="https://ex.org/&quot;x&quot;&lt;y&gt;&amp;z" title="t&quot;u">a</a>',
  )
})

test('links into the organization are relative', () => {
  rendersInline(`[a](${REALM_URL}/#narrow/dm/1)`, '<a href="#narrow/dm/1">a</a>')
  rendersInline(`${REALM_URL}/#inbox`, link(`${REALM_URL}/#inbox`, '#inbox'))
  rendersInline(
    `${REALM_URL}/user_uploads/1/ab/notes.pdf`,
    link(`${REALM_URL}/user_uploads/1/ab/notes.pdf`, 'user_uploads/1/ab/notes.pdf'),
  )
  rendersInline(`${REALM_URL}/help`, link(`${REALM_URL}/help`))
  rendersInline(`${REALM_URL}.evil.org/#a`, link(`${REALM_URL}.evil.org/#a`))
})

test('bare URLs are links', () => {
  for (const url of [
    'https://ex.org',
    'http://localhost:3000/a',
    'https://mira@ex.org/',
    'https://ex.org/a*b*_c~~d',
    'https://ex.org/?q=1#a@b',
    'https://пример.рф/путь',
  ]) {
    rendersInline(url, link(url))
  }
})

test('punctuation around a bare URL is not part of it', () => {
  const url = 'https://ex.org/a_(b)'
  rendersInline(`(see ${url}), "${url}".`, `(see ${link(url)}), "${link(url)}".`)
  rendersInline(`<${url}>`, `&lt;${link(url)}&gt;`)
  rendersInline(
    'https://ex.org/a... https://ex.org, https://ex.org!',
    `${link('https://ex.org/a')}... ${link('https://ex.org')}, ${link('https://ex.org')}!`,
  )
  rendersInline('https://ex.org/((((((a))))))', link('https://ex.org/((((((a))))))'))
  staysText('https://ex.org/(((((((a)))))))')
})

test('a query or a fragment may follow the host', () => {
  rendersInline('https://ex.org?q=1', link('https://ex.org?q=1'))
  rendersInline('(https://ex.org:8080#a)?', `(${link('https://ex.org:8080#a')})?`)
  rendersInline('https://ex.org?', `${link('https://ex.org')}?`)
})

test('a link that looks like a path stays at this host', () => {
  for (const [typed, href] of [
    ['/\\evil.org', '/%5Cevil.org'],
    ['/\\/evil.org', '/%5C/evil.org'],
    ['//evil.org', 'http://evil.org'],
  ] as const)
    rendersInline(`[a](${typed})`, `<a href="${href}">a</a>`)
})

test('what does not begin or end like a URL is text', () => {
  staysText('xhttps://ex.org')
  staysText('ex.org?q=1')
  staysText('https://ex.org/(a')
  staysText('HTTPS://ex.org')
  staysText('https://')
  staysText('ftp://ex.org tel:123')
})

test('a domain of the IANA list is a link without a scheme', () => {
  rendersInline('example.org/path', link('example.org/path', 'http://example.org/path'))
  rendersInline('see ex.museum.', `see ${link('ex.museum', 'http://ex.museum')}.`)
  rendersInline('a-b.c.org', link('a-b.c.org', 'http://a-b.c.org'))
  for (const text of [
    'main.py',
    'README.md',
    'a.zip/b',
    'Main.java',
    'a.mov',
    'v1.2',
    'ex.nosuch',
    'ex.ORG',
    'example.org:80',
    'a_b.org',
    '.org',
    '-a.org',
  ]) {
    staysText(text)
  }
})

test('e-mail addresses are links', () => {
  const address = 'mira.o-k_1@mail.ex.org'
  rendersInline(
    `<${address}>, ${address}.`,
    `&lt;${link(address, `mailto:${address}`)}&gt;, ${link(address, `mailto:${address}`)}.`,
  )
  staysText('mira@ex mira@.org @ex.org mira@ex.org/path a@b@c.org')
})

test('nothing in code, links or mentions becomes a link by itself', () => {
  rendersInline('`https://ex.org`', '<code>https://ex.org</code>')
  rendersInline('[https://a.org](https://b.org)', '<a href="https://b.org">https://a.org</a>')
})

test('channels, topics and messages are linked by name', () => {
  rendersInline(
    '#**lab notes**',
    '<a class="stream" data-stream-id="12" href="/#narrow/channel/12-lab-notes">#lab notes</a>',
  )
  rendersInline(
    '#**lab notes>pump v1.2 (draft)**',
    '<a class="stream-topic" data-stream-id="12" href="/#narrow/channel/12-lab-notes/topic/pump.20v1.2E2.20.28draft.29/with/904">#lab notes &gt; pump v1.2 (draft)</a>',
  )
  rendersInline(
    '#**lab notes>empty**',
    '<a class="stream-topic" data-stream-id="12" href="/#narrow/channel/12-lab-notes/topic/empty">#lab notes &gt; empty</a>',
  )
  rendersInline(
    '#**lab notes>a>b@880**',
    '<a class="message-link" href="/#narrow/channel/12-lab-notes/topic/a.3Eb/near/880">#lab notes &gt; a&gt;b @ 💬</a>',
  )
  rendersInline(
    '#**R&D <core>**',
    '<a class="stream" data-stream-id="13" href="/#narrow/channel/13-R.26D-.3Ccore.3E">#R&amp;D &lt;core&gt;</a>',
  )
})

test('the empty topic is shown by its name and linked without', () => {
  rendersInline(
    '#**lab notes>**',
    '<a class="stream-topic" data-stream-id="12" href="/#narrow/channel/12-lab-notes/topic//with/904">#lab notes &gt; <em>general chat</em></a>',
  )
  rendersInline(
    '#**lab notes>@880**',
    '<a class="message-link" href="/#narrow/channel/12-lab-notes/topic//near/880">#lab notes &gt; <em>lobby</em> @ 💬</a>',
    { emptyTopicName: 'lobby' },
  )
})

test('a channel that the sender cannot read stays text', () => {
  rendersInline(
    '#**secret** #**Lab notes** #**secret>a**',
    '#<strong>secret</strong> #<strong>Lab notes</strong> #<strong>secret&gt;a</strong>',
  )
  rendersInline('a#**lab notes**', 'a#<strong>lab notes</strong>')
})

test('linkifiers link what they match, the first one first', () => {
  rendersInline(
    'see #12, (#13)',
    `see ${link('#12', 'https://t.example/12')}, (${link('#13', 'https://t.example/13')})`,
  )
  rendersInline('web#7', link('web#7', 'https://t.example/web/7'))
  rendersInline(
    '**#12** `#12` [#12](/a)',
    '<strong>#12</strong> <code>#12</code> <a href="/a">#12</a>',
  )
  staysText('a#12b #12b')
})

test('a message says whether it has a link', () => {
  for (const source of [
    'https://ex.org',
    'mira@ex.org',
    '[a](/b)',
    '#12',
    '#**lab notes**',
    '> ex.org',
  ]) {
    assert.is(render(source).hasLink, true, source)
  }
  for (const source of ['a', '`https://ex.org`', '[a](javascript:b)', '#**secret**']) {
    assert.is(render(source).hasLink, false, source)
  }
})

test('a message names the uploads it links', () => {
  const { attachments, hasAttachment } = render(
    `[a](/user_uploads/1/ab/notes.pdf) ${REALM_URL}/user_uploads/1/ab/v.mp4 ![](/user_uploads/1/ab/s.mp3)`,
  )
  assert.equal(attachments, ['1/ab/notes.pdf', '1/ab/v.mp4', '1/ab/s.mp3'])
  assert.is(hasAttachment, true)
  assert.is(render('[a](/user_uploads/1/ab/unknown.pdf)').hasAttachment, false)
  assert.is(render('[a](https://ex.org/user_uploads/1/ab/notes.pdf)').hasAttachment, false)
})

test('times are UTC in the attribute and as typed in the text', () => {
  const time = (typed: string, utc: string) =>
    rendersInline(`<time:${typed}>`, `<time datetime="${utc}">${typed}</time>`)
  time('2026-03-01T10:30+01:00', '2026-03-01T09:30:00Z')
  time('2026-03-01T10:30', '2026-03-01T10:30:00Z')
  time('2026-03-01 10:30:15.5-0530', '2026-03-01T16:00:15Z')
  time('2026-03-01', '2026-03-01T00:00:00Z')
  time('2024-02-29T00:00Z', '2024-02-29T00:00:00Z')
  time('20260301T103015+0100', '2026-03-01T09:30:15Z')
  time('1772361000', '2026-03-01T10:30:00Z')
  time('Jun 5th 2017, 10:30PM', '2017-06-05T22:30:00Z')
  time('31 Dec 2017', '2017-12-31T00:00:00Z')
  time('31 Dec 2017 5:30 am IST', '2017-12-31T00:00:00Z')
  time('March 1, 2026 at 12am +0100', '2026-02-28T23:00:00Z')
  time('-1', '1969-12-31T23:59:59Z')
  for (const typed of [
    'soon',
    '2026-02-29',
    '2026-13-01',
    '2026-03-01T25:00',
    '',
    '99999999999999',
    '31 Feb 2026',
    '5 Mar 2026 13 pm',
    '5 Mar 2026 7',
    '5 Mar 2026 7:30 XYZ',
    '**bold** @**Mira Okafor** https://ex.org :tree:',
  ]) {
    staysText(`<time:${typed}>`)
  }
})

test('the parts of links do not break emphasis around them', () => {
  assert.match(
    html('*a https://ex.org/a*b c*'),
    '<em>a <a href="https://ex.org/a*b">https://ex.org/a*b</a> c</em>',
  )
})

test.run()
