// The daily upkeep.

import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { weeklyTraffic } from '../../src/domain/upkeep/channel-traffic.ts'
import { type Chat, expectSuccess, type Inbox, type ReceivedEvent, startChat } from '../chat.ts'
import { DOT_PNG, file } from '../images/files.ts'

const DAY = 86_400

/** Lets days pass, and then the minutes until the upkeep has told what is awaited. */
async function later(
  chat: Chat,
  inbox: Inbox,
  days: number,
  isAwaited: (event: ReceivedEvent) => boolean,
) {
  const events: ReceivedEvent[] = []
  // No queue lives longer than a week without being read.
  for (let left = days; left > 0; left -= 6) {
    chat.clock.advance(Math.min(left, 6) * DAY)
    events.push(...(await inbox.read()))
  }
  while (!events.some(isAwaited)) {
    chat.clock.advance(700)
    events.push(...(await inbox.read()))
  }
  return events
}

const isOf = (property: string) => (event: ReceivedEvent) => event.property === property

test('traffic is what four weeks say about one, to two digits', () => {
  for (const [messages, age, expected] of [
    [100, 6, null],
    [0, 7, 0],
    [1, 7, 1],
    [1, 28, 1],
    [3, 400, 1],
    [8, 400, 2],
    [20, 10, 14],
    [27 * 3, 27, 21],
    [4 * 99, 28, 99],
    [4 * 144, 28, 140],
    [4 * 145, 28, 150],
    [4 * 98_765, 28, 99_000],
  ] as const) {
    assert.is(weeklyTraffic(messages, age), expected, `${messages} in ${age} days`)
  }
})

test('traffic is reviewed once a day and told where it changed', async () => {
  await using chat = await startChat()
  for (let sent = 0; sent < 20; sent++) await chat.olga.say('general', 'lunch', 'Soup')
  const { stream_id } = await chat.olga.get('/get_stream_id', { stream: 'general' })
  const inbox = await chat.olga.listen({ event_types: ['stream'], idle_queue_timeout: 604_800 })
  const update = { type: 'stream', op: 'update', stream_id, name: 'general' }
  const property = 'stream_weekly_traffic'

  assert.equal(await later(chat, inbox, 7, isOf(property)), [{ ...update, property, value: 20 }])
  assert.is((await chat.olga.get(`/streams/${stream_id}`)).stream.stream_weekly_traffic, 20)
})

test('a channel is recently active until half a year has passed in silence', async () => {
  await using chat = await startChat()
  await chat.olga.say('general', 'lunch', 'Soup')
  const { stream_id } = await chat.olga.get('/get_stream_id', { stream: 'general' })
  const long = { event_types: ['stream'], idle_queue_timeout: 604_800 }
  const active = async () =>
    (await chat.olga.get(`/streams/${stream_id}`)).stream.is_recently_active

  const inbox = await chat.olga.listen(long)
  const silent = await later(chat, inbox, 179, isOf('stream_weekly_traffic'))
  assert.not.ok(silent.some(isOf('is_recently_active')))
  assert.is(await active(), true)
  const [flip] = (await later(chat, inbox, 2, isOf('is_recently_active'))).slice(-1)
  assert.equal([flip!.property, flip!.value], ['is_recently_active', false])
  assert.is(await active(), false)
  await chat.olga.say('general', 'lunch', 'Bread')
  assert.is(await active(), true)
  const back = (await inbox.read()).filter(({ property }) => property === 'is_recently_active')
  assert.equal(
    back.map(({ value }) => value),
    [true],
  )
})

test('members become full members when they have waited long enough', async () => {
  await using chat = await startChat()
  expectSuccess(await chat.olga.patch('/realm', { waiting_period_threshold: 3 }))
  const ben = await chat.join('Ben')
  const types = { event_types: ['user_group'], idle_queue_timeout: 604_800 }
  const inbox = await chat.olga.listen(types)
  assert.equal(await later(chat, inbox, 3, ({ op }) => op === 'add_members'), [
    { type: 'user_group', op: 'add_members', group_id: 5, user_ids: [ben.id] },
  ])
})

test('the upkeep goes on when a clock that was a year ahead is put back', async () => {
  await using chat = await startChat()
  expectSuccess(await chat.olga.patch('/realm', { waiting_period_threshold: 3 }))
  const ben = await chat.join('Ben')
  const inbox = await chat.olga.listen({
    event_types: ['user_group'],
    idle_queue_timeout: 604_800,
  })
  const isPromotionOf = (id: number) => (event: ReceivedEvent) =>
    event.op === 'add_members' && event.group_id === 5 && event.user_ids.includes(id)
  chat.clock.putBack(-365 * DAY)
  await later(chat, inbox, 0, isPromotionOf(ben.id))

  chat.clock.putBack(365 * DAY)
  const cy = await chat.join('Cy')
  const events = await later(chat, inbox, 3, isPromotionOf(cy.id))

  assert.is(events.filter(isPromotionOf(cy.id)).length, 1)
})

test('files that no message has linked for six weeks are deleted', async () => {
  await using chat = await startChat()
  const { olga } = chat
  const upload = async (name: string): Promise<string> =>
    expectSuccess(await olga.upload('/user_uploads', new File(['soup'], name))).url
  const names = async () =>
    (await olga.get('/attachments')).attachments.map(({ name }: { name: string }) => name)
  const [, dropped, kept, awaited] = [
    await upload('forgotten.txt'),
    await upload('dropped.txt'),
    await upload('kept.txt'),
    await upload('awaited.txt'),
  ]
  await olga.say('general', 'lunch', `[kept](${kept})`)
  const id = await olga.say('general', 'lunch', `[dropped](${dropped})`)
  expectSuccess(
    await olga.post('/scheduled_messages', {
      type: 'direct',
      to: [olga.id],
      content: `[awaited](${awaited})`,
      scheduled_delivery_timestamp: chat.clock.now() / 1000 + 100 * DAY,
    }),
  )
  const inbox = await olga.listen({ event_types: ['attachment'], idle_queue_timeout: 604_800 })
  expectSuccess(await olga.patch('/realm', { message_content_edit_limit_seconds: 'unlimited' }))
  const isRemoval = ({ op }: ReceivedEvent) => op === 'remove'

  chat.clock.advance(6 * DAY)
  await inbox.read()
  expectSuccess(await olga.patch(`/messages/${id}`, { content: 'Nothing' }))
  await inbox.read()
  const [first, ...more] = await later(chat, inbox, 36, isRemoval)
  assert.equal([first!.op, first!.upload_space_used, more], ['remove', 12, []])
  assert.equal(await names(), ['dropped.txt', 'kept.txt', 'awaited.txt'])
  await later(chat, inbox, 6, isRemoval)
  assert.equal(await names(), ['kept.txt', 'awaited.txt'])
  assert.is((await fetch(chat.url + dropped)).status, 404)
})

test('files on disk that no row names are removed within a week', async () => {
  await using chat = await startChat()
  const { url } = expectSuccess(
    await chat.olga.upload('/user_uploads', new File(['soup'], 'menu.txt')),
  )
  const [, , , folder, random] = url.split('/')
  const uploads = join(chat.folder, 'uploads', 'attachments')
  const fileOf = (folder: string, name: string, age: number) => {
    const file = join(uploads, folder, name)
    mkdirSync(join(uploads, folder), { recursive: true })
    if (!existsSync(file)) writeFileSync(file, 'soup')
    const at = chat.clock.now() / 1000 - age
    utimesSync(file, at, at)
    return file
  }
  const strays = [fileOf('00', 'stray', 2 * DAY), fileOf('fe', 'unfinished.part', 2 * DAY)]
  const recorded = fileOf(folder, random, 2 * DAY)
  const young = fileOf(folder, 'young', -30 * DAY)

  while (strays.some((file) => existsSync(file))) {
    chat.clock.advance(DAY / 8)
    await chat.olga.get('/attachments')
  }
  assert.ok(existsSync(recorded))
  assert.ok(existsSync(young))
})

test('pictures on disk that nothing shows are removed, those shown and young ones are not', async () => {
  await using chat = await startChat()
  const picture = () => file(DOT_PNG, 'me.png', 'image/png')
  expectSuccess(await chat.olga.upload('/users/me/avatar', picture()))
  expectSuccess(await chat.olga.upload('/realm/emoji/rum', picture()))
  expectSuccess(await chat.olga.upload('/realm/icon', picture()))
  const folder = join(chat.folder, 'uploads', 'pictures')
  const shown = readdirSync(folder)
  const place = (name: string, age: number) => {
    const file = join(folder, name)
    if (!existsSync(file)) writeFileSync(file, 'x')
    const at = chat.clock.now() / 1000 - age
    utimesSync(file, at, at)
    return file
  }
  for (const name of shown) place(name, 30 * DAY)
  const strays = ['x'.repeat(32), `${'y'.repeat(32)}-medium`, 'z.part'].map((name) =>
    place(name, 2 * DAY),
  )
  const young = place('w'.repeat(32), -30 * DAY)

  while (strays.some((file) => existsSync(file))) {
    chat.clock.advance(DAY / 8)
    await chat.olga.get('/attachments')
  }
  assert.equal(
    shown.filter((name) => !existsSync(join(folder, name))),
    [],
  )
  assert.ok(shown.length >= 3)
  assert.ok(existsSync(young))
})

test.run()
