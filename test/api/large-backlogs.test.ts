// People with thousands of unread messages, which are worked on in portions.

import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openDatabase } from '../../src/store/db.ts'
import { type Chat, expectSuccess, type Person, startChat } from '../chat.ts'

const COUNT = 6000

/** Repeats a message many times by SQL, unread for one person. @returns all IDs, ascending */
function repeat(chat: Chat, id: number, receiver: Person): number[] {
  const db = openDatabase(join(chat.folder, 'hearth.db'))
  const columns = (db.pragma('table_info(message)') as { name: string }[])
    .map(({ name }) => name)
    .filter((name) => name !== 'id')
    .join(', ')
  db.exec(`
    WITH RECURSIVE number (n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM number WHERE n < ${COUNT})
    INSERT INTO message (${columns}) SELECT ${columns} FROM number CROSS JOIN message WHERE id = ${id};
    INSERT INTO user_message (user_id, message_id, flags)
    SELECT ${receiver.id}, id, 0 FROM message WHERE id > ${id};`)
  const ids = db.prepare<[], number>(`SELECT id FROM message WHERE id >= ${id} ORDER BY id`)
  const all = ids.pluck().all()
  db.close()
  return all
}

test('a snapshot lists thousands of unread messages, and leaving their channel reads them', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const ids = repeat(chat, await chat.olga.say('general', 'tea', 'Soup'), ben)
  const types = { fetch_event_types: ['update_message_flags', 'message'] }
  const unread = async () => expectSuccess(await ben.post('/register', types)).unread_msgs
  const before = await unread()
  assert.is(before.count, COUNT + 1)
  assert.equal(before.streams[0].unread_message_ids, ids)

  const inbox = await ben.listen({ event_types: ['update_message_flags', 'subscription'] })
  expectSuccess(await ben.delete('/users/me/subscriptions', { subscriptions: ['general'] }))
  const events = await inbox.read()
  const read = events.flatMap((event) => event.messages ?? [])
  assert.equal(
    read.sort((one: number, other: number) => one - other),
    ids,
  )
  assert.is(events.filter(({ type }) => type === 'subscription').length, 1)
  const narrow = [['is', 'unread']]
  const page = { anchor: 'newest', num_before: 10, num_after: 0, narrow }
  assert.equal(expectSuccess(await ben.get('/messages', page)).messages, [])
  assert.is((await unread()).count, 0)
})

test.run()
