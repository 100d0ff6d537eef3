// Thumbnails of uploaded images.

import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { type Chat, expectSuccess, type Person, startChat } from '../chat.ts'
import { bomb } from '../images/bomb.ts'
import { file } from '../images/files.ts'
import { BLUE, lookAt, paint, paintMoving, RED } from '../images/painting.ts'

const upload = async (person: Person, bytes: Buffer, name: string, type = ''): Promise<string> =>
  expectSuccess(await person.upload('/user_uploads', file(bytes, name, type))).url

const look = (chat: Chat, url: string, person?: Person) =>
  fetch(chat.url + url, person && { headers: { Authorization: person.authorization } })

const thumbnailOf = (url: string, format: string) =>
  `${url.replace('/user_uploads/', '/user_uploads/thumbnail/')}/${format}`

/** Size, frames and colours of a thumbnail. */
async function see(chat: Chat, url: string, person: Person) {
  const response = await look(chat, url, person)
  assert.is(response.status, 200, url)
  assert.is(response.headers.get('content-type'), 'image/webp')
  assert.is(response.headers.get('x-content-type-options'), 'nosniff')
  return lookAt(Buffer.from(await response.arrayBuffer()))
}

const contentOf = async (person: Person, id: number): Promise<string> =>
  (await person.get(`/messages/${id}`)).message.content

const image = (url: string, attributes: string, name: string, src = thumbnailOf(url, name)) =>
  `<p><a href="${url}">it</a></p>\n<div class="message_inline_image"><a href="${url}" title="it"><img ${attributes} src="${src}"></a></div>`

/** Writes a message and waits until it is shown anew. @returns its ID, and how it is shown then */
async function shownAnew(person: Person, write: () => Promise<number>) {
  const inbox = await person.listen({ event_types: ['update_message'] })
  const id = await write()
  const [event] = await inbox.wait()
  return { id, event: event! }
}

/** Takes long enough to make that a message is faster. */
const SLOW = paintMoving(
  '.gif',
  1050,
  700,
  Array.from({ length: 10 }, (_, index) => (index % 2 ? BLUE : RED)),
)

const PLACEHOLDER = '/static/images/loading/loader-black.svg'

test('clients are told which thumbnails there are', async () => {
  await using chat = await startChat()
  const { server_thumbnail_formats } = await chat.olga.post('/register', {
    fetch_event_types: ['realm'],
  })
  assert.equal(server_thumbnail_formats, [
    { name: '840x560-anim.webp', max_width: 840, max_height: 560, format: 'webp', animated: true },
    { name: '840x560.webp', max_width: 840, max_height: 560, format: 'webp', animated: false },
  ])
})

test('an image has a thumbnail as soon as it is uploaded, and messages show it', async () => {
  await using chat = await startChat()
  for (const [bytes, type, size] of [
    [paint('.png', 2000, 500), 'image/png', [840, 210]],
    [paint('.jpg', 400, 200), 'image/jpeg', [400, 200]],
    [paint('.webp', 1000, 2000), 'image/webp', [280, 560]],
    [paint('.avif', 420, 280), 'image/avif', [420, 280]],
    [paint('.gif', 900, 300), 'image/gif', [840, 280]],
  ] as const) {
    const url = await upload(chat.olga, bytes, 'picture', 'application/octet-stream')
    const id = await chat.olga.say('general', 'pictures', `[it](${url})`)

    const { width, height } = lookAt(bytes)
    const attributes = `data-original-content-type="${type}" data-original-dimensions="${width}x${height}"`
    assert.is(await contentOf(chat.olga, id), image(url, attributes, '840x560.webp'))
    const seen = await see(chat, thumbnailOf(url, '840x560.webp'), chat.olga)
    assert.equal(seen, {
      width: size[0],
      height: size[1],
      frames: 1,
      colours: ['red', 'red', 'blue', 'blue'],
    })
    assert.is((await look(chat, url, chat.olga)).headers.get('content-type'), type)
  }
})

test('a photograph is shown the right way up, with the size it then has', async () => {
  await using chat = await startChat()
  const url = await upload(chat.olga, paint('.jpg', 400, 200, 6), 'phone.jpg')
  const id = await chat.olga.say('general', 'pictures', `[it](${url})`)

  assert.match(await contentOf(chat.olga, id), 'data-original-dimensions="200x400"')
  const { width, height } = await see(chat, thumbnailOf(url, '840x560.webp'), chat.olga)
  assert.equal([width, height], [200, 400])
})

test('what moves is shown when it is ready; until then something holds its place', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const attributes =
    'data-animated="true" data-original-content-type="image/gif" data-original-dimensions="1050x700"'
  let url = ''

  const { id, event } = await shownAnew(ben, async () => {
    url = await upload(chat.olga, SLOW, 'dance.gif')
    const id = await chat.olga.say('general', 'pictures', `[it](${url})`)
    assert.is(
      await contentOf(ben, id),
      image(url, `class="image-loading-placeholder" ${attributes}`, '', PLACEHOLDER),
    )
    return id
  })

  const ready = image(url, attributes, '840x560-anim.webp')
  assert.is(event.rendered_content, ready)
  assert.equal(
    [event.message_id, event.rendering_only, event.user_id, event.flags],
    [id, true, null, []],
  )
  assert.is(await contentOf(ben, id), ready)
  const moving = await see(chat, thumbnailOf(url, '840x560-anim.webp'), ben)
  assert.equal([moving.width, moving.height, moving.frames], [840, 560, 10])
  const still = await see(chat, thumbnailOf(url, '840x560.webp'), ben)
  assert.equal([still.width, still.height, still.frames], [840, 560, 1])
  assert.is((await look(chat, PLACEHOLDER)).headers.get('content-type'), 'image/svg+xml')
  const { message_history } = await ben.get(`/messages/${id}/history`)
  assert.is(message_history.length, 1)
})

test('the owner of an image is told whether its thumbnails are made; nobody else is', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const status = async (person: Person, url: string) => {
    const path = url.slice('/user_uploads/'.length)
    const { status, msg, has_thumbnail } = await person.get(`/thumbnail/status/${path}`)
    return [status, has_thumbnail ?? msg]
  }

  const still = await upload(chat.olga, paint('.png', 20, 20), 'map.png')
  assert.equal(await status(chat.olga, still), [200, true])
  let moving = ''
  await shownAnew(chat.olga, async () => {
    moving = await upload(chat.olga, SLOW, 'dance.gif')
    assert.equal(await status(chat.olga, moving), [200, false])
    return chat.olga.tell([ben], `[it](${moving})`)
  })
  assert.equal(await status(chat.olga, moving), [200, true])

  const menu = await upload(chat.olga, Buffer.from('tea'), 'menu.txt')
  for (const [person, url] of [
    [ben, moving],
    [ben, still],
    [chat.olga, menu],
    [chat.olga, `${still}x`],
    [chat.olga, '/user_uploads/1'],
  ] as const)
    assert.equal(await status(person, url), [400, 'Invalid attachment'], url)
})

test('what browsers do not show is also there in full size as something they do', async () => {
  await using chat = await startChat()
  let url = ''
  const { event } = await shownAnew(chat.olga, async () => {
    url = await upload(chat.olga, paint('.tif', 900, 1200), 'scan.tiff')
    return chat.olga.say('general', 'pictures', `[it](${url})`)
  })

  assert.match(event.rendered_content, 'data-transcoded-image="3024x4032.webp"')
  const { width, height } = await see(chat, thumbnailOf(url, '3024x4032.webp'), chat.olga)
  assert.equal([width, height], [900, 1200])
  assert.is((await look(chat, thumbnailOf(url, '4032x3024.webp'), chat.olga)).status, 404)
})

test('a thumbnail is for those who may read the file; to others it is like the file', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const cleo = await chat.join('Cleo')
  const url = await upload(chat.olga, paint('.png', 20, 20), 'map.png')
  const noPicture = await upload(chat.olga, Buffer.from('tea'), 'menu.txt')
  await chat.olga.tell([ben], `[map](${url})`)

  assert.is((await look(chat, thumbnailOf(url, '840x560.webp'), ben)).status, 200)
  for (const person of [cleo, undefined]) {
    for (const [format, of] of [
      ['840x560.webp', url],
      ['840x560-anim.webp', url],
      ['1x1.webp', url],
      ['840x560.webp', noPicture],
    ] as const) {
      const thumbnail = await look(chat, thumbnailOf(of, format), person)
      const itself = await look(chat, of, person)
      assert.is(thumbnail.status, itself.status)
      assert.equal(await thumbnail.json(), await itself.json())
    }
    const unknown = url.replace('map', 'mop')
    const [thumbnail, itself] = [
      await look(chat, thumbnailOf(unknown, '840x560.webp'), person),
      await look(chat, unknown, person),
    ]
    assert.equal([thumbnail.status, await thumbnail.json()], [404, await itself.json()])
  }
})

test('formats there are not lead nowhere; what stands still answers for what would move', async () => {
  await using chat = await startChat()
  const url = await upload(chat.olga, paint('.png', 20, 20), 'map.png')
  const noPicture = await upload(chat.olga, Buffer.from('tea'), 'menu.txt', 'image/png')

  const still = await see(chat, thumbnailOf(url, '840x560-anim.webp'), chat.olga)
  assert.is(still.frames, 1)
  for (const format of ['1x1.webp', '840x560.png', '4032x3024.webp', '..', '', '%2e%2e', 'x/y']) {
    assert.is((await look(chat, thumbnailOf(url, format), chat.olga)).status, 404, format)
  }
  assert.is((await look(chat, thumbnailOf(noPicture, '840x560.webp'), chat.olga)).status, 404)
  assert.is((await look(chat, '/user_uploads/thumbnail', chat.olga)).status, 404)
})

test('what cannot be decoded is a file like any other', async () => {
  await using chat = await startChat()
  const png = paint('.png', 400, 400)
  const files: [name: string, bytes: Buffer][] = [
    ['half.png', png.subarray(0, png.length / 2)],
    ['half.jpg', paint('.jpg', 400, 400).subarray(0, 600)],
    ['half.avif', paint('.avif', 400, 400).subarray(0, 300)],
    ['bomb.png', bomb(10_000, 10_000)],
    ['header.png', png.subarray(0, 40)],
    ['header.webp', Buffer.from('RIFF\x10\0\0\0WEBPVP8 ', 'latin1')],
    ['phone.heic', Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1')],
  ]
  for (const [name, bytes] of files) {
    const url = await upload(chat.olga, bytes, name, 'image/png')
    const id = await chat.olga.say('general', 'pictures', `[it](${url})`)
    assert.is(await contentOf(chat.olga, id), `<p><a href="${url}">it</a></p>`, name)
    const answer = await look(chat, url, chat.olga)
    assert.ok(bytes.equals(Buffer.from(await answer.arrayBuffer())))
  }
})

test('thumbnails that are missing from the disk are made again', async () => {
  await using chat = await startChat()
  const url = await upload(chat.olga, paint('.png', 2000, 500), 'map.png')
  for (const path of filesOf(chat).filter((path) => path.endsWith('.webp'))) rmSync(path)

  const seen = await Promise.all(
    [1, 2, 3].map(() => see(chat, thumbnailOf(url, '840x560.webp'), chat.olga)),
  )
  assert.equal(
    seen.map(({ width }) => width),
    [840, 840, 840],
  )
})

test('what was not ready when the server ended is made after it starts', async () => {
  await using chat = await startChat()
  const { id } = await shownAnew(chat.olga, async () => {
    const url = await upload(chat.olga, SLOW, 'dance.gif')
    return chat.olga.say('general', 'pictures', `[it](${url})`)
  })
  const ready = await contentOf(chat.olga, id)
  const name = '840x560-anim.webp'
  await chat.stop()
  const db = new DatabaseSync(join(chat.folder, 'hearth.db'))
  db.prepare('UPDATE attachment SET pending_thumbnail = ?').run(name)
  db.prepare('UPDATE message SET rendered = ? WHERE id = ?').run(PLACEHOLDER, id)
  db.close()
  for (const path of filesOf(chat).filter((path) => path.endsWith(name))) rmSync(path)

  await chat.restart()

  const [url] = /\/user_uploads\/thumbnail\/[^"]*/.exec(ready)!
  assert.is((await see(chat, url, chat.olga)).frames, 10)
  while ((await contentOf(chat.olga, id)) === PLACEHOLDER);
  assert.is(await contentOf(chat.olga, id), ready)
})

test('a deleted file takes its thumbnails along, also those in the making', async () => {
  await using chat = await startChat()
  await upload(chat.olga, paint('.png', 20, 20), 'map.png')
  await upload(chat.olga, SLOW, 'dance.gif')
  for (const { id } of (await chat.olga.get('/attachments')).attachments) {
    expectSuccess(await chat.olga.delete(`/attachments/${id}`))
  }
  // By then whatever was in the making is made.
  await shownAnew(chat.olga, async () => {
    const url = await upload(chat.olga, SLOW, 'last.gif')
    return chat.olga.say('general', 'pictures', `[it](${url})`)
  })
  assert.is(filesOf(chat).length, 3)
})

/** What lies in the folder of uploaded files. */
const filesOf = (chat: Chat) =>
  readdirSync(join(chat.folder, 'uploads', 'attachments'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))

test.run()
