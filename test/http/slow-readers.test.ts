// Clients that ask for much and read little.

import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { type Chat, type Person, startChat } from '../chat.ts'

const MIB = 1024 * 1024
const CONNECTIONS = 14

test('requests sent in one go by a client that reads nothing hold one answer, not all', async () => {
  await using chat = await startChat()
  await fill(chat)
  const before = memory()

  const socket = await ask(chat, chat.olga, 40)
  await settled(chat, socket)

  const held = (memory() - before) / MIB
  socket.destroy()
  assert.ok(held < 100, `${Math.round(held)} MB for 40 requests`)
})

test('a person whose answers are not read is asked to wait, and nobody else', async () => {
  await using chat = await startChat()
  await fill(chat)
  const ben = await chat.join('Ben')

  const sockets: Socket[] = []
  for (let n = 0; n < CONNECTIONS; n++) sockets.push(await ask(chat, ben, 1))
  const refused = await until(
    () => ben.get('/users/me'),
    ({ status }) => status === 429,
  )

  assert.is(refused.code, 'RATE_LIMIT_HIT')
  assert.is(refused.msg, 'Earlier answers have not been read yet; try again in a moment.')
  assert.is(refused.headers.get('retry-after'), '5')
  assert.is((await chat.olga.get('/users/me')).status, 200)

  for (const socket of sockets) socket.destroy()
  await until(
    () => ben.get('/users/me'),
    ({ status }) => status === 200,
  )
})

test('who begins to read late gets the whole answer, and can ask again', async () => {
  await using chat = await startChat()
  await fill(chat)
  const socket = await ask(chat, chat.olga, 1)
  await settled(chat, socket)

  for (let time = 0; time < 2; time++) {
    const answer = await readAnswer(socket)
    assert.ok(answer.length > 2 * MIB, `${answer.length} bytes`)
    assert.is(JSON.parse(answer).found_newest, true)
    socket.write(requestOf(chat.olga))
  }
  socket.destroy()
})

/** Ten million characters in the channel "general". */
async function fill(chat: Chat) {
  const content = '$$a$$ '.repeat(480)
  for (let n = 0; n < 60; n++) await chat.olga.say('general', 'sums', content)
}

/** Asks so many times for the largest page there is, and reads nothing. */
async function ask(chat: Chat, person: Person, times: number): Promise<Socket> {
  const { hostname, port } = new URL(chat.url)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {})
  await once(socket, 'connect')
  socket.pause()
  socket.write(requestOf(person).repeat(times))
  return socket
}

const requestOf = ({ authorization }: Person) =>
  'GET /api/v1/messages?anchor=newest&num_before=1000&num_after=0 HTTP/1.1\r\n' +
  `Host: a\r\nAuthorization: ${authorization}\r\n\r\n`

/** The body of the next answer. */
async function readAnswer(socket: Socket): Promise<string> {
  let text = ''
  for await (const bytes of socket.iterator({ destroyOnReturn: false })) {
    text += bytes.toString('latin1')
    const body = text.indexOf('\r\n\r\n') + 4
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(text)?.[1])
    if (body > 3 && text.length === body + length) return text.slice(body)
  }
  throw new Error('the connection ended')
}

/** Once others have been answered several times after it, a request has been begun. */
async function settled(chat: Chat, _socket: Socket) {
  for (let n = 0; n < 20; n++) await chat.olga.get('/server_settings')
}

function memory() {
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

async function until<T>(ask: () => Promise<T>, holds: (answer: T) => boolean): Promise<T> {
  for (;;) {
    const answer = await ask()
    if (holds(answer)) return answer
  }
}

test.run()
