// Reads urlencoded forms from their bytes. Twenty-five million plus signs keep URLSearchParams busy for
// two seconds in one piece; here a byte costs the same whatever it is, and others get their turns.

import { makePause, nextTurn } from '../base/jobs.ts'
import { refuse } from '../errors.ts'

/** Parameters of one request: far more than any endpoint has. A million would take seconds to read. */
export const MAX_PARAMETERS = 1000

/** Bytes read before the time is looked at: half a millisecond. */
const WINDOW_BYTES = 64 * 1024

/** What is done with as many bytes of values takes its time as well. */
const LARGE_BYTES = 512 * 1024

const [PLUS, SPACE, PERCENT, EQUALS, AMPERSAND] = Buffer.from('+ %=&')

/** @throws RequestError */
export function refuseManyParameters(): never {
  refuse('BAD_REQUEST', `There are too many parameters (maximum: ${MAX_PARAMETERS})`)
}

/**
 * The parameters of a query, in one piece: it is short.
 * @throws RequestError for more than MAX_PARAMETERS
 */
export function readQuery(text: string): Record<string, string> {
  if (text === '') return {}
  let count = 1
  for (let at = text.indexOf('&'); at >= 0; at = text.indexOf('&', at + 1))
    if (++count > MAX_PARAMETERS) refuseManyParameters()
  return Object.fromEntries(new URLSearchParams(text))
}

/**
 * The same for a body. Of a repeated name the last value counts.
 * @throws RequestError for more than MAX_PARAMETERS
 */
export async function readUrlencoded(bytes: Buffer): Promise<Record<string, string>> {
  const decoder = new Decoder(bytes)
  const pause = makePause()
  decoder.go(WINDOW_BYTES)
  while (!decoder.isDone) {
    await pause()
    decoder.go(WINDOW_BYTES)
  }
  if (bytes.length > LARGE_BYTES) await nextTurn()
  return Object.fromEntries(decoder.parameters)
}

/** Decodes in place, because a decoded text is never longer than its encoded form. */
class Decoder {
  readonly parameters = new Map<string, string>()
  readonly #bytes: Buffer
  #count = 0
  #read = 0
  #written = 0
  /** Where the name and the value of the present parameter begin among the decoded bytes. */
  #nameAt = 0
  #valueAt: number | undefined

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  get isDone(): boolean {
    return this.#read > this.#bytes.length
  }

  /** Reads so many bytes on; behind the last one the last parameter ends. */
  go(count: number): void {
    const bytes = this.#bytes
    const end = Math.min(this.#read + count, bytes.length)
    let read = this.#read
    let written = this.#written
    while (read < end) {
      let byte = bytes[read++]!
      if (byte === AMPERSAND) {
        this.#keep(written)
        written = this.#nameAt = read
        continue
      }
      if (byte === EQUALS && this.#valueAt === undefined) {
        this.#valueAt = written
        continue
      }
      if (byte === PLUS) byte = SPACE!
      else if (byte === PERCENT) {
        const code = hexAt(bytes, read)
        if (code !== undefined) {
          byte = code
          read += 2
        }
      }
      bytes[written++] = byte
    }
    this.#read = read
    this.#written = written
    if (read >= bytes.length) {
      this.#keep(written)
      this.#read = bytes.length + 1
    }
  }

  #keep(end: number) {
    const valueAt = this.#valueAt
    this.#valueAt = undefined
    if (valueAt === undefined && end === this.#nameAt) return
    if (++this.#count > MAX_PARAMETERS) refuseManyParameters()
    const text = (from: number, to: number) => this.#bytes.toString('utf8', from, to)
    this.parameters.set(text(this.#nameAt, valueAt ?? end), text(valueAt ?? end, end))
  }
}

/** The byte that two characters name; undefined if they are not hexadecimal digits. */
function hexAt(bytes: Buffer, at: number): number | undefined {
  const high = digit(bytes[at])
  const low = digit(bytes[at + 1])
  return high === undefined || low === undefined ? undefined : 16 * high + low
}

function digit(byte: number | undefined): number | undefined {
  if (byte === undefined) return undefined
  if (byte >= 48 && byte <= 57) return byte - 48
  const letter = byte | 0x20
  return letter >= 97 && letter <= 102 ? letter - 87 : undefined
}
