// Thumbnails of uploaded images.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { type Person, startChat } from '../chat.ts'
import { lookAt, paint } from '../images/painting.ts'
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

const image = (url: string, attributes: string, name: string, src = thumbnailOf(url, name)) =>
  `<p><a href="${url}">it</a></p>\n<div class="message_inline_image"><a href="${url}" title="it"><img ${attributes} src="${src}"></a></div>`

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

test('an animation has a placeholder until its thumbnail is ready', async () => {
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

test('only the owner of an image learns whether its thumbnails are made', async () => {
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

test.run()
