import type Database from 'better-sqlite3'
import type { Db } from './db.ts'

/** One condition on messages, with every name already resolved to an ID. */
export type Filter = { negated: boolean } & (
  | { by: 'conversation'; id: number }
  | { by: 'channel'; id: number }
  | { by: 'sender'; id: number }
  | { by: 'message'; id: number }
  | { by: 'nothing' }
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

/** A page: IDs from `from` (inclusive) towards older or newer. */
export interface Page {
  from: number
  towards: 'older' | 'newer'
  limit: number
}

/**
 * Selects message IDs. A narrow compiles to one statement for its shape, kept for the next narrow
 * of that shape; the values are bound. Which index leads is decided here and not by the planner,
 * because the best one follows from the shape: every plan walks one index in ID order and stops
 * after a page.
 */
export function narrows(db: Db) {
  const statements = new Map<string, Database.Statement<Record<string, unknown>, Selected>>()

  const prepare = (sql: string) => {
    let statement = statements.get(sql)
    if (!statement) {
      statement = db.prepare<Record<string, unknown>, Selected>(sql)
      statements.set(sql, statement)
    }
    return statement
  }

  return {
    /** In the direction of the page: newest first when towards older. */
    select(narrow: Narrow, page: Page): Selected[] {
      const { sql, values } = compile(narrow, page.towards)
      return prepare(sql).all({ ...values, from: page.from, limit: page.limit })
    },
  }
}

/** The statement for a narrow's shape and the values to bind. */
export function compile(narrow: Narrow, towards: Page['towards']) {
  const values: Record<string, unknown> = { reader: narrow.reader }
  const conditions = narrow.filters.map((filter, index) =>
    condition(filter, `value${index}`, values),
  )
  if (narrow.hidden.length > 0) {
    values.hidden = JSON.stringify(narrow.hidden)
    conditions.push(
      '(m.channel_id IS NULL OR m.channel_id NOT IN (SELECT value FROM json_each(@hidden)))',
    )
  }
  const id = leadsWithRows(narrow) ? 'um.message_id' : 'm.id'
  conditions.push(`${id} ${towards === 'older' ? '<=' : '>='} @from`)
  const sql = `SELECT m.id, um.flags FROM ${tables(narrow)} WHERE ${conditions.join(' AND ')}
    ORDER BY ${id} ${towards === 'older' ? 'DESC' : 'ASC'} LIMIT @limit`
  return { sql, values }
}

function condition(filter: Filter, name: string, values: Record<string, unknown>): string {
  if ('id' in filter) values[name] = filter.id
  const positive = positiveCondition(filter, name)
  return filter.negated ? `NOT ifnull(${positive}, 0)` : positive
}

function positiveCondition(filter: Filter, name: string): string {
  switch (filter.by) {
    case 'conversation':
      return `(m.conversation_id = @${name})`
    case 'channel':
      return `(m.channel_id = @${name})`
    case 'sender':
      return `(m.sender_id = @${name})`
    case 'message':
      return `(m.id = @${name})`
    case 'nothing':
      return '(0)'
  }
}

const LEADS = [
  ['message', ''],
  ['conversation', 'INDEXED BY message_by_conversation'],
  ['channel', 'INDEXED BY message_by_channel'],
  ['sender', 'INDEXED BY message_by_sender'],
] as const

function lead(narrow: Narrow) {
  return LEADS.find(([by]) => narrow.filters.some((filter) => filter.by === by && !filter.negated))
}

/** Without a narrower index, a reader's own rows are the shortest list in ID order. */
const leadsWithRows = (narrow: Narrow) => narrow.personal && lead(narrow) === undefined

function tables(narrow: Narrow): string {
  if (leadsWithRows(narrow)) {
    return 'user_message AS um CROSS JOIN message AS m ON m.id = um.message_id AND um.user_id = @reader'
  }
  const join = narrow.personal ? 'CROSS JOIN' : 'LEFT JOIN'
  const index = lead(narrow)?.[1] ?? ''
  return `message AS m ${index} ${join} user_message AS um ON um.user_id = @reader AND um.message_id = m.id`
}
