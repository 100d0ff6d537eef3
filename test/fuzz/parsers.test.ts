// Bytes of strangers against everything that reads them: requests, forms, credentials, tokens, mail.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { readMail } from '../../src/workers/read-mail.ts'
import { startChat } from '../chat.ts'

const CASES = process.env.HEARTH_LONG ? 20_000 : 100

/** Inputs that once were worth a thought; each is tried as it is, and changed. */
const corpus = (kind: string): string[] =>
  readdirSync(join(import.meta.dirname, 'corpus'))
    .filter((name) => name.startsWith(kind))
    .map((name) => readFileSync(join(import.meta.dirname, 'corpus', name), 'latin1'))

/** Known inputs, cut and mixed with anything. */
function inputs(kind: string) {
  const known = fc.constantFrom(...corpus(kind))
  const anything = fc.string({ unit: 'binary', maxLength: 300 })
  const mixed = fc
    .tuple(known, fc.nat(400), anything, known)
    .map(([one, at, bytes, other]) => one.slice(0, at) + bytes + other.slice(at))
  return fc.oneof(known, mixed, anything)
}

/** Header values cannot carry every character. */
const asHeader = (text: string) => text.replace(/[^\x20-\x7e\x80-\xff]/g, ' ').trim()

test('whatever comes as a form, credentials, a cookie, a token or a narrow, the answer is no 5xx', async () => {
  await using chat = await startChat({
    jwtSecret: 'a secret that signs tokens for tests',
    jwtAlgorithms: ['HS256'],
  })
  const { authorization } = chat.olga
  const api = `${chat.url}/api/v1`
  const requests: Record<string, (text: string) => Promise<Response>> = {
    multipart: (body) =>
      fetch(`${api}/user_uploads`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'multipart/form-data; boundary=x' },
        body: Buffer.from(body, 'latin1'),
      }),
    basic: (text) =>
      fetch(`${api}/users/me`, { headers: { authorization: asHeader(`Basic ${text}`) } }),
    cookie: (text) => fetch(`${chat.url}/json/users/me`, { headers: { cookie: asHeader(text) } }),
    jwt: (token) =>
      fetch(`${api}/jwt/fetch_api_key`, { method: 'POST', body: new URLSearchParams({ token }) }),
    narrow: (narrow) =>
      fetch(
        `${api}/messages?${new URLSearchParams({ anchor: 'newest', num_before: '1', num_after: '0', narrow })}`,
        {
          headers: { authorization },
        },
      ),
    markdown: (content) =>
      fetch(`${api}/messages/render`, {
        method: 'POST',
        headers: { authorization },
        body: new URLSearchParams({ content }),
      }),
  }
  for (const [kind, ask] of Object.entries(requests)) {
    await fc.assert(
      fc.asyncProperty(inputs(kind), async (text) => {
        const response = await ask(text)
        await response.arrayBuffer()
        assert.ok(response.status < 500, `${kind}: ${response.status}`)
      }),
      { numRuns: CASES },
    )
  }
})

test('whatever comes as a mail, it is read within its bounds or refused', async () => {
  await fc.assert(
    fc.asyncProperty(inputs('mail'), async (source) => {
      const mail = await readMail(Buffer.from(source, 'latin1')).catch(() => undefined)
      if (mail) assert.ok(mail.text.length <= 100_000 && mail.subject.length <= 1000)
    }),
    { numRuns: CASES },
  )
})

test.run()
