// Wakes work that sleeps until there is something to do.

/**
 * Connects code that has new work with the code that does it: `onRing` registers a function, `ring`
 * calls all registered functions.
 */
export class Bell {
  readonly #answers: (() => void)[] = []

  ring() {
    for (const answer of this.#answers) answer()
  }

  onRing(answer: () => void) {
    this.#answers.push(answer)
  }
}
