import type Database from 'better-sqlite3'
import type { Db } from './db.ts'

/** One condition on messages, with every name already resolved to an ID. */
export type Filter = { negated: boolean } & (
  | { by: 'messages'; ids: readonly number[] }
  | { by: 'conversation' | 'channel' | 'sender' | 'mention'; id: number }
  | { by: 'trait'; trait: keyof typeof TRAITS }
  | { by: 'flag'; flag: keyof typeof FLAGS }
  | { by: 'direct' | 'resolved' | 'nothing' }
  /** In one of these channels or conversations; the conversations lie outside the channels. */
  | { by: 'places'; channels: readonly number[]; conversations: readonly number[] }
  /** Has all these words in its text: an FTS5 expression. */
  | { by: 'words'; match: string }
  /** Has this in its Markdown or its topic, whatever the case. */
  | { by: 'phrase'; text: string }
  | { by: 'any'; of: readonly Filter[] }
)

export interface Narrow {
  /** Whose flags are read; 0 for a spectator. */
  reader: number
  /** Only messages the reader received; else all that the filters admit. */
  personal: boolean
  /** Channels whose messages the reader received once but may no longer read. */
  hidden: readonly number[]
  filters: readonly Filter[]
}

export interface Selected {
  id: number
  /** null: the reader has no row for it. */
  flags: number | null
}

/** A page: IDs from `from` towards older or newer, until `until` where given, both inclusive. */
export interface Page {
  from: number
  until?: number
  towards: 'older' | 'newer'
  limit: number
}

/** How a narrow is read: which list leads, and how the text index is asked where it does not. */
export interface Plan {
  narrow: Narrow
  lead: Lead
  /** About each message by itself, or once for all of the page's IDs. */
  asksText: 'each' | 'once'
}

/** Bits of message.traits, by the names of their indexes. */
const TRAITS = { link: 1, image: 2, attachment: 4, reactions: 8 } as const

/** Flags of rows, as the partial indexes spell them. */
const FLAGS = {
  unread: '(um.flags & 1) = 0',
  starred: '(um.flags & 2) <> 0',
  mentioned: '(um.flags & 120) <> 0',
  alerted: '(um.flags & 512) <> 0',
} as const

/** Which list of message IDs a statement walks: a filter's own, the reader's rows, or all there is. */
export type Lead = Filter | 'rows' | 'all'

/** Statements kept ready, by their text. */
const MOST_STATEMENTS = 500

/**
 * Selects message IDs. A narrow compiles to one statement for its shape, kept for the next narrow
 * of that shape; the values are bound. Every statement walks the list that is to lead in ID order
 * and stops after a page; the planner has no say in it.
 */
export function narrows(db: Db) {
  db.function('contains_text', { deterministic: true }, (text: unknown, part: unknown) =>
    String(text).toLowerCase().includes(String(part)) ? 1 : 0,
  )
  const statements = new Map<string, Database.Statement<Record<string, unknown>, Selected>>()

  const run = ({ sql, values }: Compiled, page: Page, offset = 0): Selected[] => {
    let statement = statements.get(sql)
    if (!statement) {
      for (const oldest of statements.keys()) {
        if (statements.size < MOST_STATEMENTS) break
        statements.delete(oldest)
      }
      statement = db.prepare<Record<string, unknown>, Selected>(sql)
      statements.set(sql, statement)
    }
    const { towards, limit } = page
    // As integers: the text index does not compare its IDs with anything else.
    const from = BigInt(page.from)
    const until = BigInt(page.until ?? (towards === 'older' ? 0 : Number.MAX_SAFE_INTEGER))
    return statement.all({ ...values, from, until, limit, offset })
  }

  return {
    /** In the direction of the page: newest first when towards older. */
    select: ({ narrow, lead, asksText }: Plan, page: Page): Selected[] =>
      run(compile(narrow, lead, page.towards, asksText), page),

    /** An ID of the leading list alone, so many places into the page. */
    listed: (narrow: Narrow, lead: Lead, page: Omit<Page, 'limit'>, place: number) =>
      run(compileList(narrow, lead, page.towards), { ...page, limit: 1 }, place)[0]?.id,
  }
}

interface Compiled {
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
  /** It comes in ID order from the start of the page without being told. */
  isSorted?: boolean
}

/** The statement for a narrow's shape, led by one of its lists, and the values to bind. */
function compile(
  narrow: Narrow,
  lead: Lead,
  towards: Page['towards'],
  asksText: Plan['asksText'],
): Compiled {
  const values = new Values()
  values.bound.reader = narrow.reader
  const list = listOf(lead, towards, values)
  const hasWords = (match: string) =>
    asksText === 'each'
      ? `EXISTS (SELECT 1 FROM message_text WHERE message_text MATCH ${match} AND rowid = ${list.id})`
      : `+${list.id} IN (SELECT rowid FROM message_text WHERE message_text MATCH ${match}
           AND rowid BETWEEN ${towards === 'older' ? '@until AND @from' : '@from AND @until'})`
  const conditions = narrow.filters
    .filter((filter) => filter !== lead)
    .map((filter) => condition(filter, values, hasWords))
  if (narrow.hidden.length > 0) {
    const hidden = values.add(narrow.hidden)
    conditions.push(
      `(m.channel_id IS NULL OR m.channel_id NOT IN (SELECT value FROM json_each(${hidden})))`,
    )
  }
  const where = conditions.join(' AND ')
  let tables = list.from
  if (list.id !== 'um.message_id' && narrow.reader !== 0) {
    const join = narrow.personal ? 'CROSS JOIN' : 'LEFT JOIN'
    tables += ` ${join} user_message AS um ON um.user_id = @reader AND um.message_id = ${list.id}`
  }
  // IDs that a client lists need not exist; all others come from indexes of messages.
  const isListed = lead !== 'rows' && lead !== 'all' && lead.by === 'messages'
  if (list.id !== 'm.id' && (isListed || /\bm\./.test(where)))
    tables += ` CROSS JOIN message AS m ON m.id = ${list.id}`
  const flags = narrow.reader === 0 ? 'NULL AS flags' : 'um.flags'
  return { sql: statement(list, towards, tables, flags, where), values: values.bound }
}

/** A list alone, whatever the narrow says besides. */
function compileList(narrow: Narrow, lead: Lead, towards: Page['towards']): Compiled {
  const values = new Values()
  values.bound.reader = narrow.reader
  const list = listOf(lead, towards, values)
  return { sql: statement(list, towards, list.from, 'NULL AS flags', ''), values: values.bound }
}

function statement(
  list: List,
  towards: Page['towards'],
  tables: string,
  flags: string,
  where: string,
): string {
  const isOlder = towards === 'older'
  const [before, after] = isOlder ? ['<=', '>='] : ['>=', '<=']
  const bounds = [`${list.id} ${before} @from`, `${list.id} ${after} @until`]
  const conditions = [...bounds, list.where, where]
  return `${list.with ?? ''} SELECT ${list.id} AS id, ${flags} FROM ${tables}
     WHERE ${conditions.filter(Boolean).join(' AND ')}
     ${list.isSorted ? '' : `ORDER BY ${list.id} ${isOlder ? 'DESC' : 'ASC'}`} LIMIT @limit OFFSET @offset`
}

const ofMessages = (index: string, where: string): List => ({
  from: `message AS m INDEXED BY ${index}`,
  id: 'm.id',
  where,
})

const ofRows = (index: string, where?: string): List => ({
  from: `user_message AS um ${index}`,
  id: 'um.message_id',
  where: ['um.user_id = @reader', where].filter(Boolean).join(' AND '),
})

function listOf(lead: Lead, towards: Page['towards'], values: Values): List {
  // Without a secondary index: the primary key is the order wanted.
  if (lead === 'rows') return ofRows('NOT INDEXED')
  if (lead === 'all') return { from: 'message AS m NOT INDEXED', id: 'm.id' }
  switch (lead.by) {
    case 'messages': {
      const sign = towards === 'older' ? -1 : 1
      const ids = values.add([...new Set(lead.ids)].sort((a, b) => sign * (a - b)))
      return { from: `json_each(${ids}) AS listed`, id: 'listed.value', isSorted: true }
    }
    case 'conversation':
    case 'channel':
    case 'sender':
      return ofMessages(`message_by_${lead.by}`, `m.${lead.by}_id = ${values.add(lead.id)}`)
    case 'trait':
      return ofMessages(`message_with_${lead.trait}`, `(m.traits & ${TRAITS[lead.trait]}) <> 0`)
    case 'flag':
      return ofRows(`INDEXED BY user_message_${lead.flag}`, FLAGS[lead.flag])
    case 'direct':
      return ofRows('INDEXED BY user_message_direct', '(um.flags & 2048) <> 0')
    case 'mention':
      return {
        from: 'message_mention AS mm',
        id: 'mm.message_id',
        where: `mm.user_id = ${values.add(lead.id)}`,
      }
    case 'words':
      return {
        from: 'message_text AS led',
        id: 'led.rowid',
        where: `led.message_text MATCH ${values.add(lead.match)}`,
      }
    case 'places':
      return merged(lead, towards, values)
    default:
      throw new Error(`no list of messages by ${lead.by}`)
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
    `(SELECT ${best}(id) FROM message INDEXED BY message_by_${kind}
       WHERE ${kind}_id = ${place} AND id ${bound} AND id ${after}= @until)`
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
    case 'mention':
      return `EXISTS (SELECT 1 FROM message_mention WHERE user_id = ${values.add(filter.id)} AND message_id = m.id)`
    case 'trait':
      return `(m.traits & ${TRAITS[filter.trait]}) <> 0`
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
