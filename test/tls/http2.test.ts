// HTTP/2: what browsers use it for, and that no limit of HTTP/1 is lost with it.

import { once } from 'node:events'
import { request } from 'node:https'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Person } from '../chat.ts'
import { answerOf, askOn, openSession, startSecureChat, trustedAuthority } from '../secure-chat.ts'

const authority = await trustedAuthority()
const FORM = 'application/x-www-form-urlencoded'

test('a browser gets every kind of answer over one connection', async () => {
  await using chat = await startSecureChat(authority)
  const { olga } = chat
  const session = await openSession(chat.url)
  const get = (path: string, more = {}) => askOn(session, { ':path': path, ...more })

  const page = await get('/', { accept: 'text/html' })
  const script = /src="(\/web\/[^"]+\.js)"/.exec(page.body)![1]!
  const [settings, file, missing, me, head] = await Promise.all([
    get('/api/v1/server_settings'),
    get(script),
    get('/nowhere', { accept: 'text/html' }),
    get('/api/v1/users/me', { authorization: olga.authorization }),
    get('/api/v1/server_settings', { ':method': 'HEAD' }),
  ])

  assert.is(page.status, 200)
  assert.is(JSON.parse(settings.body).realm_url, chat.url)
  assert.ok(chat.url.startsWith('https://localhost:'))
  assert.match(String(file.headers['content-type']), /javascript/)
  assert.is(missing.status, 404)
  assert.is(JSON.parse(me.body).full_name, 'Olga')
  assert.match(String(me.headers['x-request-id']), /^\w+$/)
  assert.equal([head.status, head.body], [200, ''])
  session.destroy()
})

test('forms, uploads and downloads come through as with HTTP/1', async () => {
  await using chat = await startSecureChat(authority)
  const { olga } = chat
  const session = await openSession(chat.url)
  const headers = { authorization: olga.authorization, ':method': 'POST' }
  const file = 'x'.repeat(3_000_000)

  const said = await askOn(
    session,
    { ...headers, ':path': '/api/v1/messages', 'content-type': FORM },
    'type=channel&to=general&topic=tea&content=kettle',
  )
  const uploaded = await askOn(
    session,
    {
      ...headers,
      ':path': '/api/v1/user_uploads',
      'content-type': 'multipart/form-data; boundary=b',
    },
    `--b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n${file}\r\n--b--\r\n`,
  )
  assert.is(said.status, 200)
  assert.is(uploaded.status, 200)
  const { authorization } = olga
  const downloaded = await askOn(session, { ':path': JSON.parse(uploaded.body).url, authorization })
  const part = await askOn(session, {
    ':path': JSON.parse(uploaded.body).url,
    authorization,
    range: 'bytes=0-9',
  })

  assert.is(downloaded.body, file)
  assert.equal([part.status, part.body], [206, 'x'.repeat(10)])
  session.destroy()
})

test('a hundred tabs wait on one connection, and other requests go on beside them', async () => {
  await using chat = await startSecureChat(authority)
  const session = await openSession(chat.url)
  const { authorization } = chat.olga
  const polls = await Promise.all(
    Array.from({ length: 60 }, async () => {
      const { queueId } = await chat.olga.listen({ event_types: ['message'] })
      return session.request({
        ':path': `/api/v1/events?queue_id=${queueId}&last_event_id=-1`,
        authorization,
      })
    }),
  )
  const answers = polls.map(answerOf)

  const me = await askOn(session, { ':path': '/api/v1/users/me', authorization })
  await chat.olga.say('general', 'tea', 'kettle')

  assert.is(me.status, 200)
  for (const { status, body } of await Promise.all(answers)) {
    assert.is(status, 200)
    assert.match(body, /kettle/)
  }
  session.destroy()
})

test('a poll whose tab is closed is forgotten', async () => {
  await using chat = await startSecureChat(authority)
  const session = await openSession(chat.url)
  const inbox = await chat.olga.listen({ event_types: ['message'] })
  const { authorization } = chat.olga
  const path = `/api/v1/events?queue_id=${inbox.queueId}&last_event_id=-1`

  const poll = session.request({ ':path': path, authorization })
  await askOn(session, { ':path': '/api/v1/users/me', authorization })
  poll.close()
  await once(poll, 'close')
  await askOn(session, { ':path': '/api/v1/users/me', authorization })
  const id = await chat.olga.say('general', 'tea', 'kettle')

  assert.equal(
    (await inbox.read()).map(({ message }) => message.id),
    [id],
  )
  session.destroy()
})

test('HTTP/1 is served at the same port', async () => {
  await using chat = await startSecureChat(authority)

  assert.is(await statusByHttp1(chat.olga), 200)
})

test('a server that stops answers held polls and closes every session', async () => {
  await using chat = await startSecureChat(authority)
  const session = await openSession(chat.url)
  const { queueId } = await chat.olga.listen({ event_types: ['message'] })
  const { authorization } = chat.olga
  const path = `/api/v1/events?queue_id=${queueId}&last_event_id=-1`
  const poll = answerOf(session.request({ ':path': path, authorization }))
  await askOn(session, { ':path': '/api/v1/users/me', authorization })
  const closed = once(session, 'close')

  await chat.stop()

  assert.is((await poll).status, 200)
  await closed
})

function statusByHttp1(person: Person) {
  return new Promise((resolve, reject) => {
    const headers = { authorization: person.authorization }
    request(`${person.url}/api/v1/users/me`, { headers }, (res) => {
      res.resume()
      resolve(res.httpVersion === '1.1' && res.statusCode)
    })
      .on('error', reject)
      .end()
  })
}

test.run()
