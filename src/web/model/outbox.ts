// Messages on their way out: what is waiting, what was sent, and what the server refused.

import type { Conversation } from './conversations.ts'
import { Table } from './table.ts'

/** Where a message shall go. */
export type Recipient = Conversation

/**
 * waiting: no connection, or another message of the conversation goes first; sending: a request
 * is under way; sent: the server has it, its event has not come; refused: see `problem`.
 */
export type OutboxState = 'waiting' | 'sending' | 'sent' | 'refused'

export interface OutboxEntry {
  /** Unique among all tabs; also the Idempotency-Key of every attempt. */
  localId: string
  to: Recipient
  conversation: string
  content: string
  /** UNIX seconds. */
  timestamp: number
  state: OutboxState
  /** The message's ID, once it is sent. */
  messageId?: number
  /** Why the server refused it, in its words, and its code. */
  problem?: { msg: string; code: string }
}

export class Outbox {
  readonly #rows = new Table<string, OutboxEntry>()

  get(localId: string): OutboxEntry | undefined {
    return this.#rows.get(localId)
  }

  peek(localId: string): OutboxEntry | undefined {
    return this.#rows.peek(localId)
  }

  /** Entries of a conversation that have not become messages yet, oldest first. */
  entriesIn(conversation: string): OutboxEntry[] {
    return this.#rows.values().filter((entry) => entry.conversation === conversation)
  }

  /** All entries, oldest first. */
  all(): OutboxEntry[] {
    return this.#rows.values()
  }

  peekAll(): OutboxEntry[] {
    return this.#rows.peekAll().map(([, entry]) => entry)
  }

  put(entry: OutboxEntry) {
    this.#rows.set(entry.localId, entry)
  }

  patch(localId: string, change: Partial<OutboxEntry>) {
    this.#rows.patch(localId, change)
  }

  remove(localId: string) {
    this.#rows.delete(localId)
  }

  clear() {
    this.#rows.replace([])
  }

  /** The message itself has come: its row takes the entry's place. */
  settle(messageId: number, localId: string | undefined) {
    if (localId !== undefined) return this.remove(localId)
    for (const entry of this.peekAll())
      if (entry.messageId === messageId) this.remove(entry.localId)
  }
}
