// The history of a message that is edited without end.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { addMessage, openBooks } from './books.ts'

const ALL = { edits: 10_000, characters: 1e9 }

/** @returns the old contents that are kept, newest first */
function contentsAfter(edits: number, contentOf: (at: number) => string): string[] {
  using books = openBooks()
  const { db, store } = books.open()
  addMessage(db, 1)
  addMessage(db, 2)
  const edit = (content: string) => ({
    user_id: 1,
    edited_at: 0,
    prev_content: content,
    prev_rendered: content,
    prev_topic: null,
    topic: null,
    prev_channel_id: null,
    channel_id: null,
  })
  db.transaction(() => {
    store.messageEdits.add(2, edit('of another message'))
    for (let at = 1; at <= edits; at++) store.messageEdits.add(1, edit(contentOf(at)))
  })()
  assert.is(store.messageEdits.ofMessage(2, 1, 0, ALL).edits.length, 1)
  return store.messageEdits.ofMessage(1, 1, 0, ALL).edits.map((one) => one.prev_content!)
}

test('a thousand edits are kept, the newest ones', () => {
  const kept = contentsAfter(1003, String)
  assert.is(kept.length, 1000)
  assert.equal([kept[0], kept.at(-1)], ['1003', '4'])
})

test('of large contents 8 MB are kept, and the newest in any case', () => {
  const kept = contentsAfter(30, (at) => `${at} ${'x'.repeat(200_000)}`)
  assert.is(kept.length, 19)
  assert.match(kept[0]!, /^30 /)
  assert.is(contentsAfter(2, () => 'x'.repeat(5_000_000)).length, 1)
})

test.run()
