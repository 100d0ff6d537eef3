// Messages that a client sends again because it did not learn whether they were sent.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { type Answer, type Person, startChat } from '../chat.ts'

const TEA = { type: 'channel', to: 'general', topic: 'tea', content: 'The kettle is on' }

test('sending again under the same key answers the same and sends nothing', async () => {
  await using chat = await startChat()
  const inbox = await chat.olga.listen()

  const first = await send(chat.olga, 'tab1.1')
  const again = await send(chat.olga, 'tab1.1')

  assert.is(first.result, 'success')
  assert.equal(withoutStatus(again), withoutStatus(first))
  assert.equal(await texts(chat.olga), ['The kettle is on'])
  assert.is((await inbox.read()).filter(({ type }) => type === 'message').length, 1)
})

test('two requests under one key at the same time send one message', async () => {
  await using chat = await startChat()

  const answers = await Promise.all([1, 2, 3, 4].map(() => send(chat.olga, 'tab1.1')))

  assert.is(new Set(answers.map(({ id }) => id)).size, 1)
  assert.equal(await texts(chat.olga), ['The kettle is on'])
})

test('another key, another person or no key is another message', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')

  const answers = [
    await send(chat.olga, 'tab1.1'),
    await send(chat.olga, 'tab1.2'),
    await send(ben, 'tab1.1'),
    await send(chat.olga, undefined),
    await send(chat.olga, undefined),
  ]

  assert.is(new Set(answers.map(({ id }) => id)).size, 5)
  assert.is((await texts(chat.olga)).length, 5)
})

test('the key works across a restart, and for a day', async () => {
  await using chat = await startChat()
  const { id } = await send(chat.olga, 'tab1.1')

  await chat.restart()
  chat.clock.advance(86_399)
  assert.is((await send(chat.olga, 'tab1.1')).id, id)
  chat.clock.advance(1)

  assert.is.not((await send(chat.olga, 'tab1.1')).id, id)
})

test('a refused message is not remembered', async () => {
  await using chat = await startChat()

  const refused = await send(chat.olga, 'tab1.1', { ...TEA, to: 'nowhere' })
  const sent = await send(chat.olga, 'tab1.1')

  assert.equal([refused.status, sent.status], [400, 200])
})

test('after the message was deleted, the answer is the same and it stays deleted', async () => {
  await using chat = await startChat()
  const { id } = await send(chat.olga, 'tab1.1')
  await chat.olga.delete(`/messages/${id}`)

  assert.is((await send(chat.olga, 'tab1.1')).id, id)
  assert.equal(await texts(chat.olga), [])
})

test('a key that is empty, long or odd is refused, and nothing is sent', async () => {
  await using chat = await startChat()
  for (const key of ['', 'k'.repeat(129), 'two words', 'caf\u00e9']) {
    const { status, code, msg } = await send(chat.olga, key)
    assert.equal([status, code], [400, 'BAD_REQUEST'], key)
    assert.match(msg, 'Idempotency-Key must have 1 to 128 printable ASCII characters')
  }
  assert.is((await send(chat.olga, '~'.repeat(128))).status, 200)
  assert.is((await texts(chat.olga)).length, 1)
})

async function send(
  person: Person,
  key: string | undefined,
  message: Record<string, string> = TEA,
): Promise<Answer> {
  const response = await fetch(`${person.url}/api/v1/messages`, {
    method: 'POST',
    headers: {
      Authorization: person.authorization,
      ...(key !== undefined && { 'Idempotency-Key': key }),
    },
    body: new URLSearchParams(message),
  })
  return { ...(await response.json()), status: response.status, headers: response.headers }
}

const withoutStatus = ({ status, headers, ...body }: Answer) => body

async function texts(person: Person): Promise<string[]> {
  const { messages } = await person.get('/messages', {
    anchor: 'newest',
    num_before: 100,
    num_after: 0,
    apply_markdown: false,
    narrow: [['topic', 'tea']],
  })
  return messages.map(({ content }: Answer) => content)
}

test.run()
