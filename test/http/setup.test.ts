// The set-up page.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { silentLog } from '../../src/base/log.ts'
import { startHearth } from '../../src/main.ts'
import { CONFIG, PASSWORD } from '../chat.ts'
import { TestClock } from '../clocks.ts'

const OWNER = { name: 'Harbour', full_name: 'Olga', email: 'olga@harbour.test', password: PASSWORD }

test('the set-up link shows a form that works without scripts', async () => {
  await using server = await emptyServer()

  const { status, headers, text } = await open(server.setupUrl)

  assert.is(status, 200)
  assert.is(headers.get('content-type'), 'text/html; charset=utf-8')
  assert.match(text, '<form method="post"')
  for (const name of Object.keys(OWNER)) assert.match(text, `name="${name}"`)
  assert.not.match(text, '<script')
  const policy = headers.get('content-security-policy')!
  assert.match(policy, "default-src 'none'")
  assert.match(policy, "form-action 'self'")
  assert.is(headers.get('cache-control'), 'no-store')
  assert.is(headers.get('content-length'), String(Buffer.byteLength(text)))
})

test('the person who fills it in owns the organization and is logged in', async () => {
  await using server = await emptyServer()

  const { status, headers } = await open(server.setupUrl, OWNER)

  assert.equal([status, headers.get('location')], [303, '/'])
  const [cookie = ''] = headers.get('set-cookie')!.split(';')
  const me = await fetch(`${server.address}/json/users/me`, { headers: { cookie } })
  const { full_name, is_owner } = await me.json()
  assert.equal([full_name, is_owner], ['Olga', true])
  const form = { fetch_event_types: '["user_settings","realm_user_settings_defaults"]' }
  const snapshot = await fetch(`${server.address}/json/register`, {
    method: 'POST',
    headers: { cookie, 'X-CSRFToken': await csrfToken(server.address, cookie) },
    body: new URLSearchParams(form),
  })
  const { user_settings, realm_user_settings_defaults: defaults } = await snapshot.json()
  assert.equal([user_settings.enter_sends, defaults.enter_sends], [true, true], 'Enter sends')
})

test('a form that another site sends is refused', async () => {
  await using server = await emptyServer()

  const { status } = await fetch(server.setupUrl, {
    method: 'POST',
    headers: { Origin: 'https://elsewhere.test' },
    body: new URLSearchParams(OWNER),
  })

  assert.is(status, 403)
  assert.is((await open(server.setupUrl)).status, 200)
})

test('the link works once', async () => {
  await using server = await emptyServer()
  await open(server.setupUrl, OWNER)

  const shown = await open(server.setupUrl)
  const sent = await open(server.setupUrl, { ...OWNER, email: 'eve@harbour.test' })

  assert.is(shown.status, 404)
  assert.match(shown.text, '<h1>This server is set up already</h1>')
  assert.match(shown.text, 'href="/"')
  assert.is(sent.status, 404)
})

test('of two who fill it in at the same time, one becomes the owner', async () => {
  await using server = await emptyServer()

  const answers = await Promise.all([
    open(server.setupUrl, OWNER),
    open(server.setupUrl, { ...OWNER, email: 'eve@harbour.test', full_name: 'Eve' }),
  ])

  const statuses = answers.map(({ status }) => status).sort()
  assert.is(statuses[0], 303)
  assert.ok([400, 404].includes(statuses[1]!))
})

test('a program can do the same and is logged in with a session', async () => {
  await using server = await emptyServer()
  const token = server.setupUrl.split('/').at(-1)!
  const { full_name, email, password } = OWNER
  const request = { realm_name: OWNER.name, full_name, email, password }
  const bootstrap = (setup_token: string) =>
    fetch(`${server.address}/api/v1/account/bootstrap`, {
      method: 'POST',
      body: new URLSearchParams({ ...request, setup_token }),
    })

  const stranger = await bootstrap('x'.repeat(32))
  const first = await bootstrap(token)
  const again = await bootstrap(token)

  assert.is(stranger.status, 403)
  assert.is(first.status, 200)
  assert.match(first.headers.get('set-cookie')!, /sessionid=\w+/)
  assert.is(again.status, 403)
})

test('a wrong link leads nowhere', async () => {
  await using server = await emptyServer()
  const right = new URL(server.setupUrl).pathname
  const wrong = ['/setup', '/setup/', '/setup/guess', `${right}x`, `${right}/x`, right.slice(0, -1)]
  for (const path of wrong) {
    const { status } = await open(`${server.address}${path}`)
    assert.is(status, 404, path)
    assert.is((await open(`${server.address}${path}`, OWNER)).status, 404, path)
  }
  assert.is((await open(server.setupUrl)).status, 200)
})

test('what cannot be is said, and nothing typed is lost but the password', async () => {
  await using server = await emptyServer()
  const odd = { ...OWNER, name: '"Fish & <Chips>"', full_name: "O'Hara" }
  const refusals: [field: string, value: string, problem: RegExp][] = [
    ['name', '', /name/],
    ['name', 'n'.repeat(41), /40/],
    ['email', 'olga', /address/],
    ['email', '', /address/],
    ['full_name', '', /name/],
    ['full_name', '<script>', /name/],
    ['password', 'short', /has 5 characters, and a password needs at least 6/],
    ['password', 'sunshine', /a common password/],
    ['password', OWNER.email, /made of the name, the address or the organization/],
    ['password', '', /has 0 characters/],
  ]
  for (const [field, value, problem] of refusals) {
    const { status, text } = await open(server.setupUrl, { ...odd, [field]: value })
    assert.is(status, 400, field)
    const [, name, words] = /id="(\w+)-problem" role="alert">([^<]+)</.exec(text)!
    assert.is(name, field)
    assert.match(words!, problem)
    const input = new RegExp(`<input id="${field}" [^>]*>`).exec(text)![0]
    assert.match(input, 'aria-invalid="true"')
    assert.match(input, `aria-describedby="${field}-problem`)
    assert.match(input, 'autofocus')
    if (field !== 'name') assert.match(text, 'value="&quot;Fish &amp; &lt;Chips&gt;&quot;"')
    if (field !== 'email') assert.match(text, `value="${OWNER.email}"`)
    assert.not.match(text, '<script>')
    assert.not.match(text, PASSWORD)
  }
  assert.is((await open(server.setupUrl, {})).status, 400)
  assert.is((await open(server.setupUrl, odd)).status, 303)
})

test('a method that makes no sense there is refused', async () => {
  await using server = await emptyServer()

  const { status, headers } = await fetch(server.setupUrl, { method: 'DELETE' })

  assert.is(status, 405)
  assert.is(headers.get('allow'), 'GET, HEAD, POST')
})

test('a form that is too large or broken is refused', async () => {
  await using server = await emptyServer()
  const large = await open(server.setupUrl, { ...OWNER, name: 'x'.repeat(2 * 1024 * 1024) })
  const broken = await fetch(server.setupUrl, {
    method: 'POST',
    headers: { 'Content-Type': 'multipart/form-data; boundary=x' },
    body: 'nonsense',
  })

  assert.is(large.status, 413)
  assert.is(broken.status, 400)
  assert.is((await open(server.setupUrl)).status, 200)
})

test('before there is an organization, everything else is not ready or unknown', async () => {
  await using server = await emptyServer()
  const paths = ['/users/me', '/messages', '/register', '/server_settings', '/fetch_api_key']
  for (const path of paths) {
    for (const method of ['GET', 'POST']) {
      const response = await fetch(`${server.address}/api/v1${path}`, {
        method,
        ...(method === 'POST' && { body: new URLSearchParams({ username: 'a@b', password: 'x' }) }),
      })
      const { code } = await response.json()
      const isReady = response.status < 500 || code === 'SERVER_NOT_READY'
      assert.ok(isReady, `${method} ${path}: ${response.status} ${code}`)
    }
  }
})

async function open(url: string, form?: Record<string, string>) {
  const response = await fetch(url, {
    headers: { Accept: 'text/html' },
    ...(form && { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' }),
  })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

async function emptyServer() {
  const data = mkdtempSync(join(tmpdir(), 'hearth-test-'))
  const surroundings = { clock: new TestClock(), log: silentLog }
  const { address, setupUrl, stop } = await startHearth({ ...CONFIG, data }, surroundings)
  return {
    address,
    setupUrl: setupUrl!,
    async [Symbol.asyncDispose]() {
      await stop()
      rmSync(data, { recursive: true })
    },
  }
}

async function csrfToken(address: string, cookie: string): Promise<string> {
  const answer = await fetch(`${address}/json/web/session`, { headers: { cookie } })
  return (await answer.json()).csrf_token
}

test.run()
