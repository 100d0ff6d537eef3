// Receivers of messages to many whose rows in user_message are not written yet.
//
// Each receiver's rows lie on pages of their own: a message to 2,000 people touches 4,000 pages, 16 MB of
// the write-ahead log, and kept everyone waiting for 50 ms. So its receivers are first stored as one list,
// in the transaction that stores the message, and their rows follow in portions. What needs a row
// meanwhile writes it first: `settle` for one person, `settleMessage` for one message.

import { onRollback } from './changes.ts'
import type { Db } from './db.ts'
import { type Received, ReceiverLists } from './receiver-lists.ts'

/** A person's state of a message. */
export interface Receipt {
  user_id: number
  flags: number
}

/** Rows are written at once up to so many receivers: that takes as long as the list. */
const FEW = 200

/**
 * Rows that may be pending; beyond, rows are written at once. Their lists are in memory too: two bytes a
 * row, and four more in a list of other people than the one before.
 */
const MOST_PENDING = 2_000_000

/** Rows that are written between two looks at the clock, about. */
const TOGETHER = 100

/** Lists that are deleted in one piece, which takes a few milliseconds. */
const LISTS = 50

/** What is written in one piece: the rows of so many people, or what takes so long. */
export interface Portion {
  people: number
  ms: number
}

/**
 * The messages whose rows are being written together: all those of a person lie on the same pages, so
 * with many messages a row costs a tenth of what it costs with one.
 */
interface Round {
  messages: number[]
  /** All their receivers. Those before `at` have their rows. */
  users: Int32Array
  at: number
  /** Whether something was taken back meanwhile, perhaps rows of this round. */
  isDoubtful: boolean
}

/** The lists of one database, in memory as on disk. */
class PendingReceipts {
  readonly #db: Db
  readonly #lists = new ReceiverLists()
  /** By person: all their rows up to this message are written. */
  readonly #settled = new Map<number, number>()
  #round: Round | undefined
  readonly #statements: ReturnType<typeof statementsOn>

  constructor(db: Db) {
    this.#db = db
    this.#statements = statementsOn(db)
    this.#read()
    // What was written may be taken back, and so may the lists; rows that are there are not written twice.
    onRollback(db, () => {
      if (this.#round) this.#round.isDoubtful = true
      this.#settled.clear()
      this.#read()
    })
  }

  /** Rows that may be missing. */
  get count(): number {
    return this.#lists.rows
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
    this.#lists.add(messageId, flags)
    this.#statements.add.run(messageId, JSON.stringify(this.#lists.receiversOf(messageId)))
    return true
  }

  /** Everyone who has a message. @param written those who have a row */
  owners(messageId: number, written: number[]): number[] {
    if (!this.has(messageId)) return written
    return [
      ...new Set([...written, ...this.#lists.receiversOf(messageId).map(([userId]) => userId)]),
    ]
  }

  /** All receipts of a message. @param written those that are rows, which may say more by now */
  receipts(messageId: number, written: Receipt[]): Receipt[] {
    if (!this.has(messageId)) return written
    const known = new Set(written.map(({ user_id }) => user_id))
    const missing = this.#lists.receiversOf(messageId).filter(([userId]) => !known.has(userId))
    return [...written, ...missing.map(([user_id, flags]) => ({ user_id, flags }))]
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
    if (this.count === 0) return
    const before = this.#settled.get(userId) ?? 0
    if (before >= this.#lists.newest) return
    const messages = this.#lists.messages().filter((id) => id > before)
    if (messages.length === 0) return
    const received = this.#lists.receivedBy(userId, messages)
    if (received.size > 0) this.#write(() => this.#giveTo(userId, received))
    this.#settled.set(userId, Math.max(...messages))
  }

  /** Writes the rows of all receivers of a message. */
  settleMessage(messageId: number): void {
    if (!this.has(messageId)) return
    this.#write(() => {
      this.#giveAll(messageId)
      this.#drop(messageId)
    })
  }

  /** For a message that is deleted. In a transaction. */
  forget(messageId: number): void {
    if (this.has(messageId)) this.#drop(messageId)
  }

  /** Writes the rows of some more people, a millisecond or more. In a transaction. */
  spread({ people, ms }: Portion): void {
    this.#round ??= this.#newRound()
    const round = this.#round
    const until = performance.now() + ms
    const end = Math.min(round.users.length, round.at + people)
    if (round.at === end) this.#endRound(round)
    while (round.at < end) {
      this.#spreadSome(round, end)
      if (performance.now() >= until) break
    }
  }

  #spreadSome(round: Round, end: number) {
    for (let written = 0; round.at < end && written < TOGETHER; ) {
      const userId = round.users[round.at++]!
      written += this.#giveTo(userId, this.#lists.receivedBy(userId, round.messages))
    }
  }

  /** Deletes the lists whose rows are written. */
  #endRound(round: Round) {
    for (const messageId of round.messages.splice(round.isDoubtful ? -1 : -LISTS)) {
      if (!this.has(messageId)) continue
      if (round.isDoubtful) this.#giveAll(messageId)
      this.#drop(messageId)
    }
    if (round.messages.length === 0) this.#round = undefined
  }

  #newRound(): Round {
    return {
      messages: this.#lists.messages(),
      users: this.#lists.people(),
      at: 0,
      isDoubtful: false,
    }
  }

  /** Writes the rows of all receivers of a message. */
  #giveAll(messageId: number) {
    const receivers = JSON.stringify(this.#lists.receiversOf(messageId))
    this.#statements.giveAll.run(messageId, receivers)
  }

  /** Writes rows of one person. @returns how many */
  #giveTo(userId: number, received: Received): number {
    let written = 0
    for (const [flags, messages] of received) {
      this.#statements.giveTo.run(userId, flags, JSON.stringify(messages))
      written += messages.length
    }
    return written
  }

  #drop(messageId: number) {
    this.#statements.drop.run(messageId)
    this.#lose(messageId)
  }

  #lose(messageId: number) {
    this.#lists.delete(messageId)
    if (this.count === 0) this.#settled.clear()
  }

  /** Makes the lists in memory those on disk. */
  #read() {
    const stored = new Set(this.#statements.ids.all())
    for (const id of this.#lists.messages()) if (!stored.has(id)) this.#lose(id)
    for (const id of stored) {
      if (this.has(id)) continue
      this.#lists.add(id, new Map<number, number>(JSON.parse(this.#statements.list.get(id)!)))
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
    ids: db.prepare<[], number>('SELECT message_id FROM pending_receipts').pluck(),
    list: db
      .prepare<[message: number], string>(
        'SELECT receivers FROM pending_receipts WHERE message_id = ?',
      )
      .pluck(),
    add: db.prepare<[message: number, receivers: string]>(
      'INSERT INTO pending_receipts (message_id, receivers) VALUES (?, ?)',
    ),
    drop: db.prepare<[message: number]>('DELETE FROM pending_receipts WHERE message_id = ?'),
    // Rows that are there stay: they may say more by now.
    giveAll: db.prepare<[message: number, receivers: string]>(`
      INSERT OR IGNORE INTO user_message (message_id, user_id, flags)
      SELECT ?, value ->> 0, value ->> 1 FROM json_each(?)`),
    giveTo: db.prepare<[user: number, flags: number, messages: string]>(`
      INSERT OR IGNORE INTO user_message (message_id, user_id, flags)
      SELECT value, ?, ? FROM json_each(?)`),
  }
}

const known = new WeakMap<Db, PendingReceipts>()

/** The lists of a connection, which all its tables share. */
export function pendingReceipts(db: Db): PendingReceipts {
  const pending = known.get(db) ?? new PendingReceipts(db)
  known.set(db, pending)
  return pending
}
