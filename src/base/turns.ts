// Lines in which owners of work take turns, so that the work of one does not hold up all others.

/**
 * Work that waits, for each owner in the order it came. The owner who was served longest ago is next.
 */
export class Turns<Owner, Work> {
  /** The owner who was served longest ago comes first. */
  readonly #waiting = new Map<Owner, Work[]>()
  #length = 0

  get length() {
    return this.#length
  }

  /** How many owners have work here. */
  get owners() {
    return this.#waiting.size
  }

  lengthOf(owner: Owner): number {
    return this.#waiting.get(owner)?.length ?? 0
  }

  push(owner: Owner, work: Work): void {
    this.#list(owner).push(work)
  }

  /** Puts work back that its owner goes on with at their next turn. */
  putBack(owner: Owner, work: Work): void {
    this.#list(owner).unshift(work)
  }

  /** Takes out the work whose turn it is. */
  shift(): Work | undefined {
    const owner = this.next(this.#waiting.keys())
    if (owner === undefined) return undefined
    const list = this.#waiting.get(owner)!
    const work = list.shift()
    this.#length--
    this.#waiting.delete(owner)
    if (list.length > 0) this.#waiting.set(owner, list)
    return work
  }

  /** Takes out all work, in the order of its turns. */
  takeAll(): Work[] {
    return Array.from({ length: this.#length }, () => this.shift()!)
  }

  /** Whose turn it is. @param owners the one who was served longest ago first */
  protected next(owners: Iterable<Owner>): Owner | undefined {
    const [first] = owners
    return first
  }

  #list(owner: Owner): Work[] {
    const list = this.#waiting.get(owner) ?? []
    this.#waiting.set(owner, list)
    this.#length++
    return list
  }
}

/** The same, but owners whose work was faulty come after all others. */
export class JudgedTurns<Owner, Work> extends Turns<Owner, Work> {
  readonly #faults = new Map<Owner, number>()

  /** Counts a fault of an owner; good work takes one back. */
  judge(owner: Owner, isGood: boolean): void {
    const faults = this.#faultsOf(owner) + (isGood ? -1 : 1)
    if (faults > 0) this.#faults.set(owner, faults)
    else this.#faults.delete(owner)
  }

  protected override next(owners: Iterable<Owner>): Owner | undefined {
    const [first] = [...owners].sort((one, other) => this.#faultsOf(one) - this.#faultsOf(other))
    return first
  }

  #faultsOf(owner: Owner): number {
    return this.#faults.get(owner) ?? 0
  }
}
