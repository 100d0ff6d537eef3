// Bounds of queues.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { TimerWheel } from '../../src/base/timers.ts'
import { Hub, type QueueLimits } from '../../src/events/delivery/hub.ts'
import type { EventQueue } from '../../src/events/delivery/queue.ts'
import { mostCharacters } from '../../src/events/delivery/room.ts'
import { CAPABILITIES } from '../../src/events/types/client-format.ts'
import { TestClock } from '../clocks.ts'
import { randomFrom } from '../fuzz/inputs.ts'
import { heapBytes } from '../heap.ts'
import { SPEC } from './queue-spec.ts'

const ROOMY: QueueLimits = {
  queues: 1000,
  events: 1000,
  texts: 1000,
  characters: 100_000,
  totalCharacters: 1_000_000,
  charactersEach: 0,
}

const eventsOf = (queue: EventQueue) =>
  JSON.parse(Buffer.from(queue.read().bytes, 'latin1').toString())

test('a client that never reads is cut off at the number of events a queue may hold', () => {
  const hub = new Hub(new TimerWheel(new TestClock()), { ...ROOMY, events: 3 })
  const lazy = hub.open(1, SPEC)
  const diligent = hub.open(2, SPEC)

  for (let n = 0; n < 4; n++) {
    hub.publish([{ event: { type: 'heartbeat' }, to: 'everyone' }])
    hub.acknowledge(diligent, n)
  }

  assert.is(hub.find(1, lazy.id), undefined)
  assert.is(hub.find(2, diligent.id), diligent)
})

test('a client that never reads is cut off at the size a queue may have', () => {
  const hub = new Hub(new TimerWheel(new TestClock()), { ...ROOMY, characters: 50 })
  const queue = hub.open(1, SPEC)

  hub.publish([{ event: { type: 'heartbeat' }, to: [1] }])
  assert.is(hub.find(1, queue.id), queue)
  hub.publish([{ event: { type: 'heartbeat' }, to: [1] }])
  hub.publish([{ event: { type: 'heartbeat' }, to: [1] }])

  assert.is(hub.find(1, queue.id), undefined)
})

test('an event is written once for clients that differ in what it does not depend on', () => {
  const hub = new Hub(new TimerWheel(new TestClock()), ROOMY)
  for (const applyMarkdown of [true, false]) {
    for (const capability of CAPABILITIES) {
      const format = { ...SPEC.format, applyMarkdown, capabilities: new Set([capability]) }
      hub.open(1, { ...SPEC, format })
    }
  }
  let written = 0
  const data = {
    get name() {
      written++
      return 'crew'
    },
  }

  const event = { type: 'user_group', op: 'update', group_id: 7, data } as const
  hub.publish([{ event, to: 'everyone' }])

  assert.is(hub.counts().queues, 2 * CAPABILITIES.length)
  assert.is(written, 2, 'for clients that know deactivated groups, and for the others')
})

test('queues of one user are closed where an event would be too many for them', () => {
  const hub = new Hub(new TimerWheel(new TestClock()), { ...ROOMY, texts: 5 })
  const [first, second] = [hub.open(1, SPEC), hub.open(1, SPEC)]
  const others = hub.open(2, SPEC)

  // Clients that do not know deletions of several messages get an event for each.
  const event = { type: 'delete_message', message_type: 'private', message_ids: [1, 2, 3] } as const
  hub.publish([{ event, to: 'everyone' }])

  assert.is(hub.find(1, first.id)?.length, 3)
  assert.is(hub.find(1, second.id), undefined)
  assert.is(hub.find(2, others.id)?.length, 3)
})

test('when all queues together grow too large, the largest goes first', () => {
  const hub = new Hub(new TimerWheel(new TestClock()), { ...ROOMY, totalCharacters: 100 })
  const small = hub.open(1, SPEC)
  const large = hub.open(2, SPEC)

  for (let n = 0; n < 5; n++) hub.publish([{ event: { type: 'heartbeat' }, to: [2] }])
  hub.publish([{ event: { type: 'heartbeat' }, to: [1] }])

  assert.is(hub.find(2, large.id), undefined)
  assert.is(hub.find(1, small.id), small)
})

test('when all queues together grow too large, many small ones of one user go before one of another', () => {
  const hub = new Hub(new TimerWheel(new TestClock()), { ...ROOMY, totalCharacters: 200 })
  const only = hub.open(1, SPEC)
  for (let n = 0; n < 3; n++) hub.publish([{ event: { type: 'heartbeat' }, to: [1] }])
  const many = Array.from({ length: 8 }, () => hub.open(2, SPEC))
  hub.publish([{ event: { type: 'heartbeat' }, to: [2] }])

  assert.is(hub.find(1, only.id), only)
  const left = many.filter(({ id }) => hub.find(2, id))
  assert.ok(left.length > 0 && left.length < many.length, `${left.length} of ${many.length}`)
  assert.ok(hub.counts().characters <= 200)
})

test('what all queues together may hold fits into the heap, at two bytes for each character', () => {
  assert.is(mostCharacters(256 * 2 ** 20), 64 * 2 ** 20)
  assert.is(mostCharacters(4096 * 2 ** 20), 256 * 2 ** 20)
})

test('of more queues than a user may have, the one polled longest ago goes', () => {
  const clock = new TestClock()
  const hub = new Hub(new TimerWheel(clock), { ...ROOMY, queues: 3 })
  const other = hub.open(2, SPEC)
  const queues = [1, 2, 3].map(() => {
    clock.advance(1)
    return hub.open(1, SPEC)
  })
  hub.hold(queues[0]!, () => {})
  clock.advance(1)
  hub.acknowledge(queues[1]!, -1)

  const newest = hub.open(1, SPEC)

  for (const queue of [queues[0]!, queues[1]!, newest]) assert.is(hub.find(1, queue.id), queue)
  assert.is(hub.find(1, queues[2]!.id), undefined)
  assert.is(hub.find(2, other.id), other)
})

test('queues that hold nothing take room too: those of who has most are closed', () => {
  const hub = new Hub(new TimerWheel(new TestClock()), {
    ...ROOMY,
    ...{ totalCharacters: 100, charactersEach: 10 },
  })
  const only = hub.open(1, SPEC)
  const many = Array.from({ length: 9 }, () => hub.open(2, SPEC))
  assert.is(hub.counts().queues, 10)

  const newest = hub.open(2, SPEC)

  assert.is(hub.find(1, only.id), only)
  assert.is(hub.find(2, newest.id), newest)
  assert.is(hub.find(2, many[0]!.id), undefined)
  assert.ok(hub.counts().queues >= 8 && hub.counts().queues <= 9, 'an eighth is free again')
})

test('what a client asks to hear takes no room where there is no such event', () => {
  const hub = new Hub(new TimerWheel(new TestClock()), ROOMY)
  const types = new Set(['message', ...Array.from({ length: 999 }, (_, n) => `kind ${n}`)])
  const narrow = Array.from({ length: 100 }, () => ({ operator: 'is', operand: 'warm' }) as const)

  hub.open(1, { ...SPEC, filter: { types, narrow, allPublic: true } })

  assert.is(hub.counts().characters, 'message'.length)
})

test('what a client asks to hear takes room as well', () => {
  const hub = new Hub(new TimerWheel(new TestClock()), { ...ROOMY, totalCharacters: 100 })
  const small = hub.open(1, SPEC)
  const wordy = {
    ...SPEC,
    filter: { ...SPEC.filter, narrow: [{ operator: 'sender' as const, operand: 'x'.repeat(60) }] },
  }
  const first = hub.open(2, wordy)
  const second = hub.open(2, wordy)

  assert.is(hub.find(2, first.id), undefined)
  assert.is(hub.find(2, second.id), second)
  assert.is(hub.find(1, small.id), small)
})

test('what a closed queue held no longer counts', () => {
  const hub = new Hub(new TimerWheel(new TestClock()), { ...ROOMY, totalCharacters: 100 })
  const keeper = hub.open(1, SPEC)
  hub.publish([{ event: { type: 'heartbeat' }, to: [1] }])

  for (let n = 0; n < 50; n++) {
    const visitor = hub.open(2, SPEC)
    hub.publish([{ event: { type: 'heartbeat' }, to: [2] }])
    hub.acknowledge(visitor, 0)
    hub.publish([{ event: { type: 'heartbeat' }, to: [2] }])
    hub.close(visitor)
  }

  assert.is(hub.find(1, keeper.id), keeper)
})

test('ten thousand idle queues expire together, those that polled meanwhile stay', () => {
  const clock = new TestClock()
  const hub = new Hub(new TimerWheel(clock))
  const queues = Array.from({ length: 10_000 }, (_, user) => hub.open(user, SPEC))

  clock.advance(400)
  const active = queues.filter((_, n) => n % 10 === 0)
  for (const queue of active) hub.acknowledge(queue, -1)
  clock.advance(300)
  assert.equal(
    queues.filter((queue) => hub.find(queue.userId, queue.id)),
    active,
  )
  clock.advance(400)

  assert.equal([...hub.listeners()], [])
})

test('events that several receivers see alike are told apart only where they differ', () => {
  const hub = new Hub(new TimerWheel(new TestClock()), ROOMY)
  const [ann, ben, cleo] = [1, 2, 3].map((user) => hub.open(user, SPEC))
  const read = { flags: ['read'] }
  const unread = { flags: [] }

  hub.publish([
    {
      event: { type: 'heartbeat' },
      to: [1, 2, 3],
      personal: (user) => (user === 1 ? read : unread),
    },
  ])

  assert.equal(eventsOf(ann!), [{ id: 0, type: 'heartbeat', flags: ['read'] }])
  assert.equal(eventsOf(ben!), [{ id: 0, type: 'heartbeat', flags: [] }])
  assert.equal(cleo!.read(), ben!.read())
})

test('clients that sleep and wait for the same events take little memory each', () => {
  const limits = { ...ROOMY, events: 5000, totalCharacters: Number.MAX_SAFE_INTEGER }
  const hub = new Hub(new TimerWheel(new TestClock()), limits)
  const queues = Array.from({ length: 500 }, (_, user) => hub.open(user, SPEC))
  const before = heapBytes()
  for (let n = 0; n < 2000; n++)
    hub.publish([{ event: { type: 'alert_words', alert_words: [`word ${n}`] }, to: 'everyone' }])
  const bytes = heapBytes() - before

  // A list of its own, at eight bytes for each event, would take twice as much.
  const each = bytes / queues.length
  assert.ok(each < 8000, `${Math.round(each)} bytes for each of ${queues.length}`)
  assert.is(eventsOf(queues[7]!).length, 2000)
})

test('queues that wait for much the same events each hand out their own, whatever is acknowledged', () => {
  const hub = new Hub(new TimerWheel(new TestClock()), { ...ROOMY, characters: 1_000_000 })
  const random = randomFrom(11)
  const clients = [1, 2, 3, 4].map((user) => ({
    user,
    queue: hub.open(user, SPEC),
    /** What it has not acknowledged. */
    waiting: [] as { id: number; words: readonly string[] }[],
    lastId: -1,
  }))
  for (let step = 0; step < 2000; step++) {
    // Mostly all of them; the text is the same for all.
    const to = clients.filter(() => random() < 0.95)
    const words = [`word ${step}`]
    hub.publish([{ event: { type: 'alert_words', alert_words: words }, to: to.map((c) => c.user) }])
    for (const client of to) client.waiting.push({ id: ++client.lastId, words })
    for (const { queue, waiting } of clients) {
      if (waiting.length === 0 || random() > 0.02) continue
      const seen = waiting[Math.floor(random() * waiting.length)]!.id
      assert.ok(hub.acknowledge(queue, seen))
      waiting.splice(0, seen + 1 - waiting[0]!.id)
    }
    const { queue, waiting } = clients[step % clients.length]!
    const expected = waiting.map(({ id, words }) => ({
      id,
      type: 'alert_words',
      alert_words: words,
    }))
    if (random() < 0.1) assert.equal(eventsOf(queue), expected)
    assert.is(queue.length, waiting.length)
  }
  for (const { queue, lastId } of clients) hub.acknowledge(queue, lastId)
  const empty = hub.counts().characters
  for (const { queue } of clients) hub.close(queue)
  assert.is(empty, 0)
})

test.run()
