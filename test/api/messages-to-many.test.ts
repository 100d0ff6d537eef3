// Messages to many: their rows are written in portions behind them, which nobody notices.

import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openDatabase } from '../../src/store/db.ts'
import { type Chat, expectSuccess, startChat } from '../chat.ts'
import { flagsOf } from '../flags.ts'
import { addCrowd } from '../many.ts'

const CROWD = 1500

test('a message to many is everybody’s at once', async () => {
  await using chat = await startChat()
  const [ben, carl] = [await chat.join('Ben'), await chat.join('Carl')]
  addCrowd(chat, CROWD, { channelId: 1 })
  const inbox = await ben.listen({ event_types: ['message'] })

  const sent = chat.olga.say('general', 'all hands', 'Lunch is ready, @**Carl**')
  const [event] = await inbox.wait()
  const { id } = event!.message
  const read = { messages: [id], op: 'add', flag: 'read' }
  const [flags, mentions, unread, marked] = await Promise.all([
    flagsOf(ben, id),
    carl.get('/messages', {
      anchor: 'newest',
      num_before: 5,
      num_after: 0,
      narrow: [['is', 'mentioned']],
    }),
    carl.post('/register', { fetch_event_types: ['message', 'update_message_flags'] }),
    ben.post('/messages/flags', read),
  ])
  assert.equal(flags, [])
  assert.equal(
    mentions.messages.map((message: { id: number }) => message.id),
    [id],
  )
  assert.equal(unread.unread_msgs.mentions, [id])
  assert.equal(expectSuccess(marked).messages, [id])
  const readers = await chat.olga.get(`/messages/${id}/read_receipts`)
  assert.equal(expectSuccess(readers).user_ids, [ben.id])

  assert.is(await sent, id)
  assert.equal(rowsOf(chat, id), { rows: CROWD + 3, read: 1, pending: 0 })
  assert.equal(await flagsOf(ben, id), ['read'])
})

test('many messages to many at once reach everyone, in their order', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  addCrowd(chat, CROWD, { channelId: 1 })
  const inbox = await ben.listen({ event_types: ['message'] })
  const flood = Promise.all(
    Array.from({ length: 60 }, (_, at) => chat.olga.say('general', 'all hands', `Step ${at}`)),
  )
  await inbox.wait()
  const unread = { anchor: 'newest', num_before: 100, num_after: 0, narrow: [['is', 'unread']] }
  const early = expectSuccess(await ben.get('/messages', unread)).messages
  assert.ok(early.length > 0, 'what has arrived is read as unread before its rows are written')

  const ids = await flood
  const late = expectSuccess(await ben.get('/messages', unread)).messages
  assert.equal(
    late.map(({ id }: { id: number }) => id),
    ids.toSorted((one, other) => one - other),
  )
  for (const id of ids) assert.equal(rowsOf(chat, id), { rows: CROWD + 2, read: 0, pending: 0 })
})

test('a message to many can be deleted and moved while its rows are written', async () => {
  await using chat = await startChat()
  addCrowd(chat, CROWD, { channelId: 1 })
  await chat.olga.subscribe('small')
  const inbox = await chat.olga.listen({ event_types: ['message'] })
  const send = async (content: string) => {
    const sent = chat.olga.post('/messages', {
      type: 'channel',
      to: 'general',
      topic: 'x',
      content,
    })
    const [event] = await inbox.wait()
    return { id: event!.message.id as number, sent }
  }

  const deleted = await send('one')
  expectSuccess(await chat.olga.delete(`/messages/${deleted.id}`))
  expectSuccess(await deleted.sent)
  assert.equal(rowsOf(chat, deleted.id), { rows: 0, read: 0, pending: 0 })

  const moved = await send('two')
  const { streams } = expectSuccess(await chat.olga.get('/streams'))
  const { stream_id } = streams.find(({ name }: { name: string }) => name === 'small')
  expectSuccess(
    await chat.olga.patch(`/messages/${moved.id}`, { stream_id, propagate_mode: 'change_one' }),
  )
  expectSuccess(await moved.sent)
  assert.is(rowsOf(chat, moved.id).pending, 0)
})

test('a topic of messages to many is deleted and moved, however few fit into one transaction', async () => {
  await using chat = await startChat()
  const { olga } = chat
  expectSuccess(
    await olga.post('/users/me/subscriptions', { subscriptions: [{ name: 'harbour' }] }),
  )
  const ben = await chat.join('Ben')
  addCrowd(chat, CROWD, { channelId: 1 })
  const harbour = expectSuccess(await olga.get('/get_stream_id', { stream: 'harbour' })).stream_id
  const say = (topic: string) =>
    Promise.all(Array.from({ length: 9 }, (_, at) => olga.say('general', topic, `Step ${at}`)))
  const moved = await say('going')
  const gone = await say('gone')
  const inbox = await ben.listen({ event_types: ['update_message', 'delete_message'] })

  const change = {
    stream_id: harbour,
    propagate_mode: 'change_all',
    send_notification_to_new_thread: false,
  }
  expectSuccess(await olga.patch(`/messages/${moved[0]}`, change))
  expectSuccess(await olga.post('/streams/1/delete_topic', { topic_name: 'gone' }))

  const page = { anchor: 'newest', num_before: 50, num_after: 0 }
  const shown = async (channel: string) =>
    expectSuccess(await olga.get('/messages', { ...page, narrow: [['channel', channel]] }))
      .messages.filter(({ subject }: { subject: string }) => ['going', 'gone'].includes(subject))
      .map(({ id }: { id: number }) => id)
  assert.equal(await shown('harbour'), moved)
  assert.equal(await shown('general'), [])
  const told = (await inbox.read()).filter(({ type }) => type === 'delete_message')
  assert.equal(
    told.map(({ message_id }) => message_id).sort((one, other) => one - other),
    gone.sort((one, other) => one - other),
  )
})

test('what a crash left unwritten is written after the next start', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  addCrowd(chat, CROWD, { channelId: 1 })
  const id = await chat.olga.say('general', 'all hands', 'Lunch is ready')
  const db = openDatabase(join(chat.folder, 'hearth.db'))
  db.prepare('DELETE FROM user_message WHERE message_id = ? AND user_id <> ?').run(id, chat.olga.id)
  db.exec('UPDATE receivers_reach SET message_id = 0')
  db.prepare("UPDATE message_receivers SET flags = '[0,[]]' WHERE message_id = ?").run(id)
  db.close()

  await chat.restart()

  assert.equal(await flagsOf(ben, id), [])
  while (rowsOf(chat, id).pending > 0) await chat.olga.get('/users/me')
  assert.equal(rowsOf(chat, id), { rows: CROWD + 2, read: 0, pending: 0 })
})

test('people who lose a message before they have a row do not get it back with the next start', async () => {
  await using chat = await startChat()
  const { olga } = chat
  const ben = await chat.join('Ben')
  addCrowd(chat, 20, { channelId: 1 })
  const subscriptions = [{ name: 'council' }]
  expectSuccess(await olga.post('/users/me/subscriptions', { subscriptions, invite_only: true }))
  const { stream_id } = expectSuccess(await olga.get('/get_stream_id', { stream: 'council' }))
  const id = await olga.say('general', 'budget', 'Meant for the council')
  expectSuccess(await olga.patch(`/messages/${id}`, { stream_id, propagate_mode: 'change_one' }))

  await chat.restart()

  assert.is((await ben.get(`/messages/${id}`)).msg, 'Invalid message(s)')
  expectSuccess(await olga.get(`/messages/${id}`))
  assert.equal(rowsOf(chat, id), { rows: 1, read: 0, pending: 0 })
})

test('people who get a message later have it after the next start, and lose it when it is deleted', async () => {
  await using chat = await startChat()
  const { olga } = chat
  const id = await olga.say('general', 'old', 'Before Ben came')
  const ben = await chat.join('Ben')
  expectSuccess(await ben.post('/messages/flags', { messages: [id], op: 'add', flag: 'starred' }))
  assert.is(rowsOf(chat, id).rows, 2)

  await chat.restart()

  assert.ok((await flagsOf(ben, id)).includes('starred'))
  expectSuccess(await olga.delete(`/messages/${id}`))
  assert.is(rowsOf(chat, id).rows, 0)
})

/** How many rows a message has, how many of them are read, and how many lists wait to become rows. */
function rowsOf(chat: Chat, id: number) {
  const db = openDatabase(join(chat.folder, 'hearth.db'), { readonly: true })
  try {
    return db
      .prepare<[number], { rows: number; read: number; pending: number }>(
        `SELECT count(*) AS rows, count(*) FILTER (WHERE flags & 1) AS read,
                (SELECT count(*) FROM message_receivers, receivers_reach AS reach
                  WHERE message_receivers.message_id > reach.message_id AND flags NOTNULL) AS pending
           FROM user_message WHERE message_id = ?`,
      )
      .get(id)!
  } finally {
    db.close()
  }
}

test.run()
