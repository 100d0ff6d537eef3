// Icon and logos of the organization, and addresses of pictures that anyone may read.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { expectSuccess, startChat } from '../chat.ts'
import { file, PNG } from '../images/files.ts'
import { lookAt, paintMoving } from '../images/painting.ts'
import { look } from '../looking.ts'

test('only administrators change icon and logos, with an event for everyone', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const ada = await chat.join('Ada', 200)
  const inbox = await ben.listen({ event_types: ['realm'] })

  for (const [path, kind, parameters] of [
    ['/realm/icon', 'icon', {}],
    ['/realm/logo', 'logo', { night: 'false' }],
    ['/realm/logo', 'night_logo', { night: 'true' }],
  ] as const) {
    const refused = await ben.upload(path, file(PNG), parameters)
    assert.is(refused.code, 'UNAUTHORIZED_PRINCIPAL')
    assert.is((await ben.delete(path, parameters)).code, 'UNAUTHORIZED_PRINCIPAL')

    const field = kind === 'icon' ? 'icon_url' : 'logo_url'
    const moving = file(paintMoving('.gif', 400, 200))
    const uploaded = expectSuccess(await ada.upload(path, moving, parameters))[field]
    const { width, height, frames } = lookAt(
      Buffer.from(await (await look(chat, uploaded)).arrayBuffer()),
    )
    assert.equal([width, height, frames], kind === 'icon' ? [100, 100, 1] : [200, 100, 1])
    const query = new URLSearchParams(parameters)
    assert.is((await look(chat, `/api/v1${path}?${query}`)).headers.get('location'), uploaded)
    const removed = expectSuccess(await ada.delete(path, parameters))[field]
    assert.is((await look(chat, removed)).headers.get('content-type'), 'image/png')
    assert.is((await look(chat, uploaded)).status, 404)

    assert.equal(await inbox.read(), [
      {
        type: 'realm',
        op: 'update_dict',
        property: kind,
        data: { [`${kind}_url`]: uploaded, [`${kind}_source`]: 'U' },
      },
      {
        type: 'realm',
        op: 'update_dict',
        property: kind,
        data: { [`${kind}_url`]: removed, [`${kind}_source`]: kind === 'icon' ? 'G' : 'D' },
      },
    ])
  }
  const missing = await ada.upload('/realm/logo', file(PNG))
  assert.is(missing.msg, "Missing 'night' argument")
})

test('taking back a picture that was never uploaded leaves the drawn one', async () => {
  await using chat = await startChat()
  const icon = expectSuccess(await chat.olga.delete('/realm/icon')).icon_url
  const logo = expectSuccess(await chat.olga.delete('/realm/logo', { night: true })).logo_url
  for (const url of [icon, logo]) assert.is((await look(chat, url)).status, 200)
})

test('the icon before anyone has logged in is the one that was uploaded', async () => {
  await using chat = await startChat()
  const { icon_url } = await chat.olga.upload('/realm/icon', file(PNG))
  assert.is((await chat.olga.get('/server_settings')).realm_icon, icon_url)
})

test('pictures survive a restart', async () => {
  await using chat = await startChat()
  const { avatar_url } = await chat.olga.upload('/users/me/avatar', file(PNG))
  await chat.restart()
  assert.is((await look(chat, avatar_url)).status, 200)
})

test('the names of emoji are read without credentials, and kept for as long as they are right', async () => {
  await using chat = await startChat()
  const { server_emoji_data_url } = await chat.olga.post('/register', {
    fetch_event_types: ['realm'],
  })
  const response = await fetch(server_emoji_data_url)
  const { code_to_names } = (await response.json()) as { code_to_names: Record<string, string[]> }

  assert.match(server_emoji_data_url, /\/emoji\.[0-9a-f]{16}\.json$/)
  assert.is(response.headers.get('cache-control'), 'public, max-age=31536000, immutable')
  assert.equal(
    ['1f44d', '1f389', '1f642', '2764', '1f6e0', '1f419'].map((code) => code_to_names[code]?.[0]),
    ['+1', 'tada', 'smile', 'heart', 'working_on_it', 'octopus'],
  )
  const extra = await look(chat, '/static/generated/emoji/images/emoji/unicode/zulip.png')
  assert.is(extra.headers.get('content-type'), 'image/png')
})

test.run()
