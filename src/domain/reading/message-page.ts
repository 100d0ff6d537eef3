// Writes one answer of messages: those nearest to the anchor, as many as fit.

import { type JsonBytes, listOfBytes } from '../../base/json.ts'

/**
 * Bytes of messages in one answer; 5,000 ordinary messages have half as many. More would hold the
 * event loop and the memory for too long.
 */
export const MOST_BYTES = 10_000_000

/** Messages as a JSON array, and whether some at its ends were left out. */
export interface MessagePage {
  messages: JsonBytes
  isCutBefore: boolean
  isCutAfter: boolean
}

/**
 * Writes messages outwards from the anchor until the answer is full; a client gets the others by
 * paging on from the ends. There is always at least one message.
 *
 * @param start place of the first row that is not before where reading starts
 * @param write the JSON of one message, in UTF-8
 */
export function writePage<Row>(
  rows: readonly Row[],
  start: number,
  write: (row: Row) => string,
  mostBytes = MOST_BYTES,
): MessagePage {
  const texts = new Array<string>(rows.length)
  // What is written so far: from the first of these places to the one before the second.
  let from = start
  let to = start
  let room = mostBytes
  while (to - from < rows.length) {
    const isAfter = takesAfter(rows.length, start, from, to)
    const place = isAfter ? to : from - 1
    const text = write(rows[place]!)
    if (text.length > room && to > from) break
    room -= text.length
    texts[place] = text
    if (isAfter) to++
    else from--
  }
  return {
    messages: listOfBytes(texts.slice(from, to)),
    isCutBefore: from > 0,
    isCutAfter: to < rows.length,
  }
}

/** Whether the next message is one after the start: both sides grow alike while both have more. */
const takesAfter = (rows: number, start: number, from: number, to: number): boolean =>
  from === 0 || (to < rows && to - start <= start - from)
