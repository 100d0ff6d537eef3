// Bounds an amount that is in use at once, such as bytes, in all and for each key.

interface Waiting {
  key: string
  amount: number
  go(): void
}

/**
 * A fixed amount that pieces of work share; those that find too little left wait in the order they
 * came. Nobody else waits for work that only lacks room under its own key.
 */
export class Budget {
  readonly #total: number
  readonly #perKey: number
  readonly #used = new Map<string, number>()
  readonly #waiting: Waiting[] = []
  #usedInAll = 0

  /** @param perKey one piece of work may exceed it while its key has nothing else in use */
  constructor(total: number, perKey: number) {
    this.#total = total
    this.#perKey = perKey
  }

  /**
   * Resolves when the amount is free.
   * @param amount counts as the total if it is more
   * @returns gives the amount back; call it exactly once
   */
  async enter(key: string, amount: number): Promise<() => void> {
    const counted = Math.min(amount, this.#total)
    await new Promise<void>((go) => {
      this.#waiting.push({ key, amount: counted, go })
      this.#admit()
    })
    return () => {
      this.#use(key, -counted)
      this.#admit()
    }
  }

  #admit() {
    for (let at = 0; at < this.#waiting.length; ) {
      const { key, amount, go } = this.#waiting[at]!
      // Smaller work does not overtake: else large work might wait for ever.
      if (this.#usedInAll + amount > this.#total) return
      const used = this.#used.get(key) ?? 0
      if (used > 0 && used + amount > this.#perKey) {
        at++
        continue
      }
      this.#waiting.splice(at, 1)
      this.#use(key, amount)
      go()
    }
  }

  #use(key: string, amount: number) {
    this.#usedInAll += amount
    const used = (this.#used.get(key) ?? 0) + amount
    if (used > 0) this.#used.set(key, used)
    else this.#used.delete(key)
  }
}
