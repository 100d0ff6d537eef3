// Who received each of some messages, and with which flags: small in memory, because messages to the
// same people share their audience.

import { addTo } from '../base/collections.ts'
import { firstPlace } from '../base/sorted.ts'
import type { ReceiverFlags } from './receiver-flags.ts'

/** Messages that one person received, by the flags they have for them. */
export type Received = ReadonlyMap<number, readonly number[]>

interface List {
  audience: Audience
  /** One for each of the audience. */
  flags: Uint16Array
}

/** The IDs of some people, ascending. */
type Audience = Int32Array

/** Audiences that are remembered while messages have lists. */
const MOST_AUDIENCES = 1000

/** So many messages without a list may stand among those that have one. */
const FEW_GONE = 100

export class ReceiverLists {
  /** By message. */
  readonly #lists = new Map<number, List>()
  /** Messages that have a list, and some that had one, ascending. */
  #messages: number[] = []
  #rows = 0
  /** By a number that is computed from its members. */
  readonly #audiences = new Map<number, Audience>()
  /** By a list of the same people that messages share. */
  readonly #audienceOfList = new WeakMap<readonly number[], Audience>()

  /** Rows on all lists. */
  get rows(): number {
    return this.#rows
  }

  /** How many messages have a list. */
  get size(): number {
    return this.#lists.size
  }

  /** How many people received a message; 0 if it has no list. */
  countOf(messageId: number): number {
    return this.#lists.get(messageId)?.flags.length ?? 0
  }

  /** The messages that have a list and are newer than this one, ascending. @param most the oldest of them, so many */
  messagesAfter(messageId: number, most = Infinity): number[] {
    const first = firstPlace(this.#messages.length, (at) => this.#messages[at]! > messageId)
    const messages: number[] = []
    for (let at = first; at < this.#messages.length && messages.length < most; at++) {
      const id = this.#messages[at]!
      if (this.#lists.has(id)) messages.push(id)
    }
    return messages
  }

  add(messageId: number, flags: ReceiverFlags): void {
    const audience = this.#audienceOf(flags.userIds)
    const bits = new Uint16Array(audience.length).fill(flags.common)
    for (const [userId, own] of flags.others) bits[placeOf(audience, userId)] = own
    this.#lists.set(messageId, { audience, flags: bits })
    this.#rows += bits.length
    if (this.#messages.at(-1)! >= messageId) this.#sort()
    else this.#messages.push(messageId)
  }

  delete(messageId: number): void {
    this.#rows -= this.countOf(messageId)
    this.#lists.delete(messageId)
    if (this.#messages.length > 2 * this.size + FEW_GONE) this.#sort()
    if (this.size === 0) this.#audiences.clear()
  }

  /** The flags that a person has for a message; undefined if its list does not name them. */
  flagsOf(userId: number, messageId: number): number | undefined {
    const list = this.#lists.get(messageId)
    return list?.flags[placeOf(list.audience, userId)]
  }

  /** What one person has of some messages. */
  receivedBy(userId: number, messages: readonly number[]): Received {
    const received = new Map<number, number[]>()
    const places = new Map<Audience, number>()
    for (const messageId of messages) {
      const list = this.#lists.get(messageId)
      if (list === undefined) continue
      let at = places.get(list.audience)
      if (at === undefined) {
        at = placeOf(list.audience, userId)
        places.set(list.audience, at)
      }
      if (at >= 0) addTo(received, list.flags[at]!, messageId)
    }
    return received
  }

  /** All receivers of a message, and the flags they have for it. */
  receiversOf(messageId: number): [user: number, flags: number][] {
    const list = this.#lists.get(messageId)
    return list ? Array.from(list.audience, (userId, at) => [userId, list.flags[at]!]) : []
  }

  /** The same as JSON. */
  receiversAsJson(messageId: number): string {
    const list = this.#lists.get(messageId)
    let text = ''
    list?.audience.forEach((userId, at) => {
      text += `${at === 0 ? '' : ','}[${userId},${list.flags[at]}]`
    })
    return `[${text}]`
  }

  /** All receivers, ascending. */
  people(): Int32Array {
    const people = new Set<number>()
    for (const audience of new Set([...this.#lists.values()].map((list) => list.audience)))
      for (const userId of audience) people.add(userId)
    return Int32Array.from(people).sort()
  }

  #sort() {
    this.#messages = [...this.#lists.keys()].sort((one, other) => one - other)
  }

  /** One list for all messages to the same people. */
  #audienceOf(userIds: readonly number[]): Audience {
    const known = this.#audienceOfList.get(userIds)
    if (known) return known
    const audience = this.#equal(Int32Array.from(userIds))
    this.#audienceOfList.set(userIds, audience)
    return audience
  }

  /** The audience of the same people that is known, or this one. */
  #equal(audience: Audience): Audience {
    const number = audience.reduce((sum, userId) => (sum + mixed(userId)) | 0, 0)
    const known = this.#audiences.get(number)
    if (known && isEqual(known, audience)) return known
    if (this.#audiences.size >= MOST_AUDIENCES) this.#audiences.clear()
    this.#audiences.set(number, audience)
    return audience
  }
}

/** The number of one person: sums of plain IDs would be the same for many audiences. */
function mixed(userId: number): number {
  const bits = Math.imul(userId ^ (userId >>> 16), 0x45d9f3b)
  return bits ^ (bits >>> 15)
}

const isEqual = (one: Audience, other: Audience): boolean =>
  one.length === other.length && one.every((userId, at) => userId === other[at])

/** The place of a person in an audience, -1 if they do not belong to it. */
function placeOf(audience: Audience, userId: number): number {
  const at = firstPlace(audience.length, (place) => audience[place]! >= userId)
  return audience[at] === userId ? at : -1
}
