// What messages weigh in nodes, and how few of the heavy ones are drawn.
import { signal } from '@preact/signals-core'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Message } from '../../src/web/model/messages.ts'
import type { Segments } from '../../src/web/model/segments.ts'
import { nodesOf, weightOf } from '../../src/web/model/weight.ts'
import { MessageWindow, MOST_WEIGHT } from '../../src/web/model/windows.ts'

const END = Number.POSITIVE_INFINITY

test('HTML weighs its elements and the texts between its tags', () => {
  assert.is(nodesOf('<p>one</p>'), 2)
  assert.is(nodesOf('<p>one <em>two</em> three</p>\n<p><br></p>'), 8)
  assert.is(nodesOf('no tag at all'), 0)
})

test('a message weighs more with a bar above it and with reactions, and no more than is drawn', () => {
  const message = {
    ...{ content: '<p>one</p>', conversation: 'c:1:tea', reactions: [], submessages: [] },
  } as unknown as Message
  const alone = weightOf(message, undefined, 600)
  assert.is(weightOf(message, message, 600), alone)
  assert.ok(weightOf(message, { ...message, conversation: 'c:1:milk' }, 600) > alone)
  const reactions = ['1f389', '1f389', '2764'].map((emoji_code) => ({ emoji_code }))
  const liked = { ...message, reactions } as unknown as Message
  const likedOnce = { ...message, reactions: reactions.slice(0, 1) } as unknown as Message
  assert.ok(weightOf(liked, undefined, 600) > weightOf(likedOnce, undefined, 600))
  const long = { ...message, content: '<b>x</b>'.repeat(1000) }
  assert.is(weightOf(long, undefined, 600) - alone, 598)
})

const upTo = (count: number) => Array.from({ length: count }, (_, at) => at + 1)

/** A window over messages of which each weighs what `weigh` says of its ID. */
function windowOver(count: number, weigh: (id: number) => number) {
  const known: Segments = [{ from: 0, to: END, ids: upTo(count), stale: false }]
  const list = { key: 'in:home', narrow: [], segments: signal(known), open: 1 }
  const window = new MessageWindow(list, (ids, at) => weigh(ids[at]!))
  const weight = () => window.ids.value.reduce((sum, id) => sum + weigh(id), 0)
  return { window, weight }
}

test('heavy messages are fewer, and all of them are reached with what is in view drawn', () => {
  const { window, weight } = windowOver(400, (id) => (id % 7 === 0 ? 900 : 100))
  window.centre(END)
  assert.is(window.ids.value.at(-1), 400)
  assert.ok(weight() <= MOST_WEIGHT && weight() > MOST_WEIGHT - 1000)

  for (let top = 396; top > 0; top--) {
    window.place = { anchor: top, offset: 0, atEnd: false, until: top + 3 }
    window.shiftOlder()
    const ids = window.ids.value
    assert.ok(weight() <= MOST_WEIGHT, `${weight()} at ${top}`)
    for (const id of [top, top + 1, top + 2, top + 3]) assert.ok(ids.includes(id), `${id} is drawn`)
    if (top > 4) assert.ok(ids[0]! < top - 2, `something is drawn above ${top}`)
  }
  assert.is(window.ids.value[0], 1)
  assert.ok(window.atOldest.value)
})

test('shifting where nothing was scrolled changes nothing, so growing comes to an end', () => {
  const { window } = windowOver(100, () => 600)
  window.centre(50)
  window.place = { anchor: 50, offset: 0, atEnd: false, until: 52 }
  window.shiftOlder()
  const drawn = window.ids.value
  window.shiftNewer()
  assert.is(window.ids.value, drawn)
  window.shiftOlder()
  assert.is(window.ids.value, drawn)
})

test('a message is drawn even if it alone is too heavy', () => {
  const { window } = windowOver(10, () => MOST_WEIGHT * 2)
  window.centre(END)
  assert.equal(window.ids.value, [10])
  window.centre(4)
  assert.is(window.ids.value.length, 1)
})

test.run()
