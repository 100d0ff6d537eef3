// Generates prose with the word frequencies of natural language.

const SYLLABLES = 'ba ce di fo gu ha je ki lo mu na pe ri so tu va we xi yo zu'.split(' ')

const VOCABULARY = 20_000

/**
 * Text that never ends and is the same in every run: words of a made-up language, common ones
 * often and rare ones seldom, as in real languages. Search has to work with that.
 */
export class Prose {
  #state: number

  constructor(seed = 1) {
    this.#state = seed
  }

  /** 0 up to, not including, 1. */
  random(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }

  below(count: number): number {
    return Math.floor(this.random() * count)
  }

  /** About 150 characters. */
  message(): string {
    let text = ''
    while (text.length < 145) text += `${text === '' ? '' : ' '}${this.word()}`
    return text
  }

  word(): string {
    // The rank of a word follows a power law: the first is as frequent as the next two together.
    return wordOfRank(Math.floor(VOCABULARY ** this.random()))
  }
}

/** @param rank 1 is the most frequent */
export function wordOfRank(rank: number): string {
  let word = ''
  for (let rest = rank; rest > 0; rest = Math.floor(rest / SYLLABLES.length)) {
    word += SYLLABLES[rest % SYLLABLES.length]
  }
  return word
}
