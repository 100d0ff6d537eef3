// Broken and hostile HTTP.

import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { type Chat, startChat } from '../chat.ts'

test('what is no HTTP is refused, and the server goes on', async () => {
  await using chat = await startChat()
  const inputs = [
    'hello\r\n\r\n',
    '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
    '\0'.repeat(1000),
    'GET\r\n\r\n',
    'GET / HTTP/9.9\r\n\r\n',
    'GET / HTTP/1.1\r\n\r\n',
    'GET /nowhere HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n',
    'GET /\x00 HTTP/1.1\r\nHost: a\r\n\r\n',
    'BREW /api/v1/messages HTTP/1.1\r\nHost: a\r\n\r\n',
    'POST /api/v1/messages HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n',
    'POST /api/v1/messages HTTP/1.1\r\nHost: a\r\nContent-Length: 1e9\r\n\r\n',
    'POST /api/v1/messages HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n',
    'POST /api/v1/messages HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    'POST /api/v1/messages HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
    'GET / HTTP/1.1\r\nHost: a\r\nNo colon here\r\n\r\n',
    'GET / HTTP/1.1\r\nHost: a\r\nX: a\x01b\r\n\r\n',
    'GET http://elsewhere.test/api/v1/users/me HTTP/1.1\r\nHost: a\r\n\r\n',
    'CONNECT elsewhere.test:443 HTTP/1.1\r\nHost: a\r\n\r\n',
    'OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n',
    'GET //nowhere HTTP/1.1\r\nHost: a\r\n\r\n',
    'GET //evil.test/%2e%2e/ HTTP/1.1\r\nHost: a\r\n\r\n',
    'GET /api/v1/../../etc/passwd HTTP/1.1\r\nHost: a\r\n\r\n',
    'GET /api/v1/users/me HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n',
  ]
  for (const input of inputs) {
    const answer = await exchange(chat, input)
    assert.match(answer, /^$|^HTTP\/1\.1 4\d\d /, JSON.stringify(input))
  }
  await requireAlive(chat)
})

test('a request for a whole URL is one for its path', async () => {
  await using chat = await startChat()
  const { host } = new URL(chat.url)
  const statusOf = async (target: string) => {
    const answer = await exchange(
      chat,
      `GET ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n` +
        `Authorization: ${chat.olga.authorization}\r\n\r\n`,
    )
    return Number(answer.split(' ', 2)[1])
  }

  assert.is(await statusOf(`http://${host}/api/v1/users/me`), 200)
  assert.is(
    await statusOf(`HTTP://${host}/api/v1/messages?anchor=newest&num_before=1&num_after=0`),
    200,
  )
  assert.is(await statusOf('https://chat.test/api/v1/nowhere'), 404)
  assert.is(await statusOf(`http://${host}`), 200, 'the web client')
  assert.is(await statusOf(`http://${host}?/nowhere`), 200, 'the web client, with a query')
  assert.is(await statusOf(`ftp://${host}/api/v1/users/me`), 404)
})

test('headers beyond measure are refused', async () => {
  await using chat = await startChat()
  const start = 'GET /api/v1/users/me HTTP/1.1\r\nHost: a\r\n'

  const long = await exchange(chat, `${start}X-Long: ${'x'.repeat(1_000_000)}\r\n\r\n`)
  const many = await exchange(chat, `${start}${'X-Many: x\r\n'.repeat(100_000)}\r\n`)
  const address = await exchange(chat, `GET /${'x'.repeat(1_000_000)} HTTP/1.1\r\nHost: a\r\n\r\n`)

  for (const answer of [long, many, address]) assert.match(answer, /^$|^HTTP\/1\.1 431 /)
  await requireAlive(chat)
})

test('clients that say little, and slowly, keep nobody else waiting', async () => {
  await using chat = await startChat()
  const slow: Socket[] = []
  for (let n = 0; n < 200; n++) {
    const socket = await open(chat)
    const part = [
      '',
      'G',
      'GET /api/v1/users/me HTTP/1.1\r\n',
      'POST /api/v1/messages HTTP/1.1\r\nX:',
    ]
    socket.write(part[n % 4]!)
    slow.push(socket)
  }

  await requireAlive(chat)

  for (const socket of slow) socket.destroy()
  await requireAlive(chat)
})

test('requests sent in one go are answered in order', async () => {
  await using chat = await startChat()
  const request = (path: string, more = '') =>
    `GET ${path} HTTP/1.1\r\nHost: a\r\nAuthorization: ${chat.olga.authorization}\r\n${more}\r\n`
  const paths = Array.from({ length: 50 }, (_, n) => `/api/v1/${n % 2 ? 'nowhere' : 'users/me'}`)

  const answer = await exchange(
    chat,
    `${paths.map((path) => request(path)).join('')}${request('/api/v1/last', 'Connection: close\r\n')}`,
  )

  const statuses = [...answer.matchAll(/HTTP\/1\.1 (\d\d\d) /g)].map(([, status]) => status)
  assert.equal(statuses, [...paths.map((_, n) => (n % 2 ? '404' : '200')), '404'])
})

test('a poll between other requests of one connection holds back only what follows it', async () => {
  await using chat = await startChat()
  const inbox = await chat.olga.listen({ event_types: ['message'] })
  const socket = await open(chat)
  const request = (path: string) =>
    `GET ${path} HTTP/1.1\r\nHost: a\r\nAuthorization: ${chat.olga.authorization}\r\n\r\n`
  socket.write(request(`/api/v1/events?queue_id=${inbox.queueId}&last_event_id=-1`))
  socket.write(request('/api/v1/users/me'))

  await chat.olga.say('general', 'tea', 'kettle')
  let answer = ''
  while (!answer.includes('"full_name"')) answer += String((await once(socket, 'data'))[0])
  socket.destroy()

  assert.ok(answer.indexOf('kettle') < answer.indexOf('"full_name"'))
})

test('a client that has closed its half is answered, but does not wait for events', async () => {
  await using chat = await startChat()
  const inbox = await chat.olga.listen({ event_types: ['message'] })
  const head = `Host: a\r\nAuthorization: ${chat.olga.authorization}\r\n`
  const poll = `/api/v1/events?queue_id=${inbox.queueId}&last_event_id=-1`
  const form = 'type=channel&to=general&topic=tea&content=kettle'

  assert.is(await exchange(chat, `GET ${poll} HTTP/1.1\r\n${head}\r\n`), '')
  const answer = await exchange(
    chat,
    `POST /api/v1/messages HTTP/1.1\r\n${head}Content-Type: application/x-www-form-urlencoded\r\n` +
      `Content-Length: ${form.length}\r\n\r\n${form}`,
  )

  assert.match(answer, /^HTTP\/1\.1 200 /)
  assert.equal(
    (await inbox.read()).map(({ message }) => message.content),
    ['kettle'],
  )
})

test('clients that vanish in the middle of anything leave nothing behind', async () => {
  await using chat = await startChat()
  const inbox = await chat.olga.listen({ event_types: ['message'] })
  const head = `Host: a\r\nAuthorization: ${chat.olga.authorization}\r\n`
  const form = `${head}Content-Type: application/x-www-form-urlencoded\r\n`
  const parts = [
    `POST /api/v1/messages HTTP/1.1\r\n${form}Content-Length: 500\r\n\r\ntype=channel&to=general`,
    `POST /api/v1/messages HTTP/1.1\r\n${form}Transfer-Encoding: chunked\r\n\r\n5\r\ntype=`,
    `GET /api/v1/events?queue_id=${inbox.queueId}&last_event_id=-1 HTTP/1.1\r\n${head}\r\n`,
    `GET /api/v1/register HTTP/1.1\r\n${head}`,
    `GET /api/v1/messages?anchor=newest HTTP/1.1\r\n${head}\r\n`,
  ]
  for (let n = 0; n < 50; n++) {
    const socket = await open(chat)
    socket.write(parts[n % parts.length]!)
    if (n % 2) socket.resetAndDestroy()
    else socket.destroy()
  }

  await requireAlive(chat)
  const id = await chat.olga.say('general', 'tea', 'kettle')
  assert.equal(
    (await inbox.read()).map(({ message }) => message.id),
    [id],
  )
})

test('lists that nobody needs so long are refused before they are read', async () => {
  await using chat = await startChat()
  const messages = `[${'1,'.repeat(1_100_000)}1]`

  const refused = await chat.olga.post('/messages/flags', { messages, op: 'add', flag: 'read' })

  assert.is(refused.status, 400)
  assert.is(refused.msg, 'messages is too long (limit: 2097152 characters)')
})

test('who sends large bodies has two at a time in the server, and nobody else waits', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const slow: Socket[] = []
  for (const length of ['Content-Length: 500000', 'Transfer-Encoding: chunked']) {
    const socket = await open(chat)
    socket.write(
      `POST /api/v1/user_uploads HTTP/1.1\r\nHost: a\r\nAuthorization: ${ben.authorization}\r\n` +
        `Content-Type: multipart/form-data; boundary=x\r\n${length}\r\n\r\n`,
    )
    slow.push(socket)
  }
  // Once this is answered, the server has seen those before.
  await requireAlive(chat)
  const large = () => new File(['x'.repeat(500_000)], 'large.txt')

  let isAnswered = false
  const third = ben.upload('/user_uploads', large()).then(({ status }) => {
    isAnswered = true
    return status
  })
  await ben.say('general', 'tea', 'kettle')
  assert.is((await chat.olga.upload('/user_uploads', large())).status, 200)
  assert.not(isAnswered)

  slow.pop()!.destroy()
  assert.is(await third, 200)
  slow.pop()!.destroy()
  assert.is((await ben.upload('/user_uploads', large())).status, 200)
})

async function open(chat: Chat): Promise<Socket> {
  const { hostname, port } = new URL(chat.url)
  const socket = connect(Number(port), hostname)
  // The server may hang up at any time.
  socket.on('error', () => {})
  await once(socket, 'connect')
  return socket
}

/** Sends raw bytes, says that nothing follows, and reads until the server hangs up. */
async function exchange(chat: Chat, input: string): Promise<string> {
  const socket = await open(chat)
  let answer = ''
  socket.setEncoding('latin1').on('data', (text) => {
    answer += text
  })
  const closed = new Promise((resolve) => socket.on('close', resolve))
  socket.end(input, 'latin1')
  await closed
  return answer
}

async function requireAlive(chat: Chat) {
  assert.is((await chat.olga.get('/users/me')).status, 200)
}

test.run()
