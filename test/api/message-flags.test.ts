// Flags: read, starred and so on, by message and by narrow.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { expectSuccess } from '../chat.ts'
import { change, event, flagsOf, listen, startTalk } from '../flags.ts'

test('a person sets and removes flags, with an event each time', async () => {
  const { chat, ben } = await startTalk()
  await using _ = chat
  const [first, second] = [
    await chat.olga.say('Design', 'x', 'a'),
    await chat.olga.say('Design', 'x', 'b'),
  ]
  const inbox = await listen(ben)
  const others = await listen(chat.olga)
  for (const flag of ['read', 'starred', 'collapsed']) {
    const answer = expectSuccess(await change(ben, 'add', flag, [second, first, second]))
    assert.equal(answer.messages, [second, first, second])
    assert.is(answer.ignored_because_not_subscribed_channels, undefined)
    assert.ok((await flagsOf(ben, first)).includes(flag))
    assert.equal(await inbox.read(), [event('add', flag, [first, second])])
  }
  expectSuccess(await change(ben, 'add', 'starred', [first]))
  assert.equal(await inbox.read(), [], 'nothing changed')
  for (const flag of ['starred', 'collapsed']) {
    expectSuccess(await change(ben, 'remove', flag, [first]))
    assert.not.ok((await flagsOf(ben, first)).includes(flag))
    assert.equal(await inbox.read(), [event('remove', flag, [first])])
  }
  assert.equal(await others.read(), [])
})

test('messages marked unread come with the details that clients count by', async () => {
  const { chat, ben, channelId } = await startTalk()
  await using _ = chat
  const cleo = await chat.join('Cleo')
  const named = await chat.olga.say('Design', '', '@**Ben**')
  const pair = await chat.olga.tell([ben], 'a')
  const group = await cleo.tell([ben, chat.olga], 'b')
  const self = await ben.tell([ben], 'c')
  const all = [named, pair, group, self]
  await change(ben, 'add', 'read', all)
  const [old, young] = [
    await listen(ben),
    await listen(ben, { client_capabilities: { empty_topic_name: true } }),
  ]

  const answer = expectSuccess(await change(ben, 'remove', 'read', all))

  assert.equal(answer.ignored_because_not_subscribed_channels, [])
  const message_details = {
    [named]: { type: 'stream', stream_id: channelId, topic: '', mentioned: true },
    [pair]: { type: 'private', user_ids: [chat.olga.id] },
    [group]: { type: 'private', user_ids: [chat.olga.id, cleo.id] },
    [self]: { type: 'private', user_ids: [] },
  }
  assert.equal(await young.read(), [{ ...event('remove', 'read', all), message_details }])
  const [seen] = await old.read()
  assert.equal(seen!.message_details, {
    ...message_details,
    [named]: { ...message_details[named], topic: 'general chat' },
  })
})

test('a channel one has not subscribed to has nothing unread', async () => {
  const { chat, ben, channelId } = await startTalk()
  await using _ = chat
  const inbox = await listen(ben)
  const here = await chat.olga.say('general', 'x', 'a')
  const there = await chat.olga.say('Design', 'x', 'b')
  expectSuccess(await ben.delete('/users/me/subscriptions', { subscriptions: ['Design'] }))
  assert.equal(await inbox.read(), [event('add', 'read', [there])])
  await change(ben, 'add', 'read', [here])
  const never = await chat.olga.say('Design', 'x', 'c')

  const answer = expectSuccess(await change(ben, 'remove', 'read', [there, here, never]))

  assert.equal(answer.messages, [there, here, never])
  assert.equal(answer.ignored_because_not_subscribed_channels, [channelId])
  assert.equal(await flagsOf(ben, here), [])
  assert.equal(await flagsOf(ben, there), ['read'])
})

test('a message of shared history gets its row when it is starred', async () => {
  const { chat } = await startTalk()
  await using _ = chat
  await chat.olga.subscribe('Later')
  const id = await chat.olga.say('Later', 'x', 'a')
  const cleo = await chat.join('Cleo')
  const inbox = await listen(cleo)
  const own = async () => {
    const page = await cleo.get('/messages', {
      anchor: id,
      num_before: 0,
      num_after: 0,
      narrow: [],
    })
    return page.messages.length
  }
  assert.equal(await flagsOf(cleo, id), ['read', 'historical'])
  assert.is(await own(), 0)

  expectSuccess(await change(cleo, 'add', 'read', [id, 1_000_000]))
  expectSuccess(await change(cleo, 'remove', 'starred', [id]))
  assert.is(await own(), 0, 'that is so already')
  expectSuccess(await change(cleo, 'add', 'starred', [id]))

  assert.equal(await flagsOf(cleo, id), ['read', 'starred', 'historical'])
  assert.is(await own(), 1)
  assert.equal(await inbox.read(), [event('add', 'starred', [id])])
})

test('a request with one unreadable message changes no flag', async () => {
  const { chat, ben } = await startTalk()
  await using _ = chat
  await chat.olga.subscribe('Secret', { invite_only: true })
  const secret = await chat.olga.say('Secret', 'x', 'a')
  const private_ = await chat.olga.tell([chat.olga], 'b')
  const id = await chat.olga.say('Design', 'x', 'c')
  await change(ben, 'add', 'read', [id])
  const inbox = await listen(ben)
  for (const beyond of [secret, private_, 1_000_000]) {
    for (const [op, flag] of [
      ['add', 'starred'],
      ['remove', 'starred'],
      ['remove', 'read'],
    ] as const) {
      const answer = await change(ben, op, flag, [id, beyond])
      assert.is(answer.status, 400)
      assert.is(answer.msg, 'Invalid message(s)')
    }
    expectSuccess(await change(ben, 'add', 'read', [beyond]))
  }
  assert.equal(await flagsOf(ben, id), ['read'])
  assert.equal(await inbox.read(), [])
})

test('unknown flags and changes are refused with the reason', async () => {
  const { chat, ben } = await startTalk()
  await using _ = chat
  const id = await chat.olga.say('Design', 'x', 'a')
  const refusals: [op: string, flag: string, msg: string][] = [
    ['add', 'golden', "Invalid flag: 'golden'"],
    ['add', 'mentioned', "Flag not editable: 'mentioned'"],
    ['add', 'wildcard_mentioned', "Flag not editable: 'wildcard_mentioned'"],
    ['remove', 'stream_wildcard_mentioned', "Flag not editable: 'stream_wildcard_mentioned'"],
    ['remove', 'topic_wildcard_mentioned', "Flag not editable: 'topic_wildcard_mentioned'"],
    ['add', 'has_alert_word', "Flag not editable: 'has_alert_word'"],
    ['add', 'historical', "Flag not editable: 'historical'"],
    ['toggle', 'read', "Invalid message flag operation: 'toggle'"],
  ]
  for (const [op, flag, msg] of refusals) {
    const single = await change(ben, op, flag, [id])
    assert.is(single.msg, msg)
    const range = { anchor: 'newest', num_before: 1, num_after: 0, narrow: [] }
    const narrowed = await ben.post('/messages/flags/narrow', { ...range, op, flag })
    assert.is(narrowed.msg, msg)
    assert.is(narrowed.status, 400)
  }
})

test.run()
