// The flags of a new message by receiver. Nearly all receivers have the same, so a message to thousands has one list
// of people, which messages to the same people share, and entries for the few with other flags.

import { firstPlace } from '../base/sorted.ts'

export class ReceiverFlags {
  #userIds: readonly number[]
  #common: number
  readonly #others: Map<number, number>

  /**
   * @param userIds ascending
   * @param common flags of all of them but the others
   */
  constructor(
    userIds: readonly number[],
    common = 0,
    others: Iterable<readonly [user: number, flags: number]> = [],
  ) {
    this.#userIds = userIds
    this.#common = common
    this.#others = new Map(others)
  }

  /** All receivers, ascending. */
  get userIds(): readonly number[] {
    return this.#userIds
  }

  /** The flags of all receivers that are not among `others`. */
  get common(): number {
    return this.#common
  }

  /** Flags of the receivers that may have other flags than most. */
  get others(): ReadonlyMap<number, number> {
    return this.#others
  }

  get size(): number {
    return this.#userIds.length
  }

  /** undefined: this person does not receive the message. */
  get(userId: number): number | undefined {
    return this.#others.get(userId) ?? (this.has(userId) ? this.#common : undefined)
  }

  has(userId: number): boolean {
    return this.#userIds[this.#placeFor(userId)] === userId
  }

  /** Gives one receiver more flags; nothing happens if the person is not a receiver. */
  add(userId: number, bits: number): void {
    const before = this.get(userId)
    if (before !== undefined) this.#others.set(userId, before | bits)
  }

  addForAll(bits: number): void {
    this.#common |= bits
    for (const [userId, before] of this.#others) this.#others.set(userId, before | bits)
  }

  /** Makes a person a receiver who was none. */
  addReceiver(userId: number, bits: number): void {
    this.#userIds = this.#userIds.toSpliced(this.#placeFor(userId), 0, userId)
    this.#others.set(userId, bits)
  }

  /** Receivers with at least one of these flags. */
  receiversWith(bits: number): number[] {
    if (this.#common & bits) return this.#userIds.filter((userId) => this.get(userId)! & bits)
    const found: number[] = []
    for (const [userId, own] of this.#others) if (own & bits) found.push(userId)
    return found
  }

  #placeFor(userId: number): number {
    return firstPlace(this.#userIds.length, (at) => this.#userIds[at]! >= userId)
  }
}
