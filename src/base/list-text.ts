// A long list in JSON that is written in slices, so that others have their turns in between.

import { makePause } from './jobs.ts'
import { JsonBytes, utf8Of } from './json.ts'

/** A slice takes about a millisecond: it ends with so many items, or the item that makes it so long. */
const SLICE = { items: 100, characters: 100_000 }

/** The JSON of a list in slices, of an empty one in a piece. @param describe the value that stands for an item */
export function* listPieces<Item>(items: readonly Item[], describe: (item: Item) => unknown) {
  let [text, sliced] = ['[', 0]
  for (const [at, item] of items.entries()) {
    if (at > 0) text += ','
    text += JSON.stringify(describe(item))
    const isFull = at + 1 === sliced + SLICE.items || text.length >= SLICE.characters
    if (!isFull || at + 1 === items.length) continue
    yield text
    text = ''
    sliced = at + 1
  }
  yield `${text}]`
}

/** Writes a list in slices, with turns for others in between. */
export async function listInSlices<Item>(
  items: readonly Item[],
  describe: (item: Item) => unknown,
) {
  const pause = makePause()
  let text = ''
  for (const piece of listPieces(items, describe)) {
    text += utf8Of(piece)
    await pause()
  }
  return new JsonBytes(text)
}
