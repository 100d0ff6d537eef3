// Unread messages by conversation, in arrays of numbers, which V8 keeps outside its heap. With a list for each of
// ten thousand conversations, they were most of what POST /register left to be collected.

type Numbers = Float64Array<ArrayBuffer> | Uint32Array<ArrayBuffer>

/** Messages, the newest first, and the index of the conversation of each. */
interface Portion {
  messages: Float64Array
  indexes: Uint32Array
}

export interface UnreadLists {
  /** The indexes of the conversations, that with the oldest message first. */
  indexes: readonly number[]
  /** The messages of a conversation, ascending. */
  messagesOf(conversation: number): number[]
}

export class UnreadGroups {
  /** In the order in which they came; `indexOf` says where. */
  readonly conversations: number[] = []
  readonly #indexes = new Map<number, number>()
  /** By index. */
  readonly #sizes: number[] = []
  /** The newest first. */
  #portions: Portion[] = []
  readonly #arrays: Numbers[] = []

  /** How many messages there are. */
  get count(): number {
    return this.#portions.reduce((sum, { messages }) => sum + messages.length, 0)
  }

  /** 0 if nothing is unread. */
  get newest(): number {
    return this.#portions[0]?.messages[0] ?? 0
  }

  /** 0 if nothing is unread. */
  get oldest(): number {
    return this.#portions.at(-1)?.messages.at(-1) ?? 0
  }

  /** Adds messages that are older than all others, the newest of them first. @param conversations of each */
  addOlder(messages: readonly number[], conversations: readonly number[]): void {
    if (messages.length > 0) this.#portions.push(this.#portionOf(messages, conversations))
  }

  /** The same with messages that are newer than all others. */
  addNewer(messages: readonly number[], conversations: readonly number[]): void {
    if (messages.length > 0) this.#portions.unshift(this.#portionOf(messages, conversations))
  }

  /** Leaves out so many of the oldest messages. */
  dropOldest(count: number): void {
    for (let left = count; left > 0; ) {
      const { messages, indexes } = this.#portions.pop()!
      const kept = Math.max(0, messages.length - left)
      for (let at = kept; at < indexes.length; at++) this.#sizes[indexes[at]!]!--
      left -= messages.length - kept
      if (kept > 0)
        this.#portions.push({
          messages: messages.subarray(0, kept),
          indexes: indexes.subarray(0, kept),
        })
    }
  }

  /** Puts messages into other conversations. @param changed the new one of each message; 0 leaves the message out */
  move(changed: ReadonlyMap<number, number>): void {
    this.#portions = this.#portions
      .map((portion) => this.#moveIn(portion, changed))
      .filter(({ messages }) => messages.length > 0)
  }

  indexOf(conversation: number): number | undefined {
    return this.#indexes.get(conversation)
  }

  /** How many messages a conversation has. */
  sizeOf(conversation: number): number {
    return this.#sizes[this.#indexes.get(conversation)!]!
  }

  /** The messages in the order of their conversations, whatever is added later. */
  lists(): UnreadLists {
    const starts = this.#keep(new Uint32Array(this.#sizes.length))
    for (let index = 1; index < starts.length; index++)
      starts[index] = starts[index - 1]! + this.#sizes[index - 1]!
    const ends = this.#keep(starts.slice())
    const ordered = this.#keep(new Float64Array(this.count))
    const indexes: number[] = []
    for (const portion of this.#portions.toReversed()) {
      for (let at = portion.messages.length - 1; at >= 0; at--) {
        const index = portion.indexes[at]!
        if (ends[index] === starts[index]) indexes.push(index)
        ordered[ends[index]!++] = portion.messages[at]!
      }
    }
    return {
      indexes,
      messagesOf: (conversation) => {
        const index = this.#indexes.get(conversation)!
        const start = starts[index]!
        const messages: number[] = new Array(ends[index]! - start)
        for (let at = 0; at < messages.length; at++) messages[at] = ordered[start + at]!
        return messages
      },
    }
  }

  /**
   * Gives the memory of the arrays back, once the lists are written. V8 does so where it collects all garbage,
   * which it does when its own heap is full: by then the arrays of a dozen snapshots were waiting, a megabyte each.
   */
  release(): void {
    for (const { buffer } of this.#arrays) buffer.transfer(0)
  }

  #keep<Array extends Numbers>(array: Array): Array {
    this.#arrays.push(array)
    return array
  }

  #portionOf(messages: readonly number[], conversations: readonly number[]): Portion {
    const indexes = this.#keep(new Uint32Array(conversations.length))
    for (let at = 0; at < indexes.length; at++) indexes[at] = this.#addTo(conversations[at]!)
    return { messages: this.#keep(new Float64Array(messages)), indexes }
  }

  #moveIn({ messages, indexes }: Portion, changed: ReadonlyMap<number, number>): Portion {
    let kept = 0
    for (let at = 0; at < messages.length; at++) {
      const conversation = changed.get(messages[at]!)
      let index = indexes[at]!
      if (conversation !== undefined) this.#sizes[index]!--
      if (conversation === 0) continue
      if (conversation !== undefined) index = this.#addTo(conversation)
      messages[kept] = messages[at]!
      indexes[kept++] = index
    }
    return { messages: messages.subarray(0, kept), indexes: indexes.subarray(0, kept) }
  }

  /** Counts one message more. @returns the index of its conversation */
  #addTo(conversation: number): number {
    const index = this.#indexes.get(conversation) ?? this.#begin(conversation)
    this.#sizes[index]!++
    return index
  }

  /** @returns the index of a new conversation */
  #begin(conversation: number): number {
    const index = this.conversations.push(conversation) - 1
    this.#indexes.set(conversation, index)
    this.#sizes.push(0)
    return index
  }
}
