// What very large messages do to the answers that carry them.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { type Chat, expectSuccess, startChat } from '../chat.ts'

/** Renders to 190 kB of HTML. */
const LARGE = '$$a$$ '.repeat(480)

/** More characters than one answer carries. */
const MESSAGES = 70

const MOST_BYTES = 10_500_000

test('a page of very large messages has fewer of them, and reading on finds all', async () => {
  await using chat = await startChat()
  const ids = await fill(chat)

  const found: number[] = []
  let answer = await page(chat, { anchor: 'newest', num_before: MESSAGES, num_after: 0 })
  assert.not(answer.found_oldest)
  assert.ok(answer.found_newest)
  found.unshift(...answer.ids)
  while (!answer.found_oldest) {
    assert.ok(answer.bytes < MOST_BYTES, `${answer.bytes} bytes`)
    answer = await page(chat, {
      anchor: answer.ids[0],
      include_anchor: false,
      num_before: MESSAGES,
      num_after: 0,
    })
    found.unshift(...answer.ids)
  }

  assert.equal(
    found.filter((id) => ids.includes(id)),
    ids,
  )
})

test('around an anchor the nearest messages are kept, and both ends say that there are more', async () => {
  await using chat = await startChat()
  const ids = await fill(chat)
  const anchor = ids[MESSAGES / 2]!

  const answer = await page(chat, { anchor, num_before: MESSAGES, num_after: MESSAGES })

  assert.ok(answer.bytes < MOST_BYTES, `${answer.bytes} bytes`)
  assert.ok(answer.found_anchor)
  assert.not(answer.found_oldest)
  assert.not(answer.found_newest)
  const place = answer.ids.indexOf(anchor)
  assert.ok(Math.abs(place - (answer.ids.length - 1 - place)) <= 1, 'as many on either side')
})

test('messages asked for one by one and matches of a narrow stay within the bound', async () => {
  await using chat = await startChat()
  const ids = await fill(chat)

  const listed = await page(chat, { message_ids: ids })
  const matches = await chat.olga.get('/messages/matches_narrow', {
    msg_ids: ids,
    narrow: [{ operator: 'channel', operand: 'general' }],
  })

  assert.ok(listed.bytes < MOST_BYTES, `${listed.bytes} bytes`)
  assert.equal(listed.ids, ids.slice(0, listed.ids.length))
  assert.is(matches.status, 400)
  assert.is(matches.msg, 'The messages are too long for one answer; ask for fewer.')
})

test('a message whose HTML would be 20 times the longest message is refused', async () => {
  await using chat = await startChat()

  const refused = await chat.olga.post('/messages', {
    type: 'channel',
    to: 'general',
    topic: 'sums',
    content: '$$a$$ '.repeat(1660),
  })

  assert.is(refused.status, 400)
  assert.match(refused.msg, /^Unable to render message\. .* too much room; send it in several/)
})

test('the history of a message that was edited many times shows its newest part', async () => {
  await using chat = await startChat()
  const id = await chat.olga.say('general', 'sums', 'first')
  for (let n = 0; n < 16; n++) {
    expectSuccess(await chat.olga.patch(`/messages/${id}`, { content: `${n} ${LARGE}` }))
  }

  const history = await chat.olga.get(`/messages/${id}/history`)
  const shown = await page(chat, { message_ids: [id] })

  assert.ok(JSON.stringify(history).length < MOST_BYTES)
  const states = history.message_history
  assert.ok(states.length > 3 && states.length < 16, `${states.length} states`)
  assert.match(states.at(-1).content, /^15 /)
  assert.ok(shown.bytes < 1_000_000, `${shown.bytes} bytes`)
})

async function fill(chat: Chat): Promise<number[]> {
  const ids: number[] = []
  for (let n = 0; n < MESSAGES; n++) ids.push(await chat.olga.say('general', 'sums', LARGE))
  return ids
}

async function page(chat: Chat, parameters: Record<string, unknown>) {
  const answer = expectSuccess(await chat.olga.get('/messages', parameters))
  const { messages, found_oldest, found_newest, found_anchor } = answer
  const ids = messages.map((message: { id: number }) => message.id) as number[]
  const bytes = Number(answer.headers.get('content-length'))
  return { ids, bytes, found_oldest, found_newest, found_anchor }
}

test('a long message mentions who has the name when it is stored, not when it was rendered', async () => {
  await using chat = await startChat()
  const { olga } = chat
  const ben = await chat.join('Ben')
  const content = `@**Ben**\n${'* an item with a :smile: and **bold** words\n'.repeat(200)}`
  const inbox = await olga.listen({ event_types: ['message', 'realm_user'], apply_markdown: true })
  for (const full_name of ['Bob', 'Ben', 'Bob', 'Ben']) {
    const say = () => olga.say('general', 'names', content)
    const sending = [say(), say(), say(), say()]
    const renaming = olga.patch(`/users/${ben.id}`, { full_name })
    sending.push(say(), say(), say(), say())
    await Promise.all(sending)
    expectSuccess(await renaming)
  }

  const order: string[] = []
  let name = 'Ben'
  for (const event of await inbox.read()) {
    if (event.type === 'realm_user') name = event.person.full_name
    else {
      const isMentioned = event.message.content.includes(`data-user-id="${ben.id}"`)
      assert.is(isMentioned, name === 'Ben', `after ${order.join(', ')}`)
    }
    order.push(event.type)
  }
  assert.is(order.filter((type) => type === 'message').length, 32)
})

test.run()
