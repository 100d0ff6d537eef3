// How pushes reach their service: again after a failure, not before it wants them, never to what is gone.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { expectSuccess, startChat } from '../chat.ts'
import { settle } from '../settle.ts'
import { browserOf, LOOPBACK, listOf, passTime, tellInVain } from './devices.ts'
import { startPushService } from './push-service.ts'

test('a push that is not taken is tried again, and a browser that is gone is forgotten', async () => {
  await using service = await startPushService()
  await using chat = await startChat(LOOPBACK)
  const ben = await chat.join('Ben')
  await browserOf(ben, service)
  await tellInVain(chat, ben, service, 503)
  assert.match((await listOf(ben))[0].failure, '503')
  await passTime(chat, () => service.taken.length > 1)
  await settle(chat)
  assert.is((await listOf(ben))[0].failure, null)
  service.statuses.push(410)
  await chat.olga.tell([ben], 'hello again')
  await passTime(chat, () => service.taken.length > 2)
  await settle(chat)
  assert.equal(await listOf(ben), [])
})

test('a push service that asks for a pause gets it, in seconds or as a date, for all pushes to the device', async () => {
  await using service = await startPushService()
  await using chat = await startChat(LOOPBACK)
  const ben = await chat.join('Ben')
  const { id } = await browserOf(ben, service)
  const wait = async (seconds: number) => {
    chat.clock.advance(seconds)
    await settle(chat)
  }
  const dateIn = (seconds: number) => new Date(chat.clock.now() + seconds * 1000).toUTCString()
  for (const [status, retryAfter] of [
    [429, () => '600'],
    [503, () => dateIn(600)],
  ] as const) {
    service.statuses.push(status)
    service.retryAfter = retryAfter()
    const taken = service.taken.length
    await chat.olga.tell([ben], 'hello')
    await service.next()
    await settle(chat)
    await chat.olga.say('general', 'soup', '@**Ben** a second push')
    // It is put into the outbox before Ben is seen in the chat.
    await settle(chat)
    const tried = expectSuccess(await ben.post(`/users/me/push_subscriptions/${id}/test`))
    assert.match(tried.problem, 'asked to wait')
    await wait(590)
    assert.is(service.taken.length, taken + 1)
    await wait(15)
    await Promise.all([service.next(), service.next()])
    assert.is(service.taken.length, taken + 3)
  }
})

test('a pause in the past or unreadable is none, and one without end has an end', async () => {
  await using service = await startPushService()
  await using chat = await startChat(LOOPBACK)
  const ben = await chat.join('Ben')
  await browserOf(ben, service)
  for (const [retryAfter, pause] of [
    ['-5', 60],
    ['soon', 60],
    ['Wed, 21 Oct 2015 07:28:00 GMT', 60],
    ['9'.repeat(400), 4 * 3600],
  ] as const) {
    const taken = service.taken.length
    service.statuses.push(429)
    service.retryAfter = retryAfter
    await chat.olga.tell([ben], 'hello')
    await settle(chat)
    if (pause > 60) chat.clock.advance(pause - 30)
    await settle(chat)
    assert.is(service.taken.length, taken + 1, retryAfter)
    chat.clock.advance(60)
    await settle(chat)
    assert.is(service.taken.length, taken + 2, retryAfter)
  }
})

test.run()
