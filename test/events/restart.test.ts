// Queues survive an orderly restart.

import {
  copyFileSync,
  existsSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { TimerWheel } from '../../src/base/timers.ts'
import { Hub } from '../../src/events/delivery/hub.ts'
import { readQueues, writeQueues } from '../../src/events/delivery/queue-snapshot.ts'
import { openDatabase } from '../../src/store/db.ts'
import { type Chat, expectSuccess, type Person, type ReceivedEvent, startChat } from '../chat.ts'
import { found, personAt, serve, temporaryFolder } from '../child-server.ts'
import { TestClock } from '../clocks.ts'
import { SPEC } from './queue-spec.ts'

test('a client reads on after a restart what came before it, then learns of it', async () => {
  await using chat = await startChat()
  const inbox = await chat.olga.listen({ event_types: ['message', 'restart'] })
  const seen = await chat.olga.say('general', 'tea', 'seen')
  assert.equal((await inbox.read()).map(nameOf), [seen])
  const unseen = await chat.olga.say('general', 'tea', 'unseen')

  await chat.restart()
  const later = await chat.olga.say('general', 'tea', 'later')

  assert.equal((await inbox.read()).map(nameOf), [unseen, 'restart', later])
})

test('events in any script are read as they were written, at once and after a restart', async () => {
  await using chat = await startChat()
  const words = ['für Jörg', '日本のお茶', 'чай 🫖', '\u2028 and \\ud800']
  const inbox = await chat.olga.listen({ event_types: ['message'], apply_markdown: false })
  for (const content of words) await chat.olga.say('general', 'café', content)
  const written = (events: ReceivedEvent[]) =>
    events.filter(({ type }) => type === 'message').map(({ message }) => message.content)
  const peeked = await chat.olga.get('/events', { queue_id: inbox.queueId, last_event_id: -1 })
  assert.equal(written(expectSuccess(peeked).events), words)

  await chat.restart()

  assert.equal(written(await inbox.read()), words)
})

test('the restart event names the version that now runs and when it started', async () => {
  await using chat = await startChat()
  const inbox = await chat.olga.listen()
  chat.clock.advance(30)

  await chat.restart()

  const settings = expectSuccess(await chat.olga.get('/server_settings'))
  const { zulip_version, zulip_merge_base, zulip_feature_level } = settings
  assert.equal(await inbox.read(), [
    {
      type: 'restart',
      service_version: zulip_version,
      service_merge_base: zulip_merge_base,
      service_feature_level: zulip_feature_level,
      zulip_version,
      zulip_merge_base,
      zulip_feature_level,
      server_generation: Math.floor(chat.clock.now() / 1000),
    },
  ])
})

test('a client that did not ask for restarts is not told of one', async () => {
  await using chat = await startChat()
  const inbox = await chat.olga.listen({ event_types: ['message'] })

  await chat.restart()

  assert.equal(await inbox.read(), [])
})

test('IDs of events go on where they were, and wrong ones are still refused', async () => {
  await using chat = await startChat()
  const queue = await register(chat.olga, { event_types: ['message'] })
  await chat.olga.say('general', 'tea', 'one')
  await chat.olga.say('general', 'tea', 'two')
  expectSuccess(await poll(chat.olga, queue, 0))

  await chat.restart()

  assert.equal((await poll(chat.olga, queue, -1)).code, 'BAD_REQUEST')
  assert.equal((await poll(chat.olga, queue, 2)).code, 'BAD_REQUEST')
  await chat.olga.say('general', 'tea', 'three')
  const { events } = expectSuccess(await poll(chat.olga, queue, 0))
  assert.equal(
    events.map(({ id }: { id: number }) => id),
    [1, 2],
  )
})

test('what a client asked for when it registered holds after a restart', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  await chat.olga.subscribe('ships')
  const wholeOrganization = await ben.listen({ event_types: ['message'], all_public_streams: true })
  const narrowed = await ben.listen({ event_types: ['message'], narrow: [['topic', 'Rum']] })
  const rendered = await ben.listen({ event_types: ['message'], apply_markdown: true })

  await chat.restart()
  const elsewhere = await chat.olga.say('ships', 'sails', '*white*')
  const here = await chat.olga.say('general', 'rum', '*brown*')

  assert.equal((await wholeOrganization.read()).map(nameOf), [elsewhere, here])
  assert.equal((await narrowed.read()).map(nameOf), [here])
  assert.equal(
    (await rendered.read()).map(({ message }) => message.content),
    ['<p><em>brown</em></p>'],
  )
})

test('a queue stays its owner’s after a restart', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const queue = await register(chat.olga)

  await chat.restart()

  assert.is((await poll(ben, queue, -1)).code, 'BAD_EVENT_QUEUE_ID')
  assert.is((await poll(chat.olga, queue, -1)).result, 'success')
})

test('a queue nobody comes back to expires after a restart as before', async () => {
  await using chat = await startChat()
  const queue = await register(chat.olga, { idle_queue_timeout: 300 })
  chat.clock.advance(200)

  await chat.restart()
  chat.clock.advance(299)
  assert.is((await poll(chat.olga, queue, -1)).result, 'success')
  chat.clock.advance(302)

  assert.is((await poll(chat.olga, queue, -1)).code, 'BAD_EVENT_QUEUE_ID')
})

test('queues survive one restart after another', async () => {
  await using chat = await startChat()
  const inbox = await chat.olga.listen({ event_types: ['message'] })
  const sent = []

  for (const day of ['Monday', 'Tuesday', 'Wednesday']) {
    sent.push(await chat.olga.say('general', 'rota', day))
    await chat.restart()
  }

  assert.equal((await inbox.read()).map(nameOf), sent)
})

test('queues wait in a file only their owner may read, until the server runs again', async () => {
  await using chat = await startChat()
  await chat.olga.listen()
  const file = queueFile(chat)
  assert.not(existsSync(file))

  await chat.stop()
  assert.is(statSync(file).mode & 0o777, 0o600)
  await chat.restart()

  assert.not(existsSync(file))
})

test('a server nobody listens to leaves no queues', async () => {
  await using chat = await startChat()

  await chat.stop()

  assert.not(existsSync(queueFile(chat)))
})

test('after a crash clients are told to register again, whatever an earlier stop had left', async () => {
  using folder = temporaryFolder()
  const file = join(folder.path, 'event-queues.jsonl')
  let olga: Person
  let queue: string
  {
    await using server = await serve(folder.path)
    olga = await found(server)
    queue = await register(olga)
    assert.equal(await server.kill('SIGTERM'), [0, null])
    copyFileSync(file, `${file}.copy`)
  }
  {
    await using server = await serve(folder.path)
    assert.is((await poll(personAt(server, olga), queue, -1)).result, 'success')
    await personAt(server, olga).say('general', 'tea', 'nobody was told')
    await server.kill('SIGKILL')
  }
  {
    await using server = await serve(folder.path)
    assert.is((await poll(personAt(server, olga), queue, -1)).code, 'BAD_EVENT_QUEUE_ID')
    await server.kill('SIGKILL')
  }
  renameSync(`${file}.copy`, file)

  await using server = await serve(folder.path)

  assert.is((await poll(personAt(server, olga), queue, -1)).code, 'BAD_EVENT_QUEUE_ID')
})

test('queues are not continued on a database that another stop left', async () => {
  await using chat = await startChat()
  const database = join(chat.folder, 'hearth.db')
  const queue = await register(chat.olga)
  await chat.stop()
  copyFileSync(database, `${database}.earlier`)
  await chat.restart()
  await chat.olga.say('general', 'tea', 'said since')
  await chat.stop()

  renameSync(`${database}.earlier`, database)
  await chat.restart()

  assert.is((await poll(chat.olga, queue, -1)).code, 'BAD_EVENT_QUEUE_ID')
})

test('queues go on where another program reads the write-ahead log all the time', async () => {
  await using chat = await startChat()
  const inbox = await chat.olga.listen({ event_types: ['message'] })
  const reader = openDatabase(join(chat.folder, 'hearth.db'), { readonly: true })
  reader.exec('BEGIN; SELECT count(*) FROM message;')
  const unseen = await chat.olga.say('general', 'tea', 'unseen')
  await chat.restart()
  reader.close()

  assert.equal((await inbox.read()).map(nameOf), [unseen])
})

test('a damaged file of queues costs the queues and nothing else', async () => {
  await using chat = await startChat()
  const queue = await register(chat.olga)
  await chat.stop()
  const file = queueFile(chat)
  const [first] = readFileSync(file, 'utf8').split('\n')

  writeFileSync(file, `${first}\n{"id":\n`)
  await chat.restart()

  assert.is((await poll(chat.olga, queue, -1)).code, 'BAD_EVENT_QUEUE_ID')
  assert.is((await chat.olga.get('/users/me')).result, 'success')
  assert.not(existsSync(file))
})

test('what does not fit into the file is left behind, and what was polled last goes first', () => {
  const clock = new TestClock()
  const hub = new Hub(new TimerWheel(clock))
  const [idle, large, active] = [1, 2, 3].map((user) => hub.open(user, SPEC))
  for (let n = 0; n < 100; n++) hub.publish([{ event: { type: 'heartbeat' }, to: [2] }])
  clock.advance(30)
  hub.acknowledge(large!, -1)
  clock.advance(30)
  hub.acknowledge(active!, -1)
  const continued = (room: number) =>
    readQueues([...writeQueues(hub, 'today', room)], 'today').map(({ userId }) => userId)

  assert.equal(continued(10_000), [3, 2, 1])
  assert.equal(continued(1000), [3, 1])
  assert.equal(continued(400), [3])
  assert.equal(continued(10), [])
  assert.is(idle!.length, 0)
})

test('lines about another database, or in another format, are of no use', () => {
  const hub = new Hub(new TimerWheel(new TestClock()))
  hub.open(1, SPEC)
  const lines = [...writeQueues(hub, 'today')]

  assert.is(readQueues(lines, 'today').length, 1)
  assert.equal(readQueues(lines, 'yesterday'), [])
  assert.equal(readQueues(['{"format":0,"generation":"today"}', ...lines.slice(1)], 'today'), [])
  assert.equal(readQueues([], 'today'), [])
})

const queueFile = (chat: Chat) => join(chat.folder, 'event-queues.jsonl')

const nameOf = ({ type, message }: { type: string; message?: { id: number } }) =>
  message?.id ?? type

async function register(person: Person, parameters: Record<string, unknown> = {}): Promise<string> {
  const answer = await person.post('/register', { fetch_event_types: [], ...parameters })
  return expectSuccess(answer).queue_id
}

const poll = (person: Person, queue_id: string, last_event_id: number) =>
  person.get('/events', { queue_id, last_event_id, dont_block: true })

test.run()
