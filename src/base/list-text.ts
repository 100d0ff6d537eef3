// A long list in JSON that is written in slices, so that others have their turns in between.

import { makePause } from './jobs.ts'
import { JsonBytes, utf8Of } from './json.ts'

/** Items that are written in one slice: about a millisecond. */
const SLICE = 100

/** Each `goOn` writes a slice; `text` writes all that is left. */
export class ListText<Item> {
  #items: readonly Item[]
  readonly #describe: (item: Item) => unknown
  #written = 0
  #text: string

  /** @param describe the value that stands in the list for an item */
  constructor(items: readonly Item[], describe: (item: Item) => unknown) {
    this.#items = items
    this.#describe = describe
    this.#text = items.length === 0 ? '[]' : '['
  }

  get isComplete(): boolean {
    return this.#written === this.#items.length
  }

  /** Writes one more slice. */
  goOn(): void {
    if (this.isComplete) return
    const slice = this.#items.slice(this.#written, this.#written + SLICE)
    const items = JSON.stringify(slice.map((item) => this.#describe(item))).slice(1, -1)
    const isFirst = this.#written === 0
    this.#written += slice.length
    this.#text += `${isFirst ? '' : ','}${utf8Of(items)}${this.isComplete ? ']' : ''}`
    if (this.isComplete) this.#forget()
  }

  /** The whole list in UTF-8, see `JsonBytes`. */
  get text(): string {
    while (!this.isComplete) this.goOn()
    return this.#text
  }

  /** What is written needs the items no more. */
  #forget() {
    this.#items = []
    this.#written = 0
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
