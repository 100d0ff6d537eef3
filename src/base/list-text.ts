// A long list in JSON that is written in slices, so that others have their turns in between.

import { makePause } from './jobs.ts'
import { JsonBytes, utf8Of } from './json.ts'

/** A slice takes about a millisecond: at most so many items, and characters by the average of the slice before. */
const SLICE = { items: 100, characters: 200_000 }

/** The first slice shows how long items are: versions of a message have 30,000 characters each and more. */
const FIRST_ITEMS = 5

/** The JSON of a list in slices, of an empty one in a piece. @param describe the value that stands for an item */
export function* listPieces<Item>(items: readonly Item[], describe: (item: Item) => unknown) {
  if (items.length === 0) yield '[]'
  let end = 0
  for (let size = FIRST_ITEMS; end < items.length; ) {
    const start = end
    end = Math.min(start + size, items.length)
    const slice = JSON.stringify(items.slice(start, end).map((item) => describe(item)))
    yield `${start === 0 ? '[' : ','}${slice.slice(1, -1)}${end < items.length ? '' : ']'}`
    size = Math.ceil(Math.min(SLICE.items, (SLICE.characters * size) / slice.length))
  }
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
