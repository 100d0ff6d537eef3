// How parameters are sent.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { type Chat, startChat } from '../chat.ts'

const MESSAGE = { type: 'channel', to: 'general', topic: 'tea', content: 'kettle' }

test('parameters come in the query, in a form or in a multipart form', async () => {
  await using chat = await startChat()
  const query = `?${new URLSearchParams(MESSAGE)}`

  assert.is(await contentOf(chat, await send(chat, { query })), 'kettle')
  assert.is(await contentOf(chat, await send(chat, { body: form(MESSAGE) })), 'kettle')
  assert.is(await contentOf(chat, await send(chat, { body: multipart(MESSAGE) })), 'kettle')
})

test('of a parameter sent twice the last counts, and the form counts more than the query', async () => {
  await using chat = await startChat()
  const twice = form({ ...MESSAGE, content: 'first' })
  twice.append('content', 'second')
  const twiceMultipart = multipart({ ...MESSAGE, content: 'first' })
  twiceMultipart.append('content', 'second')

  assert.is(await contentOf(chat, await send(chat, { body: twice })), 'second')
  assert.is(await contentOf(chat, await send(chat, { body: twiceMultipart })), 'second')
  const query = `?content=query&${new URLSearchParams({ ...MESSAGE, content: 'last' })}`
  assert.is(await contentOf(chat, await send(chat, { query })), 'last')
  const both = await send(chat, { query: '?content=query', body: form(MESSAGE) })
  assert.is(await contentOf(chat, both), 'kettle')
})

test('text arrives as it was written, in a query and in both forms', async () => {
  await using chat = await startChat()
  const content = 'why? because = & + % ; # "ü" 茶 👩‍👩‍👧 \u202e\nnext line'
  const message = { ...MESSAGE, content }

  for (const sent of [
    { query: `?${new URLSearchParams(message)}` },
    { query: `?${new URLSearchParams(message)}`.replaceAll('%3F', '?') },
    { body: form(message) },
    { body: multipart(message) },
  ]) {
    const stored = await contentOf(chat, await send(chat, sent))
    assert.is(stored.replaceAll('\r\n', '\n'), content)
  }
})

test('the type of a form is told in any case, other bodies carry no parameters', async () => {
  await using chat = await startChat()
  const body = String(form(MESSAGE))
  const send1 = (type: string, text: string) =>
    send(chat, { body: text, headers: { 'Content-Type': type } })

  for (const type of [
    'application/x-www-form-urlencoded',
    'Application/X-WWW-Form-URLencoded; charset=UTF-8',
  ]) {
    assert.is((await send1(type, body)).status, 200, type)
  }
  for (const [type, text] of [
    ['application/json', JSON.stringify(MESSAGE)],
    ['text/plain', body],
    ['', body],
    ['nonsense', body],
  ] as const) {
    const answer = await send1(type, text)
    assert.equal([answer.status, answer.code], [400, 'REQUEST_VARIABLE_MISSING'], type)
  }
})

test('a multipart form that is not one is refused', async () => {
  await using chat = await startChat()
  const bodies: [type: string, text: string][] = [
    ['multipart/form-data', 'anything'],
    ['multipart/form-data; boundary=', 'anything'],
    ['multipart/form-data; boundary=x', ''],
    ['multipart/form-data; boundary=x', 'anything'],
    ['multipart/form-data; boundary=x', '--x\r\n'],
    ['multipart/form-data; boundary=x', '--x\r\n\r\n\r\n--x--'],
    ['multipart/form-data; boundary=x', '--x\r\nContent-Disposition: form-data; name="a'],
    ['multipart/form-data; boundary=x', '--x\r\nContent-Disposition: form-data\r\n\r\n1\r\n--x--'],
    [`multipart/form-data; boundary=${'x'.repeat(5000)}`, '--x--'],
    [
      'multipart/form-data; boundary=x',
      `--x\r\nContent-Disposition: form-data; name="a"\r\n${'X: y\r\n'.repeat(5000)}\r\n1\r\n--x--`,
    ],
  ]
  for (const [type, body] of bodies) {
    const answer = await send(chat, { body, headers: { 'Content-Type': type } })
    assert.equal([answer.status, answer.result], [400, 'error'], `${type} ${body}`)
  }
})

test('more parameters than anybody needs are refused, however they come', async () => {
  await using chat = await startChat()
  const many = Object.fromEntries(Array.from({ length: 1001 }, (_, n) => [`p${n}`, '']))
  const few = Object.fromEntries(Object.entries(many).slice(0, 900))
  const sent = (parameters: Record<string, string>): Request[] => [
    { query: `?${form(parameters)}` },
    { body: form(parameters) },
    { body: multipart(parameters) },
  ]
  for (const request of sent(many)) {
    const { status, msg } = await send(chat, request)
    assert.equal([status, msg], [400, 'There are too many parameters (maximum: 1000)'])
  }
  for (const request of sent({ ...few, ...MESSAGE })) {
    assert.is((await send(chat, request)).status, 200)
  }
})

test('parameters nobody reads are listed, sorted, and fail nothing', async () => {
  await using chat = await startChat()
  const extra = { zebra: '1', client: 'ferry', ape: '{', csrfmiddlewaretoken: 'x' }

  const answer = await send(chat, { query: '?monkey=2', body: form({ ...MESSAGE, ...extra }) })

  assert.is(answer.status, 200)
  assert.equal(answer.ignored_parameters_unsupported, ['ape', 'monkey', 'zebra'])
  assert.not('ignored_parameters_unsupported' in (await send(chat, { body: form(MESSAGE) })))
  const refused = await send(chat, { query: '?monkey=2' })
  assert.not('ignored_parameters_unsupported' in refused)
})

test('a missing parameter is named', async () => {
  await using chat = await startChat()
  for (const name of ['type', 'content']) {
    const { [name]: _, ...rest } = MESSAGE as Record<string, string>
    const answer = await send(chat, { body: form(rest) })
    assert.equal(
      [answer.status, answer.code, answer.var_name],
      [400, 'REQUEST_VARIABLE_MISSING', name],
    )
    assert.match(answer.msg, name)
  }
})

test('a parameter of the wrong type is named, with the rule it breaks', async () => {
  await using chat = await startChat()
  const wrong: [name: string, value: string][] = [
    ['num_before', '1.0001'],
    ['num_before', '1.0'],
    ['num_before', '1e0'],
    ['message_ids', '[1, 2.0]'],
    ['narrow', '[{"operator":"id","operand":1.0}]'],
    ['num_before', '"1"'],
    ['num_before', 'true'],
    ['num_before', ''],
    ['num_before', 'null'],
    ['num_before', '-1'],
    ['num_before', '1e999'],
    ['num_before', '9007199254740993'],
    ['num_before', '١'],
    ['include_anchor', 'True'],
    ['include_anchor', '1'],
    ['include_anchor', '"true"'],
    ['narrow', 'channel'],
    ['narrow', '{'],
    ['narrow', '5'],
    ['narrow', '[5]'],
    ['narrow', '[{}]'],
    ['narrow', '[{"operator":5,"operand":"x"}]'],
    ['narrow', '[{"operator":"channel","operand":{}}]'],
    ['narrow', '['.repeat(3000)],
  ]
  for (const [name, value] of wrong) {
    const answer = await chat.olga.get('/messages', { anchor: 'newest', [name]: value })
    assert.equal([answer.status, answer.code], [400, 'BAD_REQUEST'], `${name}=${value}`)
    assert.match(answer.msg, name)
  }
})

test('a name for the same parameter counts, two names at once do not', async () => {
  await using chat = await startChat()
  const { topic: subject, ...message } = MESSAGE

  const old = await send(chat, { body: form({ ...message, subject }) })
  const both = await send(chat, { body: form({ ...MESSAGE, subject }) })

  assert.is(old.status, 200)
  assert.equal(
    [both.status, both.code, both.var_name1, both.var_name2],
    [400, 'REQUEST_CONFUSING_VAR', 'topic', 'subject'],
  )
})

test('a body larger than allowed is refused, and the server goes on', async () => {
  await using chat = await startChat()
  const huge = 'x'.repeat(26 * 1024 * 1024)

  const known = await send(chat, { body: form({ ...MESSAGE, content: huge }) })
  const anonymous = await send(chat, {
    body: form({ username: 'x', password: huge.slice(0, 2 * 1024 * 1024) }),
    path: '/fetch_api_key',
    headers: { Authorization: '' },
  })

  for (const answer of [known, anonymous]) {
    assert.equal([answer.status, answer.result, answer.code], [413, 'error', 'BAD_REQUEST'])
  }
  assert.is((await send(chat, { body: form(MESSAGE) })).status, 200)
})

test('a body larger than allowed is noticed while it comes, when its length is not told', async () => {
  await using chat = await startChat()
  const chunk = Buffer.alloc(1024 * 1024, 'x')
  let sent = 0
  const endless = new ReadableStream({
    pull(controller) {
      if (++sent > 60) controller.close()
      else controller.enqueue(chunk)
    },
  })

  const status = await fetch(`${chat.url}/api/v1/messages`, {
    method: 'POST',
    headers: {
      Authorization: chat.olga.authorization,
      'Content-Type': 'application/x-www-form-urlencoded',
    },
    body: endless,
    duplex: 'half',
  } as RequestInit).then(
    (response) => response.status,
    // The connection may close before the client has read the answer.
    () => 413,
  )

  assert.is(status, 413)
  assert.ok(sent < 60, 'the server read it all')
  assert.is((await send(chat, { body: form(MESSAGE) })).status, 200)
})

interface Request {
  query?: string
  body?: string | URLSearchParams | FormData
  headers?: Record<string, string>
  path?: string
}

async function send(chat: Chat, { query = '', body, headers, path = '/messages' }: Request) {
  const response = await fetch(`${chat.url}/api/v1${path}${query}`, {
    method: 'POST',
    headers: { Authorization: chat.olga.authorization, ...headers },
    ...(body !== undefined && { body }),
  })
  return { status: response.status, ...(await response.json()) }
}

const form = (parameters: Record<string, string>) => new URLSearchParams(parameters)

function multipart(parameters: Record<string, string>) {
  const data = new FormData()
  for (const [name, value] of Object.entries(parameters)) data.set(name, value)
  return data
}

async function contentOf(chat: Chat, { id }: { id: number }): Promise<string> {
  return (await chat.olga.get(`/messages/${id}`)).raw_content
}

test.run()
