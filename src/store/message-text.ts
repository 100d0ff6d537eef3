// The full-text index of messages: how their words follow them, and how its parts are merged.
//
// FTS5 writes the words of each transaction as a segment of its own, and a search looks into all segments,
// which have to be merged. So the words of some hundreds of messages are written at once, and what searches
// writes first those that are missing: they are derived from the HTML of the messages.
//
// By itself FTS5 merges segments as soon as 64 pages were written: 64 pages of each level in one piece, in the
// middle of a COMMIT. With a million messages that took 30 ms of one commit in a hundred, and 70 while a
// long topic was deleted. The schema switches that off, and each transaction merges some of what it owes.
//
// The list of a common word is merged in one piece, however long it is: 20 to 40 ms where a million messages
// become one segment, which happens once in a million messages. So once a piece took long, transactions
// leave merging to turns of its own, until there is nothing to merge (text-turns.ts).

import { onRollback } from './changes.ts'
import type { Db } from './db.ts'
import { MessageReach } from './message-reach.ts'
import { type Merged, PIECE, TextPieces } from './text-pieces.ts'

/** So many messages, or of so much HTML, may lack their words at the end of a transaction: a few milliseconds. */
const MOST_MISSING = 256
const MOST_CHARACTERS = 65_536

/**
 * Messages whose words are written in one piece while the index is built anew. Sixteen segments become one, so that
 * these become segments of a million and, before there are 16 million messages, none that is longer.
 */
const REBUILT = 256

/**
 * A transaction merges for a millisecond for each of so many pages that are owed, up to the longest time, and leaves
 * the rest to the next ones: a debt that grows is paid faster.
 */
const PAGES_A_MS = 64
const LONGEST_MS = 8

/** As much as merging takes its longest for. What is owed when the server starts is not known, so it is taken for much. */
const MUCH_OWED = PAGES_A_MS * LONGEST_MS

/** A transaction that was long itself leaves its share of merging to the next ones, until so much is owed. */
const TOO_MUCH_OWED = 2 * MUCH_OWED

/** With so many messages a piece may take 10 ms. */
const LONG_LISTS = 262_144

/** What a segment, a change and each of its characters owe: pages they take in all levels, rather too many. */
const OWED_BY_SEGMENT = 4
const OWED_BY_CHANGE = 1 / 4
const OWED_BY_CHARACTER = 1 / 800

/** What is searched in a message, by its HTML. */
export type TextOf = (html: string) => string

export class MessageText {
  readonly #statements: ReturnType<typeof statementsOn>
  readonly #reach: MessageReach
  readonly #pieces: TextPieces
  /** Characters of HTML whose words are missing. */
  #characters = 0
  /** Pages that are to be merged. What a rollback takes back stays owed, which harms nobody. */
  #owed = MUCH_OWED
  /** Whether merging has turns of its own. What is there to be merged when the server starts is not known. */
  #hasTurns = true

  constructor(db: Db, textOf: TextOf) {
    db.function('search_text', (html: unknown) => {
      const text = textOf(String(html))
      this.#owed += OWED_BY_CHANGE + text.length * OWED_BY_CHARACTER
      return text
    })
    const statements = statementsOn(db)
    this.#statements = statements
    this.#pieces = new TextPieces(db)
    this.#reach = new MessageReach(db, 'message_text_reach', (after, upTo) => {
      statements.write.run(after, upTo)
      this.#characters = 0
      this.#owed += OWED_BY_SEGMENT
    })
    const read = () => {
      const { reach, missing } = this.#reach
      this.#characters = missing === 0 ? 0 : statements.characters.get(reach)!
    }
    read()
    onRollback(db, read)
  }

  /** A new message, whose words are to follow. @param html its rendered content */
  add(id: number, html: string) {
    this.#reach.add(id)
    this.#characters += html.length
  }

  /** A message whose HTML has changed, into this. */
  change(id: number, html: string) {
    if (id > this.#reach.reach) {
      this.#characters += html.length
      return
    }
    this.remove(id)
    this.#statements.write.run(id - 1, id)
  }

  remove(id: number) {
    if (id > this.#reach.reach) return
    this.#statements.remove.run(id)
    this.#owed += OWED_BY_CHANGE
  }

  /** Does work that searches. */
  whole<T>(work: () => T): T {
    return this.#reach.whole(work)
  }

  /**
   * Whether so much lacks its words that the transaction should take no more: 100 kB of HTML take up to 10 ms.
   * Messages of the usual length never get there: their words are written after half of it.
   */
  get isMuch(): boolean {
    return this.#characters > 2 * MOST_CHARACTERS
  }

  /**
   * To be called last in a transaction: writes the missing words, once that is worth a segment, or merges. It does
   * both if much is owed: where each transaction writes a segment, they would pile up until FTS5 merges them at once.
   * @param tookMs what the transaction took so far
   */
  keepUp(tookMs: number) {
    const isDue = this.#reach.missing > MOST_MISSING || this.#characters > MOST_CHARACTERS
    if (isDue) this.#reach.complete()
    const isTooMuch = this.#owed >= TOO_MUCH_OWED
    if (this.#hasTurns && !isTooMuch) return
    const mostMs = isTooMuch ? LONGEST_MS : LONGEST_MS - tookMs
    if (mostMs > 0 && (!isDue || this.#owed >= MUCH_OWED))
      this.merge(Math.min(this.#owed / PAGES_A_MS, mostMs))
  }

  /** Whether something is to be merged in a turn of its own. */
  get owesTurn(): boolean {
    return this.#hasTurns && this.#owed >= PIECE
  }

  /** Whether there may be lists that take long to merge. */
  get hasLongLists(): boolean {
    return this.#reach.newest >= LONG_LISTS
  }

  /** Merges what is owed, for some milliseconds or one long piece. In a transaction. */
  merge(ms: number) {
    const most = Math.floor(this.#owed / PIECE)
    if (most > 0) this.noteMerged(this.#pieces.merge(ms, most))
  }

  /** What was merged, here or on another thread. */
  noteMerged({ pieces, isLong, isDone }: Merged) {
    if (isDone) this.#hasTurns = false
    else if (isLong) this.#hasTurns = true
    this.#owed = isDone ? 0 : Math.max(0, this.#owed - pieces * PIECE)
  }

  /** Builds the index anew. In a transaction. */
  rebuild() {
    const { empty, write } = this.#statements
    empty.run()
    const { newest } = this.#reach
    for (let after = 0; after < newest; after += REBUILT) {
      write.run(after, Math.min(newest, after + REBUILT))
      this.#pieces.mergeAll()
    }
    this.#statements.setReach.run(newest)
  }
}

function statementsOn(db: Db) {
  return {
    write: db.prepare<[after: number, upTo: number]>(`
      INSERT INTO message_text (rowid, body)
      SELECT id, search_text(rendered) FROM message WHERE id > ? AND id <= ?`),
    remove: db.prepare<[id: number]>('DELETE FROM message_text WHERE rowid = ?'),
    empty: db.prepare("INSERT INTO message_text (message_text) VALUES ('delete-all')"),
    setReach: db.prepare<[message: number]>('UPDATE message_text_reach SET message_id = ?'),
    characters: db
      .prepare<[after: number], number>(
        'SELECT coalesce(sum(length(rendered)), 0) FROM message WHERE id > ?',
      )
      .pluck(),
  }
}
