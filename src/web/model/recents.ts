// Conversations by their newest message that this client has seen; a message moves one of them.

import { type ReadonlySignal, signal } from '@preact/signals-core'
import { directKey } from './conversations.ts'
import type { Snapshot } from './wire.ts'

export class Recents {
  /** Conversation keys, the one with the newest message first. */
  readonly order: ReadonlySignal<readonly string[]>
  readonly #order = signal<readonly string[]>([])
  readonly #newest = new Map<string, number>()

  constructor() {
    this.order = this.#order
  }

  load(snapshot: Snapshot, ownId: number) {
    for (const { user_ids, max_message_id } of snapshot.recent_private_conversations) {
      const key = directKey(user_ids, ownId)
      this.#newest.set(key, Math.max(max_message_id, this.#newest.get(key) ?? 0))
    }
    this.#sort()
  }

  /** ID of the newest known message of a conversation; 0 if no message is known. Does not subscribe. */
  newestIn(conversation: string): number {
    return this.#newest.get(conversation) ?? 0
  }

  /** Messages were seen. */
  note(messages: Iterable<{ id: number; conversation: string }>) {
    const moved = new Set<string>()
    for (const { id, conversation } of messages) {
      if (id <= this.newestIn(conversation)) continue
      this.#newest.set(conversation, id)
      moved.add(conversation)
    }
    if (moved.size > 1) this.#sort()
    for (const conversation of moved.size === 1 ? moved : []) this.#moveOne(conversation)
  }

  /** Messages have left a conversation. @param newest the newest that is known to be left */
  left(conversation: string, newest: number | undefined) {
    if (!this.#newest.has(conversation)) return
    if (newest === undefined) this.#newest.delete(conversation)
    else this.#newest.set(conversation, newest)
    this.#sort()
  }

  clear() {
    this.#newest.clear()
    this.#order.value = []
  }

  #moveOne(conversation: string) {
    const others = this.#order.peek().filter((key) => key !== conversation)
    const id = this.newestIn(conversation)
    const at = others.findIndex((key) => this.newestIn(key) < id)
    this.#order.value = at < 0 ? [...others, conversation] : others.toSpliced(at, 0, conversation)
  }

  #sort() {
    const byNewest = [...this.#newest].sort(([, a], [, b]) => b - a)
    this.#order.value = byNewest.map(([key]) => key)
  }
}
