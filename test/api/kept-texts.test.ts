// What one person keeps is bounded, because POST /register hands it out in one answer; and messages
// of the largest size can be quoted.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { assertRefused, openChannel } from '../channels.ts'
import { expectSuccess, startChat } from '../chat.ts'

const LATER_SECONDS = 300

/** Renders to nearly as much HTML as a message may have; each number makes other formulas. */
const largest = (n: number) =>
  Array.from({ length: 72 }, (_, k) => `$$\\frac{${n}x^{${k}}}{y_{${k}}}$$`).join(' ')

test('a person keeps five million characters of drafts, snippets and scheduled messages', async () => {
  await using chat = await startChat()
  const { olga, clock } = chat
  const deliver_at = Math.floor(clock.now() / 1000) + LATER_SECONDS
  const long = 'x'.repeat(9_900)
  const drafts = Array.from({ length: 190 }, () => ({ type: '', to: [], topic: '', content: long }))
  const asked: Record<string, [path: string, body: Record<string, unknown>, fit: number]> = {
    drafts: ['/drafts', { drafts }, 2],
    'saved snippets': ['/saved_snippets', { title: 'x', content: 'y'.repeat(9_999) }, 500],
    'scheduled messages': [
      '/scheduled_messages',
      {
        type: 'direct',
        to: [olga.id],
        content: largest(1),
        scheduled_delivery_timestamp: deliver_at,
      },
      27,
    ],
  }
  for (const [what, [path, body, fit]] of Object.entries(asked)) {
    for (let n = 0; n < fit; n++) expectSuccess(await olga.post(path, body))
    const { status, msg } = await olga.post(path, body)
    assert.is(status, 400)
    assert.is(
      msg,
      `Your ${what} would have more than 5000000 characters together; delete some first.`,
    )
  }
  const [{ id, title }] = expectSuccess(await olga.get('/saved_snippets')).saved_snippets
  const grown = await olga.patch(`/saved_snippets/${id}`, { content: 'z'.repeat(10_000) })
  const shrunk = await olga.patch(`/saved_snippets/${id}`, { content: 'z' })
  assert.equal([title, grown.status, shrunk.status], ['x', 400, 200])
})

test('a person keeps 200 reminders, and they come in one answer however large the messages are', async () => {
  await using chat = await startChat()
  const { olga, clock } = chat
  const at = Math.floor(clock.now() / 1000) + LATER_SECONDS
  const remind = (message_id: number) =>
    olga.post('/reminders', {
      message_id,
      scheduled_delivery_timestamp: at,
      note: '$$\\frac{7}{8}$$',
    })
  const ids: number[] = []
  for (let n = 0; n < 3; n++) ids.push(await olga.say('general', 'sums', largest(n)))
  for (let n = 0; n < 200; n++) expectSuccess(await remind(ids[n % ids.length]!))

  const { status, msg } = await remind(ids[0]!)
  const { reminders } = expectSuccess(await olga.get('/reminders'))

  assert.equal([status, msg], [400, 'You can keep 200 reminders at most.'])
  assert.is(reminders.length, 200)
  const [first] = reminders
  assert.match(first.rendered_content, /<p><strong>Note:<\/strong>.*<blockquote>\n.*katex/s)
  assert.not(reminders.at(-1).rendered_content.includes('blockquote'), 'there was room no more')
  assert.ok(JSON.stringify(reminders).length < 6_000_000)
})

test('what is due later is counted together for a person and their bots', async () => {
  await using chat = await startChat()
  const { olga, clock } = chat
  const robo = await chat.joinBot('Robo')
  const mia = await chat.join('Mia')
  const scheduled_delivery_timestamp = Math.floor(clock.now() / 1000) + LATER_SECONDS
  const schedule = (by: typeof olga) =>
    by.post('/scheduled_messages', {
      ...{ type: 'direct', to: [olga.id], content: 'Soup', scheduled_delivery_timestamp },
    })
  const remind = async (by: typeof olga, message_id: number) =>
    by.post('/reminders', { message_id, scheduled_delivery_timestamp })

  for (let n = 0; n < 600; n++) expectSuccess(await schedule(olga))
  for (let n = 0; n < 400; n++) expectSuccess(await schedule(robo))
  for (const by of [olga, robo])
    assertRefused(await schedule(by), 'You can keep 1000 scheduled messages at most.')
  expectSuccess(await schedule(mia))

  const told = await robo.tell([olga], 'Soup')
  for (let n = 0; n < 200; n++) expectSuccess(await remind(n % 2 ? olga : robo, told))
  for (const by of [olga, robo])
    assertRefused(await remind(by, told), 'You can keep 200 reminders at most.')
})

test('a message of the largest size can be reported, and be reminded of', async () => {
  await using chat = await startChat()
  const { olga, clock } = chat
  const channel = await openChannel(olga, 'moderation', [], { invite_only: true })
  expectSuccess(await olga.patch('/realm', { moderation_request_channel_id: channel }))
  const ben = await chat.join('Ben')
  const id = await ben.say('general', 'sums', `${largest(1)} ${'$$a$$ '.repeat(33)}`)
  const size = (message: { content: string }) => message.content.length
  const sent = expectSuccess(await ben.get(`/messages/${id}`)).message
  assert.ok(size(sent) > 190_000 && size(sent) <= 200_000, `${size(sent)} characters`)
  const inbox = await olga.listen({ event_types: ['message'], apply_markdown: true })

  const description = '$$\\frac{a}{b}$$ '.repeat(60)
  expectSuccess(await olga.post(`/messages/${id}/report`, { report_type: 'other', description }))
  const at = Math.floor(clock.now() / 1000) + LATER_SECONDS
  expectSuccess(await olga.post('/reminders', { message_id: id, scheduled_delivery_timestamp: at }))
  clock.advance(LATER_SECONDS + 60)

  const events = await inbox.read()
  while (events.length < 2) events.push(...(await inbox.wait()))
  for (const { message } of events)
    assert.ok(size(message) > size(sent), 'the whole message is quoted')
})

test.run()
