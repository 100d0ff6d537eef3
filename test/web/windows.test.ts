// The messages that are drawn of a list, and what stands between them.
import { signal } from '@preact/signals-core'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Message } from '../../src/web/model/messages.ts'
import { type Row, rowsOf } from '../../src/web/model/rows.ts'
import * as segments from '../../src/web/model/segments.ts'
import { MessageWindow } from '../../src/web/model/windows.ts'

const END = Number.POSITIVE_INFINITY

const upTo = (count: number) => Array.from({ length: count }, (_, at) => at + 1)

function windowOver(ids: readonly number[]) {
  const known: segments.Segments = [{ from: 0, to: END, ids, stale: false }]
  const list = { key: 'in:home', narrow: [], segments: signal(known), open: 1 }
  return { list, window: new MessageWindow(list) }
}

test('a long list is walked through in steps of 100, with at most 300 messages drawn', () => {
  const { window } = windowOver(upTo(1000))
  window.centre(END)
  assert.equal(window.ids.value, upTo(1000).slice(-300))

  const seen = new Set(window.ids.value)
  for (let step = 0; step < 7; step++) {
    const before = window.ids.value
    window.shiftOlder()
    assert.is(window.ids.value.length, 300)
    assert.equal(window.ids.value.slice(100), before.slice(0, 200), 'the rest stays')
    for (const id of window.ids.value) seen.add(id)
  }

  assert.is(seen.size, 1000)
  assert.ok(window.atOldest.value)
  for (let step = 0; step < 7; step++) window.shiftNewer()
  assert.ok(window.atNewest.value)
  assert.equal(window.ids.value, upTo(1000).slice(-300))
})

test('at the end new messages are drawn as they come; elsewhere nothing moves', () => {
  const { list, window } = windowOver(upTo(500))
  window.centre(END)
  window.place = { anchor: 490, offset: 0, atEnd: true }

  list.segments.value = segments.add(list.segments.value, 501)
  assert.is(window.ids.value.at(-1), 501)
  assert.is(window.ids.value.length, 300)

  window.centre(200)
  window.place = { anchor: 200, offset: 0, atEnd: false }
  const before = window.ids.value
  list.segments.value = segments.add(list.segments.value, 502)
  assert.equal(window.ids.value, before)
  assert.not.ok(window.atNewest.value)
})

test('what is drawn stays when events were missed', () => {
  const { list, window } = windowOver(upTo(50))
  window.centre(END)

  list.segments.value = segments.expire(list.segments.value, 50)

  assert.equal(window.ids.value, upTo(50))
  assert.ok(window.isStale)
})

const DAY = 86_400

/** Messages by ID, with the fields that rows depend on. */
const said = (rows: [id: number, sender: number, at: number, conversation?: string][]) =>
  new Map(
    rows.map(([id, sender_id, timestamp, conversation = 'c:1:tea']) => [
      id,
      { id, sender_id, timestamp, conversation, is_me_message: false } as Message,
    ]),
  )

const kinds = (rows: readonly Row[]) =>
  rows.map((row) => (row.kind === 'message' && row.continues ? `+${row.id}` : row.key))

const optionsFor = (messages: Map<number, Message>, more: object = {}) => ({
  message: (id: number) => messages.get(id),
  showsRecipients: false,
  dayOf: (at: number) => String(Math.floor(at / DAY)),
  ...more,
})

test('messages of one sender within ten minutes stand under one name', () => {
  const messages = said([
    ...([
      [1, 7, 0],
      [2, 7, 599],
      [3, 7, 1300],
      [4, 8, 1301],
    ] as [number, number, number][]),
  ])

  assert.equal(kinds(rowsOf([1, 2, 3, 4], optionsFor(messages))), ['d1', 'm1', '+2', 'm3', 'm4'])
})

test('lines say where days, conversations and unread messages begin', () => {
  const messages = said([
    [1, 7, 0],
    [2, 7, 10, 'c:1:rum'],
    [3, 7, DAY + 1, 'c:1:rum'],
    [4, 7, DAY + 2, 'c:1:rum'],
  ])
  const options = optionsFor(messages, { showsRecipients: true, unreadFrom: 4 })

  const rows = rowsOf([1, 2, 3, 4], options)

  assert.equal(kinds(rows), ['d1', 'r1', 'm1', 'r2', 'm2', 'd3', 'm3', 'unread', 'm4'])
})

test('rows that say the same are the same objects', () => {
  const messages = said([
    [1, 7, 0],
    [2, 7, 10],
  ])
  const before = rowsOf([1, 2], optionsFor(messages))
  assert.is(rowsOf([1, 2], optionsFor(messages), before), before)

  messages.set(3, { ...messages.get(2)!, id: 3, timestamp: 20 })
  const after = rowsOf([1, 2, 3], optionsFor(messages), before)

  assert.is(after[1], before[1])
  assert.is(after[2], before[2])
  assert.is(after.length, before.length + 1)
})

test.run()
