// GET /messages: anchors, ranges and ends.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { type Answer, expectSuccess, type Person, startChat } from '../chat.ts'

const LARGER_THAN_ANY_ID = 10_000_000_000_000_000

const IN_DESIGN = [['channel', 'Design']]

const ids = (answer: Answer) =>
  expectSuccess(answer).messages.map((message: { id: number }) => message.id)

/** Messages of a channel with others between them. */
async function fillDesign(olga: Person, count: number): Promise<number[]> {
  await olga.subscribe('Design')
  const sent = []
  for (let at = 0; at < count; at++) {
    sent.push(await olga.say('Design', 'x', `${at}`))
    await olga.say('general', 'between', `${at}`)
  }
  return sent
}

interface Asked {
  anchor: number
  before: number
  after: number
  include: boolean
}

/**
 * The page of a plain list: the wanted numbers before and after the anchor, and whether the ends
 * were reached, which a full page never is.
 */
function expected(all: number[], { anchor, before, after, include }: Asked) {
  const isLeft = anchor === 0
  const isRight = anchor >= LARGER_THAN_ANY_ID
  const below = all.filter((id) => id < anchor)
  const at = all.filter((id) => id === anchor)
  const above = all.filter((id) => id > anchor)
  const needsBefore = !isLeft && before > 0
  const needsAfter = !isRight && after > 0
  const shownBelow = needsBefore ? below.slice(-before) : []
  const shownAbove = needsAfter ? above.slice(0, after) : []
  const shownAt = include || !(needsBefore || needsAfter) ? at : []
  return {
    ids: [...shownBelow, ...shownAt, ...shownAbove],
    found_anchor: shownAt.length > 0,
    found_oldest: isLeft || shownBelow.length < before,
    found_newest: isRight || shownAbove.length < after,
  }
}

test('a page holds what its anchor and numbers say, and knows whether it reaches an end', async () => {
  await using chat = await startChat()
  const { olga } = chat
  const all = await fillDesign(olga, 5)
  const anchors = [0, ...all, all[2]! + 1, all[4]! + 1, 1_000_000, LARGER_THAN_ANY_ID]
  for (const anchor of anchors) {
    for (const before of [0, 1, 2, 4, 9]) {
      for (const after of [0, 1, 2, 9]) {
        for (const include of [true, false]) {
          if (!include && before > 0 && after > 0) continue
          const answer = await olga.get('/messages', {
            anchor,
            num_before: before,
            num_after: after,
            include_anchor: include,
            narrow: IN_DESIGN,
          })
          const { found_anchor, found_oldest, found_newest, anchor: shown } = answer
          const place = JSON.stringify({ anchor, before, after, include })
          assert.equal(
            { ids: ids(answer), found_anchor, found_oldest, found_newest },
            expected(all, { anchor, before, after, include }),
            place,
          )
          assert.is(shown, anchor, place)
          assert.is(answer.history_limited, false)
        }
      }
    }
  }
})

test('newest and oldest are anchors beyond both ends', async () => {
  await using chat = await startChat()
  const { olga } = chat
  const all = await fillDesign(olga, 3)

  const newest = await olga.get('/messages', {
    anchor: 'newest',
    num_before: 2,
    num_after: 0,
    narrow: IN_DESIGN,
  })
  assert.equal(ids(newest), all.slice(1))
  assert.is(newest.anchor, LARGER_THAN_ANY_ID)
  assert.is(newest.found_anchor, false)
  assert.is(newest.found_newest, true)
  assert.is(newest.found_oldest, false)

  const oldest = await olga.get('/messages', {
    anchor: 'oldest',
    num_before: 0,
    num_after: 2,
    narrow: IN_DESIGN,
  })
  assert.equal(ids(oldest), all.slice(0, 2))
  assert.is(oldest.anchor, 0)
  assert.is(oldest.found_oldest, true)
  assert.is(oldest.found_newest, false)

  const beyond = await olga.get('/messages', {
    anchor: '99999999999999999999',
    num_before: 1,
    num_after: 0,
    narrow: IN_DESIGN,
  })
  assert.equal(ids(beyond), all.slice(-1))
  assert.is(beyond.anchor, LARGER_THAN_ANY_ID)
  const below = await olga.get('/messages', {
    anchor: '-7',
    num_before: 0,
    num_after: 1,
    narrow: IN_DESIGN,
  })
  assert.equal(ids(below), all.slice(0, 1))
  assert.is(below.anchor, 0)
})

test('first_unread is the oldest message one has yet to read, else the newest', async () => {
  await using chat = await startChat()
  const { olga } = chat
  const ben = await chat.join('Ben')
  await ben.subscribe('Design')
  const all = await fillDesign(olga, 4)
  await ben.post('/messages/flags', { messages: all.slice(0, 2), op: 'add', flag: 'read' })

  const around = { num_before: 1, num_after: 1, narrow: IN_DESIGN }
  const answer = await ben.get('/messages', {
    anchor: 'first_unread',
    ...around,
  })
  assert.is(answer.anchor, all[2])
  assert.is(answer.found_anchor, true)
  assert.equal(ids(answer), all.slice(1))
  const old = await ben.get('/messages', { use_first_unread_anchor: true, ...around })
  const both = await ben.get('/messages', { use_first_unread_anchor: true, anchor: 1, ...around })
  assert.equal(both.anchor, old.anchor, 'of both, the older parameter decides')
  assert.is(old.anchor, all[2])

  await ben.post('/messages/flags', { messages: all, op: 'add', flag: 'read' })
  const done = await ben.get('/messages', {
    anchor: 'first_unread',
    ...around,
  })
  assert.is(done.anchor, LARGER_THAN_ANY_ID)
  assert.equal(ids(done), all.slice(-1))
})

test('first_unread passes over what is muted, but for the channel one looks into', async () => {
  await using chat = await startChat()
  const { olga } = chat
  const ben = await chat.join('Ben')
  await ben.post('/mark_all_as_read')
  await ben.subscribe('Design')
  await olga.subscribe('Design')
  const { stream_id } = await ben.get('/get_stream_id', { stream: 'Design' })
  const silenced = await olga.say('Design', 'noise', 'a')
  const unread = await olga.say('Design', 'x', 'b')
  const elsewhere = await olga.say('general', 'x', 'c')
  expectSuccess(
    await ben.post('/users/me/subscriptions/properties', {
      subscription_data: [{ stream_id, property: 'is_muted', value: true }],
    }),
  )
  const first = async (narrow: unknown) =>
    (await ben.get('/messages', { anchor: 'first_unread', num_before: 0, num_after: 1, narrow }))
      .anchor

  assert.is(await first([]), elsewhere)
  assert.is(await first(IN_DESIGN), silenced)
  expectSuccess(await ben.post('/user_topics', { stream_id, topic: 'noise', visibility_policy: 1 }))
  assert.is(await first(IN_DESIGN), unread)
  assert.is(await first([['topic', 'noise']]), LARGER_THAN_ANY_ID)
})

test('a date leads to the first message since', async () => {
  await using chat = await startChat()
  const { olga, clock } = chat
  await olga.subscribe('Design')
  clock.advance(86_400)
  const first = await olga.say('Design', 'x', 'on the 2nd, at noon')
  await olga.say('general', 'x', 'elsewhere')
  clock.advance(86_400)
  const second = await olga.say('Design', 'x', 'on the 3rd, at noon')

  const anchor = async (anchor_date: string) =>
    expectSuccess(
      await olga.get('/messages', {
        anchor: 'date',
        anchor_date,
        num_before: 0,
        num_after: 1,
        narrow: IN_DESIGN,
      }),
    ).anchor
  assert.is(await anchor('2026-03-01'), first)
  assert.is(await anchor('2026-03-02'), first)
  assert.is(await anchor('2026-03-02T12:00:00Z'), first)
  assert.is(await anchor('2026-03-02T12:00:01'), second)
  assert.is(await anchor('2026-03-02T14:00:00+02:00'), first)
  assert.is(await anchor('2026-03-02T12:00:00-01:00'), second)
  assert.is(await anchor('2026-03-03'), second)
  assert.is(await anchor('2026-03-04'), LARGER_THAN_ANY_ID)
  for (const anchor_date of ['yesterday', '2026-02-30', '2026', '']) {
    const answer = await olga.get('/messages', {
      anchor: 'date',
      anchor_date,
      num_before: 0,
      num_after: 1,
    })
    assert.is(answer.status, 400)
    assert.is(answer.msg, 'anchor_date is not an ISO 8601 date')
  }
  const missing = await olga.get('/messages', { anchor: 'date', num_before: 0, num_after: 1 })
  assert.is(missing.msg, "Missing 'anchor_date' argument")
})

test('listed messages come back as far as they are there to be read', async () => {
  await using chat = await startChat()
  const { olga } = chat
  const ben = await chat.join('Ben')
  const all = await fillDesign(olga, 3)
  const direct = await olga.tell([olga], 'to myself')
  const wanted = [all[2], 1_000_000, all[0], direct, all[2]]

  const own = await olga.get('/messages', { message_ids: wanted })
  assert.equal(ids(own), [all[0], all[2], direct])
  assert.equal(
    [own.found_anchor, own.found_oldest, own.found_newest, own.history_limited, own.anchor],
    [false, false, false, false, undefined],
  )
  const narrowed = await olga.get('/messages', { message_ids: wanted, narrow: IN_DESIGN })
  assert.equal(ids(narrowed), [all[0], all[2]])
  assert.equal(ids(await ben.get('/messages', { message_ids: wanted })), [], 'never received')
  assert.equal(ids(await ben.get('/messages', { message_ids: wanted, narrow: IN_DESIGN })), [
    all[0],
    all[2],
  ])
  assert.equal(ids(await olga.get('/messages', { message_ids: [] })), [])
})

test('an anchor may be written as JSON text', async () => {
  await using chat = await startChat()
  const { olga } = chat
  const [first, second] = await fillDesign(olga, 2)
  const page = { num_before: 0, num_after: 0, narrow: IN_DESIGN }
  assert.is((await olga.get('/messages', { anchor: '"oldest"', ...page })).anchor, 0)
  assert.equal(ids(await olga.get('/messages', { anchor: `"${second}"`, ...page })), [second])
  const flagged = expectSuccess(
    await olga.post('/messages/flags/narrow', {
      anchor: '"oldest"',
      ...page,
      num_after: 1,
      op: 'add',
      flag: 'starred',
    }),
  )
  assert.is(flagged.first_processed_id, first)
})

const ONE = { num_before: 1, num_after: 0 }

test('impossible ranges are refused in words', async () => {
  await using chat = await startChat()
  const { olga } = chat
  const refusals: [object, string][] = [
    [ONE, "Missing 'anchor' argument."],
    [{ anchor: 'middle', ...ONE }, 'Invalid anchor'],
    [{ anchor: '1.5', ...ONE }, 'Invalid anchor'],
    [{ anchor: '', ...ONE }, 'Invalid anchor'],
    [{ anchor: 'newest', num_before: -1 }, 'num_before is too small (minimum: 0)'],
    [{ anchor: 'newest', num_before: 'many' }, 'num_before is not valid JSON'],
    [
      { anchor: 'newest', num_before: 5000, num_after: 1 },
      'Too many messages requested (maximum 5000).',
    ],
    [
      { message_ids: Array.from({ length: 5001 }, () => 1) },
      'Too many messages requested (maximum 5000).',
    ],
    [
      { anchor: 1, num_before: 1, num_after: 1, include_anchor: false },
      'The anchor can only be excluded at an end of the range',
    ],
    [{ message_ids: ['one'] }, 'message_ids[0] is not an integer'],
  ]
  for (const [parameters, msg] of refusals) {
    const answer = await olga.get('/messages', { ...parameters })
    assert.is(answer.status, 400, msg)
    assert.is(answer.code, 'BAD_REQUEST')
    assert.is(answer.msg, msg)
  }
  const ofRanges = [
    { anchor: 'newest' },
    { include_anchor: true },
    { use_first_unread_anchor: false },
    { num_before: 0 },
    { num_after: 0 },
  ]
  for (const parameters of ofRanges) {
    const answer = await olga.get('/messages', { message_ids: [1], ...parameters })
    assert.is(
      answer.msg,
      'Unsupported parameter combination: num_before, num_after, anchor, message_ids, include_anchor, use_first_unread_anchor',
    )
  }
})

test('the topic nobody named has a name for those who need one', async () => {
  await using chat = await startChat()
  const { olga } = chat
  const id = await olga.say('general', '', 'a')
  const subject = async (parameters: object) =>
    (await olga.get(`/messages/${id}`, { ...parameters })).message.subject

  assert.is(await subject({}), 'general chat')
  assert.is(await subject({ allow_empty_topic_name: true }), '')
  const page = { anchor: id, num_before: 0, num_after: 0, narrow: [['channel', 'general']] }
  assert.is((await olga.get('/messages', page)).messages[0].subject, 'general chat')
  const raw = await olga.get('/messages', { ...page, allow_empty_topic_name: true })
  assert.is(raw.messages[0].subject, '')
})

test.run()
