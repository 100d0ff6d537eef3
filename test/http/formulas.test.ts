// Formulas and code that take long: on a thread of their own, with bounds.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { expectSuccess, startChat } from '../chat.ts'
import { matrix } from '../matrix.ts'

/** Milliseconds that the server's thread, which is also that of the tests, computes for some work. */
async function computed(work: () => Promise<unknown>): Promise<number> {
  const before = process.threadCpuUsage()
  await work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}

test('formulas are typeset beside the thread that serves everyone', async () => {
  await using chat = await startChat()
  await chat.olga.say('general', 'sums', matrix(1))

  const ms = await computed(() =>
    Promise.all(
      Array.from({ length: 15 }, (_, n) => chat.olga.say('general', 'sums', matrix(200, n))),
    ),
  )
  const { messages } = await chat.olga.get('/messages', {
    anchor: 'newest',
    num_before: 1,
    num_after: 0,
  })

  assert.match(messages[0].content, /class="katex"/)
  assert.ok(ms < 600, `${Math.round(ms)} ms of the server's thread`)
})

test('a formula beyond measure is shown as it was typed', async () => {
  await using chat = await startChat()
  const rendered = async (content: string) =>
    expectSuccess(await chat.olga.post('/messages/render', { content })).rendered

  assert.not.match(await rendered(matrix(600)), /katex/)
  assert.not.match(await rendered(`$$${'x+'.repeat(2500)}x$$`), /katex/)
  assert.match(await rendered(matrix(100)), /class="katex"/)
})

test('what is rendered to be looked at is as short as what is sent', async () => {
  await using chat = await startChat()
  const huge = '*a* '.repeat(24_000)

  let rendered = ''
  const ms = await computed(async () => {
    rendered = expectSuccess(await chat.olga.post('/messages/render', { content: huge })).rendered
  })

  assert.match(rendered, /\[message truncated\]/)
  assert.ok(rendered.length < 50_000, `${rendered.length} characters`)
  assert.ok(ms < 300, `${Math.round(ms)} ms`)
})

test('characters of two code units stay whole, wherever they are in a long answer', async () => {
  await using chat = await startChat()
  for (const start of ['', 'a']) {
    const content = start + '\u{1d4b3}'.repeat(9000)
    const { rendered } = expectSuccess(await chat.olga.post('/messages/render', { content }))
    assert.is(rendered, `<p>${content}</p>`)
  }
})

test('text of many megabytes is refused before anything looks at it', async () => {
  await using chat = await startChat()
  const content = '$$a$$ '.repeat(1_300_000)
  for (const [path, more] of [
    ['/messages/render', {}],
    ['/messages', { type: 'channel', to: 'general', topic: 'sums' }],
  ] as const) {
    const refused = await chat.olga.post(path, { content, ...more })
    assert.is(refused.status, 400)
    assert.is(refused.msg, 'content is too long (limit: 200000 characters)')
  }
})

test('one person with many formulas to typeset is asked to wait, and others are served', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const asked = Array.from({ length: 40 }, (_, n) =>
    chat.olga.post('/messages/render', { content: matrix(200, n) }),
  )
  const other = await ben.post('/messages/render', { content: matrix(5) })

  const statuses = (await Promise.all(asked)).map(({ status }) => status)
  assert.ok(statuses.includes(429), 'some are refused')
  assert.ok(statuses.includes(200), 'some are served')
  assert.is(other.status, 200)
})

test.run()
