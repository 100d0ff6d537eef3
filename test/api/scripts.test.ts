// Messages in many scripts read back as they were sent, however they are asked for.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { expectSuccess, type Person, startChat } from '../chat.ts'

/** One, two, three and four bytes for each character in UTF-8. */
const TEXTS = [
  'plain',
  'Grüße, señor',
  'Добрый день',
  '日本語のお茶',
  'tea 🍵 at 17°',
  'line\u2028end',
]

interface Shown {
  id: number
  content: string
  subject: string
  match_content?: string
}

const page = async (person: Person, more: Record<string, unknown> = {}): Promise<Shown[]> =>
  expectSuccess(
    await person.get('/messages', {
      anchor: 'newest',
      num_before: 20,
      num_after: 0,
      apply_markdown: false,
      ...more,
    }),
  ).messages

const contents = (messages: readonly Shown[]) => messages.map(({ content }) => content)

test('a page of messages in several scripts is the same for the first reader and the next', async () => {
  await using chat = await startChat()
  const { olga } = chat
  const anna = await chat.join('Anna')
  const narrow = [['channel', 'general']]
  for (const text of TEXTS) await olga.say('general', text, text)

  for (const reader of [olga, anna, olga]) {
    const messages = await page(reader, { narrow })
    assert.equal(contents(messages).slice(-TEXTS.length), TEXTS)
    assert.equal(messages.map(({ subject }) => subject).slice(-TEXTS.length), TEXTS)
  }
})

test('messages by ID and found words are in their script', async () => {
  await using chat = await startChat()
  const { olga } = chat
  const ids: number[] = []
  for (const text of TEXTS) ids.push(await olga.say('general', 'x', text))

  for (const [at, id] of ids.entries()) {
    const { message, raw_content } = expectSuccess(
      await olga.get(`/messages/${id}`, { apply_markdown: false }),
    )
    assert.is(message.content, TEXTS[at]!)
    assert.is(raw_content, TEXTS[at]!)
  }
  assert.equal(
    contents(
      await page(olga, {
        message_ids: ids,
        anchor: undefined,
        num_before: undefined,
        num_after: undefined,
      }),
    ),
    TEXTS,
  )
  const [found] = await page(olga, { narrow: [['search', 'день']], apply_markdown: true })
  assert.match(found!.match_content!, 'Добрый <span class="highlight">день</span>')
})

test('an answer repeats the names of unknown parameters in their script', async () => {
  await using chat = await startChat()

  const answer = expectSuccess(await chat.olga.get('/users/me', { 名前: 1, größe: 2 }))

  assert.equal(answer.ignored_parameters_unsupported, ['größe', '名前'])
  assert.is(answer.full_name, 'Olga')
})

test.run()
