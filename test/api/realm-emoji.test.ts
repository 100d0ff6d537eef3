// Custom emoji.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { expectSuccess, startChat } from '../chat.ts'
import { blinkingDot } from '../images/bomb.ts'
import { file, PNG } from '../images/files.ts'
import { lookAt, paint, paintMoving } from '../images/painting.ts'

const INDIVIDUAL = { client_capabilities: { individual_emoji_changes: true } }

test('a custom emoji is for everyone, and each client hears of it in its own words', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const listen = (more: object) => chat.olga.listen({ event_types: ['realm_emoji'], ...more })
  const whole = await listen({})
  const single = await listen(INDIVIDUAL)

  expectSuccess(await ben.upload('/realm/emoji/capstan', file(PNG)))

  const { emoji } = await chat.olga.get('/realm/emoji')
  assert.equal(Object.keys(emoji), ['1'])
  const { source_url, ...rest } = emoji[1]
  assert.match(source_url, /^\/user_avatars\/1\/\w{32}\.png$/)
  assert.equal(rest, {
    id: '1',
    name: 'capstan',
    still_url: null,
    deactivated: false,
    author_id: ben.id,
  })
  assert.is((await fetch(chat.url + source_url)).headers.get('content-type'), 'image/png')
  assert.equal(await whole.read(), [{ type: 'realm_emoji', op: 'update', realm_emoji: emoji }])
  assert.equal(await single.read(), [{ type: 'realm_emoji', op: 'add', emoji: emoji[1] }])
  const { realm_emoji } = await ben.post('/register', { fetch_event_types: ['realm_emoji'] })
  assert.equal(realm_emoji, emoji)
})

test('emoji are made to one size, and one that moves has a picture that stands still', async () => {
  await using chat = await startChat()
  const see = async (url: string) =>
    lookAt(Buffer.from(await (await fetch(chat.url + url)).arrayBuffer()))
  for (const extension of ['.gif', '.webp'] as const) {
    const bytes = paintMoving(extension, 200, 100)
    expectSuccess(await chat.olga.upload(`/realm/emoji/wave_${extension.slice(1)}`, file(bytes)))
  }
  expectSuccess(await chat.olga.upload('/realm/emoji/flag', file(paint('.png', 20, 40))))

  const { emoji } = await chat.olga.get('/realm/emoji')
  const red = { width: 64, height: 64, colours: ['red', 'red', 'red', 'red'] }
  for (const { source_url, still_url } of [emoji[1], emoji[2]]) {
    assert.equal(await see(source_url), { ...red, frames: 3 })
    assert.equal(await see(still_url), { ...red, frames: 1 })
  }
  assert.is(emoji[3].still_url, null)
  assert.equal(await see(emoji[3].source_url), {
    width: 64,
    height: 64,
    frames: 1,
    // What is missing to a square is left free.
    colours: ['none', 'red', 'blue', 'none'],
  })
})

test('an emoji of thousands of frames stands still, and nobody waits for it', async () => {
  await using chat = await startChat()
  const moving = async (name: string, frames: number) => {
    expectSuccess(await chat.olga.upload(`/realm/emoji/${name}`, file(blinkingDot(frames))))
    const { emoji } = await chat.olga.get('/realm/emoji')
    return (Object.values(emoji) as { still_url: string | null }[]).at(-1)!.still_url !== null
  }

  assert.is(await moving('short', 20), true)
  assert.is(await moving('long', 20_000), false)
})

test('custom emoji are shown in messages and given as reactions', async () => {
  await using chat = await startChat()
  expectSuccess(await chat.olga.upload('/realm/emoji/capstan', file(PNG)))
  const { source_url } = (await chat.olga.get('/realm/emoji')).emoji[1]

  const id = await chat.olga.say('general', 'port', 'Mind the :capstan:')
  expectSuccess(await chat.olga.post(`/messages/${id}/reactions`, { emoji_name: 'capstan' }))

  const { message } = await chat.olga.get(`/messages/${id}`)
  assert.is(
    message.content,
    `<p>Mind the <img alt=":capstan:" class="emoji" src="${source_url}" title="capstan"></p>`,
  )
  assert.is(message.reactions[0].reaction_type, 'realm_emoji')
  assert.is(message.reactions[0].emoji_code, '1')
})

test('a deactivated emoji can no longer be used, and its name is free', async () => {
  await using chat = await startChat()
  expectSuccess(await chat.olga.upload('/realm/emoji/capstan', file(PNG)))
  const id = await chat.olga.say('general', 'port', 'hello')
  const whole = await chat.olga.listen({ event_types: ['realm_emoji'] })
  const single = await chat.olga.listen({ event_types: ['realm_emoji'], ...INDIVIDUAL })

  expectSuccess(await chat.olga.delete('/realm/emoji/capstan'))

  const { emoji } = await chat.olga.get('/realm/emoji')
  assert.is(emoji[1].deactivated, true)
  assert.equal(await whole.read(), [{ type: 'realm_emoji', op: 'update', realm_emoji: emoji }])
  assert.equal(await single.read(), [
    { type: 'realm_emoji', op: 'update_one', emoji_id: '1', data: { deactivated: true } },
  ])
  const reaction = await chat.olga.post(`/messages/${id}/reactions`, { emoji_name: 'capstan' })
  assert.is(reaction.msg, "Emoji 'capstan' does not exist")
  assert.is((await fetch(chat.url + emoji[1].source_url)).status, 200)
  expectSuccess(await chat.olga.upload('/realm/emoji/capstan', file(PNG)))
  assert.is((await chat.olga.get('/realm/emoji')).emoji[2].name, 'capstan')
})

const NAMES: [path: string, outcome: string][] = [
  ['red%20flag', 'red_flag'],
  ['a-1', 'a-1'],
  ['x'.repeat(60), 'x'.repeat(60)],
]

const REFUSED_NAMES: [path: string, msg: string][] = [
  ['%20', 'Emoji name is missing'],
  ['x'.repeat(61), 'Emoji names are at most 60 characters long.'],
  [
    'Flag',
    'Emoji names must contain only lowercase English letters, digits, spaces, dashes, and underscores.',
  ],
  [
    'fl%C3%A4g',
    'Emoji names must contain only lowercase English letters, digits, spaces, dashes, and underscores.',
  ],
  ['flag-', 'Emoji names must end with either a letter or digit.'],
  ['flag_', 'Emoji names must end with either a letter or digit.'],
  ['capstan', 'A custom emoji with this name already exists.'],
  ['heart', 'Only administrators can override default emoji.'],
  ['zulip', 'Only administrators can override default emoji.'],
]

test('names of emoji are short, lower-case and not taken', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  expectSuccess(await ben.upload('/realm/emoji/capstan', file(PNG)))
  const inbox = await ben.listen({ event_types: ['realm_emoji'] })

  for (const [path, msg] of REFUSED_NAMES) {
    assert.is((await ben.upload(`/realm/emoji/${path}`, file(PNG))).msg, msg)
  }
  assert.equal(await inbox.read(), [])
  for (const [path, name] of NAMES) {
    expectSuccess(await ben.upload(`/realm/emoji/${path}`, file(PNG)))
    const names = Object.values((await ben.get('/realm/emoji')).emoji).map(
      (emoji) => (emoji as { name: string }).name,
    )
    assert.ok(names.includes(name))
  }
  expectSuccess(await chat.olga.upload('/realm/emoji/heart', file(PNG)))
})

test('emoji are made by those who may, and taken back by their author or an administrator', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const cy = await chat.join('Cy')
  const gus = await chat.join('Gus', 600)
  expectSuccess(await ben.upload('/realm/emoji/capstan', file(PNG)))
  expectSuccess(await ben.upload('/realm/emoji/anchor-2', file(PNG)))

  assert.is((await gus.upload('/realm/emoji/rope', file(PNG))).msg, 'Insufficient permission')
  assert.is((await cy.delete('/realm/emoji/capstan')).msg, 'Insufficient permission')
  const unknown = await chat.olga.delete('/realm/emoji/mast')
  assert.is(unknown.status, 404)
  assert.is(unknown.code, 'BAD_REQUEST')
  assert.is(unknown.msg, "Emoji 'mast' does not exist")
  expectSuccess(await ben.delete('/realm/emoji/capstan'))
  expectSuccess(await chat.olga.delete('/realm/emoji/anchor-2'))

  expectSuccess(await chat.olga.patch('/realm', { can_add_custom_emoji_group: { new: 3 } }))
  assert.is((await ben.upload('/realm/emoji/rope', file(PNG))).msg, 'Insufficient permission')
})

test('what is no picture makes no emoji', async () => {
  await using chat = await startChat()
  const answer = await chat.olga.upload('/realm/emoji/capstan', file(Buffer.from('<svg/>')))
  assert.is(answer.code, 'BAD_IMAGE')
  assert.is((await chat.olga.post('/realm/emoji/capstan')).msg, 'You must upload exactly one file.')
  assert.equal((await chat.olga.get('/realm/emoji')).emoji, {})
})

test.run()
