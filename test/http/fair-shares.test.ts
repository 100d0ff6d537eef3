// Fair shares: what one person has asked for at once keeps nobody else waiting for all of it.

import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { type Chat, expectSuccess, type Person, startChat } from '../chat.ts'

/** Takes some milliseconds to render. */
const LONG = '**a *b* ~~c~~** `d` '.repeat(490)

// The first test, because all servers of a process share one loop, on which IDs of people recur.
test('a person is answered before most of what five others sent together', async () => {
  await using chat = await startChat()
  const five = await Promise.all(
    ['Ben', 'Cora', 'Dan', 'Eva', 'Finn'].map((name) => chat.join(name)),
  )
  // The first such message loads and compiles what renders it, which one of the five would pay for.
  await (await chat.join('Gus')).say('general', 'warm-up', LONG)
  const answers = await together(chat, [
    ...five.flatMap((person) => Array.from({ length: 12 }, () => send(person, LONG))),
    get(chat.olga, '/users/me'),
  ])

  const place = answers.findIndex(({ index }) => index === 60)
  assert.ok(place < 30, `${place} answers to the five came first`)
  // None of the five waits for all of another: each has a first answer before anyone has the last.
  const isOf = (person: number) => (answer: Heard) => Math.floor(answer.index / 12) === person
  const firsts = five.map((_, person) => answers.findIndex(isOf(person)))
  const lasts = five.map((_, person) => answers.findLastIndex(isOf(person)))
  assert.ok(Math.max(...firsts) < Math.min(...lasts), `${firsts} before ${lasts}`)
})

test('a person is answered before most of what another sent earlier, all at once', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const answers = await together(chat, [
    ...Array.from({ length: 60 }, () => send(ben, LONG)),
    send(chat.olga, 'Good morning'),
    get(chat.olga, '/users/me'),
  ])

  const [sent, looked] = [60, 61].map((at) => answers.findIndex(({ index }) => index === at))
  assert.ok(sent! < 30, `${sent} messages of Ben were answered before Olga's`)
  assert.ok(looked! < 30, `${looked} messages of Ben were answered before Olga saw her account`)
  assert.equal(
    answers.map(({ status }) => status),
    answers.map(() => 200),
    'all are answered',
  )
})

test('what a person sends at once on a few connections is done in its order', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')

  const answers = await together(
    chat,
    Array.from({ length: 12 }, () => send(ben, LONG)),
  )

  assert.equal(
    answers.map(({ index, status }) => [index, status]),
    answers.map((_, place) => [place, 200]),
  )
})

test('more than a person may have waiting is refused, and others are served', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  // Just below the size from which bodies count as large.
  const body = `content=${encodeURIComponent(LONG)}&filler=${'x'.repeat(40_000)}`
  const answers = await together(chat, [
    ...Array.from({ length: 800 }, () => post(ben, '/messages/render', body)),
    get(chat.olga, '/users/me'),
  ])

  const refused = answers.filter(({ status }) => status === 429)
  assert.ok(refused.length > 0)
  for (const { text } of refused) {
    assert.match(text, 'Too many requests of yours are waiting')
    assert.match(text, /"code":"RATE_LIMIT_HIT"/)
    assert.match(text, /retry-after: 5/i)
  }
  assert.is(answers.find(({ index }) => index === 800)?.status, 200)
  assert.is((await ben.get('/users/me')).status, 200, 'Ben is served again afterwards')
})

/** More than one turn does, and few enough connections to be read at once. */
const MANY = 16
const ANSWERED = 2

test('what waits for a client that goes away is not done', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const sockets = await open(chat, MANY)
  for (const socket of sockets) socket.write(send(ben, LONG))
  // The others are read, and wait. A connection that ends before that may still want its answer.
  await Promise.all(sockets.slice(0, ANSWERED).map((socket) => once(socket, 'data')))
  for (const socket of sockets) socket.destroy()
  // Begun after all that goes on: Ben's requests are served in their order.
  await ben.get('/users/me')

  const { messages } = expectSuccess(
    await chat.olga.get('/messages', { anchor: 'newest', num_before: MANY + 1, num_after: 0 }),
  )
  const sent = messages.filter(({ sender_id }: { sender_id: number }) => sender_id === ben.id)
  assert.ok(sent.length >= ANSWERED && sent.length < MANY, `${sent.length} of ${MANY} messages`)
})

test('what waits when the server stops is done first', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const sockets = await open(chat, 30)
  for (const socket of sockets) socket.write(send(ben, LONG))
  const answered = sockets.map((socket) => answerOf(socket))
  await once(sockets[0]!, 'data')
  await chat.restart()

  const statuses = (await Promise.all(answered)).map(({ status }) => status)
  assert.equal(statuses, Array(30).fill(200))
  const { messages } = expectSuccess(
    await ben.get('/messages', { anchor: 'newest', num_before: 100, num_after: 0 }),
  )
  const sent = messages.filter(({ sender_id }: { sender_id: number }) => sender_id === ben.id)
  assert.is(sent.length, 30)
})

test('a stranger who guesses passwords keeps those at other addresses waiting for a few alone', async () => {
  await using chat = await startChat()
  const guess = form(
    'POST /api/v1/fetch_api_key',
    '',
    `username=${encodeURIComponent(chat.olga.email)}&password=wrong`,
  )
  const guessing = await open(chat, 20, '127.0.0.2')
  const [logging] = await open(chat, 1, '127.0.0.3')
  const answers = await answersOf([...guessing, logging!], Array(21).fill(guess))

  const place = answers.findIndex(({ index }) => index === 20)
  assert.ok(place < 10, `${place} guesses were looked at first`)
})

const form = (line: string, more: string, body: string) =>
  `${line} HTTP/1.1\r\nHost: a\r\n${more}Content-Type: application/x-www-form-urlencoded\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`

const credentials = ({ authorization }: Person) => `Authorization: ${authorization}\r\n`

const get = (person: Person, path: string) =>
  `GET /api/v1${path} HTTP/1.1\r\nHost: a\r\n${credentials(person)}\r\n`

const post = (person: Person, path: string, body: string) =>
  form(`POST /api/v1${path}`, credentials(person), body)

const send = (person: Person, content: string) =>
  post(
    person,
    '/messages',
    `${new URLSearchParams({ type: 'channel', to: 'general', topic: 'tea', content })}`,
  )

interface Heard {
  index: number
  status: number
  text: string
}

const open = ({ url }: Chat, count: number, localAddress = '127.0.0.1'): Promise<Socket[]> =>
  Promise.all(
    Array.from({ length: count }, async () => {
      const { hostname, port } = new URL(url)
      const socket = connect({ host: hostname, port: Number(port), localAddress })
      socket.setEncoding('utf8').on('error', () => {})
      await once(socket, 'connect')
      // The server accepts one connection in each turn of its loop: it knows them all from here on.
      socket.write('GET /api/v1/server_settings HTTP/1.1\r\nHost: a\r\n\r\n')
      await answerOf(socket)
      socket.removeAllListeners('data')
      return socket
    }),
  )

/** Sends all requests at once, each on a connection of its own. @returns the answers as they came */
const together = async (chat: Chat, requests: readonly string[]): Promise<Heard[]> =>
  answersOf(await open(chat, requests.length), requests)

async function answersOf(sockets: readonly Socket[], requests: readonly string[]) {
  const heard: Heard[] = []
  await Promise.all(
    sockets.map(async (socket, index) => {
      socket.write(requests[index]!)
      const answer = await answerOf(socket)
      heard.push({ index, ...answer })
      socket.destroy()
    }),
  )
  return heard
}

/** The first answer on a connection, head and body. */
const answerOf = (socket: Socket): Promise<{ status: number; text: string }> =>
  new Promise((resolve) => {
    let text = ''
    socket.on('data', (piece) => {
      text += piece
      const [head = '', body] = text.split('\r\n\r\n', 2)
      const length = Number(/content-length: (\d+)/i.exec(head)?.[1])
      if (body !== undefined && Buffer.byteLength(body) >= length)
        resolve({ status: Number(text.slice(9, 12)), text })
    })
    socket.on('close', () => resolve({ status: 0, text }))
  })

test.run()
