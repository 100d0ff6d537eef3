// GET /events.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { type Chat, expectSuccess, type Person, startChat } from '../chat.ts'

test('events come in order, again and again until they are acknowledged', async () => {
  await using chat = await startChat()
  const queue = await register(chat.olga, { event_types: ['message'] })
  const first = await chat.olga.say('general', 'tea', 'one')
  const second = await chat.olga.say('general', 'tea', 'two')

  assert.equal(await messagesAfter(queue, -1), [
    [0, first],
    [1, second],
  ])
  assert.equal(await messagesAfter(queue, -1), [
    [0, first],
    [1, second],
  ])
  assert.equal(await messagesAfter(queue, 0), [[1, second]])
  assert.equal(await messagesAfter(queue, 1), [])
  const third = await chat.olga.say('general', 'tea', 'three')
  assert.equal(await messagesAfter(queue, 1), [[2, third]])
})

test('dont_block answers at once, with nothing when there is nothing', async () => {
  await using chat = await startChat()
  const queue = await register(chat.olga)

  const answer = await poll(queue, -1, { dont_block: true })

  assert.equal(answer.events, [])
  assert.is(answer.queue_id, queue.id)
})

test('a poll that waits long gets a heartbeat, whatever types it asked for', async () => {
  await using chat = await startChat()
  const queue = await register(chat.olga, { event_types: ['message'] })

  const answer = await whileTimePasses(chat, poll(queue, -1))

  assert.equal(answer.events, [{ id: 0, type: 'heartbeat' }])
  assert.equal((await poll(queue, 0, { dont_block: true })).events, [])
})

test('a queue nobody polls expires, and one that is polled does not', async () => {
  await using chat = await startChat()
  const lost = await register(chat.olga)
  const kept = await register(chat.olga)

  for (let n = 0; n < 4; n++) {
    chat.clock.advance(200)
    expectSuccess(await poll(kept, -1, { dont_block: true }))
  }

  assert.equal(await refusalOf(poll(lost, -1)), badQueue(lost.id))
})

test('a queue whose poll is held does not expire', async () => {
  await using chat = await startChat()
  const queue = await register(chat.olga, { idle_queue_timeout: 30 })

  const [event] = (await whileTimePasses(chat, poll(queue, -1), 29)).events

  assert.is(event.type, 'heartbeat')
  assert.equal((await poll(queue, 0, { dont_block: true })).events, [])
})

test('the queue of another user is answered like an unknown one', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const queue = await register(chat.olga)
  const foreign = { person: ben, id: queue.id }
  const unknown = { person: ben, id: 'no-such-queue' }

  assert.equal(await refusalOf(poll(foreign, -1)), badQueue(queue.id))
  assert.equal(await refusalOf(poll(unknown, -1)), badQueue('no-such-queue'))
  const deletion = ben.delete('/events', { queue_id: queue.id })
  assert.equal(await refusalOf(deletion), badQueue(queue.id))
  assert.equal((await poll(queue, -1, { dont_block: true })).events, [])
})

test('a second poll of a queue sends the first home', async () => {
  await using chat = await startChat()
  const queue = await register(chat.olga, { event_types: ['message'] })
  const polls = [poll(queue, -1), poll(queue, -1)]

  const released = await Promise.race(polls)
  const id = await chat.olga.say('general', 'tea', 'kettle')
  const answers = await Promise.all(polls)

  assert.equal(released.events, [{ id: 0, type: 'heartbeat' }])
  const held = answers.find((answer) => answer !== released)
  assert.is(held?.events.at(-1).message.id, id)
})

test('a client that hangs up and comes back misses nothing', async () => {
  await using chat = await startChat()
  const queue = await register(chat.olga, { event_types: ['message'] })
  const call = new AbortController()
  const held = fetch(`${chat.url}/api/v1/events?queue_id=${queue.id}&last_event_id=-1`, {
    headers: { Authorization: chat.olga.authorization },
    signal: call.signal,
  })
  const second = poll(queue, -1)
  assert.equal((await (await held).json()).events, [{ id: 0, type: 'heartbeat' }])
  const third = fetch(`${chat.url}/api/v1/events?queue_id=${queue.id}&last_event_id=0`, {
    headers: { Authorization: chat.olga.authorization },
    signal: call.signal,
  })
  assert.equal((await second).events, [{ id: 1, type: 'heartbeat' }])
  call.abort()
  await third.then(
    () => assert.unreachable('the third poll was not held'),
    () => {},
  )

  const id = await chat.olga.say('general', 'tea', 'still here')

  assert.equal(await messagesAfter(queue, 1), [[2, id]])
})

test('last_event_id must be an event the queue can go on from', async () => {
  await using chat = await startChat()
  const queue = await register(chat.olga, { event_types: ['message'] })
  await chat.olga.say('general', 'tea', 'one')
  await chat.olga.say('general', 'tea', 'two')
  expectSuccess(await poll(queue, 0))

  for (const [wrong, msg] of [
    [-1, 'An event newer than -1 has already been pruned!'],
    [-2, 'An event newer than -2 has already been pruned!'],
    [2, 'Event 2 was not in this queue'],
    [99, 'Event 99 was not in this queue'],
  ] as const) {
    const answer = await poll(queue, wrong)
    assert.equal([answer.status, answer.code, answer.msg], [400, 'BAD_REQUEST', msg])
  }
  assert.is((await poll(queue, 0)).events.length, 1, 'a refused poll drops nothing')
})

test('a poll without its parameters is refused as a bad request', async () => {
  await using chat = await startChat()
  const queue = await register(chat.olga)

  const withoutQueue = await chat.olga.get('/events', { last_event_id: -1 })
  const withoutLast = await chat.olga.get('/events', { queue_id: queue.id })
  const notNumber = await chat.olga.get('/events', { queue_id: queue.id, last_event_id: 'new' })

  for (const answer of [withoutQueue, withoutLast, notNumber]) {
    assert.equal([answer.status, answer.code], [400, 'BAD_REQUEST'])
  }
  assert.match(withoutQueue.msg, 'queue_id')
  assert.match(withoutLast.msg, 'last_event_id')
  assert.match(notNumber.msg, 'last_event_id')
})

test('a client without a queue is given one if it does not want to wait', async () => {
  await using chat = await startChat()
  const opened = expectSuccess(
    await chat.olga.get('/events', { dont_block: true, event_types: ['message'] }),
  )
  assert.equal([opened.events, opened.last_event_id], [[], -1])

  const id = await chat.olga.say('general', 'tea', 'kettle')

  const queue = { person: chat.olga, id: opened.queue_id }
  assert.equal(await messagesAfter(queue, -1), [[0, id]])
})

test('a client that knows no codes sees by the text that its queue is gone', async () => {
  await using chat = await startChat()

  const { msg } = await chat.olga.get('/events', { queue_id: 'lost', last_event_id: -1 })

  assert.is(msg, 'Bad event queue id: lost')
})

test('deleting a queue ends its poll and the queue', async () => {
  await using chat = await startChat()
  const queue = await register(chat.olga)
  const polls = [poll(queue, -1), poll(queue, -1)]
  await Promise.race(polls)

  expectSuccess(await chat.olga.delete('/events', { queue_id: queue.id }))

  for (const answer of await Promise.all(polls)) assertHeartbeat(answer)
  assert.equal(await refusalOf(poll(queue, -1)), badQueue(queue.id))
  const again = chat.olga.delete('/events', { queue_id: queue.id })
  assert.equal(await refusalOf(again), badQueue(queue.id))
  const unnamed = await chat.olga.delete('/events')
  assert.equal([unnamed.code, unnamed.var_name], ['REQUEST_VARIABLE_MISSING', 'queue_id'])
})

test('the time a queue may stay idle is as asked, within limits', async () => {
  await using chat = await startChat()
  const granted = async (parameters: Record<string, unknown>) =>
    expectSuccess(await chat.olga.post('/register', { fetch_event_types: [], ...parameters }))
      .idle_queue_timeout_secs

  assert.is(await granted({}), 600)
  assert.is(await granted({ idle_queue_timeout: 0 }), 600)
  assert.is(await granted({ idle_queue_timeout: 90 }), 90)
  assert.is(await granted({ idle_queue_timeout: '"mobile"' }), 43_200)
  assert.is(await granted({ idle_queue_timeout: 'mobile' }), 43_200)
  assert.is(await granted({ idle_queue_timeout: 99_999_999 }), 604_800)
  assert.is(await granted({ queue_lifespan_secs: 120 }), 120)
  for (const wrong of ['-1', '1.5', 'true', 'tablet']) {
    const answer = await chat.olga.post('/register', { idle_queue_timeout: wrong })
    assert.equal([answer.status, answer.code], [400, 'BAD_REQUEST'], wrong)
    assert.match(answer.msg, 'idle_queue_timeout')
  }
})

test('a server that stops answers held polls with a heartbeat, never with no event', async () => {
  const chat = await startChat()
  try {
    const queue = await register(chat.olga)
    const polls = [poll(queue, -1), poll(queue, -1)]
    await Promise.race(polls)

    const stopped = chat.stop()

    for (const answer of await Promise.all(polls)) assertHeartbeat(answer)
    await stopped
  } finally {
    await chat[Symbol.asyncDispose]()
  }
})

const assertHeartbeat = ({ events }: Awaited<ReturnType<typeof poll>>) =>
  assert.is(events.at(-1)?.type, 'heartbeat')

interface Queue {
  person: Person
  id: string
}

async function register(person: Person, parameters: Record<string, unknown> = {}): Promise<Queue> {
  const answer = await person.post('/register', { fetch_event_types: [], ...parameters })
  return { person, id: expectSuccess(answer).queue_id }
}

const poll = ({ person, id }: Queue, last: number, parameters: Record<string, unknown> = {}) =>
  person.get('/events', { queue_id: id, last_event_id: last, ...parameters })

/** [event ID, message ID] of what has come and is not acknowledged. */
async function messagesAfter(queue: Queue, last: number) {
  const { events } = expectSuccess(await poll(queue, last, { dont_block: true }))
  return events.map((event: { id: number; message: { id: number } }) => [
    event.id,
    event.message.id,
  ])
}

async function refusalOf(answer: ReturnType<typeof poll>) {
  const { headers, msg, ...rest } = await answer
  return rest
}

const badQueue = (queue_id: string) => ({
  status: 400,
  result: 'error',
  code: 'BAD_EVENT_QUEUE_ID',
  queue_id,
})

/**
 * Lets time pass in steps, each long enough for the server to hear what was sent, until the answer.
 */
async function whileTimePasses<T>(chat: Chat, answer: Promise<T>, step = 60): Promise<T> {
  let done = false
  const ended = answer.finally(() => {
    done = true
  })
  for (let n = 0; n < 50 && !done; n++) {
    chat.clock.advance(step)
    await chat.olga.get('/users/me')
  }
  if (!done) throw new Error('time passed and no answer came')
  return ended
}

test.run()
