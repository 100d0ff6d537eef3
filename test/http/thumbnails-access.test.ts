// Thumbnails: who may see them, and when they are made again or deleted.

import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { type Chat, expectSuccess, startChat } from '../chat.ts'
import { bomb } from '../images/bomb.ts'
import { paint } from '../images/painting.ts'
import {
  contentOf,
  look,
  PLACEHOLDER,
  SLOW,
  see,
  shownAnew,
  thumbnailOf,
  upload,
} from '../thumbnails.ts'

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
  const db = new Database(join(chat.folder, 'hearth.db'))
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

test('hundreds of messages that still showed the placeholder when the server ended do not after it starts', async () => {
  await using chat = await startChat()
  const url = await upload(chat.olga, SLOW, 'dance.gif')
  await shownAnew(chat.olga, () => chat.olga.say('general', 'pictures', `[it](${url})`))
  const ids = await Promise.all(
    Array.from({ length: 250 }, () => chat.olga.say('general', 'pictures', `[it](${url})`)),
  )
  const ready = await contentOf(chat.olga, ids[0]!)
  await chat.stop()
  const db = new Database(join(chat.folder, 'hearth.db'))
  db.prepare("UPDATE attachment SET pending_thumbnail = ''").run()
  db.prepare('UPDATE message SET rendered = ?').run(PLACEHOLDER)
  db.close()

  await chat.restart()

  const oldest = Math.min(...ids)
  while ((await contentOf(chat.olga, oldest)) === PLACEHOLDER);
  for (const id of ids) assert.is(await contentOf(chat.olga, id), ready)
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
