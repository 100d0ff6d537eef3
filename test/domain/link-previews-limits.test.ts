// Link previews of hostile, slow and private websites.

import { once } from 'node:events'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { readNetwork } from '../../src/base/networks.ts'
import { read } from '../channels.ts'
import { startChat } from '../chat.ts'
import {
  listen,
  paragraph,
  paths,
  show,
  startPreviewing,
  startSite,
  TIDE,
  tidePreview,
  withOriginals,
} from '../previews.ts'
import { page, sendPage, startWebServer } from '../web-server.ts'

test('only the private addresses that are allowed are called, also by redirects', async () => {
  await using chat = await startChat({ outgoingAllow: [readNetwork('127.0.0.2')!] })
  await show(chat, true)
  await using inside = await startWebServer((visit) => sendPage(visit, page(TIDE)))
  await using site = await startWebServer((visit) => {
    if (visit.path !== '/moved') return sendPage(visit, page(TIDE))
    visit.response.writeHead(302, { Location: inside.url }).end()
  }, '127.0.0.2')
  const inbox = await listen(chat)
  const hosts = ['127.0.0.1', 'localhost', '0.0.0.0', '127.1', '2130706433']
  const urls = hosts.map((host) => `http://${host}:${inside.port}/`)
  const good = `${site.url}/good`

  await chat.olga.say('general', 'sea', [...urls, `${site.url}/moved`, good].join(' '))

  const [event] = await inbox.wait()
  assert.is(event?.rendered_content.split('message_embed"').length, 2)
  assert.ok(withOriginals(event?.rendered_content).endsWith(tidePreview(good)))
  assert.is(inside.visits.length, 0)
})

test('huge and broken pages cost the others nothing, and are not tried again at once', async () => {
  await using chat = await startPreviewing()
  await using site = await startSite((visit) => {
    const { path, response } = visit
    if (path.startsWith('/good')) sendPage(visit, page(TIDE))
    else if (path === '/huge') sendPage(visit, `${page(TIDE)}${' '.repeat(5_000_000)}`)
    else if (path === '/image') sendPage(visit, page(TIDE), 'image/png')
    else if (path === '/empty') sendPage(visit, page({ 'og:title': 'No picture' }))
    else if (path === '/gone') response.writeHead(404, { 'Content-Type': 'text/html' }).end('gone')
    else response.destroy()
  })
  const inbox = await listen(chat)
  const names = ['huge', 'image', 'empty', 'gone', 'broken', 'good']
  const content = names.map((name) => `${site.url}/${name}`).join('\n')
  const id = await chat.olga.say('general', 'sea', content)

  const [event] = await inbox.wait()
  assert.is(event?.message_id, id)
  const shown = event?.rendered_content.match(/message_embed_image" href="[^"]*\/(\w+)"/g)
  assert.is(shown.length, 2)
  assert.match(shown[0], '/huge')
  assert.match(shown[1], '/good')

  await chat.olga.say('general', 'sea', content)
  await chat.olga.say('general', 'sea', `${site.url}/good2`)
  await inbox.wait()
  assert.is(site.visits.length, names.length + 1)
})

test('a slow page is given up after ten seconds, and holds up nobody meanwhile', async () => {
  await using chat = await startPreviewing()
  await using site = await startSite((visit) => {
    if (visit.path !== '/slow') sendPage(visit, page(TIDE))
  })
  const inbox = await listen(chat)
  await chat.olga.say('general', 'sea', `${site.url}/slow`)
  const { response } = await site.visit()
  const good = await chat.olga.say('general', 'sea', `${site.url}/good`)
  assert.is((await inbox.wait())[0]?.message_id, good)

  const closed = once(response, 'close')
  chat.clock.advance(10)
  await closed
})

test('nothing that a page says becomes markup', async () => {
  await using chat = await startPreviewing()
  await using site = await startSite((visit) =>
    sendPage(
      visit,
      page({
        'og:title': '&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;',
        'og:description': '&lt;img src=x onerror=alert(1)&gt;',
        'og:image': 'https://pictures.test/&quot;);background:url(//evil.test/x.png',
      }),
    ),
  )
  const inbox = await listen(chat)
  await chat.olga.say('general', 'sea', `${site.url}/evil`)

  const [event] = await inbox.wait()
  const html: string = event?.rendered_content
  assert.not.match(html, /<script|<img|onerror=alert\(1\)>/)
  assert.match(html, 'title="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"')
  assert.match(
    html,
    '<div class="message_embed_description">&lt;img src=x onerror=alert(1)&gt;</div>',
  )
  assert.match(
    html,
    /style="background-image: url\(&quot;\/external_content\/\w{32}\/[0-9a-f]+&quot;\)"/,
  )
})

test('a page that several messages link is read once', async () => {
  await using chat = await startPreviewing()
  await using site = await startSite(() => {})
  const inbox = await listen(chat)
  const url = `${site.url}/tide`
  const first = await chat.olga.say('general', 'sea', url)
  const visit = await site.visit()
  const second = await chat.olga.say('general', 'sea', url)
  // Everything asked for before it has been looked at when this one is.
  await chat.olga.say('general', 'sea', `${site.url}/other`)
  await site.visit()

  sendPage(visit, page(TIDE))

  const ids: number[] = []
  while (ids.length < 2) ids.push(...(await inbox.wait()).map(({ message_id }) => message_id))
  assert.equal(ids, [first, second])
  assert.equal(paths(site.visits), ['/tide', '/other'])
})

test('a stop does not wait for pages; their messages stay without previews', async () => {
  await using chat = await startPreviewing()
  await using site = await startSite(() => {})
  const url = `${site.url}/tide`
  const id = await chat.olga.say('general', 'sea', url)
  await site.visit()

  await chat.restart()

  assert.is((await read(chat.olga, id)).content, paragraph(url))
  assert.is(site.visits.length, 1)
})

test.run()
