// What one has begun to write: a text per conversation, here at once and on the server soon after.

import { Table } from './table.ts'

/** A text that was begun. */
export interface LocalDraft {
  /** The conversation's key, or `new` for one whose place is not chosen yet. */
  key: string
  /** Its destination; parts that are not chosen yet are missing. */
  to: { channelId?: number; topic?: string; userIds?: readonly number[] }
  content: string
  /** Where the caret was, and how far the text was scrolled. */
  caret: number
  scroll: number
  /** UNIX seconds. */
  timestamp: number
  /** The draft on the server that holds the same text. */
  serverId?: number
}

export class Drafts {
  readonly #rows = new Table<string, LocalDraft>()

  get(key: string): LocalDraft | undefined {
    return this.#rows.get(key)
  }

  peek(key: string): LocalDraft | undefined {
    return this.#rows.peek(key)
  }

  /** All drafts, the newest first. */
  all(): LocalDraft[] {
    return this.#rows.values().sort((a, b) => b.timestamp - a.timestamp)
  }

  peekAll(): LocalDraft[] {
    return this.#rows.peekAll().map(([, draft]) => draft)
  }

  put(draft: LocalDraft) {
    this.#rows.set(draft.key, draft)
  }

  remove(key: string) {
    this.#rows.delete(key)
  }

  clear() {
    this.#rows.replace([])
  }
}
