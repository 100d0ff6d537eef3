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
  /** Where given, at least one of these lists of filters must hold besides. */
  alternatives?: readonly (readonly Filter[])[]
}

export interface Selected {
  id: number
  /** null: the reader has no row for it. */
  flags: number | null
}

/** A page: IDs from `from` (inclusive) towards older or newer. */
export interface Page {
  from: number
  towards: 'older' | 'newer'
  limit: number
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
type Lead = Filter | 'rows' | 'all'

/** Lists beyond this number are not merged: so many places together are most of what there is. */
const MOST_MERGED = 1000

/** How far into a list one looks to learn how sparse it is. */
const PROBE = 64

/** Asking the text index about one message costs as much as walking this many of a list. */
const WORDS_COST = 16

/** Statements kept ready, by their text. */
const MOST_STATEMENTS = 500

/**
 * Selects message IDs. A narrow compiles to one statement for its shape, kept for the next narrow
 * of that shape; the values are bound. Which index leads is decided here and not by the planner:
 * every plan walks one list in ID order and stops after a page. Where several lists could lead,
 * the one whose next entries reach furthest is the sparsest here, and leads.
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
    // As an integer: the text index does not compare its IDs with anything else.
    return statement.all({ ...values, from: BigInt(page.from), limit: page.limit, offset })
  }

  const newestId = db.prepare<[], number | null>('SELECT max(id) FROM message').pluck()
  const nextFrom = db.prepare<[from: number], { id: number; sent_at: number }>(
    'SELECT id, sent_at FROM message WHERE id >= ? ORDER BY id LIMIT 1',
  )

  /** How far away the entries of a list are that one would walk for the same effort. */
  function reach(narrow: Narrow, lead: Lead, page: Page): number {
    const probed = run(compileProbe(narrow, lead, page.towards), { ...page, limit: 1 }, PROBE - 1)
    if (!probed[0]) return Number.POSITIVE_INFINITY
    const from = Math.min(page.from, newestId.get() ?? 0)
    const asksText =
      !isWords(lead) && narrow.filters.some((filter) => isWords(filter) && !filter.negated)
    return Math.abs(from - probed[0].id) / (asksText ? WORDS_COST : 1)
  }

  function sparsest(narrow: Narrow, leads: readonly Lead[], page: Page): Lead {
    let [best, furthest] = [leads[0]!, -1]
    if (leads.length === 1) return best
    for (const lead of leads) {
      const distance = reach(narrow, lead, page)
      if (distance === Number.POSITIVE_INFINITY) return lead
      if (distance > furthest) [best, furthest] = [lead, distance]
    }
    return best
  }

  function selectWithout(narrow: Narrow, page: Page): Selected[] {
    if (narrow.filters.some((filter) => filter.by === 'nothing' && !filter.negated)) return []
    const lead = sparsest(narrow, leadsOf(narrow), page)
    return run(compile(narrow, lead, page.towards), page)
  }

  return {
    /** In the direction of the page: newest first when towards older. */
    select({ alternatives, ...narrow }: Narrow, page: Page): Selected[] {
      if (!alternatives) return selectWithout(narrow, page)
      const found = new Map<number, Selected>()
      for (const filters of alternatives) {
        const alternative = { ...narrow, filters: [...narrow.filters, ...filters] }
        for (const row of selectWithout(alternative, page)) found.set(row.id, row)
      }
      const sign = page.towards === 'older' ? -1 : 1
      return [...found.values()].sort((a, b) => sign * (a.id - b.id)).slice(0, page.limit)
    },

    /** The first message sent at a time or later: IDs were given in the order of time. */
    firstIdSince(time: number): number | undefined {
      let [low, high] = [0, (newestId.get() ?? 0) + 1]
      while (low < high) {
        const middle = Math.floor((low + high) / 2)
        const next = nextFrom.get(middle)
        if (next === undefined || next.sent_at >= time) high = middle
        else low = next.id + 1
      }
      return nextFrom.get(low)?.id
    },
  }
}

/** The lists that could lead, in no order. */
export function leadsOf(narrow: Narrow): Lead[] {
  const lists = narrow.filters.filter((filter) => !filter.negated && isList(filter))
  const few = lists.find((filter) => filter.by === 'messages')
  if (few) return [few]
  if (!narrow.personal) return lists.length > 0 ? lists : ['all']
  // A reader's rows are a list of their own, unless another is part of it.
  return lists.some(liesWithinRows) ? lists : [...lists, 'rows']
}

function isList(filter: Filter): boolean {
  switch (filter.by) {
    case 'resolved':
    case 'phrase':
    case 'any':
    case 'nothing':
      return false
    case 'places':
      return filter.channels.length + filter.conversations.length <= MOST_MERGED
    default:
      return true
  }
}

const liesWithinRows = ({ by }: Filter) => by === 'flag' || by === 'direct' || by === 'conversation'

const isWords = (lead: Lead) => typeof lead === 'object' && lead.by === 'words'

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
  /** It comes in ID order from the start of the page without being told. */
  isSorted?: boolean
}

/** The statement for a narrow's shape, led by one of its lists, and the values to bind. */
export function compile(narrow: Narrow, lead: Lead, towards: Page['towards']): Compiled {
  const values = new Values()
  values.bound.reader = narrow.reader
  const list = listOf(lead, towards, values)
  const conditions = narrow.filters
    .filter((filter) => filter !== lead)
    .map((filter) => condition(filter, values))
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

/** Reads the ID at some place of a list. */
function compileProbe(narrow: Narrow, lead: Lead, towards: Page['towards']): Compiled {
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
  const conditions = [`${list.id} ${isOlder ? '<=' : '>='} @from`, list.where, where]
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
      return ofMessages(`message_by_${lead.by}`, positiveCondition(lead, values))
    case 'trait':
      return ofMessages(`message_with_${lead.trait}`, positiveCondition(lead, values))
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
        from: 'message_text',
        id: 'message_text.rowid',
        where: `message_text MATCH ${values.add(lead.match)}`,
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
  const [best, before, order] = towards === 'older' ? ['max', '<', 'DESC'] : ['min', '>', 'ASC']
  const next = (kind: 'channel' | 'conversation', place: string, bound: string) =>
    `(SELECT ${best}(id) FROM message INDEXED BY message_by_${kind}
       WHERE ${kind}_id = ${place} AND id ${bound})`
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

function condition(filter: Filter, values: Values): string {
  const positive = positiveCondition(filter, values)
  return filter.negated ? `NOT ifnull(${positive}, 0)` : positive
}

const among = (column: string, ids: readonly number[], values: Values) =>
  `${column} IN (SELECT value FROM json_each(${values.add(ids)}))`

function positiveCondition(filter: Filter, values: Values): string {
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
      return `EXISTS (SELECT 1 FROM message_text WHERE message_text MATCH ${values.add(filter.match)} AND rowid = m.id)`
    case 'phrase': {
      const text = values.add(filter.text)
      return `(contains_text(m.content, ${text}) OR m.channel_id IS NOT NULL AND contains_text(
        coalesce(m.topic, (SELECT c.topic FROM conversation AS c WHERE c.id = m.conversation_id)), ${text}))`
    }
    case 'any':
      return `(${filter.of.map((other) => condition(other, values)).join(' OR ')})`
    case 'nothing':
      return '0'
  }
}
