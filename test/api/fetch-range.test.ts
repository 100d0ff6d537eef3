// GET /messages: anchors, ranges and ends.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { startChat } from '../chat.ts'
import { skipMessageIds } from '../many.ts'
import { ids } from '../narrows.ts'
import { fillDesign, IN_DESIGN, LARGER_THAN_ANY_ID } from '../ranges.ts'

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

const ONE = { num_before: 1, num_after: 0 }

test('impossible ranges are refused with the reason', async () => {
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
      { message_ids: Array.from({ length: 5001 }, (_, at) => at) },
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

test('messages with two conditions are found however far apart they lie', async () => {
  await using chat = await startChat()
  const ben = await chat.join('Ben')
  const found: number[] = []
  for (let at = 0; at < 6; at++) {
    found.push(await ben.say('general', 'tea', 'Soup'))
    await chat.olga.say('general', 'tea', 'Cake')
    await ben.say('general', 'news', 'Rain')
    skipMessageIds(chat, 100_000 * (1 + at))
  }
  const narrow = [
    ['channel', 'general'],
    ['topic', 'tea'],
    ['sender', ben.email],
  ]
  const page = async (anchor: unknown, num_before: number, num_after: number) => {
    const answer = await chat.olga.get('/messages', { anchor, num_before, num_after, narrow })
    return [ids(answer), answer.found_oldest, answer.found_newest]
  }
  assert.equal(await page('newest', 4, 0), [found.slice(2), false, true])
  assert.equal(await page('newest', 9, 0), [found, true, true])
  assert.equal(await page('oldest', 0, 4), [found.slice(0, 4), true, false])
  assert.equal(await page(found[3], 2, 1), [found.slice(1, 5), false, false])
  assert.equal(await page(found[3], 9, 9), [found, true, true])
  const nobody = await chat.join('Mia')
  narrow[2] = ['sender', nobody.email]
  assert.equal(await page('newest', 9, 0), [[], true, true])
})

test.run()
