// What the log says of requests, and what it must not say.

import { execFileSync } from 'node:child_process'
import { closeSync, createReadStream, openSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { newLog, textLine } from '../../src/base/log.ts'
import { expectSuccess, PASSWORD } from '../chat.ts'
import { found, serve, temporaryFolder, tryServe } from '../child-server.ts'

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
  const nowhere = await fetch(`${server.url}/wp-admin/setup.php?secret=query`)
  await fetch(`${server.url}/Setup/${setupToken}`)
  const page = await fetch(`${server.url}/join/abcdefgh234567abcdefgh23/`)
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
  assert.equal([unknown.route, unknown.path, unknown.status], ['-', '/wp-admin/setup.php', 404])
  assert.ok(requests.some(({ path }) => path === '/Setup/…'))
  const ofPage = requests.find(({ id }) => id === page.headers.get('x-request-id'))
  assert.equal([ofPage.route, ofPage.path], ['/join/*', undefined])

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
    queryOfNothing: 'secret',
    invitation: 'abcdefgh234567abcdefgh23',
  }
  for (const [what, secret] of Object.entries(secrets)) {
    assert.not(server.stderr().includes(secret), `the log tells the ${what}`)
  }
})

test('a log for people has a line for each event, and a stack below it', () => {
  const at = new Date(2026, 0, 31, 14, 5, 9)
  assert.is(
    textLine(at, 'info', 'request', { route: 'GET /users', path: undefined, status: 200, ms: 3 }),
    '14:05:09 info  request route="GET /users" status=200 ms=3',
  )
  assert.is(
    textLine(at, 'error', 'request-failed', { id: 'x7', error: 'Error: no\n    at here' }),
    '14:05:09 error request-failed id=x7\n    Error: no\n    at here',
  )
})

test('lines that nothing reads are counted, not kept', async () => {
  using folder = temporaryFolder()
  const pipe = join(folder.path, 'pipe')
  execFileSync('mkfifo', [pipe])
  const fd = openSync(pipe, 'r+')
  const log = newLog('json', 'info', fd)
  const TOLD = 5000
  const tell = () => {
    for (let at = 0; at < TOLD; at++) log.info('request', { at, path: 'x'.repeat(1000) })
  }
  tell()
  const lines = createInterface(createReadStream(pipe))
  let read = 0
  let dropped: number | undefined
  for await (const line of lines) {
    const { event, level, lines: count } = JSON.parse(line)
    if (event === 'request') read++
    else {
      dropped = count
      assert.equal([event, level], ['log-lines-dropped', 'warn'])
    }
    if (dropped !== undefined || read === TOLD) break
  }
  closeSync(fd)
  assert.ok(read > 900 && read < 2000, `${read} lines were kept`)
  assert.is(read + dropped!, TOLD)
})

test('nothing in a log for people commands the terminal or looks like another line', () => {
  const line = textLine(new Date(), 'warn', 'x', {
    path: '/\u001b]0;owned\u0007',
    name: 'a\u009b31m=b',
    error: 'one\n\u001b[2Jtwo\n14:05:09 error forged',
  })

  assert.not.match(line, /[^\P{C}\n]/u)
  assert.match(line, /\n {4}14:05:09 error forged$/)
})

test('--log and --log-level choose the form of the log and what is in it', async () => {
  using folder = temporaryFolder()
  const logOf = async (...options: string[]) => {
    await using server = await serve(folder.path, options)
    await fetch(`${server.url}/api/v1/server_settings`)
    await server.kill('SIGTERM')
    return server.stderr()
  }

  assert.match(await logOf('--log', 'text'), / info {2}request .*route="GET \/server_settings"/)
  assert.is(await logOf('--log-level', 'warn'), '')
  assert.match(await logOf(), /^\{"time":.*"event":"listening"/)
  const refused = await tryServe(folder.path, ['--log-level', 'loud'])
  assert.equal(refused, {
    code: 2,
    stderr: 'hearth serve: --log-level must be error, warn, info or debug, not "loud"\n',
  })
})

test.run()
