// What happens when the clock of the machine is wrong or changed.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { expectSuccess, PASSWORD, startChat } from './chat.ts'

const HOUR = 3600

test('a poll gets its heartbeat though the clock was put back an hour', async () => {
  await using chat = await startChat()
  const inbox = await chat.olga.listen({ event_types: ['message'] })
  chat.clock.putBack(HOUR)
  let events: unknown[] | undefined
  const poll = inbox.wait().then((heard) => {
    events = heard
  })

  for (let n = 0; n < 30 && !events; n++) {
    chat.clock.advance(4)
    await chat.olga.get('/users/me')
  }

  assert.ok(events, 'two minutes passed and no answer came')
  await poll
})

test('a queue nobody polls expires in its time though the clock was put back an hour', async () => {
  await using chat = await startChat()
  const inbox = await chat.olga.listen({ idle_queue_timeout: 60 })

  chat.clock.putBack(HOUR)
  chat.clock.advance(70)

  const { code } = await chat.olga.get('/events', { queue_id: inbox.queueId, last_event_id: -1 })
  assert.is(code, 'BAD_EVENT_QUEUE_ID')
})

test('a clock put forward a day costs nobody the queue', async () => {
  await using chat = await startChat()
  const inbox = await chat.olga.listen({ event_types: ['message'], idle_queue_timeout: 60 })

  chat.clock.putBack(-24 * HOUR)
  chat.clock.advance(10)
  await chat.olga.say('general', 'tea', 'Still here?')

  assert.is((await inbox.read()).length, 1)
})

test('a message is sent when its time comes though the clock was put back an hour', async () => {
  await using chat = await startChat()
  chat.clock.putBack(HOUR)
  const inbox = await chat.olga.listen({ event_types: ['message'] })
  const soon = {
    type: 'channel',
    to: 1,
    topic: 'lunch',
    content: 'Soup now',
    scheduled_delivery_timestamp: chat.clock.now() / 1000 + 60,
  }
  expectSuccess(await chat.olga.post('/scheduled_messages', soon))

  const delivered = inbox.wait()
  chat.clock.advance(62)

  assert.is((await delivered)[0]?.message?.content, 'Soup now')
})

test('a limit is earned back though the clock was put back an hour', async () => {
  await using chat = await startChat({ rateLimit: true })
  const ben = await chat.join('Ben')
  const logIn = (password: string) => ben.post('/fetch_api_key', { username: ben.email, password })
  for (let n = 0; n < 5; n++) await logIn('wrong')
  const refused = await logIn(PASSWORD)
  assert.is(refused.code, 'RATE_LIMIT_HIT')

  chat.clock.advance(Number(refused.headers.get('retry-after')) - 1)
  chat.clock.putBack(HOUR)
  chat.clock.advance(1)

  assert.is((await logIn(PASSWORD)).result, 'success')
  assert.is((await ben.get('/users/me')).result, 'success')
})

test('who is here is seen to be here though the clock was put back an hour', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const inbox = await chat.olga.listen({ event_types: ['presence'], slim_presence: true })
  const ping = () => ben.post('/users/me/presence', { status: 'active' })
  expectSuccess(await ping())
  await inbox.read()

  chat.clock.putBack(HOUR)
  expectSuccess(await ping())

  const now = Math.floor(chat.clock.now() / 1000)
  const told = (await inbox.read()).map(({ presence }) => presence.website.timestamp)
  assert.equal(told, [now])
  const { presence } = await chat.olga.get(`/users/${ben.id}/presence`)
  assert.equal(presence.aggregated, { status: 'active', timestamp: now })
})

test.run()
