// Acknowledged messages survive a killed server; a full disk harms nothing.

import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openDatabase } from '../src/store/db.ts'
import { type Answer, expectSuccess, type Person } from './chat.ts'
import {
  addPeople,
  found,
  mayMount,
  personAt,
  serve,
  smallDisk,
  temporaryFolder,
} from './child-server.ts'

/** So many that their rows of a message are written behind it. */
const CREW = ['Ben', 'Carl', 'Dora', 'Edda', 'Finn', 'Gus', 'Hal', 'Ida', 'Jan']

/** Of the messages acknowledged last, so many are searched for after the crash. */
const SEARCHED = 30

/** Acknowledged messages after which the server is killed. */
const PER_CRASH = 120

test('whatever was acknowledged is there after a crash, and nothing is there by half', async () => {
  using folder = temporaryFolder()
  const acknowledged = new Map<number, string>()
  const attempted = new Set<string>()
  let olga: Person | undefined
  let ben: Person | undefined

  for (const crash of ['first', 'second']) {
    await using server = await serve(folder.path)
    const author = olga ? personAt(server, olga) : await found(server)
    olga = author
    ben ??= (await addPeople(server, author, CREW))[0]!
    const { promise: enough, resolve: crashNow } = Promise.withResolvers<void>()
    const target = acknowledged.size + PER_CRASH
    const writers = Array.from({ length: 8 }, async (_, writer) => {
      let last = 0
      for (let n = 0; ; n++) {
        const content = `${crash}writer${writer}number${n}`
        attempted.add(content)
        const id = await author.say('general', `writer ${writer}`, content).catch(() => undefined)
        if (id === undefined) return
        assert.ok(id > last, 'IDs ascend')
        last = id
        acknowledged.set(id, content)
        if (acknowledged.size >= target) crashNow()
      }
    })
    await enough
    assert.equal(await server.kill('SIGKILL'), [null, 'SIGKILL'])
    await Promise.all(writers)
  }

  await using server = await serve(folder.path)
  const reader = personAt(server, olga!)
  const stored = new Map((await messagesOf(reader)).map(({ id, content }) => [id, content]))
  for (const [id, content] of acknowledged) assert.is(stored.get(id), content)
  for (const content of stored.values()) assert.ok(attempted.has(content), `not sent: ${content}`)
  assert.is(new Set(stored.values()).size, stored.size, 'no message is there twice')
  assert.equal(await unreadOf(personAt(server, ben!)), [...stored.keys()])
  const last = [...acknowledged].slice(-SEARCHED)
  for (const [id, content] of last) assert.equal(await searched(reader, content), [id], content)
  const next = await reader.say('general', 'after', 'all is well')
  assert.ok(next > Math.max(...stored.keys()), 'IDs are never used again')
  assert.equal(await server.kill('SIGTERM'), [0, null])
  requireWhole(folder.path)
})

test('a server killed while it stores megabytes for a bot keeps what the bot had', async () => {
  using folder = temporaryFolder()
  const piecesNow = () => {
    const db = openDatabase(join(folder.path, 'hearth.db'), { readonly: true })
    const count = db.prepare('SELECT count(*) FROM bot_value_piece').pluck().get()
    db.close()
    return count as number
  }
  await using server = await serve(folder.path)
  const olga = await found(server)
  const made = { full_name: 'Robot', short_name: 'robot', bot_type: 1 }
  const { user_id, api_key } = expectSuccess(await olga.post('/bots', made))
  const { email } = expectSuccess(await olga.get(`/users/${user_id}`)).user
  const robot = { id: user_id, email, name: 'Robot', key: api_key }
  const [before, after] = ['a'.repeat(500_000), 'b'.repeat(9_000_000)]
  expectSuccess(await personAt(server, robot).put('/bot_storage', { storage: { log: before } }))
  const pieces = piecesNow()

  const storing = personAt(server, robot)
    .put('/bot_storage', { storage: { log: after } })
    .catch(() => undefined)
  while (piecesNow() <= pieces) await nextTurn()
  assert.equal(await server.kill('SIGKILL'), [null, 'SIGKILL'])

  const answer = await storing
  await using again = await serve(folder.path)
  const { storage } = expectSuccess(await personAt(again, robot).get('/bot_storage'))
  // It may have been faster than this test.
  assert.ok(storage.log === after || (!answer && storage.log === before), 'it has one of them')
  assert.equal(await again.kill('SIGTERM'), [0, null])
  const perCharacter = pieces / before.length
  assert.is(piecesNow(), perCharacter * storage.log.length, 'nothing is left of the other')
  requireWhole(folder.path)
})

test('a server asked to stop answers held polls, leaves one file and starts again', async () => {
  using folder = temporaryFolder()
  await using server = await serve(folder.path)
  const olga = await found(server)
  await olga.say('general', 'tea', 'kettle')
  const queue = expectSuccess(await olga.post('/register', { fetch_event_types: [] })).queue_id
  const poll = () => olga.get('/events', { queue_id: queue, last_event_id: -1 })
  const polls = [poll(), poll()]
  await Promise.race(polls)

  const ended = server.kill('SIGTERM')

  for (const { status, events } of await Promise.all(polls)) {
    const types = events.map(({ type }: { type: string }) => type)
    assert.equal([status, types], [200, ['heartbeat']])
  }
  assert.equal(await ended, [0, null])
  assert.is(statSync(join(folder.path, 'hearth.db-wal'), { throwIfNoEntry: false })?.size ?? 0, 0)
  await using again = await serve(folder.path)
  const contents = (await messagesOf(personAt(again, olga))).map(({ content }) => content)
  assert.equal(contents, ['kettle'])
})

const onSmallDisk = mayMount() ? test : test.skip

onSmallDisk('a disk that runs full costs no message that was acknowledged', async () => {
  using disk = smallDisk(8)
  const data = join(disk.path, 'data')
  await using server = await serve(data)
  const olga = await found(server)
  const [ben] = await addPeople(server, olga, CREW)
  const inbox = await olga.listen({ event_types: ['message'] })
  const kept = ['before']
  await olga.say('general', 'tea', 'before')

  disk.fill()
  const refused = await firstRefusal(olga, kept)
  assert.equal([refused.status, refused.code], [500, 'SERVER_NOT_READY'])
  assert.match(refused.msg, 'disk')
  const readable = await messagesOf(olga)
  assert.equal(readable.map(writing), kept)
  assert.equal(
    await unreadOf(ben!),
    readable.map(({ id }) => id),
  )

  disk.free()
  await olga.say('general', 'tea', 'after')
  kept.push('after')
  assert.equal(
    (await inbox.read()).map(({ message }) => writing(message)),
    kept,
  )

  disk.fill()
  await firstRefusal(olga, kept)
  assert.equal(await server.kill('SIGTERM'), [0, null])
  const log = server.stderr().trim().split('\n')
  const entries = log.map((line) => JSON.parse(line) as Record<string, unknown>)
  const failed = entries.find(({ event }) => event === 'request-failed')
  const request = entries.find(({ event, id }) => event === 'request' && id === failed?.id)
  assert.equal([request?.route, request?.status], ['POST /messages', 500])

  disk.free()
  await using again = await serve(data)
  assert.equal((await messagesOf(personAt(again, olga))).map(writing), kept)
})

onSmallDisk(
  'a file there is no room for is refused as that, and leaves nothing behind',
  async () => {
    using disk = smallDisk(8)
    const data = join(disk.path, 'data')
    await using server = await serve(data)
    const olga = await found(server)
    const upload = () => olga.upload('/user_uploads', new File(['x'.repeat(300_000)], 'x.txt'))

    disk.fill(100)
    const { status, code, msg } = await upload()
    assert.equal([status, code], [500, 'SERVER_NOT_READY'])
    assert.match(msg, 'disk')
    assert.equal((await olga.get('/attachments')).attachments, [])
    const left = readdirSync(join(data, 'uploads'), { recursive: true, withFileTypes: true })
    assert.equal(
      left.filter((entry) => entry.isFile()).map(({ name }) => name),
      [],
    )

    disk.free()
    assert.is((await upload()).status, 200)
  },
)

interface Message {
  id: number
  content: string
}

const messagesOf = (author: Person) => read(author, [['sender', author.email]])

const searched = async (reader: Person, words: string) =>
  (await read(reader, [['search', words]])).map(({ id }) => id)

const unreadOf = async (reader: Person) =>
  (
    await read(reader, [
      ['is', 'unread'],
      ['channel', 'general'],
    ])
  ).map(({ id }) => id)

async function read(reader: Person, narrow: readonly [string, string][]): Promise<Message[]> {
  const page = expectSuccess(
    await reader.get('/messages', {
      anchor: 'oldest',
      num_before: 0,
      num_after: 5000,
      narrow,
      apply_markdown: false,
    }),
  )
  assert.ok(page.found_newest)
  return page.messages
}

const writing = ({ content }: { content: string }) => content.slice(0, 20)

/** Writes until the server cannot. */
async function firstRefusal(author: Person, kept: string[]): Promise<Answer> {
  for (let n = 0; n < 100; n++) {
    const content = `${kept.length} ${'long '.repeat(1900)}`
    const message = { type: 'channel', to: 'general', topic: 'tea', content }
    const answer = await author.post('/messages', message)
    if (answer.result !== 'success') return answer
    kept.push(writing({ content }))
  }
  throw new Error('the disk never ran full')
}

/** Every message has all that belongs to it, and the file is sound. */
function requireWhole(folder: string) {
  const db = openDatabase(join(folder, 'hearth.db'), { readonly: true })
  try {
    assert.is(db.pragma('integrity_check', { simple: true }), 'ok')
    assert.equal(db.pragma('foreign_key_check'), [])
    const incomplete = db.prepare(`
      SELECT id FROM message
       WHERE NOT EXISTS (SELECT 1 FROM user_message WHERE message_id = message.id
                         UNION ALL SELECT 1 FROM message_receivers
                          WHERE message_id = message.id AND flags IS NOT NULL)
          OR (SELECT last_message_id FROM conversation WHERE id = conversation_id) < message.id`)
    assert.equal(incomplete.all(), [])
    const found = db.prepare('SELECT rowid FROM message_text WHERE message_text MATCH ?').pluck()
    const written = db.prepare(`
      SELECT id, content FROM message
       WHERE content LIKE '%writer%' AND id <= (SELECT message_id FROM message_text_reach)`)
    for (const { id, content } of written.all() as Message[]) assert.equal(found.all(content), [id])
  } finally {
    db.close()
  }
}

test.run()
