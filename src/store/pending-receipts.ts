// Receivers of messages whose rows in user_message are not written yet.
//
// Each receiver's rows lie on pages of their own: a message to 20 people touches 100 pages, most of them
// because SQLite balances its trees, and one to 2,000 touches 4,000. So at first there is only the list of the
// receivers and their flags (message-receivers.ts), and the rows follow in portions: all those of a
// person lie together, so that with many messages a row costs a tenth of what it costs with one. What
// needs rows meanwhile writes them first: those of one person, or of one message.

import { afterWriting } from './after-writing.ts'
import { onRollback } from './changes.ts'
import type { Db } from './db.ts'
import { type MessageReceivers, messageReceivers } from './message-receivers.ts'
import type { ReceiverFlags } from './receiver-flags.ts'
import { type Received, ReceiverLists } from './receiver-lists.ts'

/** A person's state of a message. */
export interface Receipt {
  user_id: number
  flags: number
}

/** Rows are written at once up to so many receivers: with five that takes as long as the list, with ten a fifth longer. */
const FEW = 8

/**
 * Rows and lists that may be pending; beyond, rows are written at once. The lists are in memory too: two
 * bytes a row and some hundred a list, and four a person for each audience.
 */
const [MOST_PENDING, MOST_LISTS] = [2_000_000, 10_000]

/** With so many lists each transaction writes as many rows as it adds: some milliseconds for a person who reads. */
const MANY_LISTS = 2000

/** Messages whose rows are written together, so that those of one person share pages. */
const ROUND = 512

/** Milliseconds after which a transaction leaves the rest of the rows that are due to the next ones. */
const LONGEST_MS = 3

/** What is written in one piece: the rows of so many people, or what takes so long. */
export interface Portion {
  people: number
  ms: number
}

/** One walk over all receivers, after which the oldest messages have all their rows. */
interface Round {
  messages: number[]
  /** All receivers when it began. Those before `at` have the rows of these messages, and of newer ones that were there. */
  users: Int32Array
  at: number
  /** How many messages have all their rows, of a round that is doubtful. */
  written: number
  /** Whether something was taken back meanwhile, perhaps rows of this round. */
  isDoubtful: boolean
}

/** The lists of one database, in memory as on disk. */
class PendingReceipts {
  readonly #db: Db
  readonly #lists = new ReceiverLists()
  /** By person: all their rows up to this message are written. */
  readonly #settled = new Map<number, number>()
  /** All rows of the messages up to this one are written. */
  #reach = 0
  #round: Round | undefined
  /** Rows to write because so many were added while there were many lists. */
  #due = 0
  readonly #receivers: MessageReceivers
  readonly #statements: ReturnType<typeof statementsOn>

  constructor(db: Db) {
    this.#db = db
    this.#receivers = messageReceivers(db)
    this.#statements = statementsOn(db)
    this.#read()
    // What was written may be taken back, and so may the lists; rows that are there are not written twice.
    onRollback(db, () => {
      if (this.#round) Object.assign(this.#round, { isDoubtful: true, written: 0 })
      this.#settled.clear()
      this.#read()
    })
  }

  /** Rows that may be missing. */
  get count(): number {
    return this.#lists.rows
  }

  /** How many rows of a message may be missing. */
  countOf(messageId: number): number {
    return this.#lists.countOf(messageId)
  }

  has(messageId: number): boolean {
    return this.countOf(messageId) > 0
  }

  /**
   * Stores the receivers of a new message. In a transaction.
   * @returns whether their rows may follow; if they are few, they are to be written at once
   */
  add(messageId: number, flags: ReceiverFlags): boolean {
    const isPending =
      flags.size > FEW && this.#lists.size < MOST_LISTS && this.count + flags.size <= MOST_PENDING
    this.#receivers.add(messageId, flags, isPending)
    if (!isPending) {
      // What lies above the reach is looked through after each rollback.
      if (this.#lists.size === 0 && messageId >= this.#reach + ROUND) this.#reachTo(messageId)
      return false
    }
    this.#lists.add(messageId, flags)
    this.#due += flags.size
    return true
  }

  /** The flags that a person has for a message. @param written those of their row, if it is there */
  flags(userId: number, messageId: number, written: number | undefined): number | undefined {
    return written ?? this.#lists.flagsOf(userId, messageId)
  }

  /** All receipts of a message. @param written those that are rows, which may say more by now */
  receipts(messageId: number, written: Receipt[]): Receipt[] {
    if (!this.has(messageId)) return written
    const known = new Set(written.map(({ user_id }) => user_id))
    const missing = this.#lists.receiversOf(messageId).filter(([userId]) => !known.has(userId))
    return [...written, ...missing.map(([user_id, flags]) => ({ user_id, flags }))]
  }

  /** Makes a method about one person, who is its first parameter, find all their rows. */
  ofPerson =
    <More extends unknown[], Result>(method: (userId: number, ...more: More) => Result) =>
    (userId: number, ...more: More): Result =>
      this.withRowsOf(userId, () => method(userId, ...more))

  /** Reads or changes rows of one person: those that are missing are written first. */
  withRowsOf = <T>(userId: number, work: () => T): T => {
    if (this.count === 0) return work()
    const missing = this.#missingOf(userId)
    if (missing === undefined) return work()
    if (missing.received.size > 0) return afterWriting(this.#db, missing.settle, work)
    missing.settle()
    return work()
  }

  /** The same with the rows of all receivers of a message. */
  withRowsOfMessage<T>(messageId: number, work: () => T): T {
    if (!this.has(messageId)) return work()
    const settle = () => {
      this.#giveAll(messageId)
      this.#receivers.settle(messageId)
      this.#lose(messageId)
    }
    return afterWriting(this.#db, settle, work)
  }

  /** For a message that is deleted. In a transaction. */
  forget(messageId: number): void {
    if (this.has(messageId)) this.#lose(messageId)
  }

  /**
   * Writes the rows of some more people, for at least one. In a transaction.
   * @returns whether the rest may wait for more, because all rows written together cost less
   */
  spread({ people, ms }: Portion): boolean {
    this.#round ??= this.#newRound()
    const until = performance.now() + ms
    for (let left = people; this.#round && left > 0; left--) {
      this.#goOn(this.#round)
      if (performance.now() >= until) break
    }
    return this.#round === undefined && this.#lists.size < ROUND
  }

  /**
   * Writes as many rows as were added, if there are many lists. To be called at the end of each
   * transaction: what spreads beside it would fall behind a flood.
   */
  keepUp(): void {
    if (this.#lists.size < MANY_LISTS) this.#due = 0
    const until = performance.now() + LONGEST_MS
    while (this.#due > 0 && performance.now() < until) {
      this.#round ??= this.#newRound()
      this.#due -= this.#goOn(this.#round)
    }
  }

  /** Writes the rows of one more person, or ends the round. @returns how many rows */
  #goOn(round: Round): number {
    if (round.at === round.users.length) {
      this.#end(round)
      return 0
    }
    // Messages that came since the round began share the pages that are written anyway.
    const missing = this.#missingOf(round.users[round.at++]!, ROUND)
    if (missing === undefined) return 0
    missing.settle()
    return missing.received.values().reduce((sum, messages) => sum + messages.length, 0)
  }

  /**
   * The rows of a person that may be missing, and what writes them.
   * @param most of how many messages, the oldest first
   * @returns undefined if the rows of all messages are there
   */
  #missingOf(userId: number, most?: number) {
    const messages = this.#lists.messagesAfter(this.#settled.get(userId) ?? 0, most)
    const newest = messages.at(-1)
    if (newest === undefined) return undefined
    const received = this.#lists.receivedBy(userId, messages)
    const settle = () => {
      this.#giveTo(userId, received)
      this.#settled.set(userId, newest)
    }
    return { received, settle }
  }

  /** All people have their rows. What was taken back meanwhile is written again, some messages at a time. */
  #end(round: Round) {
    if (round.isDoubtful) {
      const id = round.messages[round.written++]
      if (id !== undefined && this.has(id)) this.#giveAll(id)
      if (round.written < round.messages.length) return
    }
    for (const id of round.messages) this.#lose(id)
    // A list below, which its transaction took away and gave back, may not be of this round.
    const [oldest] = this.#lists.messagesAfter(0)
    const done = oldest === undefined ? (round.messages.at(-1) ?? 0) : oldest - 1
    if (done > this.#reach) this.#reachTo(done)
    for (const id of round.messages) if (id > done) this.#receivers.settle(id)
    this.#round = undefined
  }

  #newRound(): Round {
    return {
      messages: this.#lists.messagesAfter(0, ROUND),
      users: this.#lists.people(),
      at: 0,
      written: 0,
      isDoubtful: false,
    }
  }

  #reachTo(messageId: number) {
    this.#receivers.settleUpTo(messageId)
    this.#reach = messageId
  }

  /** Writes the rows of all receivers of a message. */
  #giveAll(messageId: number) {
    this.#statements.giveAll.run(messageId, this.#lists.receiversAsJson(messageId))
  }

  /** Writes rows of one person. */
  #giveTo(userId: number, received: Received) {
    for (const [flags, messages] of received)
      this.#statements.giveTo.run(userId, flags, JSON.stringify(messages))
  }

  #lose(messageId: number) {
    this.#lists.delete(messageId)
    if (this.count === 0) this.#settled.clear()
  }

  /** Makes the lists in memory those on disk. */
  #read() {
    this.#reach = this.#receivers.reach()
    const stored = new Set(this.#receivers.pending())
    for (const id of this.#lists.messagesAfter(0)) if (!stored.has(id)) this.#lose(id)
    for (const id of stored) {
      if (this.has(id)) continue
      this.#lists.add(id, this.#receivers.flagsOf(id))
    }
  }
}

function statementsOn(db: Db) {
  return {
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
