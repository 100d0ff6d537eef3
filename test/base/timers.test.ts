// The timer wheel.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { TimerWheel } from '../../src/base/timers.ts'
import { TestClock } from '../clocks.ts'

test('a timer fires within one second after it is due, and never before', () => {
  const clock = new TestClock()
  const wheel = new TimerWheel(clock)
  const start = clock.now()
  for (const seconds of [0.2, 1, 45, 511, 512, 513, 3600]) {
    let firedAt: number | undefined
    wheel.after(seconds * 1000, () => {
      firedAt = clock.now()
    })
    const due = clock.now() + seconds * 1000

    while (firedAt === undefined && clock.now() < due + 5000) clock.advance(0.25)

    assert.ok(firedAt !== undefined, `${seconds} s: it never fired`)
    assert.ok(firedAt >= due, `${seconds} s: ${due - firedAt} ms too early`)
    assert.ok(firedAt <= due + 1000, `${seconds} s: ${firedAt - due} ms too late`)
  }
  assert.ok(clock.now() > start)
})

test('a timer set again from its own work waits its whole time, whatever that is', () => {
  for (const seconds of [1, 510, 511, 512, 1023, 1024]) {
    const clock = new TestClock()
    const wheel = new TimerWheel(clock)
    let fired = 0
    const again = () => {
      fired++
      if (fired > 10) throw new Error(`${seconds} s: fired again without any wait`)
      wheel.after(seconds * 1000, again)
    }
    wheel.after(seconds * 1000, again)

    clock.advance(seconds + 1)
    assert.is(fired, 1, `${seconds} s`)
    clock.advance(seconds + 1)
    assert.is(fired, 2, `${seconds} s`)
  }
})

test('a timer set after a long pause of the machine counts from the present', () => {
  const clock = new TestClock()
  const wheel = new TimerWheel(clock)
  const fired: string[] = []
  wheel.after(1000, () => {
    wheel.after(60_000, () => fired.push('late'))
  })

  clock.advance(3600)
  assert.equal(fired, [])
  clock.advance(59)
  assert.equal(fired, [])
  clock.advance(2)
  assert.equal(fired, ['late'])
})

test('a cancelled timer never fires, even when it is cancelled in the turn it is due', () => {
  const clock = new TestClock()
  const wheel = new TimerWheel(clock)
  const fired: string[] = []
  const first = wheel.after(5000, () => {
    fired.push('first')
    second.cancel()
  })
  const second = wheel.after(5000, () => {
    fired.push('second')
    first.cancel()
  })
  wheel.after(1000, () => fired.push('cancelled')).cancel()

  clock.advance(10)

  assert.equal(fired, ['first'])
})

test('ten thousand timers fire once each, in the second they are due', () => {
  const clock = new TestClock()
  const wheel = new TimerWheel(clock)
  const fired = new Set<number>()
  for (let n = 0; n < 10_000; n++) {
    wheel.after((n % 900) * 1000, () => {
      assert.not(fired.has(n))
      fired.add(n)
    })
  }

  clock.advance(300)
  assert.is(fired.size, [...Array(10_000).keys()].filter((n) => n % 900 <= 300).length)
  clock.advance(700)
  assert.is(fired.size, 10_000)
})

test.run()
