// Query plans: no narrow scans the table of messages.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { candidateIndexes } from '../../src/domain/reading/query-plan.ts'
import type { Filter, Narrow } from '../../src/store/search/narrow.ts'
import { temporaryFolder } from '../child-server.ts'
import { watchedStore } from './watched-store.ts'

/** What may be read from one end to the other: lists that a statement is given or makes. */
const SHORT =
  /^SCAN (listed|json_each|l|merged|newest|found|\(?subquery|CONSTANT ROW|\w+ VIRTUAL TABLE)/

/** What takes longer the more messages there are. */
const wasteOf = (plan: string[]) =>
  plan.filter(
    (line) => (line.startsWith('SCAN') && !SHORT.test(line)) || line.includes('TEMP B-TREE'),
  )

const FILTERS: Filter[] = [
  { by: 'messages', ids: [1, 2], negated: false },
  { by: 'conversation', id: 1, negated: false },
  { by: 'channel', id: 1, negated: false },
  { by: 'sender', id: 1, negated: false },
  { by: 'mention', id: 1, negated: false },
  ...(['link', 'image', 'attachment', 'reactions'] as const).map(
    (trait): Filter => ({ by: 'trait', trait, negated: false }),
  ),
  ...(['unread', 'starred', 'mentioned', 'alerted'] as const).map(
    (flag): Filter => ({ by: 'flag', flag, negated: false }),
  ),
  { by: 'direct', negated: false },
  { by: 'resolved', negated: false },
  { by: 'places', channels: [1], conversations: [1, 2], negated: false },
  { by: 'places', channels: [], conversations: [1, 2], negated: false },
  {
    by: 'places',
    channels: [],
    conversations: Array.from({ length: 1001 }, (_, id) => id),
    negated: false,
  },
  { by: 'words', match: '"storm"', negated: false },
  { by: 'phrase', text: 'a storm', negated: false },
  {
    by: 'any',
    of: [
      { by: 'places', channels: [], conversations: [1], negated: false },
      { by: 'words', match: '"storm"', negated: false },
    ],
    negated: false,
  },
]

/** Every one and two filters, as they are and negated. */
function* combinations(): Generator<Filter[]> {
  const all = [...FILTERS, ...FILTERS.map((filter) => ({ ...filter, negated: true }))]
  yield []
  for (const [at, one] of all.entries()) {
    yield [one]
    for (const other of all.slice(at + 1)) yield [one, other]
  }
}

test('no narrow reads all messages, nor sorts more than a page', () => {
  using folder = temporaryFolder()
  const { store, statements, explain } = watchedStore(folder.path)
  const select = (narrow: Narrow) => {
    for (const driving of candidateIndexes(narrow)) {
      for (const towards of ['older', 'newer'] as const) {
        store.narrows.listed(narrow, driving, { from: 10, towards }, 63)
        for (const asksText of ['each', 'once'] as const)
          store.narrows.select({ narrow, driving, asksText }, { from: 10, towards, limit: 100 })
      }
    }
  }
  for (const filters of combinations()) {
    // Only narrows over received messages ask for flags.
    const areOwn = filters.some(({ by }) => by === 'flag')
    for (const personal of areOwn ? [true] : [true, false])
      select({ reader: 1, personal, hidden: personal ? [3] : [], filters })
  }
  select({ reader: 0, personal: false, hidden: [], filters: [FILTERS[2]!] })

  const selecting = [...statements].filter((sql) => /LIMIT @limit OFFSET @offset/.test(sql))
  assert.ok(selecting.length > 500)
  for (const sql of selecting) assert.equal(wasteOf(explain(sql)), [], sql)
})

/**
 * Statements that make a list of people or places from messages have to sort it, and so have those that
 * bring an index of messages along, for the messages it lacks.
 */
const MAKES_LIST = /\b(UNION|GROUP BY|DISTINCT)\b|INTO \w+_message\b/

test('no other statement reads all messages, nor sorts them', () => {
  using folder = temporaryFolder()
  const { statements, explain } = watchedStore(folder.path)
  for (const sql of statements) {
    if (!/\b(message|user_message)\b/.test(sql)) continue
    const waste = wasteOf(explain(sql))
    const unexpected = MAKES_LIST.test(sql)
      ? waste.filter((line) => line.startsWith('SCAN'))
      : waste
    assert.equal(unexpected, [], sql)
  }
})

test.run()
