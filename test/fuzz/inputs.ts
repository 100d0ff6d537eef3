// Inputs for fuzzing: those of the corpus as they are, and changed by chance. The same seed gives the
// same inputs.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export const CORPUS = join(import.meta.dirname, 'corpus')

/** Inputs of a target that once were worth a thought. */
export const corpusOf = (target: string): Buffer[] =>
  readdirSync(CORPUS)
    .filter((name) => name.startsWith(`${target}-`))
    .map((name) => readFileSync(join(CORPUS, name)))

/** Random numbers below 1 (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/**
 * Makes inputs without end.
 * @param words pieces of text that mean something to the parser
 * @param maxBytes what the server admits before the parser
 */
export function* inputs(
  known: readonly Buffer[],
  words: readonly string[],
  maxBytes: number,
  random: () => number,
): Generator<Buffer, never> {
  yield* known
  const below = (limit: number) => Math.floor(random() * limit)
  const oneOf = <T>(list: readonly T[]): T => list[below(list.length)]!
  const word = () => Buffer.from(oneOf(words), 'latin1')
  /** Mostly short, now and then as long as can be. */
  const size = (limit: number) => Math.floor(Math.max(1, limit) ** random())

  const changes: ((input: Buffer) => Buffer)[] = [
    (input) => at(input, below(input.length + 1), 0, word()),
    (input) => at(input, below(input.length + 1), 0, Buffer.from([below(256)])),
    (input) => at(input, below(input.length + 1), size(input.length), Buffer.alloc(0)),
    (input) => input.subarray(0, below(input.length + 1)),
    (input) => {
      const other = oneOf(known)
      return at(input, below(input.length + 1), 0, other.subarray(below(other.length)))
    },
    // Costs that grow faster than the input show in what is repeated.
    (input) => repeat(word(), size(maxBytes), input),
    (input) => {
      const from = below(input.length + 1)
      const piece = input.subarray(from, from + size(200))
      const times = size(maxBytes / Math.max(1, piece.length))
      return at(input, from, 0, Buffer.concat(Array(Math.min(times, 100_000)).fill(piece)))
    },
    (input) => {
      const [open, close] = [word(), word()]
      const times = size(maxBytes / 2 / Math.max(open.length, close.length, 1))
      return Buffer.concat([
        Buffer.alloc(times * open.length, open),
        input,
        Buffer.alloc(times * close.length, close),
      ])
    },
    (input) => {
      const copy = Buffer.from(input)
      for (let count = size(16); count > 0 && copy.length > 0; count--)
        copy[below(copy.length)] = below(256)
      return copy
    },
  ]
  for (;;) {
    let input = oneOf(known)
    for (let count = 1 + below(5); count > 0; count--)
      input = oneOf(changes)(input).subarray(0, maxBytes)
    yield input
  }
}

const at = (input: Buffer, from: number, removed: number, added: Buffer) =>
  Buffer.concat([input.subarray(0, from), added, input.subarray(from + removed)])

const repeat = (word: Buffer, bytes: number, input: Buffer) =>
  word.length === 0 ? input : Buffer.concat([input, Buffer.alloc(bytes, word)])
