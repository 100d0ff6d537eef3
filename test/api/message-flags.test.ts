// Flags: read, starred and so on, by message and by narrow.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { type Answer, type Chat, expectSuccess, type Person, startChat } from '../chat.ts'

const change = (person: Person, op: string, flag: string, messages: number[]) =>
  person.post('/messages/flags', { messages, op, flag })

const flagsOf = async (person: Person, id: number): Promise<string[]> =>
  expectSuccess(await person.get(`/messages/${id}`)).message.flags

const listen = (person: Person, more: object = {}) =>
  person.listen({ event_types: ['update_message_flags'], ...more })

const event = (op: 'add' | 'remove', flag: string, messages: number[]) => ({
  type: 'update_message_flags',
  op,
  operation: op,
  flag,
  messages,
  all: false,
})

/** Ben, with nothing unread, and a channel he is in with Olga. */
async function startTalk(): Promise<{ chat: Chat; ben: Person; channelId: number }> {
  const chat = await startChat()
  const ben = await chat.join('Ben')
  await ben.subscribe('Design')
  await chat.olga.subscribe('Design')
  await ben.post('/mark_all_as_read')
  const { stream_id } = await ben.get('/get_stream_id', { stream: 'Design' })
  return { chat, ben, channelId: stream_id }
}

test('flags a person may set are set, told to them, and taken away again', async () => {
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

test('what becomes unread again comes with what clients need to count it', async () => {
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

test('one message that is out of reach keeps all from changing', async () => {
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

test('other flags and other changes are refused in words', async () => {
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

test('all is read at once, and clients need no list to know it', async () => {
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

test('which messages fit a narrow is told of those one received', async () => {
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

test('what one can no longer read cannot be starred', async () => {
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
