// Pictures of other sites, which readers get from this server.

import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { readNetwork } from '../../src/base/networks.ts'
import { read } from '../channels.ts'
import { type Chat, startChat } from '../chat.ts'
import { paint } from '../images/painting.ts'
import { startWebServer, type Visit } from '../web-server.ts'

const PICTURE = paint('.png', 8, 8)

/** A chat that may call 127.0.0.1. */
const startShowing = () => startChat({ outgoingAllow: [readNetwork('127.0.0.1')!] })

const startGallery = (type = 'image/png', bytes: Buffer | string = PICTURE) =>
  startWebServer(({ response }: Visit) => {
    response.writeHead(200, { 'Content-Type': type }).end(bytes)
  })

test('a picture by link comes from this server, fetched once and without credentials', async () => {
  await using chat = await startShowing()
  await using gallery = await startGallery()
  const original = `${gallery.url}/harbour.png`

  const src = await shown(chat, original)
  const answers = await Promise.all([fetch(src), fetch(src), fetch(src)])
  const again = await fetch(src)

  assert.match(src, /\/external_content\/\w{32}\/[0-9a-f]+$/)
  assert.is(Buffer.from(src.split('/').at(-1)!, 'hex').toString(), original)
  for (const answer of [...answers, again]) {
    assert.is(answer.status, 200)
    assert.is(answer.headers.get('content-type'), 'image/png')
    assert.is(answer.headers.get('x-content-type-options'), 'nosniff')
    assert.match(answer.headers.get('content-security-policy')!, "default-src 'none'")
    assert.is(answer.headers.get('cache-control'), 'private, max-age=86400')
    assert.ok(PICTURE.equals(Buffer.from(await answer.arrayBuffer())))
  }
  assert.is(gallery.visits.length, 1)
  const { cookie, authorization, referer } = gallery.visits[0]!.headers
  assert.equal([cookie, authorization, referer], [undefined, undefined, undefined])
})

test('the link of the message still leads to the original', async () => {
  await using chat = await startShowing()
  const original = 'https://pictures.test/harbour.png'
  const id = await chat.olga.say('general', 'sea', original)

  const { content } = await read(chat.olga, id)

  assert.match(content, `<a href="${original}">`)
  assert.not.match(content, `src="${original}"`)
})

test('a picture is kept across a restart, and asked for anew after a week', async () => {
  await using chat = await startShowing()
  await using gallery = await startGallery()
  const src = await shown(chat, `${gallery.url}/harbour.png`)
  await fetch(src)

  assert.is((await fetch(src)).status, 200)
  assert.is(gallery.visits.length, 1)
  chat.clock.advance(7 * 86_400 + 1)
  assert.is((await fetch(src)).status, 200)

  assert.is(gallery.visits.length, 2)
  assert.is(readdirSync(join(chat.folder, 'external-pictures')).length, 1)
})

test('the server fetches only what a message showed', async () => {
  await using chat = await startShowing()
  await using gallery = await startGallery()
  const src = await shown(chat, `${gallery.url}/harbour.png`)
  const [mark = '', hex = ''] = src.split('/').slice(-2)
  const other = Buffer.from(`${gallery.url}/other.png`).toString('hex')
  const base = `${chat.url}/external_content`
  const wrong = [
    `${base}/${mark}/${other}`,
    `${base}/${'x'.repeat(32)}/${hex}`,
    `${base}/${mark}/${hex.toUpperCase()}`,
    `${base}/${mark}/${hex}0`,
    `${base}/${mark}/`,
    `${base}/${mark}`,
    base,
  ]

  for (const address of wrong) assert.is((await fetch(address)).status, 404, address)

  assert.is(gallery.visits.length, 0)
})

test('what is no picture is not passed on', async () => {
  await using chat = await startShowing()
  const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
  const others: [type: string, body: string | Buffer][] = [
    ['text/html', '<script>alert(1)</script>'],
    ['image/svg+xml', SVG],
    ['image/png', SVG],
    ['image/png', '<script>alert(1)</script>'],
    ['text/plain', PICTURE],
    ['image/png', ''],
    ['image/png', Buffer.concat([PICTURE, Buffer.alloc(9 * 1024 * 1024)])],
  ]
  for (const [type, body] of others) {
    await using gallery = await startGallery(type, body)
    const answer = await fetch(await shown(chat, `${gallery.url}/harbour.png`))
    assert.is(answer.status, 404, type)
    assert.match(answer.headers.get('content-type')!, 'application/json')
  }
})

test('the type is what the picture is, whatever its site says', async () => {
  await using chat = await startShowing()
  await using gallery = await startGallery('image/gif')

  const answer = await fetch(await shown(chat, `${gallery.url}/harbour.png`))

  assert.is(answer.headers.get('content-type'), 'image/png')
})

test('addresses of the own network are not called', async () => {
  await using chat = await startChat()
  await using gallery = await startGallery()

  assert.is((await fetch(await shown(chat, `${gallery.url}/harbour.png`))).status, 404)

  assert.is(gallery.visits.length, 0)
})

test('a site that has no picture there is left alone for five minutes', async () => {
  await using chat = await startShowing()
  let isThere = false
  await using gallery = await startWebServer(({ response }) => {
    response.writeHead(isThere ? 200 : 500, { 'Content-Type': 'image/png' }).end(PICTURE)
  })
  const src = await shown(chat, `${gallery.url}/harbour.png`)

  assert.is((await fetch(src)).status, 404)
  isThere = true
  assert.is((await fetch(src)).status, 404)
  assert.is(gallery.visits.length, 1)
  chat.clock.advance(301)

  assert.is((await fetch(src)).status, 200)
})

test('films and sounds keep their own addresses', async () => {
  await using chat = await startShowing()
  const film = 'https://pictures.test/tide.mp4'
  const id = await chat.olga.say('general', 'sea', film)

  assert.match((await read(chat.olga, id)).content, `src="${film}"`)
})

/** The address at which a message shows a picture. */
async function shown(chat: Chat, url: string): Promise<string> {
  const id = await chat.olga.say('general', 'sea', url)
  const { content } = await read(chat.olga, id)
  return chat.url + /<img src="([^"]+)"/.exec(content)![1]
}

test.run()
