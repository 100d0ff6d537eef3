// What the log says of requests, and what it must not say.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { expectSuccess, PASSWORD } from '../chat.ts'
import { found, serve, temporaryFolder } from '../child-server.ts'

test('every request leaves one line that tells what was asked, and no secret', async () => {
  using folder = temporaryFolder()
  await using server = await serve(folder.path)
  const [, setupToken] = await server.line(/\/setup\/(\w+)/)
  await fetch(`${server.url}/setup/${setupToken}`)
  const olga = await found(server)
  const login = await fetch(`${server.url}/json/web/session`, {
    method: 'POST',
    body: new URLSearchParams({ username: olga.email, password: PASSWORD }),
  })
  const { csrf_token } = await login.json()
  const cookie = login.headers.get('set-cookie')!.split(';')[0]!
  await fetch(`${server.url}/json/users/me?private=query`, { headers: { cookie } })
  const inbox = await olga.listen()
  await inbox.read()
  const sent = await olga.post('/messages', {
    type: 'channel',
    to: 'general',
    topic: 'plan of the treasury',
    content: 'the treasure is under the oak',
  })
  expectSuccess(sent)
  await fetch(`${server.url}/api/v1/fetch_api_key`, {
    method: 'POST',
    body: new URLSearchParams({ username: olga.email, password: 'a wrong guess' }),
  })
  await fetch(`${server.url}/api/v1/users/me`, { headers: { Authorization: 'Basic Z3Vlc3M6a2V5' } })
  const nowhere = await fetch(`${server.url}/secret-path-of-somebody`)
  await server.kill('SIGTERM')

  const lines = server.stderr().trimEnd().split('\n')
  const entries = lines.map((line) => JSON.parse(line))
  for (const { time, level, event } of entries) {
    assert.match(time, /^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
    assert.is(level, 'info')
    assert.ok(['listening', 'request', 'stopped'].includes(event), event)
  }
  const requests = entries.filter(({ event }) => event === 'request')
  assert.is(new Set(requests.map(({ id }) => id)).size, requests.length)
  const ofMessage = requests.find(({ id }) => id === sent.headers.get('x-request-id'))
  assert.equal(
    [ofMessage.method, ofMessage.route, ofMessage.status],
    ['POST', 'POST /messages', 200],
  )
  assert.ok(Number.isFinite(ofMessage.ms))
  const unknown = requests.find(({ id }) => id === nowhere.headers.get('x-request-id'))
  assert.equal([unknown.route, unknown.status], ['-', 404])

  const secrets = {
    setupToken: setupToken!,
    password: PASSWORD,
    wrongPassword: 'guess',
    key: olga.key,
    authorization: olga.authorization.slice(6),
    otherAuthorization: 'Z3Vlc3M6a2V5',
    cookie: cookie.split('=')[1]!,
    csrf_token,
    queue: inbox.queueId,
    content: 'treasure',
    topic: 'treasury',
    address: olga.email,
    query: 'private',
    path: 'secret-path',
  }
  for (const [what, secret] of Object.entries(secrets)) {
    assert.not(server.stderr().includes(secret), `the log tells the ${what}`)
  }
})

test.run()
