// Writes the SQL of a narrow: one statement that walks the driving index and checks the other filters.

import { FLAG, MENTION_FLAGS, TRAIT } from '../bits.ts'
import type { DrivingIndex, Filter, Narrow, Page, QueryPlan, Selected } from './narrow.ts'

/** Flags of rows, as the partial indexes spell them. */
const FLAGS = {
  unread: `(um.flags & ${FLAG.read}) = 0`,
  starred: `(um.flags & ${FLAG.starred}) <> 0`,
  mentioned: `(um.flags & ${MENTION_FLAGS}) <> 0`,
  alerted: `(um.flags & ${FLAG.hasAlertWord}) <> 0`,
} as const

/** A statement and the values to bind. */
export interface Compiled {
  sql: string
  values: Record<string, unknown>
}

/** Gives values their names in a statement: the same names for the same shape. */
class Values {
  readonly bound: Record<string, unknown> = {}
  #count = 0

  add(value: unknown): string {
    const name = `value${this.#count++}`
    this.bound[name] = typeof value === 'object' ? JSON.stringify(value) : value
    return `@${name}`
  }
}

interface List {
  /** A common table the list is read from. */
  with?: string
  from: string
  id: string
  where?: string
  /** Whether its rows come in ID order from the start of the page without ORDER BY. */
  isSorted?: boolean
}

/** The statement for a narrow's shape, led by one of its lists, and the values to bind. */
export function compile(
  narrow: Narrow,
  driving: DrivingIndex,
  towards: Page['towards'],
  asksText: QueryPlan['asksText'],
): Compiled {
  const values = new Values()
  values.bound.reader = narrow.reader
  const list = listOf(driving, towards, values)
  const hasWords = (match: string) =>
    asksText === 'each'
      ? `EXISTS (SELECT 1 FROM message_text WHERE message_text MATCH ${match} AND rowid = ${list.id})`
      : `+${list.id} IN (SELECT rowid FROM message_text WHERE message_text MATCH ${match}
           AND rowid BETWEEN ${towards === 'older' ? '@until AND @from' : '@from AND @until'})`
  const others = narrow.filters.filter((filter) => filter !== driving)
  const ofPlaces = others.filter(isOfPlace)
  const conditions = others
    .filter((filter) => !isOfPlace(filter))
    .map((filter) => condition(filter, values, hasWords))
  if (narrow.hidden.length > 0) {
    const hidden = values.add(narrow.hidden)
    conditions.push(
      `(m.channel_id IS NULL OR m.channel_id NOT IN (SELECT value FROM json_each(${hidden})))`,
    )
  }
  // Where nothing else is asked about the row, the index says as much as the row, in a tenth of the
  // pages: those of a large table are not in memory.
  const readsRow = driving === 'all' || conditions.some((text) => /\bm\./.test(text))
  for (const filter of ofPlaces)
    conditions.push(
      readsRow ? condition(filter, values, hasWords) : isInIndex(filter, list.id, values),
    )
  const where = conditions.join(' AND ')
  let tables = list.from
  if (list.id !== 'um.message_id' && narrow.reader !== 0) {
    const join = narrow.personal ? 'CROSS JOIN' : 'LEFT JOIN'
    tables += ` ${join} user_message AS um ON um.user_id = @reader AND um.message_id = ${list.id}`
  }
  // IDs that a client lists need not exist; all others come from indexes of messages.
  const isListed = driving !== 'rows' && driving !== 'all' && driving.by === 'messages'
  if (list.id !== 'm.id' && (isListed || /\bm\./.test(where)))
    tables += ` CROSS JOIN message AS m ON m.id = ${list.id}`
  const flags = narrow.reader === 0 ? '0' : 'ifnull(um.flags + 1, 0)'
  const packed = `${list.id} * ${PACK} + ${flags}`
  return { sql: statement(list, towards, tables, packed, where), values: values.bound }
}

/**
 * A message's ID and flags come as one number: of a hundred rows, SQLite needs less time to find them
 * than the binding needs to make their objects. Flags take fewer than 16 bits.
 */
const PACK = 0x10000

/** Reads what a statement for a narrow selects. */
export const unpack = (packed: number): Selected => {
  // The remainder of numbers above 31 bits would be a call of the C library.
  const id = Math.floor(packed / PACK)
  const flags = packed - id * PACK
  return { id, flags: flags === 0 ? null : flags - 1 }
}

type OfPlace = Filter & { by: 'conversation' | 'channel' | 'sender' }

/** Whether an index of messages has this condition and their IDs. */
const isOfPlace = (filter: Filter): filter is OfPlace =>
  filter.by === 'conversation' || filter.by === 'channel' || filter.by === 'sender'

const isInIndex = ({ by, id, negated }: OfPlace, message: string, values: Values): string =>
  `${negated ? 'NOT ' : ''}EXISTS (SELECT 1 FROM ${by}_message AS placed
     WHERE placed.${by}_id = ${values.add(id)} AND placed.message_id = ${message})`

/** The IDs of a list alone, whatever the narrow says besides. */
export function compileList(
  narrow: Narrow,
  driving: DrivingIndex,
  towards: Page['towards'],
): Compiled {
  const values = new Values()
  values.bound.reader = narrow.reader
  const list = listOf(driving, towards, values)
  return { sql: statement(list, towards, list.from, list.id, ''), values: values.bound }
}

function statement(
  list: List,
  towards: Page['towards'],
  tables: string,
  selected: string,
  where: string,
): string {
  const isOlder = towards === 'older'
  const [before, after] = isOlder ? ['<=', '>='] : ['>=', '<=']
  const bounds = [`${list.id} ${before} @from`, `${list.id} ${after} @until`]
  const conditions = [...bounds, list.where, where]
  return `${list.with ?? ''} SELECT ${selected} FROM ${tables}
     WHERE ${conditions.filter(Boolean).join(' AND ')}
     ${list.isSorted ? '' : `ORDER BY ${list.id} ${isOlder ? 'DESC' : 'ASC'}`} LIMIT @limit OFFSET @offset`
}

const ofRows = (index: string, where?: string): List => ({
  from: `user_message AS um ${index}`,
  id: 'um.message_id',
  where: ['um.user_id = @reader', where].filter(Boolean).join(' AND '),
})

function listOf(driving: DrivingIndex, towards: Page['towards'], values: Values): List {
  // Without a secondary index: the primary key is the order wanted.
  if (driving === 'rows') return ofRows('NOT INDEXED')
  if (driving === 'all') return { from: 'message AS m NOT INDEXED', id: 'm.id' }
  switch (driving.by) {
    case 'messages': {
      const sign = towards === 'older' ? -1 : 1
      const ids = values.add([...new Set(driving.ids)].sort((a, b) => sign * (a - b)))
      return { from: `json_each(${ids}) AS listed`, id: 'listed.value', isSorted: true }
    }
    case 'conversation':
    case 'channel':
    case 'sender':
      return {
        from: `${driving.by}_message AS led`,
        id: 'led.message_id',
        where: `led.${driving.by}_id = ${values.add(driving.id)}`,
      }
    case 'trait':
      return {
        from: `message AS m INDEXED BY message_with_${driving.trait}`,
        id: 'm.id',
        where: `(m.traits & ${TRAIT[driving.trait]}) <> 0`,
      }
    case 'flag':
      return ofRows(`INDEXED BY user_message_${driving.flag}`, FLAGS[driving.flag])
    case 'direct':
      return ofRows('INDEXED BY user_message_direct', `(um.flags & ${FLAG.direct}) <> 0`)
    case 'mention':
      return {
        from: 'message_mention AS mm',
        id: 'mm.message_id',
        where: `mm.user_id = ${values.add(driving.id)}`,
      }
    case 'words':
      return {
        from: 'message_text AS led',
        id: 'led.rowid',
        where: `led.message_text MATCH ${values.add(driving.match)}`,
      }
    case 'places':
      return merged(driving, towards, values)
    default:
      throw new Error(`no list of messages by ${driving.by}`)
  }
}

/**
 * Many lists as one in ID order: the queue of the recursion holds the next message of each place,
 * and taking one puts its successor in the queue. Nothing is read that is not asked for.
 */
function merged(
  { channels, conversations }: Filter & { by: 'places' },
  towards: Page['towards'],
  values: Values,
): List {
  const [best, before, after, order] =
    towards === 'older' ? ['max', '<', '>', 'DESC'] : ['min', '>', '<', 'ASC']
  const next = (kind: 'channel' | 'conversation', place: string, bound: string) =>
    `(SELECT ${best}(message_id) FROM ${kind}_message
       WHERE ${kind}_id = ${place} AND message_id ${bound} AND message_id ${after}= @until)`
  const kinds = (
    [
      ['channel', channels],
      ['conversation', conversations],
    ] as const
  ).filter(([kind, ids]) => ids.length > 0 || kind === 'conversation')
  const seeds = kinds.map(
    ([kind, ids]) =>
      `SELECT ${next(kind, 'value', `${before}= @from`)}, value, '${kind}' FROM json_each(${values.add(ids)})`,
  )
  const successors = kinds.map(
    ([kind]) => `WHEN '${kind}' THEN ${next(kind, 'place', `${before} merged.id`)}`,
  )
  return {
    with: `WITH RECURSIVE merged (id, place, kind) AS (
      ${seeds.join(' UNION ALL ')} UNION ALL
      SELECT CASE kind ${successors.join(' ')} END, place, kind FROM merged WHERE id IS NOT NULL
      ORDER BY 1 ${order})`,
    from: 'merged',
    id: 'merged.id',
    isSorted: true,
  }
}

/** Whether a message has words in its text. @param match what a bound FTS5 expression is called */
type HasWords = (match: string) => string

function condition(filter: Filter, values: Values, hasWords: HasWords): string {
  const positive = positiveCondition(filter, values, hasWords)
  return filter.negated ? `NOT ifnull(${positive}, 0)` : positive
}

const among = (column: string, ids: readonly number[], values: Values) =>
  `${column} IN (SELECT value FROM json_each(${values.add(ids)}))`

function positiveCondition(filter: Filter, values: Values, hasWords: HasWords): string {
  switch (filter.by) {
    case 'messages':
      return among('m.id', filter.ids, values)
    case 'conversation':
    case 'channel':
    case 'sender':
      return `m.${filter.by}_id = ${values.add(filter.id)}`
    case 'senders':
      return among('m.sender_id', filter.ids, values)
    case 'mention':
      return `EXISTS (SELECT 1 FROM message_mention WHERE user_id = ${values.add(filter.id)} AND message_id = m.id)`
    case 'trait':
      return `(m.traits & ${TRAIT[filter.trait]}) <> 0`
    case 'flag':
      return FLAGS[filter.flag]
    case 'direct':
      return 'm.channel_id IS NULL'
    case 'resolved':
      return `EXISTS (SELECT 1 FROM conversation AS c WHERE c.id = m.conversation_id AND substr(c.topic_key, 1, 2) = '✔ ')`
    case 'places': {
      const inConversations = among('m.conversation_id', filter.conversations, values)
      return filter.channels.length === 0
        ? inConversations
        : `(${inConversations} OR ${among('m.channel_id', filter.channels, values)})`
    }
    case 'words':
      return hasWords(values.add(filter.match))
    case 'phrase': {
      const text = values.add(filter.text)
      return `(contains_text(m.content, ${text}) OR m.channel_id IS NOT NULL AND contains_text(
        coalesce(m.topic, (SELECT c.topic FROM conversation AS c WHERE c.id = m.conversation_id)), ${text}))`
    }
    case 'any':
      return `(${filter.of.map((other) => condition(other, values, hasWords)).join(' OR ')})`
    case 'nothing':
      return '0'
  }
}
