// Drafts.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { expectSuccess, startChat } from '../chat.ts'

const draft = (more: object = {}) => ({
  type: 'stream',
  to: [1],
  topic: 'lunch',
  content: 'Soup?',
  timestamp: 1_700_000_000,
  ...more,
})

test('drafts follow their author from client to client', async () => {
  await using chat = await startChat()
  const inbox = await chat.olga.listen()

  const { ids } = expectSuccess(
    await chat.olga.post('/drafts', {
      drafts: [draft(), draft({ type: 'private', to: [chat.olga.id], topic: 'ignored' })],
    }),
  )
  const [first, second] = ids
  expectSuccess(
    await chat.olga.patch(`/drafts/${first}`, {
      draft: draft({ content: 'Stew?', timestamp: 1_800_000_000 }),
    }),
  )
  const listed = await chat.olga.get('/drafts')
  expectSuccess(await chat.olga.delete(`/drafts/${second}`))

  const stew = { id: first, ...draft({ content: 'Stew?', timestamp: 1_800_000_000 }) }
  const note = { id: second, ...draft({ type: 'private', to: [chat.olga.id], topic: '' }) }
  assert.is(listed.count, 2)
  assert.equal(listed.drafts, [note, stew], 'the most recently edited last')
  assert.equal(await inbox.read(), [
    { type: 'drafts', op: 'add', drafts: [{ ...stew, ...draft() }, note] },
    { type: 'drafts', op: 'update', draft: stew },
    { type: 'drafts', op: 'remove', draft_id: second },
  ])
  const snapshot = await chat.olga.post('/register', { fetch_event_types: ['drafts'] })
  assert.equal(snapshot.drafts, [stew])
})

test('a draft without a time is dated now', async () => {
  await using chat = await startChat()

  await chat.olga.post('/drafts', { drafts: [draft({ timestamp: undefined })] })

  const { drafts } = await chat.olga.get('/drafts')
  assert.is(drafts[0].timestamp, chat.clock.now() / 1000)
})

test('the time of a draft may have a fraction, as clocks of programs do', async () => {
  await using chat = await startChat()

  for (const timestamp of ['1700000000.75', '1700000000.0'])
    expectSuccess(
      await chat.olga.post('/drafts', {
        drafts: JSON.stringify([draft()]).replace('1700000000', timestamp),
      }),
    )

  const { drafts } = await chat.olga.get('/drafts')
  assert.equal(
    drafts.map((one: { timestamp: number }) => one.timestamp),
    [1_700_000_000, 1_700_000_000],
  )
})

test('bots keep drafts, snippets, views and reminders', async () => {
  await using chat = await startChat()
  const bot = await chat.joinBot('Robo')
  const message_id = await bot.tell([chat.olga], 'hello')

  expectSuccess(await bot.post('/drafts', { drafts: [draft({ type: '', to: [] })] }))
  expectSuccess(await bot.post('/saved_snippets', { title: 'Hi', content: 'Hello!' }))
  expectSuccess(await bot.post('/navigation_views', { fragment: 'inbox', is_pinned: true }))
  const scheduled_delivery_timestamp = chat.clock.now() / 1000 + 60
  expectSuccess(await bot.post('/reminders', { message_id, scheduled_delivery_timestamp }))

  assert.is((await bot.get('/drafts')).count, 1)
  assert.is((await bot.get('/saved_snippets')).saved_snippets.length, 1)
  assert.is((await bot.get('/navigation_views')).navigation_views.length, 1)
  assert.is((await bot.get('/reminders')).reminders.length, 1)
  assert.is((await bot.post('/users/me/presence', { status: 'active' })).status, 400)
})

const REFUSALS: [change: object, msg: string][] = [
  [{ type: 'letter' }, 'Invalid drafts[0]["type"]'],
  [{ to: 1 }, 'drafts[0]["to"] is not a list'],
  [{ to: [] }, 'Must specify exactly 1 channel ID for channel messages'],
  [{ to: [1, 1] }, 'Must specify exactly 1 channel ID for channel messages'],
  [{ to: [99] }, 'Invalid channel ID'],
  [{ type: 'private', to: [999] }, 'No such user'],
  [{ content: ' \n' }, 'Message must not be empty'],
  [{ content: 'a\0b' }, 'Message must not contain null bytes'],
  [{ topic: 'a\0b' }, 'Topic must not contain null bytes'],
  [{ timestamp: -1 }, 'Timestamp must not be negative.'],
  [{ timestamp: 1e300 }, 'drafts[0]["timestamp"] is too large (maximum: 9007199254740991)'],
  [{ to: [1.5] }, 'drafts[0]["to"][0] is not an integer'],
  [{ id: 7 }, 'drafts[0] has unknown key "id"'],
]

test('of several drafts one that is wrong keeps all out', async () => {
  await using chat = await startChat()

  for (const [change, msg] of REFUSALS) {
    const wrong = await chat.olga.post('/drafts', { drafts: [draft(change), draft()] })
    assert.is(wrong.status, 400, msg)
    assert.is(wrong.msg, msg)
  }

  assert.is((await chat.olga.get('/drafts')).count, 0)
})

test("another person's draft does not exist", async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const { ids } = await chat.olga.post('/drafts', { drafts: [draft()] })

  for (const answer of [
    await ben.patch(`/drafts/${ids[0]}`, { draft: draft() }),
    await ben.delete(`/drafts/${ids[0]}`),
  ]) {
    assert.is(answer.status, 404)
    assert.is(answer.code, 'BAD_REQUEST')
    assert.is(answer.msg, 'Draft does not exist')
  }
})

test.run()
