// Who received each of some messages, and with which flags: small in memory, because messages to the
// same people share their list.

import { firstPlace } from '../base/sorted.ts'

/** A row of user_message. */
export type Row = [message: number, user: number, flags: number]

interface List {
  /** Ascending. */
  receivers: Int32Array
  flags: Uint16Array
}

export class ReceiverLists {
  /** By message. */
  readonly #lists = new Map<number, List>()
  #rows = 0
  #lastReceivers = new Int32Array()

  /** Rows on all lists. */
  get rows(): number {
    return this.#rows
  }

  has(messageId: number): boolean {
    return this.#lists.has(messageId)
  }

  messages(): number[] {
    return [...this.#lists.keys()]
  }

  /** @param flags by receiver */
  add(messageId: number, flags: ReadonlyMap<number, number>): void {
    let receivers = Int32Array.from(flags.keys()).sort()
    if (isSame(receivers, this.#lastReceivers)) receivers = this.#lastReceivers
    this.#lastReceivers = receivers
    const bits = Uint16Array.from(receivers, (userId) => flags.get(userId)!)
    this.#lists.set(messageId, { receivers, flags: bits })
    this.#rows += receivers.length
  }

  delete(messageId: number): void {
    this.#rows -= this.#lists.get(messageId)?.receivers.length ?? 0
    this.#lists.delete(messageId)
    if (this.#lists.size === 0) this.#lastReceivers = new Int32Array()
  }

  /** What one person has of some messages. */
  rowsOf(userId: number, messages: readonly number[]): Row[] {
    const rows: Row[] = []
    for (const messageId of messages) {
      const list = this.#lists.get(messageId)
      const at = list ? placeOf(list.receivers, userId) : -1
      if (at >= 0) rows.push([messageId, userId, list!.flags[at]!])
    }
    return rows
  }

  /** A row for each receiver of a message. */
  rowsFor(messageId: number): Row[] {
    const list = this.#lists.get(messageId)
    return list
      ? Array.from(list.receivers, (userId, at) => [messageId, userId, list.flags[at]!])
      : []
  }

  /** All receivers, ascending. */
  people(): Int32Array {
    const people = new Set<number>()
    for (const receivers of new Set([...this.#lists.values()].map((list) => list.receivers)))
      for (const userId of receivers) people.add(userId)
    return Int32Array.from(people).sort()
  }
}

const isSame = (one: Int32Array, other: Int32Array): boolean =>
  one.length === other.length && one.every((value, at) => value === other[at])

/** The place of a number in an ascending list, -1 if it is not there. */
function placeOf(list: Int32Array, wanted: number): number {
  const at = firstPlace(list.length, (place) => list[place]! >= wanted)
  return list[at] === wanted ? at : -1
}
