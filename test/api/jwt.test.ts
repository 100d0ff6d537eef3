// Login by JSON Web Token, and on development servers.

import { generateKeyPairSync } from 'node:crypto'
import { SignJWT, UnsecuredJWT } from 'jose'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { assertRefused } from '../channels.ts'
import { type Chat, Person, startChat } from '../chat.ts'

const SECRET = 'a secret that signs tokens for tests'

const withSecret = () => startChat({ jwtSecret: SECRET, jwtAlgorithms: ['HS256'] })

const sign = (claims: Record<string, unknown>, { secret = SECRET, alg = 'HS256' } = {}) =>
  new SignJWT({ exp: 4_000_000_000, ...claims })
    .setProtectedHeader({ alg })
    .sign(new TextEncoder().encode(secret))

const stranger = (chat: Chat) => new Person(chat.url, { id: 0, email: '', name: '', key: '' })

const exchange = (chat: Chat, token: string, more: Record<string, unknown> = {}) =>
  stranger(chat).post('/jwt/fetch_api_key', { token, ...more })

test('a signed token is exchanged for the API key of the person it names', async () => {
  await using chat = await withSecret()
  const ben = await chat.join('Ben')

  const plain = await exchange(chat, await sign({ email: 'BEN@harbour.test' }))
  const full = await exchange(chat, await sign({ email: ben.email }), { include_profile: true })

  assert.equal([plain.api_key, plain.email], [ben.key, ben.email])
  assert.not.ok('user' in plain)
  assert.equal([full.user.user_id, full.user.profile_data], [ben.id, {}])
})

test('a token that is not right is refused', async () => {
  await using chat = await withSecret()
  const ben = await chat.join('Ben')
  const now = Math.floor(chat.clock.now() / 1000)
  const { email } = ben
  const unsigned = new UnsecuredJWT({ email }).encode()
  const cases: [token: string, message: string][] = [
    ['', 'No JSON web token passed in request'],
    ['nonsense', 'Bad JSON web token'],
    [unsigned, 'Bad JSON web token'],
    [await sign({ email }, { secret: 'another secret, as long as that' }), 'Bad JSON web token'],
    [await sign({ email }, { alg: 'HS512' }), 'Bad JSON web token'],
    [await sign({ email, exp: now - 1 }), 'Bad JSON web token'],
    [await sign({ email, exp: undefined }), 'Bad JSON web token'],
    [await sign({ email, nbf: now + 60 }), 'Bad JSON web token'],
    [await sign({ sub: email }), 'No email specified in JSON web token claims'],
    [await sign({ email: 7 }), 'No email specified in JSON web token claims'],
  ]
  for (const [token, message] of cases) assertRefused(await exchange(chat, token), message)
  assert.is(
    (await exchange(chat, await sign({ email, exp: now + 60, nbf: now }))).result,
    'success',
  )

  const nobody = await exchange(chat, await sign({ email: 'nobody@harbour.test' }))
  assert.equal([nobody.status, nobody.code], [401, 'AUTHENTICATION_FAILED'])
  await chat.olga.delete(`/users/${ben.id}`)
  const gone = await exchange(chat, await sign({ email }))
  assert.equal([gone.status, gone.code], [401, 'USER_DEACTIVATED'])
})

test('a public key checks tokens but signs none', async () => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString()
  await using chat = await startChat({ jwtPublicKey: pem, jwtAlgorithms: ['EdDSA'] })
  const { email } = chat.olga
  const right = await new SignJWT({ email, exp: 4_000_000_000 })
    .setProtectedHeader({ alg: 'EdDSA' })
    .sign(privateKey)

  assert.is((await exchange(chat, right)).api_key, chat.olga.key)
  assertRefused(await exchange(chat, await sign({ email }, { secret: pem })), 'Bad JSON web token')
})

test('no token helps where none are accepted', async () => {
  await using chat = await startChat()
  const answer = await exchange(chat, await sign({ email: chat.olga.email }))
  assertRefused(answer, 'JWT authentication is not enabled for this organization')
  assert.is((await stranger(chat).post('/jwt/fetch_api_key')).code, 'REQUEST_VARIABLE_MISSING')
})

test('on a development server one logs in as anybody, elsewhere as nobody', async () => {
  await using closed = await startChat()
  const username = 'olga@harbour.test'
  for (const answer of [
    await stranger(closed).post('/dev_fetch_api_key', { username }),
    await stranger(closed).get('/dev_list_users'),
  ])
    assertRefused(answer, 'Endpoint not available in production.')

  await using chat = await startChat({ dev: true })
  const ben = await chat.join('Ben')
  const login = await stranger(chat).post('/dev_fetch_api_key', { username: ben.email })
  assert.equal([login.api_key, login.user_id], [ben.key, ben.id])
  assert.match(login.headers.get('set-cookie') ?? '', 'sessionid=')
  const listed = await stranger(chat).get('/dev_list_users')
  assert.equal(listed.direct_admins, [{ email: username, realm_url: chat.url }])
  assert.equal(listed.direct_users, [{ email: ben.email, realm_url: chat.url }])
  const nobody = await stranger(chat).post('/dev_fetch_api_key', { username: 'x@y.test' })
  assert.equal([nobody.status, nobody.code], [401, 'AUTHENTICATION_FAILED'])
})

test.run()
