// Flags over many messages: ranges of narrows, channels, everything.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { type Answer, expectSuccess, type Person, startChat } from '../chat.ts'
import { change, event, flagsOf, listen, startTalk } from '../flags.ts'

const changeInNarrow = async (person: Person, parameters: object): Promise<Answer> =>
  expectSuccess(
    await person.post('/messages/flags/narrow', {
      op: 'add',
      flag: 'read',
      num_before: 0,
      num_after: 0,
      narrow: [['channel', 'Design']],
      ...parameters,
    }),
  )

test('a flag is set over a range of a narrow', async () => {
  const { chat, ben } = await startTalk()
  await using _ = chat
  const all: number[] = []
  for (let at = 0; at < 5; at++) all.push(await chat.olga.say('Design', 'x', `${at}`))
  await change(ben, 'add', 'read', [all[1]!])
  const inbox = await listen(ben)

  const some = await changeInNarrow(ben, { anchor: all[1], num_before: 1, num_after: 1 })
  assert.equal(counts(some), [3, 2, all[0], all[2], false, false])
  assert.equal(await inbox.read(), [event('add', 'read', [all[0]!, all[2]!])])

  const rest = await changeInNarrow(ben, {
    anchor: 'first_unread',
    num_after: 10,
    narrow: [
      ['channel', 'Design'],
      ['is', 'unread'],
    ],
  })
  assert.equal(counts(rest), [2, 2, all[3], all[4], false, true])
  assert.is(rest.ignored_because_not_subscribed_channels, undefined)

  const none = await changeInNarrow(ben, {
    anchor: 'newest',
    num_before: 10,
    narrow: [['is', 'unread']],
  })
  assert.equal(counts(none), [0, 0, null, null, true, true])

  const back = await changeInNarrow(ben, { anchor: 'oldest', num_after: 10, op: 'remove' })
  assert.equal(counts(back), [5, 5, all[0], all[4], true, true])
  assert.equal(back.ignored_because_not_subscribed_channels, [])
  assert.equal(await flagsOf(ben, all[0]!), [])
})

const counts = (answer: Answer) => [
  answer.processed_count,
  answer.updated_count,
  answer.first_processed_id,
  answer.last_processed_id,
  answer.found_oldest,
  answer.found_newest,
]

test('marking a channel unread that one has left reports the channel', async () => {
  const { chat, ben, channelId } = await startTalk()
  await using _ = chat
  const id = await chat.olga.say('Design', 'x', 'a')
  await ben.delete('/users/me/subscriptions', { subscriptions: ['Design'] })

  const answer = await changeInNarrow(ben, { anchor: id, op: 'remove' })

  assert.equal(counts(answer).slice(0, 2), [1, 0])
  assert.equal(answer.ignored_because_not_subscribed_channels, [channelId])
})

test('a range excludes its anchor at an end only', async () => {
  const { chat, ben } = await startTalk()
  await using _ = chat
  const [first, second] = [
    await chat.olga.say('Design', 'x', 'a'),
    await chat.olga.say('Design', 'x', 'b'),
  ]
  const answer = await changeInNarrow(ben, { anchor: first, num_after: 5, include_anchor: false })
  assert.equal(counts(answer), [1, 1, second, second, false, true])
  const refused = await ben.post('/messages/flags/narrow', {
    anchor: first,
    num_before: 1,
    num_after: 1,
    include_anchor: false,
    narrow: [],
    op: 'add',
    flag: 'read',
  })
  assert.is(refused.msg, 'The anchor can only be excluded at an end of the range')
  const bad = await ben.post('/messages/flags/narrow', {
    anchor: first,
    num_before: 0,
    num_after: 0,
    narrow: [['channel', 'Atlantis']],
    op: 'add',
    flag: 'read',
  })
  assert.is(bad.code, 'BAD_NARROW')
})

test('marking everything read is one event without a list', async () => {
  const { chat, ben } = await startTalk()
  await using _ = chat
  const ids = [await chat.olga.say('Design', 'x', 'a'), await chat.olga.tell([ben], 'b')]
  const inbox = await listen(ben)

  assert.is(expectSuccess(await ben.post('/mark_all_as_read')).complete, true)

  for (const id of ids) assert.equal(await flagsOf(ben, id), ['read'])
  assert.equal(await inbox.read(), [{ ...event('add', 'read', []), all: true }])
})

test('a channel or a topic is read at once', async () => {
  const { chat, ben, channelId } = await startTalk()
  await using _ = chat
  const lunch = await chat.olga.say('Design', 'Lunch', 'a')
  const other = await chat.olga.say('Design', 'other', 'b')
  const elsewhere = await chat.olga.say('general', 'Lunch', 'c')
  const inbox = await listen(ben)
  const topic = (topic_name: string) =>
    ben.post('/mark_topic_as_read', { stream_id: channelId, topic_name })

  expectSuccess(await topic('lunch'))
  assert.equal(await inbox.read(), [event('add', 'read', [lunch])])
  expectSuccess(await topic('lunch'))
  expectSuccess(await ben.post('/mark_stream_as_read', { stream_id: channelId }))
  assert.equal(await inbox.read(), [event('add', 'read', [other])])
  assert.equal(await flagsOf(ben, elsewhere), [])

  assert.is((await topic('nothing')).msg, "No such topic 'nothing'")
  const nowhere = await ben.post('/mark_stream_as_read', { stream_id: 999 })
  assert.is(nowhere.msg, 'Invalid channel ID')
  const lost = await ben.post('/mark_topic_as_read', { stream_id: 999, topic_name: 'x' })
  assert.is(lost.msg, 'Invalid channel ID')
})

test('GET /messages/matches_narrow answers for the messages one received', async () => {
  const { chat, ben } = await startTalk()
  await using _ = chat
  const id = await chat.olga.say('Design', 'weather <now>', 'The *storms* are coming')
  const other = await chat.olga.say('Design', 'weather', 'calm')
  await chat.olga.subscribe('Later')
  const never = await chat.olga.say('Later', 'x', 'a storm')
  const msg_ids = [id, other, never, 1_000_000]
  const ask = async (narrow: unknown) =>
    expectSuccess(await ben.get('/messages/matches_narrow', { msg_ids, narrow })).messages

  assert.equal(await ask([['search', 'storm']]), {
    [id]: {
      match_content: '<p>The <em><span class="highlight">storms</span></em> are coming</p>',
      match_subject: 'weather &lt;now&gt;',
    },
  })
  assert.equal(
    await ask([
      ['channel', 'Design'],
      ['topic', 'weather'],
    ]),
    {
      [other]: { match_content: '<p>calm</p>', match_subject: 'weather' },
    },
  )
  assert.equal(await ask([['channel', 'Later']]), {})
  for (const missing of [{ msg_ids }, { narrow: [] }]) {
    const answer = await ben.get('/messages/matches_narrow', { ...missing })
    assert.is(answer.code, 'REQUEST_VARIABLE_MISSING')
  }
})

test('a message that one can no longer read cannot be starred', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  await chat.olga.subscribe('plans', { invite_only: true, principals: [chat.olga.id, ben.id] })
  const id = await chat.olga.say('plans', 'x', 'a')
  await chat.olga.delete('/users/me/subscriptions', {
    subscriptions: ['plans'],
    principals: [ben.id],
  })

  const starred = await ben.post('/messages/flags', { messages: [id], op: 'add', flag: 'starred' })

  assert.is(starred.msg, 'Invalid message(s)')
})

test('characters that turn the direction of text are no part of a topic or a name', async () => {
  await using chat = await startChat()
  const id = await chat.olga.say('general', '\u202egnirrats\u2066 tea', 'x')
  await chat.olga.subscribe('\u202eslaed\u202c')

  const { message } = await chat.olga.get(`/messages/${id}`)
  const { streams } = await chat.olga.get('/streams')

  assert.is(message.subject, 'gnirrats tea')
  assert.ok(streams.some(({ name }: { name: string }) => name === 'slaed'))
})

test.run()
