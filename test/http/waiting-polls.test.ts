// Connections whose poll waits for events: what happens to them until the answer, and after it.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { type Chat, expectSuccess, startChat } from '../chat.ts'
import { getRequest, type RawAnswer, RawClient, untilHeld } from './raw-client.ts'

const ME = '/users/me'

test('one connection polls again and again, and asks for other things in between', async () => {
  await using chat = await startChat()
  const poll = await pollOf(chat)
  const client = await RawClient.open(chat)

  for (let n = 0; n < 5; n++) {
    client.send(poll(n - 1))
    await untilHeld(chat, 1)
    await chat.olga.say('general', 'tea', `cup ${n}`)
    assert.equal(contentsOf(await client.answer()), [`cup ${n}`])
    client.send(getRequest(chat.olga, ME))
    assert.is(emailOf(await client.answer()), chat.olga.email)
  }
})

test('a poll that waited is answered with the same headers as one that did not', async () => {
  await using chat = await startChat({ rateLimit: true })
  const poll = await pollOf(chat)
  const client = await RawClient.open(chat)

  client.send(poll(-1))
  await untilHeld(chat, 1)
  await chat.olga.say('general', 'tea', 'Grüße ☕')
  const late = await client.answer()
  client.send(poll(-1))
  const early = await client.answer()

  assert.is(late.text, early.text)
  assert.equal([...late.headers.keys()].sort(), [...early.headers.keys()].sort())
  for (const [name, value] of late.headers) {
    if (/^(?:date|x-request-id|x-ratelimit-.*)$/.test(name)) continue
    assert.is(value, early.headers.get(name), name)
  }
  assert.is.not(late.headers.get('x-request-id'), early.headers.get('x-request-id'))
  assert.ok(Math.abs(Date.parse(late.headers.get('date')!) - Date.now()) < 60_000)
})

test('requests sent behind a poll are answered after it, however they are cut', async () => {
  await using chat = await startChat()
  const next = getRequest(chat.olga, ME)
  const cuts = [
    ['all at once', next + next, ''],
    ['in the middle of the second', next + next.slice(0, 40), next.slice(40)],
    ['in the middle of the first', next.slice(0, 20), next.slice(20) + next],
    ['after one byte', next.slice(0, 1), next.slice(1) + next],
    ['before both', '', next + next],
  ] as const
  for (const [name, withPoll, later] of cuts) {
    const poll = await pollOf(chat)
    const client = await RawClient.open(chat)
    client.send(poll(-1) + withPoll)
    await untilHeld(chat, 1)
    client.send(later)
    // Answered on another connection: the server has had time to read the bytes.
    expectSuccess(await chat.olga.get(ME))
    await chat.olga.say('general', 'tea', name)

    assert.equal(contentsOf(await client.answer()), [name])
    for (const _ of [1, 2]) assert.is(emailOf(await client.answer()), chat.olga.email, name)
  }
})

test('the body of a request behind a poll may come in pieces', async () => {
  await using chat = await startChat()
  const poll = await pollOf(chat)
  const client = await RawClient.open(chat)
  const body = new URLSearchParams({ type: 'channel', to: 'general', topic: 'tea', content: 'two' })
  const head =
    `POST /api/v1/messages HTTP/1.1\r\nHost: a\r\nAuthorization: ${chat.olga.authorization}\r\n` +
    `Content-Type: application/x-www-form-urlencoded\r\nContent-Length: ${String(body).length}\r\n\r\n`

  client.send(poll(-1))
  await untilHeld(chat, 1)
  await chat.olga.say('general', 'tea', 'one')
  await client.answer()
  client.send(head)
  expectSuccess(await chat.olga.get(ME))
  client.send(String(body).slice(0, 10))
  expectSuccess(await chat.olga.get(ME))
  client.send(String(body).slice(10))

  assert.is(JSON.parse((await client.answer()).text).result, 'success')
})

test('a client that goes away while it waits is noticed, whether it says so or not', async () => {
  await using chat = await startChat()
  const ways: Record<string, (client: RawClient) => void> = {
    'closes its side': ({ socket }) => socket.end(),
    closes: ({ socket }) => socket.destroy(),
    resets: ({ socket }) => socket.resetAndDestroy(),
  }
  for (const [way, leave] of Object.entries(ways)) {
    const client = await RawClient.open(chat)
    client.send((await pollOf(chat))(-1))
    await untilHeld(chat, 1)

    leave(client)

    await untilHeld(chat, 0)
    await client.closed
    assert.ok(true, way)
  }
})

test('answers to a client that reads late arrive whole', async () => {
  await using chat = await startChat()
  const poll = await pollOf(chat)
  const client = await RawClient.open(chat)
  const content = '$$a$$ '.repeat(480)
  client.socket.pause()

  // More than the network holds for one that reads nothing.
  for (let n = 0; n < 60; n++) await chat.olga.say('general', 'sums', content)
  client.send(poll(59))
  await untilHeld(chat, 1)
  await chat.olga.say('general', 'sums', content)
  client.send(poll(-1) + poll(60) + getRequest(chat.olga, ME))
  await chat.olga.say('general', 'sums', 'last')
  client.socket.resume()

  assert.equal(idsOf(await client.answer()), [60])
  assert.is(JSON.parse((await client.answer()).text).code, 'BAD_REQUEST')
  assert.equal(idsOf(await client.answer()), [61])
  assert.is(emailOf(await client.answer()), chat.olga.email)
})

test('a connection that is not to be kept ends with the answer', async () => {
  await using chat = await startChat()
  for (const version of ['HTTP/1.0', 'HTTP/1.1']) {
    const more = version === 'HTTP/1.1' ? ['Connection: close'] : []
    const poll = await pollOf(chat, more)
    const client = await RawClient.open(chat)
    client.send(poll(-1).replace('HTTP/1.1', version))
    await untilHeld(chat, 1)
    await chat.olga.say('general', 'tea', 'one')
    const answer = await client.answer()

    assert.is(answer.headers.get('connection'), 'close')
    assert.is(answer.headers.get('keep-alive'), undefined)
    assert.equal(contentsOf(answer), ['one'])
    await client.closed
  }
})

test('a poll with HEAD waits as well, and is answered without the events', async () => {
  await using chat = await startChat()
  const poll = await pollOf(chat)
  const client = await RawClient.open(chat)

  client.send(poll(-1).replace('GET', 'HEAD'))
  await untilHeld(chat, 1)
  await chat.olga.say('general', 'tea', 'one')
  const answer = await client.answer(false)
  client.send(getRequest(chat.olga, ME))

  assert.is(answer.status, 200)
  assert.ok(Number(answer.headers.get('content-length')) > 100)
  assert.is(emailOf(await client.answer()), chat.olga.email)
})

test('a server that stops answers the polls, and closes connections that wait for nothing', async () => {
  const chat = await startChat()
  const poll = await pollOf(chat)
  const [waiting, idle] = [await RawClient.open(chat), await RawClient.open(chat)]
  idle.send(poll(-1))
  await untilHeld(chat, 1)
  await chat.olga.say('general', 'tea', 'one')
  await idle.answer()
  waiting.send(poll(0))
  await untilHeld(chat, 1)

  await chat.stop()

  const answer = await waiting.answer()
  assert.is(answer.headers.get('connection'), 'close')
  assert.equal(JSON.parse(answer.text).events, [{ id: 1, type: 'heartbeat' }])
  await Promise.all([waiting.closed, idle.closed])
})

/** Opens a queue for messages. @returns the request that polls it after an event */
async function pollOf(chat: Chat, more: readonly string[] = []) {
  const { queueId } = await chat.olga.listen({ event_types: ['message'] })
  return (last: number) =>
    getRequest(chat.olga, '/events', { queue_id: queueId, last_event_id: last }, more)
}

const eventsOf = ({ text }: RawAnswer) => JSON.parse(text).events
const idsOf = (answer: RawAnswer): number[] => eventsOf(answer).map(({ id }: { id: number }) => id)
const contentsOf = (answer: RawAnswer): string[] =>
  eventsOf(answer).map(({ message }: { message: { content: string } }) => message.content)
const emailOf = ({ text }: RawAnswer): string => JSON.parse(text).email

test.run()
