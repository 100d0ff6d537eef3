// Previews read from HTML pages.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { readOpenGraph } from '../../src/outgoing-http/open-graph.ts'

const read = (head: string) =>
  readOpenGraph(`<html><head>${head}</head></html>`, 'https://ex.org/a/')

test('a page says its title, description and picture', () => {
  const found = read(
    `<title>Plain</title><meta property="og:title" content="Tide &amp; time">
     <meta content='When the water comes' property='og:description'>
     <meta property=og:image content=https://ex.org/tide.png>`,
  )
  assert.equal(found, {
    title: 'Tide & time',
    description: 'When the water comes',
    imageUrl: 'https://ex.org/tide.png',
  })
})

test('without Open Graph the title and description of the page itself count', () => {
  const found = read(
    '<meta name="description" content="Low water"><title>\n Tide\n table &lt;1&gt; </title>',
  )
  assert.equal(found, {
    title: 'Tide table <1>',
    description: 'Low water',
    imageUrl: undefined,
  })
})

test('a relative picture URL is completed; one that is not http is dropped', () => {
  const image = (content: string) =>
    read(`<meta property="og:image" content="${content}">`).imageUrl
  assert.is(image('/p.png'), 'https://ex.org/p.png')
  assert.is(image('p.png'), 'https://ex.org/a/p.png')
  assert.is(image('//cdn.ex.org/p.png'), 'https://cdn.ex.org/p.png')
  for (const content of ['javascript:alert(1)', 'data:image/png;base64,AAAA', 'ftp://ex.org/p', ''])
    assert.is(image(content), undefined, content)
  assert.is(image(`https://ex.org/${'x'.repeat(3000)}`), undefined)
})

test('entities are read once, so that a page cannot smuggle tags in', () => {
  const found = read('<meta property="og:title" content="&amp;lt;b&amp;gt; &#x3c;script&#62;">')
  assert.is(found.title, '&lt;b&gt; <script>')
})

test('comments, scripts and the body of the page say nothing', () => {
  const tag = '<meta property="og:title" content="Wrong">'
  assert.is(read(`<!-- ${tag} --><script>'${tag}'</script><style>${tag}</style>`).title, undefined)
  assert.is(readOpenGraph(`<body>${tag}</body>`, 'https://ex.org').title, undefined)
  assert.is(read(`</head>${tag}`).title, undefined)
})

test('the first of several is taken, but for empty pictures', () => {
  const found = read(
    `<meta property="og:title" content="One"><meta property="og:title" content="Two">
     <meta property="og:image" content=" "><meta property="og:image:url" content="/two.png">`,
  )
  assert.is(found.title, 'One')
  assert.is(found.imageUrl, 'https://ex.org/two.png')
})

test('long texts are cut, control characters and changes of direction are left out', () => {
  const found = read(
    `<meta property="og:title" content="${'😀'.repeat(500)}">
     <meta property="og:description" content="a\u202eb\u0007c${'.'.repeat(5000)}">`,
  )
  assert.is(Array.from(found.title!).length, 200)
  assert.ok(found.title!.endsWith('😀…'))
  assert.is(Array.from(found.description!).length, 500)
  assert.ok(found.description!.startsWith('ab c.'))
})

test('pages that are no pages are read without harm', () => {
  const megabyte = 1024 * 1024
  const hostile = [
    '',
    '<',
    '<meta',
    '<meta property="og:title" content="',
    '\0\0\0',
    '<noscript>'.repeat(megabyte / 10),
    '<a></b>'.repeat(megabyte / 7),
    `<meta ${'a=b '.repeat(megabyte / 4)}>`,
    `<meta property="og:title" content="${'&amp;'.repeat(megabyte / 5)}">`,
    `<title>${'x'.repeat(megabyte)}`,
    '<!--'.repeat(megabyte / 4),
    '<meta __proto__=x constructor=y property=__proto__ content=z>',
  ]
  for (const html of hostile) assert.is(readOpenGraph(html, 'https://ex.org').imageUrl, undefined)
})

test.run()
