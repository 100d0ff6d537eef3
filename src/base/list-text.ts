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
