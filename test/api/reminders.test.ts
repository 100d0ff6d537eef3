// Reminders of messages.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openChannel } from '../channels.ts'
import { expectSuccess, startChat } from '../chat.ts'
import { matrix } from '../matrix.ts'
import { ALL_BUT_THE_LAST, sentBesideRemoval } from './due.ts'

test('a reminder quotes the message to the person who asked, with their note', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const message_id = await chat.olga.say('general', 'plans', 'Buy ```soup```')
  const inbox = await ben.listen({ event_types: ['message', 'reminders'] })
  const scheduled_delivery_timestamp = chat.clock.now() / 1000 + 60

  const { reminder_id } = expectSuccess(
    await ben.post('/reminders', { message_id, scheduled_delivery_timestamp, note: 'before noon' }),
  )
  const [reminder] = (await ben.get('/reminders')).reminders
  chat.clock.advance(62)

  const events = [...(await inbox.wait())]
  while (events.length < 3) events.push(...(await inbox.wait()))
  assert.equal(events[0], { type: 'reminders', op: 'add', reminders: [reminder] })
  assert.is(reminder.reminder_target_message_id, message_id)
  assert.equal(reminder.to, [ben.id])
  const sent = events.find((event) => event.type === 'message')!.message
  assert.is(sent.sender_full_name, 'Notification Bot')
  assert.match(sent.content, '````quote\nBuy ```soup```\n````')
  assert.match(sent.content, 'before noon')
  assert.ok(events.some((event) => event.op === 'remove' && event.reminder_id === reminder_id))
  assert.equal((await ben.get('/reminders')).reminders, [])
})

test('a reminder that is removed while those before it are prepared is not sent', async () => {
  await using chat = await startChat()
  const scheduled_delivery_timestamp = chat.clock.now() / 1000 + 60

  const sent = await sentBesideRemoval(chat, 'reminders', async (n) => {
    const message_id = await chat.olga.say('general', 'sums', matrix(200, n))
    const reminder = { message_id, scheduled_delivery_timestamp, note: `Sum ${n}` }
    const { reminder_id } = expectSuccess(await chat.olga.post('/reminders', reminder))
    return `/reminders/${reminder_id}`
  })

  assert.equal(sent, ALL_BUT_THE_LAST)
})

test('nobody is reminded of what they may not read, or in the past', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const secret = await chat.olga.tell([chat.olga], 'mine alone')
  const message_id = await chat.olga.say('general', 'plans', 'Soup')
  const scheduled_delivery_timestamp = chat.clock.now() / 1000 + 60
  const refusals: [Record<string, unknown>, string][] = [
    [{ message_id: secret, scheduled_delivery_timestamp }, 'Invalid message(s)'],
    [{ message_id: 999, scheduled_delivery_timestamp }, 'Invalid message(s)'],
    [
      { message_id, scheduled_delivery_timestamp: 1 },
      'Scheduled delivery time must be in the future.',
    ],
    [{ message_id }, "Missing 'scheduled_delivery_timestamp' argument"],
    [
      { message_id, scheduled_delivery_timestamp, note: 'x'.repeat(1001) },
      'Maximum reminder note length: 1000 characters',
    ],
  ]

  for (const [parameters, msg] of refusals) {
    const answer = await ben.post('/reminders', parameters)
    assert.is(answer.status, 400, msg)
    assert.is(answer.msg, msg)
  }

  const { reminder_id } = expectSuccess(
    await ben.post('/reminders', { message_id, scheduled_delivery_timestamp }),
  )
  const foreign = await chat.olga.delete(`/reminders/${reminder_id}`)
  assert.is(foreign.status, 404)
  assert.is(foreign.msg, 'Reminder does not exist')
  expectSuccess(await ben.delete(`/reminders/${reminder_id}`))
})

test('nobody is reminded of a deleted message', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const message_id = await chat.olga.say('general', 'plans', 'Soup')
  const scheduled_delivery_timestamp = chat.clock.now() / 1000 + 60
  const remind = async (person: typeof ben) =>
    expectSuccess(await person.post('/reminders', { message_id, scheduled_delivery_timestamp }))
  const [{ reminder_id }] = [await remind(ben), await remind(chat.olga)]
  const inbox = await ben.listen({ event_types: ['reminders'] })

  expectSuccess(await chat.olga.delete(`/messages/${message_id}`))
  assert.equal(await inbox.read(), [{ type: 'reminders', op: 'remove', reminder_id }])
  assert.equal((await ben.get('/reminders')).reminders, [])
})

test('a reminder of a message one may no longer read is of one’s own note alone', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  await openChannel(chat.olga, 'Vault', [ben], { invite_only: true })
  const message_id = await chat.olga.say('Vault', 'plans', 'Soup')
  const scheduled_delivery_timestamp = chat.clock.now() / 1000 + 60
  const request = { message_id, scheduled_delivery_timestamp, note: 'before noon' }
  expectSuccess(await ben.post('/reminders', request))
  const left = { subscriptions: ['Vault'], principals: [ben.id] }
  expectSuccess(await chat.olga.delete('/users/me/subscriptions', left))
  const edit = { content: 'Poison', topic: 'plots', propagate_mode: 'change_all' }
  expectSuccess(await chat.olga.patch(`/messages/${message_id}`, edit))
  const inbox = await ben.listen({ event_types: ['message'] })

  const text =
    'You asked to be reminded of a message that you can no longer read.\n\n**Note:** before noon'
  assert.equal(
    (await ben.get('/reminders')).reminders.map(({ content }: { content: string }) => content),
    [text],
  )
  chat.clock.advance(62)
  const [event] = await inbox.wait()
  assert.is(event!.message.content, text)
})

test.run()
