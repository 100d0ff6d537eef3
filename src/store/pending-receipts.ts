// Receivers of messages to many whose rows in user_message are not written yet.
//
// Each receiver's rows lie on pages of their own: a message to 2,000 people touches 4,000 pages, 16 MB of
// the write-ahead log, and kept everyone waiting for 50 ms. So its receivers are first stored as one list,
// in the transaction that stores the message, and their rows follow in portions. What needs a row
// meanwhile writes it first: `settle` for one person, `settleMessage` for one message.

import { onRollback } from './changes.ts'
import type { Db } from './db.ts'

/** A person's state of a message. */
export interface Receipt {
  user_id: number
  flags: number
}

/** Rows are written at once up to so many receivers: that takes as long as the list. */
const FEW = 200

/** Rows that may be pending. Their lists are in memory too. */
const MOST_PENDING = 50_000

/** The messages whose rows are being written together, a page of each person once for all of them. */
interface Round {
  messages: readonly number[]
  /** Those who are left. */
  users: number[]
}

/** The lists of one database, in memory as on disk. */
class PendingReceipts {
  readonly #db: Db
  /** Flags by receiver, by message. */
  readonly #lists = new Map<number, Map<number, number>>()
  /** People all of whose rows are written. */
  readonly #settled = new Set<number>()
  #round: Round | undefined
  readonly #statements: ReturnType<typeof statementsOn>

  constructor(db: Db) {
    this.#db = db
    this.#statements = statementsOn(db)
    this.#read()
    // What was written may be taken back, and so may the lists; rows that are there are not written twice.
    onRollback(db, () => this.#read())
  }

  /** Rows that may be missing. */
  get count(): number {
    let count = 0
    for (const list of this.#lists.values()) count += list.size
    return count
  }

  has(messageId: number): boolean {
    return this.#lists.has(messageId)
  }

  /**
   * Stores the receivers of a new message as a list, if they are many. In a transaction.
   * @returns whether it did; otherwise their rows are to be written at once
   */
  add(messageId: number, flags: ReadonlyMap<number, number>): boolean {
    if (flags.size <= FEW || this.count + flags.size > MOST_PENDING) return false
    this.#statements.add.run(messageId, JSON.stringify([...flags]))
    this.#lists.set(messageId, new Map(flags))
    this.#settled.clear()
    return true
  }

  /** Everyone who has a message. @param written those who have a row */
  owners(messageId: number, written: number[]): number[] {
    const list = this.#lists.get(messageId)
    return list ? [...new Set([...written, ...list.keys()])] : written
  }

  /** All receipts of a message. @param written those that are rows, which may say more by now */
  receipts(messageId: number, written: Receipt[]): Receipt[] {
    const list = this.#lists.get(messageId)
    if (list === undefined) return written
    const rows = new Map([...list].map(([user_id, flags]) => [user_id, { user_id, flags }]))
    for (const row of written) rows.set(row.user_id, row)
    return [...rows.values()]
  }

  /** Makes a method about one person, who is its first parameter, write their rows before all else. */
  ofPerson =
    <More extends unknown[], Result>(method: (userId: number, ...more: More) => Result) =>
    (userId: number, ...more: More): Result => {
      this.settle(userId)
      return method(userId, ...more)
    }

  /** Writes the rows of one person. */
  settle(userId: number): void {
    if (this.#lists.size === 0 || this.#settled.has(userId)) return
    const rows: [message: number, user: number, flags: number][] = []
    for (const [messageId, list] of this.#lists) {
      const flags = list.get(userId)
      if (flags !== undefined) rows.push([messageId, userId, flags])
    }
    if (rows.length > 0) this.#write(() => void this.#statements.give.run(JSON.stringify(rows)))
    this.#settled.add(userId)
  }

  /** Writes the rows of all receivers of a message. */
  settleMessage(messageId: number): void {
    const list = this.#lists.get(messageId)
    if (list === undefined) return
    const rows = [...list].map(([userId, flags]) => [messageId, userId, flags])
    this.#write(() => {
      this.#statements.give.run(JSON.stringify(rows))
      this.#drop(messageId)
    })
  }

  /** For a message that is deleted. In a transaction. */
  forget(messageId: number): void {
    if (this.#lists.has(messageId)) this.#drop(messageId)
  }

  /** Writes the rows of some more people. In a transaction. @param most rows, about */
  spread(most: number): void {
    this.#round ??= this.#newRound()
    const { messages, users } = this.#round
    const rows: [message: number, user: number, flags: number][] = []
    while (users.length > 0 && rows.length < most) {
      const userId = users.pop()!
      for (const messageId of messages) {
        const flags = this.#lists.get(messageId)?.get(userId)
        if (flags !== undefined) rows.push([messageId, userId, flags])
      }
    }
    if (rows.length > 0) this.#statements.give.run(JSON.stringify(rows))
    if (users.length > 0) return
    for (const messageId of messages) this.#drop(messageId)
    this.#round = undefined
  }

  #newRound(): Round {
    const users = new Set<number>()
    for (const list of this.#lists.values()) for (const userId of list.keys()) users.add(userId)
    return { messages: [...this.#lists.keys()], users: [...users].sort((a, b) => b - a) }
  }

  #drop(messageId: number) {
    this.#statements.drop.run(messageId)
    this.#lists.delete(messageId)
  }

  #read() {
    this.#round = undefined
    this.#settled.clear()
    this.#lists.clear()
    for (const { message_id, user_id, flags } of this.#statements.all.all()) {
      const list = this.#lists.get(message_id) ?? new Map<number, number>()
      this.#lists.set(message_id, list.set(user_id, flags))
    }
  }

  /** A read may have to write as well. It does not wait for the disk, where the list is already. */
  #write(work: () => void) {
    if (this.#db.inTransaction) return work()
    const before = this.#db.pragma('synchronous', { simple: true })
    this.#db.pragma('synchronous = NORMAL')
    try {
      this.#db.transaction(work).immediate()
    } finally {
      this.#db.pragma(`synchronous = ${before}`)
    }
  }
}

function statementsOn(db: Db) {
  return {
    all: db.prepare<[], Receipt & { message_id: number }>(`
      SELECT message_id, value ->> 0 AS user_id, value ->> 1 AS flags
        FROM pending_receipts CROSS JOIN json_each(receivers)`),
    add: db.prepare<[message: number, receivers: string]>(
      'INSERT INTO pending_receipts (message_id, receivers) VALUES (?, ?)',
    ),
    drop: db.prepare<[message: number]>('DELETE FROM pending_receipts WHERE message_id = ?'),
    /** Rows that are there stay: they may say more by now. */
    give: db.prepare<[rows: string]>(`
      INSERT OR IGNORE INTO user_message (message_id, user_id, flags)
      SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each(?)`),
  }
}

const known = new WeakMap<Db, PendingReceipts>()

/** The lists of a connection, which all its tables share. */
export function pendingReceipts(db: Db): PendingReceipts {
  const pending = known.get(db) ?? new PendingReceipts(db)
  known.set(db, pending)
  return pending
}
