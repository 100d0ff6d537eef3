// Website previews.

import { once } from 'node:events'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { readNetwork } from '../../src/base/networks.ts'
import { read } from '../channels.ts'
import { type Chat, expectSuccess, type Inbox, startChat } from '../chat.ts'
import { page, sendPage, startWebServer, type Visit } from '../web-server.ts'

const TIDE = {
  'og:title': 'Tide',
  'og:description': 'High & low',
  'og:image': 'https://pictures.test/tide.png',
}

/** The preview of a page that says what `TIDE` says. */
const tidePreview = (url: string) =>
  `<div class="message_embed"><a class="message_embed_image" href="${url}" style="background-image: url(&quot;https://pictures.test/tide.png&quot;)"></a><div class="data-container"><div class="message_embed_title"><a href="${url}" title="Tide">Tide</a></div><div class="message_embed_description">High &amp; low</div></div></div>`

/** What a message says, with the original addresses of pictures that this server passes on. */
const withOriginals = (html: string) =>
  html.replaceAll(/\/external_content\/\w{32}\/([0-9a-f]+)/g, (_, hex) =>
    Buffer.from(hex, 'hex').toString(),
  )

const paragraph = (url: string) => `<p><a href="${url}">${url}</a></p>`

/** A chat that shows websites and may call 127.0.0.1. */
async function startPreviewing(): Promise<Chat> {
  const chat = await startChat({ outgoingAllow: [readNetwork('127.0.0.1')!] })
  await show(chat, true)
  return chat
}

const show = async (chat: Chat, inline_url_embed_preview: boolean) =>
  expectSuccess(await chat.olga.patch('/realm', { inline_url_embed_preview }))

const startSite = (answer: (visit: Visit) => void = (visit) => sendPage(visit, page(TIDE))) =>
  startWebServer(answer)

const listen = (chat: Chat): Promise<Inbox> => chat.olga.listen({ event_types: ['update_message'] })

const paths = (visits: readonly Visit[]) => visits.map(({ path }) => path)

test('a website is read after the message was sent, and shown to everyone who has the message', async () => {
  await using chat = await startPreviewing()
  await using site = await startSite(() => {})
  const ben = await chat.join('Ben')
  const inbox = await ben.listen({ event_types: ['update_message'] })
  const url = `${site.url}/tide`
  const id = await chat.olga.say('general', 'sea', `@**Ben** ${url}`)
  const before = await read(ben, id)
  assert.match(before.content, /<\/a><\/p>$/)
  chat.clock.advance(5)

  sendPage(await site.visit(), page(TIDE))

  const [event, ...others] = await inbox.wait()
  assert.equal(others, [])
  const { rendered_content, ...rest } = event!
  assert.is(withOriginals(rendered_content), `${before.content}\n${tidePreview(url)}`)
  assert.equal(rest, {
    type: 'update_message',
    user_id: null,
    edit_timestamp: before.timestamp + 5,
    message_id: id,
    message_ids: [id],
    rendering_only: true,
    stream_id: before.stream_id,
    stream_name: 'general',
    content: `@**Ben** ${url}`,
    is_me_message: false,
    flags: ['mentioned'],
  })
  const { content, ...after } = await read(ben, id)
  const { content: _, ...rest0 } = before
  assert.is(content, rendered_content)
  assert.equal(after, rest0, 'nothing else about the message changes')
  assert.is((await ben.get(`/messages/${id}/history`)).message_history.length, 1)
})

test('direct messages show websites, and their words are found by searching', async () => {
  await using chat = await startPreviewing()
  await using site = await startSite()
  const ben = await chat.join('Ben')
  const inbox = await ben.listen({ event_types: ['update_message'] })
  const id = await chat.olga.tell([ben], `${site.url}/tide`)

  const [event] = await inbox.wait()
  assert.is(event?.stream_id, undefined)
  assert.match(event?.rendered_content, 'message_embed')
  const found = await ben.get('/messages', {
    anchor: 'newest',
    num_before: 5,
    num_after: 0,
    narrow: [{ operator: 'search', operand: 'tide' }],
  })
  assert.equal(
    found.messages.map((message: { id: number }) => message.id),
    [id],
  )
})

test('what is known of a website is shown at once, and read again after a week', async () => {
  await using chat = await startPreviewing()
  await using site = await startSite()
  const inbox = await listen(chat)
  const url = `${site.url}/tide`
  await chat.olga.say('general', 'sea', url)
  await inbox.wait()

  const second = await chat.olga.say('general', 'sea', `${url}#ebb`)
  assert.match((await read(chat.olga, second)).content, 'message_embed')
  assert.is(site.visits.length, 1)

  chat.clock.advance(8 * 24 * 3600)
  const later = await listen(chat)
  const third = await chat.olga.say('general', 'sea', url)
  assert.is((await read(chat.olga, third)).content, paragraph(url))
  const [event] = await later.wait()
  assert.is(event?.message_id, third)
  assert.is(site.visits.length, 2)
})

test('an edit has the websites of the new text shown, and no others', async () => {
  await using chat = await startPreviewing()
  await using site = await startSite()
  const inbox = await listen(chat)
  const id = await chat.olga.say('general', 'sea', 'Soon')

  expectSuccess(await chat.olga.patch(`/messages/${id}`, { content: `${site.url}/tide` }))

  const [edit, ...more] = await inbox.wait()
  assert.is(edit?.rendering_only, false)
  const [preview] = more.length > 0 ? more : await inbox.wait()
  assert.is(preview?.rendering_only, true)
  assert.match(preview?.rendered_content, 'message_embed')
  assert.is((await read(chat.olga, id)).edit_history.length, 1)
})

test('a message edited or deleted while its website is read stays as it is', async () => {
  await using chat = await startPreviewing()
  await using site = await startSite(() => {})
  const inbox = await listen(chat)
  const edited = await chat.olga.say('general', 'sea', `${site.url}/edited`)
  const first = await site.visit()
  const deleted = await chat.olga.say('general', 'sea', `${site.url}/deleted`)
  const second = await site.visit()
  expectSuccess(await chat.olga.patch(`/messages/${edited}`, { content: 'No link' }))
  expectSuccess(await chat.olga.delete(`/messages/${deleted}`))
  await inbox.read()

  sendPage(first, page(TIDE))
  sendPage(second, page(TIDE))
  const last = await chat.olga.say('general', 'sea', `${site.url}/last`)
  sendPage(await site.visit(), page(TIDE))

  const [event, ...others] = await inbox.wait()
  assert.is(event?.message_id, last)
  assert.equal(others, [])
  assert.is((await read(chat.olga, edited)).content, '<p>No link</p>')
})

test('nothing is read in quotes, for bots, in long lists, and where it is off', async () => {
  await using chat = await startChat({ outgoingAllow: [readNetwork('127.0.0.1')!] })
  await using site = await startSite()
  const bot = await chat.joinBot('Harbot')
  const say = (content: string, by = chat.olga) => by.say('general', 'sea', content)
  await say(`${site.url}/off`)
  await show(chat, true)
  const inbox = await listen(chat)

  await say(`> ${site.url}/quoted\n\n\`${site.url}/code\``)
  await say(`\`\`\`quote\n${site.url}/fenced\n\`\`\``)
  await say(`${site.url}/bots`, bot)
  await say(Array.from({ length: 25 }, (_, at) => `${site.url}/list${at}`).join(' '))
  await chat.olga.post('/messages/render', { content: `${site.url}/rendered` })
  const last = await say(`${site.url}/on ${site.url}/on#again`)

  const [event] = await inbox.wait()
  assert.is(event?.message_id, last)
  assert.equal(paths(site.visits), ['/on'])

  const known = await say(`${site.url}/on`, bot)
  assert.not.match((await read(chat.olga, known)).content, 'message_embed')
})

test('once it is off again, nothing more is shown', async () => {
  await using chat = await startPreviewing()
  await using site = await startSite()
  const inbox = await listen(chat)
  const url = `${site.url}/tide`
  const id = await chat.olga.say('general', 'sea', url)
  await inbox.wait()

  await show(chat, false)

  const later = await chat.olga.say('general', 'sea', url)
  assert.is((await read(chat.olga, later)).content, paragraph(url))
  expectSuccess(await chat.olga.patch(`/messages/${id}`, { content: `Look: ${url}` }))
  assert.not.match((await read(chat.olga, id)).content, 'message_embed')
})

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
