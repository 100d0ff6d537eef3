// Clients that use HTTP/2 to get around the limits of HTTP/1.

import { once } from 'node:events'
import type { ClientHttp2Session } from 'node:http2'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Chat, Person } from '../chat.ts'
import { askOn, openSession, startSecureChat, trustedAuthority } from '../secure-chat.ts'
import { END_HEADERS, END_STREAM, frame, getFrame, headerBlock, openRaw, TYPE } from './frames.ts'

const authority = await trustedAuthority()
const MIB = 1024 * 1024
const FORM = 'application/x-www-form-urlencoded'

const cancel = (id: number) => frame(TYPE.reset, 0, id, Buffer.from([0, 0, 0, 8]))

const noises: Record<string, (n: number) => Buffer> = {
  'cancels requests as fast as it sends them': (n) =>
    Buffer.concat([getFrame(2 * n + 1, '/api/v1/server_settings'), cancel(2 * n + 1)]),
  'sends pings without end': () => frame(TYPE.ping, 0, 0, Buffer.alloc(8)),
  'changes its settings without end': () => frame(TYPE.settings, 0, 0, Buffer.alloc(0)),
}
for (const [name, noise] of Object.entries(noises)) {
  test(`a client that ${name} is disconnected`, async () => {
    await using chat = await startSecureChat(authority)
    const raw = await openRaw(chat.url)

    let sent = 0
    for (; sent < 5000 && !raw.socket.destroyed; sent++) {
      raw.socket.write(noise(sent))
      // The server, in this process too, reads some, and the client its answers.
      if (sent % 50 === 0) await new Promise((later) => setImmediate(later))
    }
    await raw.closed

    assert.ok(sent < 5000, `${sent} times`)
    await requireAlive(chat)
  })
}

test('streams beyond a hundred are refused, also before the client acknowledges the limit', async () => {
  await using chat = await startSecureChat(authority)
  const raw = await openRaw(chat.url)
  const open = headerBlock(post(chat.olga))

  for (let id = 1; id < 400; id += 2) await raw.send(frame(TYPE.headers, END_HEADERS, id, open))
  await until(() => raw.socket.destroyed || raw.count(TYPE.reset) >= 100)

  await requireAlive(chat)
  raw.socket.destroy()
})

test('headers beyond measure are refused', async () => {
  await using chat = await startSecureChat(authority)
  const session = await openSession(chat.url)
  const statusOf = (headers: Record<string, string>) =>
    askOn(session, { ':path': '/api/v1/server_settings', ...headers }).then(
      ({ status }) => status,
      () => 'refused',
    )

  assert.is(await statusOf({ 'x-long': 'x'.repeat(60_000) }), 200)
  const many = Object.fromEntries(Array.from({ length: 5000 }, (_, n) => [`x-${n}`, 'x']))
  assert.is(await statusOf(many), 'refused')
  await requireAlive(chat)
  session.destroy()
})

test('headers that never end are not collected', async () => {
  await using chat = await startSecureChat(authority)
  const raw = await openRaw(chat.url)
  await raw.send(frame(TYPE.headers, END_STREAM, 1, headerBlock({ ':method': 'GET' })))
  const more = headerBlock(
    Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`x-${n}`, 'x'])),
  )

  let sent = 0
  while (sent < 10_000 && (await raw.send(frame(TYPE.continuation, 0, 1, more)))) sent++
  await raw.closed

  assert.ok(sent < 10_000)
  await requireAlive(chat)
})

test('a client that reads nothing is given few of the answers it asks for, and then all', async () => {
  await using chat = await startSecureChat(authority)
  await fill(chat)
  const session = await openSession(chat.url)
  const statuses: unknown[] = []

  const streams = Array.from({ length: 12 }, () => {
    const stream = session.request(largePage(chat.olga))
    return stream.on('response', (headers) => statuses.push(headers[':status']))
  })
  await once(streams[0]!, 'response')
  for (let n = 0; n < 20; n++) await chat.olga.get('/server_settings')
  const untilRead = statuses.length
  for (const stream of streams) stream.resume()
  await Promise.all(streams.map((stream) => once(stream, 'end')))

  assert.ok(untilRead <= 3, `${untilRead} answers`)
  assert.equal(statuses, Array(12).fill(200))
  session.destroy()
})

test('a person whose answers are not read is asked to wait, and nobody else', async () => {
  await using chat = await startSecureChat(authority)
  await fill(chat)
  const ben = await chat.join('Ben')

  const sessions: ClientHttp2Session[] = []
  for (let n = 0; n < 14; n++) {
    const session = await openSession(chat.url)
    session.request(largePage(ben)).on('error', () => {})
    sessions.push(session)
  }
  const refused = await until(async () => {
    const answer = await ben.get('/users/me')
    return answer.status === 429 && answer
  })

  assert.is(refused.msg, 'Earlier answers have not been read yet; try again in a moment.')
  assert.is((await chat.olga.get('/users/me')).status, 200)
  for (const session of sessions) session.destroy()
  await until(async () => (await ben.get('/users/me')).status === 200)
})

test('a body that is cut off is not taken for a whole one', async () => {
  await using chat = await startSecureChat(authority)
  const inbox = await chat.olga.listen({ event_types: ['message'] })
  const body = Buffer.from('type=channel&to=general&topic=tea&content=kettle')
  const lengths: Record<string, string>[] = [{}, { 'content-length': String(body.length) }]
  for (const more of lengths) {
    for (const end of [cancel(1), undefined]) {
      const raw = await openRaw(chat.url)
      const block = headerBlock({ ...post(chat.olga), ...more })
      await raw.send(frame(TYPE.headers, END_HEADERS, 1, block))
      await raw.send(frame(TYPE.data, 0, 1, body))
      // Once this is answered, the server has read the rest.
      await raw.send(frame(TYPE.ping, 0, 0, Buffer.alloc(8)))
      await until(() => raw.count(TYPE.ping) > 0)
      if (end) await raw.send(end)
      else raw.socket.destroy()
      await requireAlive(chat)
      raw.socket.destroy()
    }
  }

  await requireAlive(chat)
  const id = await chat.olga.say('general', 'tea', 'whole')

  assert.equal(
    (await inbox.read()).map(({ message }) => message.id),
    [id],
  )
})

test('a large body without a length is refused at the same size', async () => {
  await using chat = await startSecureChat(authority)
  const session = await openSession(chat.url)
  const send = (headers: Record<string, string>, body: string) =>
    askOn(session, { ':method': 'POST', 'content-type': FORM, ...headers }, body)

  const stranger = await send({ ':path': '/api/v1/fetch_api_key' }, 'x'.repeat(1.5 * MIB))
  const olga = await send(
    { ':path': '/api/v1/messages', authorization: chat.olga.authorization },
    'x'.repeat(26 * MIB),
  )

  assert.equal([stranger.status, olga.status], [413, 413])
  session.destroy()
})

test('large bodies without a length count like those with one', async () => {
  await using chat = await startSecureChat(authority)
  const ben = await chat.join('Ben')
  const session = await openSession(chat.url)
  const slow = Array.from({ length: 2 }, () => {
    const stream = session.request({
      ':path': '/api/v1/user_uploads',
      ':method': 'POST',
      authorization: ben.authorization,
      'content-type': 'multipart/form-data; boundary=x',
    })
    stream.on('error', () => {})
    return stream
  })
  await askOn(session, { ':path': '/api/v1/server_settings' })

  let isAnswered = false
  const third = ben.upload('/user_uploads', new File(['x'.repeat(500_000)], 'large.txt'))
  void third.then(() => {
    isAnswered = true
  })
  await ben.say('general', 'tea', 'kettle')
  assert.not(isAnswered)

  slow[0]!.close(8)
  assert.is((await third).status, 200)
  session.destroy()
})

test('requests over HTTP/2 count against the limits of a person', async () => {
  await using chat = await startSecureChat(authority, { rateLimit: true })
  const session = await openSession(chat.url)

  const answers = await Promise.all(
    Array.from({ length: 90 }, () =>
      askOn(
        session,
        { ':path': '/api/v1/fetch_api_key', ':method': 'POST', 'content-type': FORM },
        'username=a&password=b',
      ),
    ),
  )
  const again = await Promise.all(
    Array.from({ length: 90 }, () => askOn(session, { ':path': '/api/v1/server_settings' })),
  )

  const refused = [...answers, ...again].filter(({ status }) => status === 429)
  assert.ok(refused.length >= 80, `${refused.length} were refused`)
  session.destroy()
})

/** The headers of a message that follows. */
const post = ({ authorization }: Person) => ({
  ':method': 'POST',
  ':scheme': 'https',
  ':authority': 'localhost',
  ':path': '/api/v1/messages',
  authorization,
  'content-type': FORM,
})

/** Five million characters in the channel "general". */
async function fill(chat: Chat) {
  const content = '$$a$$ '.repeat(480)
  for (let n = 0; n < 30; n++) await chat.olga.say('general', 'sums', content)
}

const largePage = (person: Person) => ({
  ':path': '/api/v1/messages?anchor=newest&num_before=1000&num_after=0',
  authorization: person.authorization,
})

async function until<T>(ask: () => T | Promise<T>): Promise<Exclude<T, false>> {
  for (;;) {
    const answer = await ask()
    if (answer) return answer as Exclude<T, false>
    await new Promise((later) => setImmediate(later))
  }
}

async function requireAlive(chat: Chat) {
  assert.is((await chat.olga.get('/users/me')).status, 200)
}

test.run()
