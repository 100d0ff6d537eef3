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
  const before: string[] = []
  const after: string[] = []
  let room = mostBytes
  while (before.length + after.length < rows.length) {
    const isAfter = takesAfter(rows.length, start, before.length, after.length)
    const row = isAfter ? rows[start + after.length]! : rows[start - 1 - before.length]!
    const text = write(row)
    const isFirst = before.length + after.length === 0
    if (text.length > room && !isFirst) break
    room -= text.length
    if (isAfter) after.push(text)
    else before.push(text)
  }
  return {
    messages: listOfBytes([...before.reverse(), ...after]),
    isCutBefore: before.length < start,
    isCutAfter: after.length < rows.length - start,
  }
}

/** Whether the next message is one after the start: both sides grow alike while both have more. */
function takesAfter(rows: number, start: number, before: number, after: number): boolean {
  if (before === start) return true
  return start + after < rows && after <= before
}
