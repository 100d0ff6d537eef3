// A long list in JSON that is written in slices, so that others have their turns in between.

import { makePause } from './jobs.ts'
import { JsonBytes, utf8Of } from './json.ts'

/** Items that are written in one slice: about a millisecond. */
const SLICE = 100

/** The JSON of a list in slices, of an empty one in a piece. @param describe the value that stands for an item */
export function* listPieces<Item>(items: readonly Item[], describe: (item: Item) => unknown) {
  if (items.length === 0) yield '[]'
  for (let at = 0; at < items.length; at += SLICE) {
    const slice = JSON.stringify(items.slice(at, at + SLICE).map((item) => describe(item)))
    yield `${at === 0 ? '[' : ','}${slice.slice(1, -1)}${at + SLICE < items.length ? '' : ']'}`
  }
}

/** Each `goOn` writes a slice; `text` writes all that is left. */
export class ListText<Item> {
  /** What is written needs the items no more. */
  #slices: Generator<string> | undefined
  #left: number
  #text = ''

  /** @param describe the value that stands in the list for an item */
  constructor(items: readonly Item[], describe: (item: Item) => unknown) {
    this.#slices = listPieces(items, describe)
    this.#left = Math.ceil(items.length / SLICE)
    if (this.isComplete) this.#write()
  }

  get isComplete(): boolean {
    return this.#left === 0
  }

  /** Writes one more slice. */
  goOn(): void {
    if (this.isComplete) return
    this.#left--
    this.#write()
  }

  /** The whole list in UTF-8, see `JsonBytes`. */
  get text(): string {
    while (!this.isComplete) this.goOn()
    return this.#text
  }

  #write() {
    this.#text += utf8Of(this.#slices!.next().value)
    if (this.isComplete) this.#slices = undefined
  }
}

/** Writes a list in slices, with turns for others in between. */
export async function listInSlices<Item>(
  items: readonly Item[],
  describe: (item: Item) => unknown,
) {
  const list = new ListText(items, describe)
  for (const pause = makePause(); !list.isComplete; await pause()) list.goOn()
  return new JsonBytes(list.text)
}
