// Receivers of messages whose rows in user_message are not written yet.
//
// Each receiver's rows lie on pages of their own: a message to 20 people touches 100 pages, most of them
// because SQLite balances its trees, and one to 2,000 touches 4,000. So the receivers are first stored as
// one list, in the transaction that stores the message, and the rows follow in portions: all those of a
// person lie together, so that with many messages a row costs a tenth of what it costs with one. What
// needs rows meanwhile writes them first: those of one person, or of one message.

import { afterWriting } from './after-writing.ts'
import { onRollback } from './changes.ts'
import type { Db } from './db.ts'
import { ReceiverFlags } from './receiver-flags.ts'
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

/**
 * Messages whose rows are written together, so that those of one person share pages. With more, each
 * portion would write more pages of the index by message, which has a place of its own for each.
 */
const ROUND = 256

/** Milliseconds after which a transaction leaves the rest of the rows that are due to the next ones. */
const LONGEST_MS = 3

/** Lists that are deleted between two looks at the clock: a few milliseconds for the longest. */
const LISTS = 50

/** What is written in one piece: the rows of so many people, or what takes so long. */
export interface Portion {
  people: number
  ms: number
}

/** The messages whose rows are being written together. */
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
  /** Rows to write because so many were added while there were many lists. */
  #due = 0
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

  /** How many rows of a message may be missing. */
  countOf(messageId: number): number {
    return this.#lists.countOf(messageId)
  }

  has(messageId: number): boolean {
    return this.countOf(messageId) > 0
  }

  /**
   * Stores the receivers of a new message as a list, if they are not few. In a transaction.
   * @returns whether it did; otherwise their rows are to be written at once
   */
  add(messageId: number, flags: ReceiverFlags): boolean {
    if (flags.size <= FEW || this.#lists.size >= MOST_LISTS) return false
    if (this.count + flags.size > MOST_PENDING) return false
    this.#lists.add(messageId, flags)
    this.#due += flags.size
    this.#statements.add.run(messageId, textOf(flags))
    return true
  }

  /** The flags that a person has for a message. @param written those of their row, if it is there */
  flags(userId: number, messageId: number, written: number | undefined): number | undefined {
    return written ?? this.#lists.flagsOf(userId, messageId)
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

  /** Makes a method about one person, who is its first parameter, find all their rows. */
  ofPerson =
    <More extends unknown[], Result>(method: (userId: number, ...more: More) => Result) =>
    (userId: number, ...more: More): Result =>
      this.withRowsOf(userId, () => method(userId, ...more))

  /** Reads or changes rows of one person: those that are missing are written first. */
  withRowsOf = <T>(userId: number, work: () => T): T => {
    if (this.count === 0) return work()
    const messages = this.#lists.messagesAfter(this.#settled.get(userId) ?? 0)
    if (messages.length === 0) return work()
    const received = this.#lists.receivedBy(userId, messages)
    const settle = () => {
      this.#giveTo(userId, received)
      this.#settled.set(userId, messages.at(-1)!)
    }
    if (received.size > 0) return afterWriting(this.#db, settle, work)
    settle()
    return work()
  }

  /** The same with the rows of all receivers of a message. */
  withRowsOfMessage<T>(messageId: number, work: () => T): T {
    if (!this.has(messageId)) return work()
    const settle = () => {
      this.#giveAll(messageId)
      this.#drop([messageId])
    }
    return afterWriting(this.#db, settle, work)
  }

  /** For a message that is deleted. In a transaction. */
  forget(messageId: number): void {
    if (this.has(messageId)) this.#drop([messageId])
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

  /** Writes the rows of one more person, or deletes some lists whose rows are written. @returns how many rows */
  #goOn(round: Round): number {
    if (round.at === round.users.length) {
      this.#dropSome(round)
      return 0
    }
    const userId = round.users[round.at++]!
    const received = this.#lists.receivedBy(userId, round.messages)
    this.#giveTo(userId, received)
    return [...received.values()].reduce((sum, messages) => sum + messages.length, 0)
  }

  /** Deletes some lists whose rows are written. */
  #dropSome(round: Round) {
    const some = round.messages.splice(round.isDoubtful ? -1 : -LISTS).filter((id) => this.has(id))
    if (round.isDoubtful) for (const id of some) this.#giveAll(id)
    this.#drop(some)
    if (round.messages.length === 0) this.#round = undefined
  }

  #newRound(): Round {
    return {
      messages: this.#lists.messagesAfter(0).slice(0, ROUND),
      users: this.#lists.people(),
      at: 0,
      isDoubtful: false,
    }
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

  #drop(messages: readonly number[]) {
    this.#statements.drop.run(JSON.stringify(messages))
    for (const id of messages) this.#lose(id)
  }

  #lose(messageId: number) {
    this.#lists.delete(messageId)
    if (this.count === 0) this.#settled.clear()
  }

  /** Makes the lists in memory those on disk. */
  #read() {
    const stored = new Set(this.#statements.ids.all())
    for (const id of this.#lists.messagesAfter(0)) if (!stored.has(id)) this.#lose(id)
    for (const id of stored) {
      if (this.has(id)) continue
      this.#lists.add(id, flagsIn(this.#statements.list.get(id)!))
    }
  }
}

/** The list as it is on disk (schema.sql). */
const textOf = ({ userIds, common, others }: ReceiverFlags): string =>
  JSON.stringify([userIds, common, [...others]])

function flagsIn(text: string): ReceiverFlags {
  const [userIds, common, others] = JSON.parse(text) as [number[], number, [number, number][]]
  return new ReceiverFlags(userIds, common, others)
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
    drop: db.prepare<[messages: string]>(
      'DELETE FROM pending_receipts WHERE message_id IN (SELECT value FROM json_each(?))',
    ),
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
