// Anchors of a page of messages other than an ID: unread, dates, listed messages.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { expectSuccess, startChat } from '../chat.ts'
import { ids } from '../narrows.ts'
import { fillDesign, IN_DESIGN, LARGER_THAN_ANY_ID } from '../ranges.ts'

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

test('of listed messages those come back that the reader may read', async () => {
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

test('the empty topic has a display name for clients that need one', async () => {
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
