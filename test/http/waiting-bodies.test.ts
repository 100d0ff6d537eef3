// Large bodies of one person that wait for their turn: no more than a hundred.

import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { startChat } from '../chat.ts'

test('a hundred large bodies of a person wait, one more is refused, and others are served', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const { hostname, port } = new URL(chat.url)
  const head =
    'POST /api/v1/messages HTTP/1.1\r\nHost: a\r\n' +
    `Authorization: ${ben.authorization}\r\n` +
    'Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 100000\r\n\r\n'
  const sockets: Socket[] = []
  const send = async () => {
    const socket = connect(Number(port), hostname)
    socket.on('error', () => {})
    sockets.push(socket)
    await once(socket, 'connect')
    socket.write(head)
    return socket
  }

  // Two arrive, and a hundred wait for them.
  for (let n = 0; n < 102; n++) await send()
  await chat.olga.get('/users/me')
  const [answer] = await once((await send()).setEncoding('utf8'), 'data')

  assert.match(answer, /^HTTP\/1\.1 429 /)
  assert.match(answer, 'Too many large requests of yours are waiting')
  assert.match(answer, /retry-after: 5/i)
  const text = 'x'.repeat(70_000)
  const other = await chat.olga.post('/messages/render', { content: text })
  assert.is(other.status, 200, 'the body of another person was read')
  for (const socket of sockets) socket.destroy()
})

test.run()
