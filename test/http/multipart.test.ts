// Multipart forms as browsers and other programs write them, and those made to cost the server time.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { readMultipart } from '../../src/http/multipart.ts'
import { readUrlencoded } from '../../src/http/urlencoded.ts'
import { type Chat, expectSuccess, startChat } from '../chat.ts'

const DISPOSITION = 'Content-Disposition: form-data; name="file"'

test('the name of a file is read however a client writes it', async () => {
  await using chat = await startChat()
  const names: [written: string, read: string][] = [
    ['filename="tides.txt"', 'tides.txt'],
    ['filename=tides.txt', 'tides.txt'],
    ['FileName="tides.txt"', 'tides.txt'],
    ['filename="höhe.txt"', 'höhe.txt'],
    ['filename="a%22b%0d%0ac.txt"', 'ab-c.txt'],
    ['filename="a\\"b;filename=x.txt"', 'abfilenamex.txt'],
    ["filename*=utf-8''h%C3%B6he.txt", 'höhe.txt'],
    ['filename="x.txt"; filename*=UTF-8\'de\'h%C3%B6he.txt', 'höhe.txt'],
    ['filename="../../etc/passwd"', '....etcpasswd'],
    ['filename=""', 'uploaded-file'],
  ]
  for (const [written, read] of names) {
    const answer = await upload(chat, `--x\r\n${DISPOSITION}; ${written}\r\n\r\n1\r\n--x--\r\n`)
    assert.is(answer.filename, read, written)
  }
})

test('a file arrives as it was, with what looks like a boundary in it', async () => {
  await using chat = await startChat()
  const contents = ['', '\r\n', '--x--', '\r\n--xy', '\r\n--x and more', '\r\n--x-', '\0\xff\r\r\n']
  for (const content of contents) {
    const body = `\r\n--x \r\n${DISPOSITION}; filename="a"\r\n\r\n${content}\r\n--x--`
    const { url } = await upload(chat, body)
    const answer = await fetch(chat.url + url, {
      headers: { Authorization: chat.olga.authorization },
    })
    const stored = Buffer.from(await answer.arrayBuffer()).toString('latin1')
    assert.is(stored, content, JSON.stringify(content))
  }
})

test('a form that breaks the rules of its type is refused', async () => {
  await using chat = await startChat()
  const header = `${DISPOSITION}; filename="a"`
  const forms: Record<string, string> = {
    'no last boundary': `--x\r\n${header}\r\n\r\n1`,
    'something before the first boundary': `preamble\r\n--x\r\n${header}\r\n\r\n1\r\n--x--`,
    'a header without an end': `--x\r\n${header}\r\n1\r\n--x--`,
    'text behind a boundary': `--x y\r\n${header}\r\n\r\n1\r\n--x--`,
    'no name': `--x\r\nContent-Disposition: form-data; filename="a"\r\n\r\n1\r\n--x--`,
    'another disposition': `--x\r\nContent-Disposition: inline; name="file"\r\n\r\n1\r\n--x--`,
    'a name in another character set': `--x\r\n${header}; filename*=latin1''a%E4\r\n\r\n1\r\n--x--`,
    'a name that is not UTF-8': `--x\r\n${header}; filename*=utf-8''a%E4\r\n\r\n1\r\n--x--`,
  }
  for (const [why, form] of Object.entries(forms)) {
    const { status, msg } = await upload(chat, form)
    assert.equal([status, msg], [400, 'The body is not valid multipart/form-data'], why)
  }
})

test('a boundary that would take long to search for is refused', async () => {
  await using chat = await startChat()
  const boundary = `${'a'.repeat(35)}b${'a'.repeat(35)}`
  const { status } = await upload(chat, `--${boundary}\r\n`, boundary)
  assert.is(status, 400)
  const allowed = boundary.slice(1)
  const body = `--${allowed}\r\n${DISPOSITION}; filename="a"\r\n\r\n1\r\n--${allowed}--`
  expectSuccess(await upload(chat, body, allowed))
})

test('large forms are read in pieces, between which others get their turns', async () => {
  const size = 25 * 1024 * 1024
  const boundary = 'a'.repeat(70)
  const type = `multipart/form-data; boundary=${boundary}`
  const header = `--${boundary}\r\n${DISPOSITION}; filename="a"\r\n\r\n`
  const almost = `\r\n--${boundary.slice(1)}`
  const multipart = `${header}${almost.repeat(size / almost.length)}\r\n--${boundary}--`
  const read: Record<string, () => Promise<unknown>> = {
    'multipart of almost boundaries': () => readMultipart(Buffer.from(multipart), type, 1),
    'plus signs': () => readUrlencoded(Buffer.from(`a=${'+'.repeat(size)}`)),
    'wrong codes': () => readUrlencoded(Buffer.from(`a=${'%4'.repeat(size / 2)}`)),
  }
  for (const [what, work] of Object.entries(read)) {
    let turns = 0
    let isDone = false
    const count = () => {
      turns++
      if (!isDone) setImmediate(count)
    }
    setImmediate(count)
    await work()
    isDone = true
    assert.ok(turns > 40, `${what}: ${turns} turns`)
  }
})

async function upload({ url, olga }: Chat, body: string, boundary = 'x') {
  const response = await fetch(`${url}/api/v1/user_uploads`, {
    method: 'POST',
    headers: {
      Authorization: olga.authorization,
      'Content-Type': `multipart/form-data; boundary=${boundary}`,
    },
    body: Buffer.from(body, /[^\0-\xff]|ö/.test(body) ? 'utf8' : 'latin1'),
  })
  return { ...(await response.json()), status: response.status, headers: response.headers }
}

test.run()
