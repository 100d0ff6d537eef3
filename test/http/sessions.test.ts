// Browser sessions.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { type Answer, type Chat, PASSWORD, startChat } from '../chat.ts'
import { settle } from '../settle.ts'

const DAY = 86_400

test('a browser logs in and gets a cookie that scripts cannot read', async () => {
  await using chat = await startChat()

  const browser = await logIn(chat)

  assert.match(browser.setCookie, /^sessionid=\w{32}; /)
  for (const attribute of ['Path=/', 'HttpOnly', 'SameSite=Lax', `Max-Age=${14 * DAY}`]) {
    assert.ok(browser.setCookie.split('; ').includes(attribute), attribute)
  }
  assert.not(browser.setCookie.includes('Secure'))
  assert.is((await browser.ask('GET', '/users/me')).user_id, chat.olga.id)
})

test('with https the cookie belongs to this host alone and travels by https alone', async () => {
  await using chat = await startChat({ url: 'https://chat.harbour.test' })

  const browser = await logIn(chat)

  assert.match(browser.setCookie, /^__Host-sessionid=\w{32}; Path=\/; /)
  assert.ok(browser.setCookie.split('; ').includes('Secure'))
  assert.is((await browser.ask('GET', '/users/me')).status, 200)
})

test('scripts of this site find the CSRF token in a cookie that they can read', async () => {
  await using chat = await startChat()
  const { csrfCookie, csrfToken, ask } = await logIn(chat)

  const [first = '', ...attributes] = csrfCookie.split('; ')
  assert.is(first, `csrftoken=${csrfToken}`)
  assert.equal(attributes, ['Path=/', 'SameSite=Lax', `Max-Age=${14 * DAY}`])
  const sent = await ask('POST', '/messages', MESSAGE, { 'X-CSRFToken': first.slice(10) })
  assert.is(sent.status, 200)

  await using secure = await startChat({ url: 'https://chat.harbour.test' })
  assert.ok((await logIn(secure)).csrfCookie.endsWith('; Secure'))
})

test('a request that changes something needs the CSRF token of the page', async () => {
  await using chat = await startChat()
  const browser = await logIn(chat)
  const { csrfToken } = browser
  const send = (headers: Record<string, string>, extra: Record<string, string> = {}) =>
    browser.ask('POST', '/messages', { ...MESSAGE, ...extra }, headers)

  const accepted = [
    await send({ 'X-CSRFToken': csrfToken }),
    await send({}, { csrfmiddlewaretoken: csrfToken }),
    await send({ 'X-CSRFToken': csrfToken, Origin: chat.url }),
  ]
  for (const answer of accepted) {
    assert.is(answer.status, 200)
    assert.is(answer.ignored_parameters_unsupported, undefined)
  }

  const other = await logIn(chat)
  const refused: [headers: Record<string, string>, reason: string][] = [
    [{}, 'token'],
    [{ 'X-CSRFToken': '' }, 'token'],
    [{ 'X-CSRFToken': 'a'.repeat(32) }, 'token'],
    [{ 'X-CSRFToken': other.csrfToken }, 'token'],
    [{ 'X-CSRFToken': csrfToken, Origin: 'https://evil.test' }, 'origin'],
    [{ 'X-CSRFToken': csrfToken, Origin: 'null' }, 'origin'],
  ]
  for (const [headers, reason] of refused) {
    const answer = await send(headers)
    assert.equal([answer.status, answer.code, answer.reason], [403, 'CSRF_FAILED', reason])
  }
  assert.is((await send({}, { method: 'PATCH' })).status, 403, 'nor by a method in the form')
  assert.is((await messages(chat)).length, accepted.length)
})

test('with https a page of the same name without it is another site', async () => {
  await using chat = await startChat({ url: 'https://chat.harbour.test' })
  const browser = await logIn(chat)
  const headers = { 'X-CSRFToken': browser.csrfToken }
  const host = new URL(chat.url).host

  const ours = { ...headers, Origin: 'https://chat.harbour.test' }
  const plain = { ...headers, Origin: `http://${host}` }

  assert.is((await browser.ask('POST', '/messages', MESSAGE, ours)).status, 200)
  assert.is((await browser.ask('POST', '/messages', MESSAGE, plain)).status, 403)
})

test('another site cannot log a browser in', async () => {
  await using chat = await startChat()

  for (const root of ['json', 'api/v1']) {
    const response = await fetch(`${chat.url}/${root}/web/session`, {
      method: 'POST',
      headers: { Origin: 'https://evil.test' },
      body: new URLSearchParams({ username: chat.olga.email, password: PASSWORD }),
    })
    assert.is(response.status, 403)
    assert.is((await response.json()).code, 'CSRF_FAILED')
    assert.is(response.headers.get('set-cookie'), null)
  }
})

test('reading needs the cookie alone', async () => {
  await using chat = await startChat()
  const browser = await logIn(chat)

  const session = await browser.ask('GET', '/web/session')

  assert.equal([session.user_id, session.csrf_token], [chat.olga.id, browser.csrfToken])
})

test('a session ends when its owner logs out, and other sessions go on', async () => {
  await using chat = await startChat()
  const browser = await logIn(chat)
  const other = await logIn(chat)

  const out = await browser.ask('DELETE', '/web/session', {}, { 'X-CSRFToken': browser.csrfToken })

  assert.is(out.status, 200)
  const [session, csrfToken] = out.headers.getSetCookie()
  assert.match(session, /^sessionid=; .*Max-Age=0/)
  assert.match(csrfToken, /^csrftoken=; .*Max-Age=0/)
  assert.is((await browser.ask('GET', '/users/me')).status, 401)
  assert.is((await other.ask('GET', '/users/me')).status, 200)
})

test('a session ends fourteen days after it was last used', async () => {
  await using chat = await startChat()
  const used = await logIn(chat)
  const unused = await logIn(chat)

  chat.clock.advance(DAY)
  assert.is((await used.ask('GET', '/users/me')).headers.get('set-cookie'), null)
  chat.clock.advance(13 * DAY - 1)
  const last = await used.ask('GET', '/users/me')
  assert.is(last.status, 200)
  assert.is(last.headers.getSetCookie()[0], used.setCookie)
  // Its new end is written behind the answer.
  await settle(chat)
  chat.clock.advance(1)
  assert.is((await unused.ask('GET', '/users/me')).status, 401)
  chat.clock.advance(14 * DAY - 2)
  assert.is((await used.ask('GET', '/users/me')).status, 200)
  chat.clock.advance(14 * DAY)

  assert.is((await used.ask('GET', '/users/me')).status, 401)
})

test('people see the browsers they are logged in with, and end them', async () => {
  await using chat = await startChat()
  const LINUX = 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0'
  chat.clock.advance(60)
  const here = await logIn(chat, LINUX)
  chat.clock.advance(60)
  const PHONE =
    'Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 Chrome/150.0 Mobile Safari/537.36'
  const phone = await logIn(chat, PHONE)
  chat.clock.advance(60)
  const program = await logIn(chat, 'curl/8.20')
  const csrf = { 'X-CSRFToken': here.csrfToken }

  const { sessions } = await here.ask('GET', '/web/sessions')

  const now = Math.floor(chat.clock.now() / 1000)
  assert.equal(
    // The oldest is that of the set-up.
    sessions.slice(0, 3).map(({ id, ...rest }: Answer) => rest),
    [
      { browser: '', created_at: now, last_used_at: now, is_current: false },
      {
        browser: 'Chrome on Android',
        created_at: now - 60,
        last_used_at: now - 60,
        is_current: false,
      },
      {
        browser: 'Firefox on Linux',
        created_at: now - 120,
        last_used_at: now - 120,
        is_current: true,
      },
    ],
  )
  const [, { id }] = sessions
  assert.is((await here.ask('DELETE', `/web/sessions/${id}`, {}, csrf)).status, 200)
  assert.is((await phone.ask('GET', '/users/me')).status, 401)
  assert.is((await program.ask('GET', '/users/me')).status, 200)
  assert.is((await here.ask('DELETE', '/web/sessions', {}, csrf)).status, 200)
  assert.is((await program.ask('GET', '/users/me')).status, 401)
  assert.is((await here.ask('GET', '/web/sessions')).sessions.length, 1)
})

test("another person's session is as unknown as one that never was", async () => {
  await using chat = await startChat()
  const olga = await logIn(chat)
  const ben = await chat.join('Ben')
  const [{ id }] = (await olga.ask('GET', '/web/sessions')).sessions

  const others = await ben.delete(`/web/sessions/${id}`)
  const none = await ben.delete('/web/sessions/0123456789abcdef01234567')

  assert.equal([others.status, others.code, others.msg], [none.status, none.code, none.msg])
  assert.is(others.status, 400)
  assert.equal((await ben.get('/web/sessions')).sessions, [])
  await ben.delete('/web/sessions')
  assert.is((await olga.ask('GET', '/users/me')).status, 200)
})

test('the ID of a session logs nobody in', async () => {
  await using chat = await startChat()
  const olga = await logIn(chat)
  const [{ id }] = (await olga.ask('GET', '/web/sessions')).sessions

  const response = await fetch(`${chat.url}/json/users/me`, {
    headers: { cookie: `sessionid=${id}` },
  })

  assert.is(response.status, 401)
})

test('a session outlives a restart of the server', async () => {
  await using chat = await startChat()
  const browser = await logIn(chat)

  await chat.restart()

  assert.is((await browser.ask('GET', '/users/me')).status, 200)
})

test('a made-up cookie is no session', async () => {
  await using chat = await startChat()
  for (const cookie of ['sessionid=', 'sessionid=guess', 'sessionid', '=', ';;;', 'a=b; c']) {
    const response = await fetch(`${chat.url}/json/users/me`, { headers: { cookie } })
    assert.equal([response.status, (await response.json()).code], [401, 'UNAUTHORIZED'], cookie)
  }
})

test('messages written in a browser come from the website', async () => {
  await using chat = await startChat()
  const browser = await logIn(chat)

  await browser.ask('POST', '/messages', MESSAGE, { 'X-CSRFToken': browser.csrfToken })

  assert.is((await messages(chat))[0].client, 'website')
})

const MESSAGE = { type: 'channel', to: 'general', topic: 'tea', content: 'kettle' }

async function messages(chat: Chat) {
  const narrow = [['sender', chat.olga.email]]
  const page = await chat.olga.get('/messages', {
    anchor: 'oldest',
    num_before: 0,
    num_after: 100,
    narrow,
  })
  return page.messages
}

/** Olga's browser, which keeps its cookie. */
async function logIn(chat: Chat, userAgent = 'hearth-tests/1.0') {
  const credentials = new URLSearchParams({ username: chat.olga.email, password: PASSWORD })
  const response = await fetch(`${chat.url}/json/web/session`, {
    method: 'POST',
    headers: { 'User-Agent': userAgent },
    body: credentials,
  })
  assert.is(response.status, 200)
  const [setCookie = '', csrfCookie = ''] = response.headers.getSetCookie()
  const cookie = setCookie.split(';')[0]!
  return {
    setCookie,
    csrfCookie,
    csrfToken: (await response.json()).csrf_token as string,
    async ask(
      method: string,
      path: string,
      parameters: Record<string, string> = {},
      headers: Record<string, string> = {},
    ) {
      const answer = await fetch(`${chat.url}/json${path}`, {
        method,
        headers: { cookie, ...headers },
        ...(method !== 'GET' && { body: new URLSearchParams(parameters) }),
      })
      return { status: answer.status, headers: answer.headers, ...(await answer.json()) }
    },
  }
}

test.run()
