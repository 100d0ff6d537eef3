// When the text index is merged in turns of its own, because its lists are long (message-text.ts): after commits, on
// this thread or, where that would hold everyone, on another.

import { writeBehind } from './after-writing.ts'
import type { Db } from './db.ts'
import { messageIndexes } from './message-indexes.ts'
import type { MessageText } from './message-text.ts'
import type { Merged } from './text-pieces.ts'

/** A turn takes so long, or as long as one piece. */
const TURN_MS = 4

/** It comes when nothing was committed for so long, because events, answers and other work go first. */
const TURN_AFTER_MS = 5

/** While people write without a pause it comes nevertheless, after so long. */
const TURN_WITHIN_MS = 100

/** After a turn of the other thread the next one waits: each writes up to 3 MB, for which the disk makes others wait. */
const REST_MS = 500

/** Another thread that merges. Its methods reject if it cannot. */
export interface TextMerger {
  /** Resolves when the thread is there. */
  start(): Promise<unknown>
  merge(ms: number): Promise<Merged>
}

export class TextTurns {
  readonly #db: Db
  readonly #text: MessageText
  readonly #merger: TextMerger | undefined
  #timer: NodeJS.Timeout | undefined
  /** When a turn that is put off comes at last. */
  #comesBy = 0
  #isBeside = false
  #restsUntil = 0
  #pause: Promise<void> | undefined

  /** @param merger undefined: all turns are taken on this thread */
  constructor(db: Db, text: MessageText, merger: TextMerger | undefined) {
    this.#db = db
    this.#text = text
    this.#merger = merger
  }

  /** While another thread merges: a promise that resolves when something may be written again. */
  pause = () => this.#pause

  /** Whether another thread merges and may have locked the database for that. */
  get isBeside(): boolean {
    return this.#isBeside
  }

  /** To be called after each commit. */
  noticeCommit = () => {
    if (!this.#text.owesTurn || this.#isBeside) return
    const now = performance.now()
    if (now < this.#restsUntil) return
    if (!this.#timer) {
      this.#comesBy = now + TURN_WITHIN_MS
      this.#timer = setTimeout(() => this.#take(), TURN_AFTER_MS).unref()
    } else if (now < this.#comesBy) this.#timer.refresh()
  }

  #take() {
    this.#timer = undefined
    // The server may have stopped meanwhile.
    if (!this.#db.open) return
    if (this.#merger && this.#text.hasLongLists) void this.#takeBeside(this.#merger)
    else this.#takeHere()
  }

  #takeHere() {
    try {
      writeBehind(this.#db, () => this.#text.merge(TURN_MS))
    } catch {
      // On a full disk the segments stay as they are, and the next turn tries again.
    }
  }

  async #takeBeside(merger: TextMerger) {
    this.#isBeside = true
    try {
      await merger.start()
      // What reads by an index writes first what that lacks, and would wait for the thread. Rows of receivers may be
      // many, and words would be one more segment to merge, so these are left as they are.
      const indexes = messageIndexes(this.#db)
      writeBehind(this.#db, () => indexes.complete())
      const merged = merger.merge(TURN_MS)
      // To begin a transaction now would hold everyone until the thread is done.
      this.#pause = merged.then(
        () => {},
        () => {},
      )
      this.#text.noteMerged(await merged)
    } catch {
      if (this.#db.open) this.#takeHere()
    }
    this.#pause = undefined
    this.#isBeside = false
    this.#restsUntil = performance.now() + REST_MS
  }
}
