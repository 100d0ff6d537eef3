// Selects message IDs by narrows: keeps the prepared statement of each shape and runs it.

import type { Db } from '../db.ts'
import { messageIndexes } from '../message-indexes.ts'
import type { MessageText } from '../message-text.ts'
import { pendingReceipts } from '../pending-receipts.ts'
import type { DrivingIndex, Narrow, Page, QueryPlan, Selected } from './narrow.ts'
import { type Compiled, compile, compileList, unpack } from './narrow-sql.ts'

/** Statements kept ready, by their text. */
const MAX_STATEMENTS = 500

/** Characters of a statement that is kept: SQLite needs a hundred times its text as memory. */
const MAX_KEPT_LENGTH = 8000

/**
 * Selects message IDs. Narrows of one shape share a prepared statement; their values are bound. Every
 * statement walks its driving index in the order of IDs and stops after a page; SQLite's planner has
 * no choice.
 */
export function narrows(db: Db, text: MessageText) {
  const { withRowsOf } = pendingReceipts(db)
  // One text is searched for several parts in a row, and may have 200 kB: it is lowered once.
  let last = ''
  let lower = ''
  db.function('contains_text', { deterministic: true }, (searched: unknown, part: unknown) => {
    if (searched !== last) {
      last = String(searched)
      lower = last.toLowerCase()
    }
    return lower.includes(String(part)) ? 1 : 0
  })
  const { prepare } = messageIndexes(db)
  type All = (values: Record<string, unknown>) => number[]
  const statements = new Map<string, All>()

  const prepared = (sql: string): All => {
    const statement = prepare<Record<string, unknown>, number>(sql).pluck()
    if (!sql.includes('message_text')) return statement.all
    return (values) => text.whole(() => statement.all(values))
  }

  const statementOf = (sql: string): All => {
    const known = statements.get(sql)
    if (known) return known
    for (const oldest of statements.keys()) {
      if (statements.size < MAX_STATEMENTS) break
      statements.delete(oldest)
    }
    const all = prepared(sql)
    if (sql.length <= MAX_KEPT_LENGTH) statements.set(sql, all)
    return all
  }

  const run = ({ sql, values }: Compiled, page: Page, offset = 0): number[] => {
    const { towards, limit } = page
    // As integers: the text index does not compare its IDs with anything else.
    const from = BigInt(page.from)
    const until = BigInt(page.until ?? (towards === 'older' ? 0 : Number.MAX_SAFE_INTEGER))
    return statementOf(sql)({ ...values, from, until, limit, offset })
  }

  return {
    /** In the direction of the page: newest first when towards older. */
    select: ({ narrow, driving, asksText }: QueryPlan, page: Page): Selected[] =>
      withRowsOf(narrow.reader, () =>
        run(compile(narrow, driving, page.towards, asksText), page).map(unpack),
      ),

    /** The ID at one place of a page of the driving index alone, without the other filters. */
    listed: (narrow: Narrow, driving: DrivingIndex, page: Omit<Page, 'limit'>, place: number) =>
      withRowsOf(
        narrow.reader,
        () => run(compileList(narrow, driving, page.towards), { ...page, limit: 1 }, place)[0],
      ),
  }
}
