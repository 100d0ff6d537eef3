// Stretches of a narrow that are known, against a list that knows everything.
import fc from 'fast-check'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import * as segments from '../../src/web/model/segments.ts'

const MOST = 40

const step = fc.oneof(
  fc.record({
    kind: fc.constant('fetch' as const),
    from: fc.nat({ max: MOST }),
    length: fc.nat({ max: 15 }),
    toEnd: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('come' as const), id: fc.nat({ max: MOST }) }),
  fc.record({ kind: fc.constant('go' as const), id: fc.nat({ max: MOST }) }),
  fc.record({ kind: fc.constant('unsure' as const), id: fc.nat({ max: MOST }) }),
  fc.record({ kind: fc.constant('miss' as const), newest: fc.nat({ max: MOST }) }),
)

test('what is known and not stale is what there is, and stretches never overlap', () => {
  const start = fc.uniqueArray(fc.nat({ max: MOST }))
  fc.assert(
    fc.property(start, fc.array(step, { maxLength: 50 }), (ids, steps) => {
      const truth = new Set(ids)
      const within = (from: number, to: number) =>
        [...truth].filter((id) => id >= from && id <= to).sort((a, b) => a - b)
      let known: segments.Segments = []
      for (const step of steps) {
        switch (step.kind) {
          case 'fetch': {
            const to = step.toEnd ? Number.POSITIVE_INFINITY : step.from + step.length
            const ids = within(step.from, to)
            known = segments.insert(known, { from: step.from, to, ids, stale: false })
            assert.equal(segments.covering(known, step.from)?.stale, false)
            break
          }
          case 'come':
            truth.add(step.id)
            known = segments.add(known, step.id)
            break
          case 'go':
            truth.delete(step.id)
            known = segments.remove(known, step.id)
            break
          case 'unsure':
            // It may or may not be there: no event has said so.
            truth.add(step.id)
            known = segments.cut(known, step.id)
            break
          case 'miss':
            // Anything may have happened to what is stale, and after the newest.
            truth.add(step.newest + 1)
            known = segments.expire(known, step.newest)
        }
        assertRight(known, within)
      }
    }),
    { numRuns: process.env.HEARTH_LONG ? 50_000 : 1000 },
  )
})

function assertRight(known: segments.Segments, within: (from: number, to: number) => number[]) {
  for (const [at, { from, to, ids, stale }] of known.entries()) {
    assert.ok(from <= to)
    assert.ok(ids.every((id, n) => id >= from && id <= to && (n === 0 || id > ids[n - 1]!)))
    if (!stale) assert.equal([...ids], within(from, to))
    const before = known[at - 1]
    if (!before) continue
    assert.ok(before.to < from, 'they are apart')
    assert.ok(before.stale || stale || before.to + 1 < from, 'what touches is one')
  }
}

test('an old message and the newest are two stretches until the gap between them is filled', () => {
  const end = Number.POSITIVE_INFINITY
  const fresh = (from: number, to: number, ids: number[]) => ({ from, to, ids, stale: false })
  let known = segments.insert([], fresh(90, end, [90, 95]))

  known = segments.insert(known, fresh(10, 20, [10, 15, 20]))
  assert.is(known.length, 2)
  known = segments.insert(known, fresh(21, 89, [30]))

  assert.equal(known, [fresh(10, end, [10, 15, 20, 30, 90, 95])])
})

test.run()
