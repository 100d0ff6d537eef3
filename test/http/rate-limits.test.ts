// Rate limits.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { type Answer, type Chat, PASSWORD, type Person, startChat } from '../chat.ts'

test('a person may ask two hundred times a minute, and every answer says what is left', async () => {
  await using chat = await startChat({ rateLimit: true })
  const ben = await chat.join('Ben')
  const now = chat.clock.now() / 1000

  const first = await ben.get('/users/me')
  const answers = await many(200, () => ben.get('/users/me'))

  assert.equal(limitsOf(first), { limit: 200, remaining: 199, reset: now + 1 })
  const refused = answers.filter(({ status }) => status === 429)
  assert.is(refused.length, 1)
  const [last] = refused
  assert.equal([last!.result, last!.code, last!['retry-after']], ['error', 'RATE_LIMIT_HIT', 1])
  assert.is(last!.headers.get('retry-after'), '1')
  assert.equal(limitsOf(last!), { limit: 200, remaining: 0, reset: now + 60 })
})

test('the allowance comes back as time passes, evenly', async () => {
  await using chat = await startChat({ rateLimit: true })
  const ben = await chat.join('Ben')
  await many(200, () => ben.get('/users/me'))
  const granted = async () =>
    (await many(25, () => ben.get('/users/me'))).filter(({ status }) => status === 200).length

  assert.is(await granted(), 0)
  chat.clock.advance(3)
  assert.is(await granted(), 10)
  chat.clock.advance(60)
  assert.is(await granted(), 25)
})

test('what one person uses up, another still has, and polling counts apart', async () => {
  await using chat = await startChat({ rateLimit: true })
  const ben = await chat.join('Ben')
  const inbox = await ben.listen()
  await many(200, () => ben.get('/users/me'))

  assert.is((await ben.get('/users/me')).status, 429)
  assert.equal(await inbox.read(), [])
  assert.is((await chat.olga.get('/users/me')).status, 200)
})

test('requests without a login are limited by address, wrong keys included', async () => {
  await using chat = await startChat({ rateLimit: true })
  const guess = () =>
    fetch(`${chat.url}/api/v1/users/me`, {
      headers: { Authorization: `Basic ${btoa(`${chat.olga.email}:${'a'.repeat(32)}`)}` },
    })

  const guesses = await many(100, guess)
  const statuses = new Set(guesses.map(({ status }) => status))

  assert.equal([...statuses].sort(), [401, 429])
  assert.is((await fetch(`${chat.url}/api/v1/server_settings`)).status, 429)
  assert.is((await fetch(`${chat.url}/api/v1/users/me`)).status, 429)
  assert.is((await chat.olga.get('/users/me')).status, 200)
  chat.clock.advance(60)
  assert.is((await fetch(`${chat.url}/api/v1/server_settings`)).status, 200)
})

test('the forms on pages count like other requests of an address, reading them does not', async () => {
  await using chat = await startChat({ rateLimit: true })
  const statuses = async (method: string, path: string) =>
    (await Promise.all(Array.from({ length: 60 }, () => fetch(chat.url + path, { method })))).map(
      ({ status }) => status,
    )

  await statuses('POST', '/join/guess')
  await statuses('GET', '/password/guess')
  const later = await statuses('POST', '/password/guess')
  assert.ok(later.includes(404) && later.includes(429))
  assert.ok((await statuses('POST', '/setup/guess')).every((status) => status === 429))
  assert.ok((await statuses('GET', '/join/guess')).every((status) => status === 404))
  chat.clock.advance(60)
  assert.ok((await statuses('POST', '/join/guess')).every((status) => status === 404))
})

test('a password may be tried five times, then not even the right one helps', async () => {
  await using chat = await startChat({ rateLimit: true })
  const ben = await chat.join('Ben')

  const attempts = await many(5, () => logIn(chat, ben, 'wrong'))
  const right = await logIn(chat, ben, PASSWORD)

  assert.equal(
    attempts.map(({ status }) => status),
    [401, 401, 401, 401, 401],
  )
  assert.equal([right.status, right.code], [429, 'RATE_LIMIT_HIT'])
  assert.is(right.headers.get('x-ratelimit-limit'), '5')
  assert.is((await logIn(chat, chat.olga, PASSWORD)).status, 200, 'others are not concerned')
  assert.is((await ben.get('/users/me')).status, 200, 'nor is who is logged in')
  const wait = Number(right.headers.get('retry-after'))
  chat.clock.advance(wait - 1)
  assert.is((await logIn(chat, ben, PASSWORD)).status, 429)
  chat.clock.advance(1)
  assert.is((await logIn(chat, ben, PASSWORD)).status, 200)
})

test('the right password gives all attempts back, in a browser as well', async () => {
  await using chat = await startChat({ rateLimit: true })
  const ben = await chat.join('Ben')

  for (const path of ['/api/v1/fetch_api_key', '/json/web/session']) {
    await many(4, () => logIn(chat, ben, 'wrong', path))
    assert.is((await logIn(chat, ben, PASSWORD, path)).status, 200)
    const again = await many(5, () => logIn(chat, ben, 'wrong', path))
    assert.ok(again.every(({ status }) => status === 401))
    assert.is((await logIn(chat, ben, 'wrong', path)).status, 429)
    chat.clock.advance(1800)
  }
})

test('attempts count by account, however its address is written', async () => {
  await using chat = await startChat({ rateLimit: true })
  const ben = await chat.join('Ben')

  await many(3, () => logIn(chat, { email: ben.email.toUpperCase() }, 'wrong'))
  await many(2, () => logIn(chat, { email: ` user${ben.id}@hearth.local ` }, 'wrong'))

  assert.is((await logIn(chat, ben, PASSWORD)).status, 429)
})

test('guessing the old password while logged in counts as trying to log in, at older addresses too', async () => {
  await using chat = await startChat({ rateLimit: true })
  const paths = ['/settings', '/settings/display', '/settings/notifications']
  const guess = (path: string) =>
    chat.olga.patch(path, { old_password: 'a wrong guess', new_password: `${PASSWORD} 2` })

  const codes: string[] = []
  for (let time = 0; time < 7; time++) codes.push((await guess(paths[time % 3]!)).code)

  assert.equal(
    codes.map((code) => code === 'RATE_LIMIT_HIT'),
    [false, false, false, false, false, true, true],
  )
})

test('a new address or a forgotten password is asked for twice an hour, five times a day', async () => {
  await using chat = await startChat({ rateLimit: true })
  const { olga, url } = chat
  const change = async (email: string) => (await olga.patch('/settings', { email })).status
  const forget = async () => {
    const body = new URLSearchParams({ email: olga.email })
    return (await fetch(`${url}/api/v1/account/password_reset`, { method: 'POST', body })).status
  }
  for (const ask of [() => change('new@harbour.test'), forget]) {
    const statuses: number[] = []
    for (let hour = 0; hour < 4; hour++) {
      for (let time = 0; time < 3; time++) statuses.push(await ask())
      chat.clock.advance(3600)
    }
    // A day's five come back evenly too: hardly one of them within these hours.
    assert.equal(statuses, [200, 200, 429, 200, 200, 429, 200, 429, 429, 429, 429, 429])
  }
  assert.is(await change(olga.email), 200, 'which is no change')
})

test('without limits nothing is counted and nothing is said of them', async () => {
  await using chat = await startChat({ rateLimit: false })

  const answers = await many(250, () => chat.olga.get('/server_settings'))

  assert.ok(answers.every(({ status }) => status === 200))
  assert.is(answers[0]!.headers.get('x-ratelimit-limit'), null)
})

/** Asks that often, some at a time, and answers in order. */
async function many<T>(count: number, ask: () => Promise<T>): Promise<T[]> {
  const answers: T[] = []
  while (answers.length < count) {
    const batch = Math.min(25, count - answers.length)
    answers.push(...(await Promise.all(Array.from({ length: batch }, ask))))
  }
  return answers
}

function limitsOf({ headers }: Answer) {
  const number = (name: string) => Number(headers.get(`x-ratelimit-${name}`))
  return { limit: number('limit'), remaining: number('remaining'), reset: number('reset') }
}

async function logIn(
  chat: Chat,
  { email }: Pick<Person, 'email'>,
  password: string,
  path = '/api/v1/fetch_api_key',
): Promise<Answer> {
  const body = new URLSearchParams({ username: email, password })
  const response = await fetch(`${chat.url}${path}`, { method: 'POST', body })
  return { status: response.status, headers: response.headers, ...(await response.json()) }
}

test.run()
