// Uploads: who gets which file, and how.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { type Chat, expectSuccess, type Person, startChat } from '../chat.ts'
import { DOT_PNG, file } from '../images/files.ts'

const textFile = (name: string, type = 'text/plain') => new File(['tide tables'], name, { type })

const upload = async (person: Person, file = textFile('tides.txt')) =>
  expectSuccess(await person.upload('/user_uploads', file))

const fetchFile = (
  chat: Chat,
  url: string,
  person?: Person,
  headers: Record<string, string> = {},
) =>
  fetch(chat.url + url, {
    headers: { ...headers, ...(person && { Authorization: person.authorization }) },
  })

test('a file goes to those who may read a message that links it, and to nobody else', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const cleo = await chat.join('Cleo')
  const { url, uri } = await upload(chat.olga)
  assert.is(uri, url)
  assert.is((await fetchFile(chat, url, ben)).status, 404, 'nobody linked it yet')

  await chat.olga.tell([ben], `[tides](${url})`)

  const own = await fetchFile(chat, url, chat.olga)
  assert.is(await own.text(), 'tide tables')
  assert.is((await fetchFile(chat, url, ben)).status, 200)
  assert.is((await fetchFile(chat, url, cleo)).status, 404)
  assert.is((await fetchFile(chat, url)).status, 404)
  assert.is((await fetchFile(chat, `${url}x`, ben)).status, 404)
})

test('people without an account read files of web-public channels while the organization is open', async () => {
  await using chat = await startChat({ rateLimit: true })
  const { olga } = chat
  await olga.subscribe('Window', { is_web_public: true })
  const { url } = await upload(olga)
  await olga.say('Window', 'tides', `[tides](${url})`)
  const read = async () => (await fetchFile(chat, url)).status
  const open = (enable_spectator_access: boolean) =>
    olga.patch('/realm', { enable_spectator_access })

  assert.is(await read(), 404)
  expectSuccess(await open(true))
  assert.is(await read(), 200)
  expectSuccess(await open(false))
  assert.is(await read(), 404)

  expectSuccess(await open(true))
  const statuses: number[] = []
  for (let batch = 0; batch < 20; batch++)
    statuses.push(...(await Promise.all(Array.from({ length: 50 }, read))))
  assert.is(statuses.filter((status) => status === 200).length, 999)
  assert.is(statuses.filter((status) => status === 429).length, 1)
  assert.is((await fetchFile(chat, url, olga)).status, 200)
  chat.clock.advance(86_400)
  assert.is(await read(), 200)
})

test('its owner sees it listed with the messages that link it, and hears of each change', async () => {
  await using chat = await startChat()
  const inbox = await chat.olga.listen({ event_types: ['attachment'] })
  const { url } = await upload(chat.olga)

  const message = await chat.olga.say('general', 'tides', `[tides](${url})`)

  const { attachments, upload_space_used } = await chat.olga.get('/attachments')
  assert.is(upload_space_used, 11)
  assert.is(attachments[0].name, 'tides.txt')
  assert.equal(attachments[0].message_ids, [message])
  assert.equal(
    (await inbox.read()).map(({ op, attachment }) => [op, attachment.message_ids]),
    [
      ['add', []],
      ['update', [message]],
    ],
  )
})

test('a deleted file is gone at once; only its owner can delete it', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const { url } = await upload(chat.olga)
  const [{ id }] = (await chat.olga.get('/attachments')).attachments

  assert.is((await ben.delete(`/attachments/${id}`)).msg, 'Invalid attachment')
  expectSuccess(await chat.olga.delete(`/attachments/${id}`))

  assert.is((await fetchFile(chat, url, chat.olga)).status, 404)
  assert.equal((await chat.olga.get('/attachments')).attachments, [])
})

test('a temporary address works for a minute without credentials', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const { url } = await upload(chat.olga)

  const temporary = expectSuccess(await chat.olga.get(url)).url

  assert.is((await ben.get(url)).status, 404)
  assert.is((await fetchFile(chat, temporary)).status, 200)
  assert.is((await fetchFile(chat, temporary.replace('tides', 'other'))).status, 400)
  assert.is((await fetchFile(chat, temporary.replace('temporary/', 'temporary/x'))).status, 400)
  chat.clock.advance(61)
  assert.is((await fetchFile(chat, temporary)).status, 400)
})

test('a browser shows pictures and text, and only stores what could run', async () => {
  await using chat = await startChat()
  const cases: [file: File, type: string, disposition: string][] = [
    [textFile('a.txt'), 'text/plain', 'inline'],
    [file(DOT_PNG, 'a.png', 'image/png'), 'image/png', 'inline'],
    [textFile('a.html', 'text/html'), 'application/octet-stream', 'attachment'],
    [textFile('a.svg', 'image/svg+xml'), 'application/octet-stream', 'attachment'],
    [textFile('a.js', 'text/javascript'), 'application/octet-stream', 'attachment'],
    [textFile('a.zip', 'application/zip'), 'application/zip', 'attachment'],
  ]

  for (const [file, type, disposition] of cases) {
    const { url } = await upload(chat.olga, file)
    const answer = await fetchFile(chat, url, chat.olga)
    assert.is(answer.headers.get('content-type'), type, file.name)
    assert.match(answer.headers.get('content-disposition')!, new RegExp(`^${disposition};`))
    assert.is(answer.headers.get('x-content-type-options'), 'nosniff')
    assert.match(answer.headers.get('content-security-policy')!, 'sandbox')
    const forced = await fetchFile(chat, url.replace('uploads/', 'uploads/download/'), chat.olga)
    assert.match(forced.headers.get('content-disposition')!, /^attachment;/)
  }
})

test('players read a part of a file', async () => {
  await using chat = await startChat()
  const { url } = await upload(chat.olga)

  const part = await fetchFile(chat, url, chat.olga, { Range: 'bytes=5-10' })

  assert.is(part.status, 206)
  assert.is(await part.text(), 'tables')

  const beyond = await fetchFile(chat, url, chat.olga, { Range: 'bytes=500-600' })
  assert.is(beyond.status, 416)
  assert.is(beyond.headers.get('content-range'), 'bytes */11')
  assert.is(beyond.headers.get('x-content-type-options'), 'nosniff')
})

test('names become such as every link can carry', async () => {
  await using chat = await startChat()
  const cases: [given: string, stored: string][] = [
    ['Hafen plan (v2).pdf', 'Hafen-plan-v2.pdf'],
    ['潮汐 表.txt', '潮汐-表.txt'],
    ['../../etc/passwd', '....etcpasswd'],
    ['..', 'uploaded-file'],
    ['<>', 'uploaded-file'],
  ]

  for (const [given, stored] of cases) {
    assert.is((await upload(chat.olga, textFile(given))).filename, stored)
  }
})

test('an upload is exactly one file', async () => {
  await using chat = await startChat()
  const none = await chat.olga.post('/user_uploads')
  const form = new FormData()
  form.set('a', textFile('a.txt'))
  form.set('b', textFile('b.txt'))
  const two = await fetch(`${chat.url}/api/v1/user_uploads`, {
    method: 'POST',
    body: form,
    headers: { Authorization: chat.olga.authorization },
  })

  assert.is(none.msg, 'You must specify a file to upload')
  assert.is((await two.json()).msg, 'You may only upload one file at a time')
  assert.equal((await chat.olga.get('/attachments')).attachments, [])
})

test('a linked picture is shown below the message, with its size', async () => {
  await using chat = await startChat()
  const { url } = await upload(chat.olga, file(DOT_PNG, 'dot.png', 'image/png'))

  const id = await chat.olga.say('general', 'pictures', `[dot](${url})`)

  const { message } = await chat.olga.get(`/messages/${id}`)
  assert.match(message.content, 'message_inline_image')
  assert.match(message.content, 'data-original-dimensions="1x1"')
})

test('a file of thousands of messages is read by the receivers of the oldest of them', async () => {
  await using chat = await startChat()
  const [ben, cleo, dan] = await Promise.all(['Ben', 'Cleo', 'Dan'].map((name) => chat.join(name)))
  const { url } = await upload(chat.olga, file(DOT_PNG, 'dot.png', 'image/png'))
  const link = `[dot](${url})`
  // Of one person, 1,200 requests may wait.
  const tellCleo = async (times: number) => {
    for (let left = times; left > 0; left -= 400)
      await Promise.all(
        Array.from({ length: Math.min(left, 400) }, () => chat.olga.tell([cleo!], link)),
      )
  }
  const render = async (person: Person) =>
    (await person.post('/messages/render', { content: link })).rendered as string

  await chat.olga.tell([ben!], link)
  await tellCleo(450)
  assert.is((await fetchFile(chat, url, ben)).status, 200)
  assert.is((await fetchFile(chat, url, dan)).status, 404)
  assert.match(await render(ben!), 'message_inline_image')
  assert.not.match(await render(dan!), 'message_inline_image')

  // A text looks at two thousand messages for all of its links: the file stays readable.
  await tellCleo(1600)
  assert.is((await fetchFile(chat, url, ben)).status, 200)
  assert.is((await fetchFile(chat, url, dan)).status, 404)
  assert.not.match(await render(ben!), 'message_inline_image')
  assert.match(await render(cleo!), 'message_inline_image')
})

test.run()
