// The indexes of messages by conversation, channel and sender, and who takes part in each topic: tables, whose
// rows follow the messages.
//
// Each topic and each sender has a page of its own in them. As indexes of SQLite they were half of the
// pages that a commit of messages to many topics writes. So their rows are written for some hundreds of
// messages at once, where those of a topic share its page, and what reads an index first writes what it
// lacks. Triggers in schema.sql keep the rows that are there; how far they reach is on disk beside them.

import type { Db } from './db.ts'
import { MessageReach } from './message-reach.ts'

/** The indexes, by the column of a message whose value leads their rows. */
const INDEXES = {
  conversation_id: 'conversation_message',
  channel_id: 'channel_message',
  sender_id: 'sender_message',
} as const

/** So many messages may lack their rows at the end of a transaction: their rows take two milliseconds. */
const MOST_MISSING = 512

/** What a statement is given: its places in order, or one object with their names. */
type Bound<Parameters> = Parameters extends unknown[] ? Parameters : [Parameters]

class MessageIndexes {
  readonly #db: Db
  readonly #reach: MessageReach

  constructor(db: Db) {
    this.#db = db
    const statements = writingOn(db)
    this.#reach = new MessageReach(db, 'message_index_reach', (after, upTo) => {
      for (const statement of statements) statement.run(after, upTo)
    })
  }

  /** A new message, whose rows are to follow. In a transaction. */
  add(messageId: number) {
    this.#reach.add(messageId)
  }

  /** A statement that uses an index. */
  prepare = <Parameters extends unknown[] | {} = unknown[], Row = unknown>(sql: string) => {
    const statement = this.#db.prepare<unknown[], Row>(sql)
    const reach = this.#reach
    const using = {
      pluck() {
        statement.pluck()
        return using
      },
      get: (...values: Bound<Parameters>) => reach.whole(() => statement.get(...values)),
      all: (...values: Bound<Parameters>) => reach.whole(() => statement.all(...values)),
      run: (...values: Bound<Parameters>) => reach.whole(() => statement.run(...values)),
    }
    return using
  }

  /** The end of each transaction: writes the missing rows, once that is worth its pages. */
  keepUp() {
    if (this.#reach.missing > MOST_MISSING) this.complete()
  }

  /** Writes all missing rows. In a transaction. */
  complete() {
    this.#reach.complete()
  }
}

/** In the order of each index: the rows of a page are written one after the other. */
const writingOn = (db: Db) => [
  ...Object.entries(INDEXES).map(([column, index]) =>
    db.prepare<[after: number, upTo: number]>(`
      INSERT OR IGNORE INTO ${index}
      SELECT ${column}, id FROM message WHERE id > ? AND id <= ? AND ${column} IS NOT NULL
       ORDER BY ${column}, id`),
  ),
  db.prepare<[after: number, upTo: number]>(`
    INSERT INTO topic_participant ${writersWhere('id > ? AND id <= ?')} ${ADDING}`),
]

const ADDING = 'ON CONFLICT DO UPDATE SET contributions = contributions + excluded.contributions'

const writersWhere = (condition: string) => `
  SELECT conversation_id, sender_id AS user_id, count(*) AS contributions FROM message
   WHERE ${condition} AND channel_id IS NOT NULL GROUP BY 1, 2`

const REACTING = `
  SELECT conversation_id, user_id, count(*) AS contributions
    FROM reaction CROSS JOIN message ON message.id = message_id
   WHERE channel_id IS NOT NULL GROUP BY 1, 2`

const IN_REACH = 'id <= (SELECT message_id FROM message_index_reach)'

/** What topic_participant has to hold. */
const PARTICIPANTS = `
  SELECT conversation_id, user_id, sum(contributions) AS contributions FROM (
    ${writersWhere(IN_REACH)} UNION ALL ${REACTING})
   GROUP BY 1, 2`

const known = new WeakMap<Db, MessageIndexes>()

/** The indexes of a connection, which all its tables share. */
export function messageIndexes(db: Db): MessageIndexes {
  const indexes = known.get(db) ?? new MessageIndexes(db)
  known.set(db, indexes)
  return indexes
}

/** How many rows the indexes lack, and how many they have too many; a row that says something else is both. */
export function messageIndexGaps(db: Db): { missing: number; left: number } {
  const gaps = { missing: 0, left: 0 }
  // To look for each row takes a minute with a million messages, to add all up some seconds.
  if (agree(db)) return gaps
  const count = (sql: string) => db.prepare<[], number>(sql).pluck().get()!
  const compare = (rows: string, expected: string) => {
    gaps.missing += count(`SELECT count(*) FROM (${expected} EXCEPT ${rows})`)
    gaps.left += count(`SELECT count(*) FROM (${rows} EXCEPT ${expected})`)
  }
  for (const [column, index] of Object.entries(INDEXES))
    compare(
      `SELECT ${column}, message_id FROM ${index}`,
      `SELECT ${column}, id FROM message WHERE ${IN_REACH} AND ${column} IS NOT NULL`,
    )
  const participants = 'SELECT conversation_id, user_id, contributions FROM topic_participant'
  compare(`${participants} WHERE contributions <> 0`, PARTICIPANTS)
  return gaps
}

/** Whether the indexes have as many rows as they should, with sums that others would hardly have. */
function agree(db: Db): boolean {
  const sums = (one: string, other: string, rows: string, times = '1') =>
    db
      .prepare<[], [rows: number, sum: number]>(`
        SELECT coalesce(sum(${times}), 0), coalesce(sum(${times} * (${one} * ${other} % 1000003)), 0)
          FROM ${rows}`)
      .raw()
      .get()!
  const areRight = Object.entries(INDEXES).every(([column, index]) => {
    const [rows, sum] = sums(column, 'message_id', index)
    const expected = sums(column, 'id', `message WHERE ${IN_REACH} AND ${column} IS NOT NULL`)
    return rows === expected[0] && sum === expected[1]
  })
  const people = ['conversation_id', 'user_id'] as const
  const [rows, sum] = sums(...people, 'topic_participant', 'contributions')
  const [written, writers] = sums(
    'conversation_id',
    'sender_id',
    `message WHERE ${IN_REACH} AND channel_id IS NOT NULL`,
  )
  const [reacted, reacting] = sums(...people, `(${REACTING})`, 'contributions')
  return areRight && rows === written + reacted && sum === writers + reacting
}

/** Builds the indexes anew. */
export function rebuildMessageIndexes(db: Db): void {
  db.transaction(() => {
    for (const table of [...Object.values(INDEXES), 'topic_participant'])
      db.exec(`DELETE FROM ${table}`)
    db.exec('UPDATE message_index_reach SET message_id = 0')
    new MessageIndexes(db).complete()
    db.exec(`INSERT INTO topic_participant ${REACTING} ${ADDING}`)
  }).immediate()
}
