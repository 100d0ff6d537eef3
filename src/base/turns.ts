// A line in which people take turns, so that the work of one person does not hold up all others.

/**
 * Work that waits, for each person in the order it came. The person who was served longest ago is
 * next; people whose work was faulty come after all others.
 */
export class Turns<T> {
  /** The person who was served longest ago comes first. */
  readonly #waiting = new Map<number, T[]>()
  readonly #faults = new Map<number, number>()
  #length = 0

  get length() {
    return this.#length
  }

  lengthOf(person: number): number {
    return this.#waiting.get(person)?.length ?? 0
  }

  push(person: number, work: T): void {
    this.#list(person).push(work)
  }

  /** Puts work back that its person goes on with at their next turn. */
  putBack(person: number, work: T): void {
    this.#list(person).unshift(work)
  }

  /** Takes out the work whose turn it is. */
  shift(): T | undefined {
    const people = [...this.#waiting.keys()]
    const [first] = people.sort((one, other) => this.#faultsOf(one) - this.#faultsOf(other))
    if (first === undefined) return undefined
    const list = this.#waiting.get(first)!
    const work = list.shift()
    this.#length--
    this.#waiting.delete(first)
    if (list.length > 0) this.#waiting.set(first, list)
    return work
  }

  /** Counts a fault of a person; good work takes one back. */
  judge(person: number, isGood: boolean): void {
    const faults = this.#faultsOf(person) + (isGood ? -1 : 1)
    if (faults > 0) this.#faults.set(person, faults)
    else this.#faults.delete(person)
  }

  #list(person: number): T[] {
    const list = this.#waiting.get(person) ?? []
    this.#waiting.set(person, list)
    this.#length++
    return list
  }

  #faultsOf(person: number): number {
    return this.#faults.get(person) ?? 0
  }
}
