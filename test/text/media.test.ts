// Pictures, videos and previews below messages.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { compileLinkifier } from '../../src/text/linkifiers.ts'
import type { WebsitePreview } from '../../src/text/markdown/lookup.ts'
import { assertContract } from './contract.ts'
import { renders, rendersInline } from './expect.ts'
import { html, render } from './organization.ts'
import { assertSafe } from './safety.ts'

const on = { previewImages: true }
const A = '<a href="https://ex.org/a.png">https://ex.org/a.png</a>'
const PREVIEW =
  '<div class="message_inline_image"><a href="https://ex.org/a.png"><img src="https://ex.org/a.png"></a></div>'

const uploaded = (name: string, image: string) =>
  `<div class="message_inline_image"><a href="/user_uploads/1/ab/${name}" title="p">${image}</a></div>`

test('uploaded pictures are shown below the paragraph that links them', () => {
  renders(
    '[p](/user_uploads/1/ab/x.png) b\n\nc',
    `<p><a href="/user_uploads/1/ab/x.png">p</a> b</p>\n${uploaded('x.png', '<img data-original-content-type="image/png" data-original-dimensions="1920x1080" src="/user_uploads/thumbnail/1/ab/x.png/840x560.webp">')}\n<p>c</p>`,
    on,
  )
})

test('a preview says what clients need to know of the picture', () => {
  for (const [name, image] of [
    [
      'dance.gif',
      '<img data-animated="true" data-original-content-type="image/gif" data-original-dimensions="1920x1080" src="/user_uploads/thumbnail/1/ab/dance.gif/840x560-anim.webp">',
    ],
    [
      'phone.heic',
      '<img data-original-content-type="image/heic" data-original-dimensions="900x1080" data-transcoded-image="3024x4032.webp" src="/user_uploads/thumbnail/1/ab/phone.heic/840x560.webp">',
    ],
    [
      'slow.png',
      '<img class="image-loading-placeholder" data-original-content-type="image/png" data-original-dimensions="1920x1080" src="/static/images/loading/loader-black.svg">',
    ],
  ] as const) {
    const path = `/user_uploads/1/ab/${name}`
    renders(`[p](${path})`, `<p><a href="${path}">p</a></p>\n${uploaded(name, image)}`, on)
  }
})

test('external pictures are loaded from where the administrator says', () => {
  renders(`a ${'https://ex.org/a.png'}`, `<p>a ${A}</p>\n${PREVIEW}`, on)
  assert.match(
    html('https://ex.org/a.JPG?x=1', { ...on, externalMediaUrl: () => '/external_content/1' }),
    '<a href="https://ex.org/a.JPG?x=1"><img src="/external_content/1"></a>',
  )
})

test('a picture that is linked by its page at GitHub is loaded from where its file is', () => {
  const page = 'https://github.com/a/b-c/blob/main/docs/d%20e.png?raw=true'
  renders(
    page,
    `<div class="message_inline_image"><a href="${page}"><img src="https://raw.githubusercontent.com/a/b-c/main/docs/d%20e.png"></a></div>`,
    on,
  )
  assert.is(
    html('https://github.com/a/b/tree/main', on),
    '<p><a href="https://github.com/a/b/tree/main">https://github.com/a/b/tree/main</a></p>',
  )
})

test('videos and YouTube', () => {
  renders(
    '[v](https://ex.org/v.mp4)',
    '<p><a href="https://ex.org/v.mp4">v</a></p>\n<div class="message_inline_image message_inline_video"><a href="https://ex.org/v.mp4" title="v"><video preload="metadata" src="https://ex.org/v.mp4"></video></a></div>',
    on,
  )
  renders(
    'https://ex.org/v.webm',
    '<div class="message_inline_image message_inline_video"><a href="https://ex.org/v.webm"><video data-video-original-url="https://ex.org/v.webm" preload="metadata" src="/x"></video></a></div>',
    { ...on, externalMediaUrl: () => '/x' },
  )
  for (const url of [
    'https://youtu.be/dQw4w9WgXcQ',
    'https://www.youtube.com/watch?t=1&v=dQw4w9WgXcQ',
    'https://youtube.com/shorts/dQw4w9WgXcQ',
  ]) {
    const escaped = url.replaceAll('&', '&amp;')
    renders(
      url,
      `<p><a href="${escaped}">${escaped}</a></p>\n<div class="youtube-video message_inline_image"><a data-id="dQw4w9WgXcQ" href="${escaped}"><img src="https://i.ytimg.com/vi/dQw4w9WgXcQ/default.jpg"></a></div>`,
      on,
    )
  }
})

test('a paragraph or item that is only a picture is replaced by it', () => {
  renders('https://ex.org/a.png', PREVIEW, on)
  renders('* https://ex.org/a.png\n* b', `<ul>\n<li>\n${PREVIEW}\n</li>\n<li>b</li>\n</ul>`, on)
  renders('[https://ex.org/a.png](https://ex.org/a.png)', `<p>${A}</p>\n${PREVIEW}`, on)
})

test('what a linkifier matched is not replaced, and names its preview', () => {
  const linkifiers = () => [
    compileLinkifier({ pattern: 'pic-(?P<n>[0-9]+)', urlTemplate: 'https://ex.org/{n}.png' }),
  ]
  assert.is(
    render('pic-7', on, { linkifiers }).html,
    '<p><a href="https://ex.org/7.png">pic-7</a></p>\n<div class="message_inline_image"><a href="https://ex.org/7.png" title="pic-7"><img src="https://ex.org/7.png"></a></div>',
  )
})

test('previews stand after the paragraph, at the end of the item, or at the end of the message', () => {
  renders(
    '* a https://ex.org/a.png\n  * b\n\nc',
    `<ul>\n<li>a ${A}<ul>\n<li>b</li>\n</ul>\n${PREVIEW}\n</li>\n</ul>\n<p>c</p>`,
    on,
  )
  renders('# https://ex.org/a.png\n\nc', `<h1>${A}</h1>\n<p>c</p>\n${PREVIEW}`, on)
  renders(
    '** https://ex.org/a.png ** b\n\nc',
    `<p><strong> ${A} </strong> b</p>\n<p>c</p>\n${PREVIEW}`,
    on,
  )
  assert.match(html('|https://ex.org/a.png|\n|-|\n\nc', on), `</table>\n<p>c</p>\n${PREVIEW}`)
  renders(
    '```spoiler\na https://ex.org/a.png\n```',
    `<div class="spoiler-block"><div class="spoiler-header">\n</div><div class="spoiler-content" aria-hidden="true">\n<p>a ${A}</p>\n${PREVIEW}\n</div></div>`,
    on,
  )
})

test('quotes have no previews, and every URL has one at most', () => {
  renders('> https://ex.org/a.png', `<blockquote>\n<p>${A}</p>\n</blockquote>`, on)
  renders('a https://ex.org/a.png https://ex.org/a.png', `<p>a ${A} ${A}</p>\n${PREVIEW}`, on)
})

test('a list of more than 24 links has no previews', () => {
  const links = (count: number) =>
    Array.from({ length: count }, (_, n) => `https://ex.org/${n}.png`).join(' ')
  assert.is(html(`a ${links(24)}`, on).match(/<img/g)?.length, 24)
  assert.not.match(html(`a ${links(25)}`, on), '<img')
})

test('without the setting there are no previews', () => {
  renders('https://ex.org/a.png', `<p>${A}</p>`)
  assert.is(render('https://ex.org/a.png').hasImage, false)
})

test('pictures and YouTube count as images, videos do not', () => {
  assert.is(render('https://ex.org/a.png', on).hasImage, true)
  assert.is(render('https://youtu.be/dQw4w9WgXcQ', on).hasImage, true)
  assert.is(render('https://ex.org/v.mp4', on).hasImage, false)
  assert.is(render('![a](/user_uploads/1/ab/x.png)').hasImage, true)
})

test('websites that are known are shown, others are named for fetching', () => {
  const website: WebsitePreview = {
    imageUrl: 'https://ex.org/i.png?a="),url(x)',
    title: '<T>',
    description: 'D & E',
  }
  const websitePreview = (url: string) => (url === 'https://ex.org/known' ? website : undefined)
  const rendered = render(
    'https://ex.org/known https://ex.org/new',
    { previewWebsites: true },
    { websitePreview },
  )

  assert.match(
    rendered.html,
    '<div class="message_embed"><a class="message_embed_image" href="https://ex.org/known" style="background-image: url(&quot;https://ex.org/i.png?a=%22%29,url%28x%29&quot;)"></a><div class="data-container"><div class="message_embed_title"><a href="https://ex.org/known" title="&lt;T&gt;">&lt;T&gt;</a></div><div class="message_embed_description">D &amp; E</div></div></div>',
  )
  assert.equal(rendered.linksToPreview, ['https://ex.org/new'])
  assertContract(rendered.html)
  assertSafe(rendered.html)
  assert.equal(render('https://ex.org/new').linksToPreview, [])
})

test('uploaded pictures and sounds may stand in the text', () => {
  rendersInline(
    'a ![b "c"](/user_uploads/1/ab/x.png) d',
    'a <img alt="b &quot;c&quot;" class="inline-image" data-original-content-type="image/png" data-original-dimensions="1920x1080" data-original-src="/user_uploads/1/ab/x.png" src="/user_uploads/thumbnail/1/ab/x.png/840x560.webp"> d',
    on,
  )
  rendersInline(
    '![](/user_uploads/1/ab/slow.png)',
    '<img alt="" class="inline-image image-loading-placeholder" data-original-content-type="image/png" data-original-dimensions="1920x1080" data-original-src="/user_uploads/1/ab/slow.png" src="/static/images/loading/loader-black.svg">',
  )
  rendersInline(
    '![song](/user_uploads/1/ab/s.mp3) ![](/user_uploads/1/ab/s.mp3)',
    '<audio controls preload="metadata" src="/user_uploads/1/ab/s.mp3" title="song"></audio> <audio controls preload="metadata" src="/user_uploads/1/ab/s.mp3"></audio>',
  )
})

test('sounds of other websites play too, through the proxy if there is one', () => {
  rendersInline(
    '![song](https://ex.org/s.mp3?x=1)',
    '<audio controls preload="metadata" src="https://ex.org/s.mp3?x=1" title="song"></audio>',
  )
  rendersInline(
    '![](https://ex.org/s.WAV)',
    '<audio controls data-original-url="https://ex.org/s.WAV" preload="metadata" src="/x"></audio>',
    { externalMediaUrl: () => '/x' },
  )
  assert.is(render('![song](https://ex.org/s.mp3)').hasLink, true)
})

test('anything else in media syntax stays text, with its URL linked', () => {
  rendersInline('![a](https://ex.org/b)', '![a](<a href="https://ex.org/b">https://ex.org/b</a>)')
  rendersInline('![a](/user_uploads/1/ab/notes.pdf)', '![a](/user_uploads/1/ab/notes.pdf)')
})

test.run()
