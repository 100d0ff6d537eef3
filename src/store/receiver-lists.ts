// Who received each of some messages, and with which flags: small in memory, because messages to the
// same people share their list.

import { addTo } from '../base/collections.ts'
import { firstPlace } from '../base/sorted.ts'

/** Messages that one person received, by the flags they have for them. */
export type Received = ReadonlyMap<number, readonly number[]>

interface List {
  /** Ascending. */
  receivers: Int32Array
  flags: Uint16Array
}

export class ReceiverLists {
  /** By message. */
  readonly #lists = new Map<number, List>()
  #rows = 0
  #newest = 0
  #lastReceivers = new Int32Array()

  /** Rows on all lists. */
  get rows(): number {
    return this.#rows
  }

  /** The highest ID of a message that had a list. */
  get newest(): number {
    return this.#newest
  }

  has(messageId: number): boolean {
    return this.#lists.has(messageId)
  }

  messages(): number[] {
    return [...this.#lists.keys()]
  }

  /** @param flags by receiver */
  add(messageId: number, flags: ReadonlyMap<number, number>): void {
    let receivers = new Int32Array(flags.size)
    let at = 0
    for (const userId of flags.keys()) receivers[at++] = userId
    receivers.sort()
    if (isSame(receivers, this.#lastReceivers)) receivers = this.#lastReceivers
    this.#lastReceivers = receivers
    const bits = new Uint16Array(receivers.length)
    for (at = 0; at < bits.length; at++) bits[at] = flags.get(receivers[at]!)!
    this.#lists.set(messageId, { receivers, flags: bits })
    this.#rows += receivers.length
    this.#newest = Math.max(this.#newest, messageId)
  }

  delete(messageId: number): void {
    this.#rows -= this.#lists.get(messageId)?.receivers.length ?? 0
    this.#lists.delete(messageId)
    if (this.#lists.size === 0) this.#lastReceivers = new Int32Array()
  }

  /** What one person has of some messages. */
  receivedBy(userId: number, messages: readonly number[]): Received {
    const received = new Map<number, number[]>()
    let receivers: Int32Array | undefined
    let at = -1
    for (const messageId of messages) {
      const list = this.#lists.get(messageId)
      if (list === undefined) continue
      if (list.receivers !== receivers) at = placeOf(list.receivers, userId)
      receivers = list.receivers
      if (at >= 0) addTo(received, list.flags[at]!, messageId)
    }
    return received
  }

  /** All receivers of a message, and the flags they have for it. */
  receiversOf(messageId: number): [user: number, flags: number][] {
    const list = this.#lists.get(messageId)
    return list ? Array.from(list.receivers, (userId, at) => [userId, list.flags[at]!]) : []
  }

  /** All receivers, ascending. */
  people(): Int32Array {
    const people = new Set<number>()
    for (const receivers of new Set([...this.#lists.values()].map((list) => list.receivers)))
      for (const userId of receivers) people.add(userId)
    return Int32Array.from(people).sort()
  }
}

function isSame(one: Int32Array, other: Int32Array): boolean {
  if (one.length !== other.length) return false
  for (let at = 0; at < one.length; at++) if (one[at] !== other[at]) return false
  return true
}

/** The place of a number in an ascending list, -1 if it is not there. */
function placeOf(list: Int32Array, wanted: number): number {
  const at = firstPlace(list.length, (place) => list[place]! >= wanted)
  return list[at] === wanted ? at : -1
}
