// Avatars, the icon and logos.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { type Chat, expectSuccess, type Person, startChat } from '../chat.ts'
import { bomb } from '../images/bomb.ts'
import { file, PNG } from '../images/files.ts'
import { lookAt, paint, type Seen } from '../images/painting.ts'
import { look } from '../looking.ts'

const TOO_LARGE = Buffer.concat([PNG, Buffer.alloc(5 * 1024 * 1024 + 1 - PNG.length)])
const LARGEST = TOO_LARGE.subarray(0, -1)

/** Sends any number of files. */
async function send(person: Person, path: string, ...files: File[]) {
  const form = new FormData()
  for (const [at, one] of files.entries()) form.set(`file-${at}`, one)
  const response = await fetch(`${person.url}/api/v1${path}`, {
    method: 'POST',
    headers: { Authorization: person.authorization },
    body: form,
  })
  return (await response.json()) as { result: string; msg: string; code: string }
}

/** What a picture of Ben's is like on this server, in both its sizes. */
async function lookAtAvatar(chat: Chat, url: string): Promise<Seen[]> {
  const seen: Seen[] = []
  for (const size of [url, url.replace('.png', '-medium.png')]) {
    const response = await look(chat, size)
    assert.is(response.status, 200)
    assert.is(response.headers.get('content-type'), 'image/png')
    assert.is(response.headers.get('x-content-type-options'), 'nosniff')
    assert.is(response.headers.get('cache-control'), 'public, max-age=31536000, immutable')
    seen.push(lookAt(Buffer.from(await response.arrayBuffer())))
  }
  return seen
}

const avatars = (...colours: Seen['colours']): Seen[] =>
  [100, 500].map((side) => ({ width: side, height: side, frames: 1, colours }))

test('a person’s picture is scaled for everyone who has its address, and everyone hears of it', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const inbox = await chat.olga.listen({ event_types: ['realm_user'] })

  let version = 1
  for (const extension of ['.png', '.jpg', '.gif', '.webp', '.avif'] as const) {
    const bytes = paint(extension, 300, 150)
    const { avatar_url } = expectSuccess(await ben.upload('/users/me/avatar', file(bytes)))
    version++
    assert.match(avatar_url, new RegExp(`^/user_avatars/1/\\w{32}\\.png\\?version=${version}$`))
    assert.equal(await lookAtAvatar(chat, avatar_url), avatars('red', 'red', 'blue', 'blue'))
    assert.equal(await inbox.read(), [
      {
        type: 'realm_user',
        op: 'update',
        person: {
          user_id: ben.id,
          avatar_url,
          avatar_url_medium: avatar_url.replace('.png', '-medium.png'),
          avatar_source: 'U',
          avatar_version: version,
        },
      },
    ])
  }
})

test('a photograph is turned as its camera was held, and tells nothing else', async () => {
  await using chat = await startChat()
  const upload = async (orientation: number) => {
    const bytes = paint('.jpg', 200, 200, orientation)
    return expectSuccess(await chat.olga.upload('/users/me/avatar', file(bytes))).avatar_url
  }

  const upsideDown = await upload(3)
  assert.equal(await lookAtAvatar(chat, upsideDown), avatars('blue', 'blue', 'red', 'red'))
  const onItsSide = await upload(6)
  const [small] = await lookAtAvatar(chat, onItsSide)
  assert.is(new Set(small!.colours).size, 1)
  const bytes = Buffer.from(await (await look(chat, onItsSide)).arrayBuffer())
  assert.not.ok(bytes.includes('Exif') || bytes.includes('eXIf'))
})

test('a long picture is cut off on both sides, a small one is enlarged', async () => {
  await using chat = await startChat()
  for (const [width, height] of [
    [800, 40],
    [20_000, 100],
    [10, 10],
  ] as const) {
    const bytes = paint('.png', width, height)
    const { avatar_url } = expectSuccess(await chat.olga.upload('/users/me/avatar', file(bytes)))
    assert.equal(await lookAtAvatar(chat, avatar_url), avatars('red', 'red', 'blue', 'blue'))
  }
})

test('a picture that was replaced or removed is gone', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const drawn = (await ben.get('/users/me')).avatar_url
  const first = (await ben.upload('/users/me/avatar', file(PNG))).avatar_url
  const second = (await ben.upload('/users/me/avatar', file(paint('.jpg', 20, 20)))).avatar_url
  const removed = expectSuccess(await ben.delete('/users/me/avatar')).avatar_url

  assert.is(removed, drawn.replace('version=1', 'version=4'))
  assert.is((await look(chat, first)).status, 404)
  assert.is((await look(chat, second)).status, 404)
  assert.is((await look(chat, removed)).status, 200)
})

test('a user without a picture has a drawn one in two sizes', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const olgas = (await chat.olga.get('/users/me')).avatar_url
  const bens = (await ben.get('/users/me')).avatar_url

  assert.is.not(olgas, bens)
  const small = Buffer.from(await (await look(chat, bens)).arrayBuffer())
  const medium = Buffer.from(
    await (await look(chat, bens.replace('.png', '-medium.png'))).arrayBuffer(),
  )
  assert.is(small.readUInt32BE(16), 100)
  assert.is(medium.readUInt32BE(16), 500)
})

const BAD_FILES: [name: string, files: Buffer[], code: string, msg: RegExp][] = [
  ['none', [], 'BAD_REQUEST', /^You must upload exactly one \w+\.$/],
  ['two', [PNG, PNG], 'BAD_REQUEST', /^You must upload exactly one \w+\.$/],
  [
    'too large',
    [TOO_LARGE],
    'BAD_REQUEST',
    /^Uploaded file is larger than the allowed limit of 5 MiB$/,
  ],
  ['text', [Buffer.from('hello')], 'BAD_IMAGE', /^Could not decode image/],
  ...(['.png', '.jpg', '.webp', '.tif', '.avif'] as const).map(
    (extension): [string, Buffer[], string, RegExp] => {
      const bytes = paint(extension, 400, 400)
      const half = bytes.subarray(0, bytes.length / 2)
      return [`half a ${extension}`, [half], 'BAD_IMAGE', /^Could not decode image/]
    },
  ),
  ['of too many pixels', [bomb(10_000, 10_000)], 'BAD_IMAGE', /too many pixels.* 50 million/],
  ['that says it is large', [bomb(30_000, 1600, 10)], 'BAD_IMAGE', /^Could not decode image/],
  ['empty', [Buffer.alloc(0)], 'BAD_IMAGE', /^Could not decode image/],
]

test('what is no single picture of at most 5 MiB is refused everywhere, and changes nothing', async () => {
  await using chat = await startChat()
  const inbox = await chat.olga.listen({ event_types: ['realm', 'realm_user', 'realm_emoji'] })

  for (const path of ['/users/me/avatar', '/realm/icon', '/realm/logo?night=false']) {
    for (const [name, files, code, msg] of BAD_FILES) {
      const answer = await send(chat.olga, path, ...files.map((bytes) => file(bytes)))
      assert.is(answer.code, code, `${path} ${name}`)
      assert.match(answer.msg, msg)
    }
  }
  assert.equal(await inbox.read(), [])
  assert.is((await send(chat.olga, '/users/me/avatar', file(LARGEST))).result, 'success')
})

test('administrators change pictures even if the organization forbids it to others', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  expectSuccess(await chat.olga.patch('/realm', { avatar_changes_disabled: true }))

  const uploaded = await ben.upload('/users/me/avatar', file(PNG))
  const removed = await ben.delete('/users/me/avatar')

  for (const answer of [uploaded, removed]) {
    assert.is(answer.msg, 'Avatar changes are disabled in this organization.')
  }
  expectSuccess(await chat.olga.upload('/users/me/avatar', file(PNG)))
})

test('a picture by user ID needs credentials and access to that user', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const gus = await chat.join('Gus', 600)
  await gus.delete('/users/me/subscriptions', { subscriptions: ['general'] })
  await chat.olga.patch('/realm', { can_access_all_users_group: { new: 6 } })
  const as = (person: Person) => ({ headers: { Authorization: person.authorization } })
  const { avatar_url } = await ben.get('/users/me')

  const byId = await look(chat, `/avatar/${ben.id}`, as(chat.olga))
  const medium = await look(chat, `/avatar/${ben.id}/medium`, as(chat.olga))
  const byAddress = await look(chat, `/avatar/${encodeURIComponent(ben.email)}`, as(chat.olga))

  assert.is(byId.status, 302)
  assert.is(byId.headers.get('location'), avatar_url)
  assert.is(medium.headers.get('location'), avatar_url.replace('.png', '-medium.png'))
  assert.is(byAddress.headers.get('location'), avatar_url)
  assert.is((await look(chat, `/avatar/${ben.id}`)).status, 401)
  await chat.olga.patch('/realm', { enable_spectator_access: true })
  assert.is((await look(chat, `/avatar/${ben.id}`)).headers.get('location'), avatar_url)
  assert.is((await look(chat, `/avatar/${ben.id}`, as(gus))).status, 400)
  assert.is((await look(chat, '/avatar/99', as(chat.olga))).status, 400)
  assert.is((await look(chat, '/avatar/%E0%A4%A', as(chat.olga))).status, 404)
})

test('other addresses below those of pictures lead nowhere', async () => {
  await using chat = await startChat()
  const paths = [
    ...['/user_avatars/', '/user_avatars/1/x.png', `/user_avatars/1/${'a'.repeat(32)}.png`],
    ...['/user_avatars/2/aaaaaaaaaaaaaaaaaaaaaaaa.png', '/user_avatars/1/..%2f..%2fsecret.key'],
    ...['/static/generated/emoji/', '/static/generated/emoji/emoji.0000000000000000.json'],
  ]
  for (const path of paths) assert.is((await look(chat, path)).status, 404, path)
  const posted = await look(chat, '/user_avatars/1/aaaaaaaaaaaaaaaaaaaaaaaa.png', {
    method: 'POST',
  })
  assert.is(posted.status, 405)
  assert.is(posted.headers.get('allow'), 'GET, HEAD')
})

test.run()
