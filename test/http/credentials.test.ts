// HTTP Basic, API keys and client names.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { type Chat, expectSuccess, PASSWORD, startChat } from '../chat.ts'

const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`

test('an e-mail address and its API key log in, whatever the case and the blanks around', async () => {
  await using chat = await startChat()
  const { email, key, id } = chat.olga
  const headers = [
    basic(`${email}:${key}`),
    basic(`${email.toUpperCase()}:${key}`),
    basic(`  ${email} : ${key}\n`),
    basic(`${email}:${key}`).replace('Basic', 'basic'),
    basic(`${email}:${key}`).replace('Basic', 'BASIC'),
    basic(`${email}:${key}`).replace('Basic ', 'Basic    '),
  ]
  for (const header of headers) {
    const answer = await ask(chat, header)
    assert.equal([answer.status, answer.user_id], [200, id], header)
  }
})

test('the address that the API shows logs in as well', async () => {
  await using chat = await startChat()
  const me = expectSuccess(await chat.olga.get('/users/me'))

  const answer = await ask(chat, basic(`${me.email}:${chat.olga.key}`))

  assert.is(answer.status, 200)
})

test('credentials that are none are refused by what is wrong with them', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const { email, key } = chat.olga
  const refusals: [header: string | undefined, status: number, code: string][] = [
    [undefined, 401, 'UNAUTHORIZED'],
    [`Bearer ${key}`, 400, 'BAD_REQUEST'],
    ['Digest username="olga"', 400, 'BAD_REQUEST'],
    [key, 400, 'BAD_REQUEST'],
    ['Basic', 401, 'UNAUTHORIZED'],
    ['Basic !!!', 401, 'UNAUTHORIZED'],
    [basic(''), 401, 'UNAUTHORIZED'],
    [basic('no colon'), 401, 'UNAUTHORIZED'],
    [basic(`${email}:`), 401, 'INVALID_API_KEY'],
    [basic(`${email}:short`), 401, 'INVALID_API_KEY'],
    [basic(`${email}:${key}x`), 401, 'INVALID_API_KEY'],
    [basic(`${email}:${'é'.repeat(32)}`), 401, 'INVALID_API_KEY'],
    [basic(`${email}:${'a'.repeat(32)}`), 401, 'INVALID_API_KEY'],
    [basic(`${email}:${key.toUpperCase()}`), 401, 'INVALID_API_KEY'],
    [basic(`${email}:${ben.key}`), 401, 'INVALID_API_KEY'],
    [basic(`${ben.email}:${key}`), 401, 'INVALID_API_KEY'],
    [basic(`nobody@harbour.test:${key}`), 401, 'INVALID_API_KEY'],
    [basic(`:${key}`), 401, 'INVALID_API_KEY'],
    [basic(`${email}:${PASSWORD}`), 401, 'INVALID_API_KEY'],
  ]
  for (const [header, status, code] of refusals) {
    const answer = await ask(chat, header)
    assert.equal([answer.status, answer.result, answer.code], [status, 'error', code], header)
  }
})

test('a wrong key and an unknown address get the same answer', async () => {
  await using chat = await startChat()
  const wrong = 'a'.repeat(32)

  const { headers: _known, ...known } = await ask(chat, basic(`${chat.olga.email}:${wrong}`))
  const { headers: _unknown, ...unknown } = await ask(chat, basic(`nobody@harbour.test:${wrong}`))

  assert.equal(known, unknown)
})

test('who sends no credentials, or wrong ones, is told how to', async () => {
  await using chat = await startChat()

  const key = await fetch(`${chat.url}/api/v1/users/me`)
  const wrong = await ask(chat, basic(`${chat.olga.email}:${'a'.repeat(32)}`))
  assert.match(wrong.headers.get('www-authenticate')!, /^Basic realm="/)
  const session = await fetch(`${chat.url}/json/users/me`)

  assert.match(key.headers.get('www-authenticate')!, /^Basic realm="/)
  assert.match(session.headers.get('www-authenticate')!, /^Session realm="/)
})

test('what anyone may ask does not look at credentials, good or bad', async () => {
  await using chat = await startChat()

  for (const header of ['Bearer x', basic('nobody:nothing'), chat.olga.authorization]) {
    const answer = await ask(chat, header, '/server_settings')
    assert.is(answer.status, 200, header)
  }
})

test('a password buys the API key, and nothing else does', async () => {
  await using chat = await startChat()
  const logIn = (username: string, password: string) =>
    post(chat, '/api/v1/fetch_api_key', { username, password })

  const right = await logIn(` ${chat.olga.email.toUpperCase()} `, PASSWORD)
  const wrong = await logIn(chat.olga.email, 'wrong')
  const unknown = await logIn('nobody@harbour.test', PASSWORD)
  const bot = await logIn('notification-bot@hearth.local', PASSWORD)

  assert.equal([right.status, right.api_key], [200, chat.olga.key])
  for (const answer of [wrong, unknown, bot]) {
    assert.equal([answer.status, answer.code], [401, 'AUTHENTICATION_FAILED'])
    assert.is(answer.msg, wrong.msg)
  }
})

test('what is no e-mail address is no name to log in by, and counts as no attempt', async () => {
  await using chat = await startChat({ rateLimit: true })
  for (let attempt = 0; attempt < 7; attempt++) {
    for (const path of ['/api/v1/fetch_api_key', '/json/web/session']) {
      const named = await post(chat, path, { username: 'olga', password: PASSWORD })
      assert.equal([named.status, named.code], [400, 'BAD_REQUEST'])
      assert.is(named.msg, 'username is not an e-mail address')
      const nameless = await post(chat, path, { password: PASSWORD })
      assert.is(nameless.code, 'REQUEST_VARIABLE_MISSING')
    }
  }
})

test('in a session the own password alone shows the own key', async () => {
  await using chat = await startChat()
  const login = await post(chat, '/json/web/session', {
    username: chat.olga.email,
    password: PASSWORD,
  })
  const cookie = login.headers.get('set-cookie')!.split(';')[0]!
  const showKey = async (root: string, password: string) => {
    const response = await fetch(`${chat.url}${root}/fetch_api_key`, {
      method: 'POST',
      headers: { cookie, 'X-CSRFToken': login.csrf_token },
      body: new URLSearchParams({ password }),
    })
    return await response.json()
  }
  assert.is((await showKey('/json', PASSWORD)).api_key, chat.olga.key)
  assert.is((await showKey('/json', 'wrong')).code, 'AUTHENTICATION_FAILED')
  assert.is((await showKey('/api/v1', PASSWORD)).code, 'REQUEST_VARIABLE_MISSING')
})

test('a session cookie does not work where keys do, nor a key where sessions do', async () => {
  await using chat = await startChat()
  const { username, password } = { username: chat.olga.email, password: PASSWORD }
  const login = await post(chat, '/json/web/session', { username, password })
  const cookie = login.headers.get('set-cookie')!.split(';')[0]!

  const withCookie = await fetch(`${chat.url}/api/v1/users/me`, { headers: { cookie } })
  const withKey = await fetch(`${chat.url}/json/users/me`, {
    headers: { Authorization: chat.olga.authorization },
  })

  assert.is(withCookie.status, 401)
  assert.is(withKey.status, 401)
})

async function ask(chat: Chat, authorization: string | undefined, path = '/users/me') {
  const response = await fetch(`${chat.url}/api/v1${path}`, {
    headers: authorization === undefined ? {} : { Authorization: authorization },
  })
  return { status: response.status, headers: response.headers, ...(await response.json()) }
}

async function post(chat: Chat, path: string, parameters: Record<string, string>) {
  const body = new URLSearchParams(parameters)
  const response = await fetch(`${chat.url}${path}`, { method: 'POST', body })
  return { status: response.status, headers: response.headers, ...(await response.json()) }
}

test.run()
