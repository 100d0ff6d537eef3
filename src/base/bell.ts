// Wakes work that sleeps until there is something to do.

/** One side rings, the other has said what to do then; without it, ringing does nothing. */
export class Bell {
  readonly #answers: (() => void)[] = []

  ring() {
    for (const answer of this.#answers) answer()
  }

  onRing(answer: () => void) {
    this.#answers.push(answer)
  }
}
