// JSON that is assembled from parts that are serialised already.

import { makePause } from './jobs.ts'

/** Text that is JSON already. Hot paths keep it, to avoid parsing and writing it again. */
export class RawJson {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/**
 * JSON in UTF-8, as a string with a character for each byte. V8 keeps and joins such strings at a byte
 * for each character, and a socket sends them as they are: neither counted nor encoded once more.
 */
export class JsonBytes {
  readonly bytes: string

  constructor(bytes: string) {
    this.bytes = bytes
  }
}

/**
 * A value whose JSON is written when it is needed, piece by piece: a snapshot holds nobody for it. It is written
 * a single time, and may give back what it was made of.
 */
export class JsonInPieces {
  readonly pieces: () => Iterable<string>

  constructor(pieces: () => Iterable<string>) {
    this.pieces = pieces
  }
}

/** Longer values become UTF-8 on their own: as a part of the text around them they would be copied before. */
const LONG = 4096

/** Characters of a long text that become JSON at once. */
const SLICE = 16_384

/** Where texts become UTF-8: memory of its own for each of them would be collected soon after. */
const desk = Buffer.allocUnsafeSlow(4 * SLICE)

/** The UTF-8 of a text, with a character for each byte; most texts are their own. */
export function utf8Of(text: string): string {
  const size = Buffer.byteLength(text)
  if (size === text.length) return text
  if (size > desk.length) return Buffer.from(text).toString('latin1')
  desk.write(text)
  return desk.toString('latin1', 0, size)
}

/** A list of values that are JSON in UTF-8 already. Concatenation copies each of them once, later. */
export function listOfBytes(values: Iterable<string>): JsonBytes {
  let bytes = '['
  for (const value of values) bytes += bytes.length === 1 ? value : `,${value}`
  return new JsonBytes(`${bytes}]`)
}

/** The same object with its values as JSON, which is made in pieces with turns for others in between. */
export async function serialiseInPieces<Body extends object>(body: Body) {
  const pause = makePause()
  const serialised: Partial<Record<keyof Body, JsonBytes>> = {}
  for (const name in body) {
    const value = body[name]
    if (value === undefined) continue
    let bytes = ''
    for (const piece of piecesOf(value)) {
      bytes += bytesOf(value, piece)
      await pause()
    }
    serialised[name] = new JsonBytes(bytes)
  }
  return serialised as { [Name in keyof Body]: JsonBytes }
}

/** The UTF-8 of `JSON.stringify` for an object whose values may be JSON already; see JsonBytes. */
export function bytesOfBody(body: Record<string, unknown>): string {
  let bytes = ''
  let text = '{'
  let isFirst = true
  for (const name in body) {
    const value = body[name]
    const json = jsonOf(value)
    if (json === undefined) continue
    text += `${isFirst ? '' : ','}${JSON.stringify(name)}:`
    isFirst = false
    if (value instanceof JsonBytes || json.length >= LONG) {
      bytes += utf8Of(text) + bytesOf(value, json)
      text = ''
    } else text += json
  }
  return `${bytes}${utf8Of(`${text}}`)}`
}

/** @param json of the value, or a piece of it */
const bytesOf = (value: unknown, json: string) => (value instanceof JsonBytes ? json : utf8Of(json))

function jsonOf(value: unknown): string | undefined {
  if (value instanceof JsonBytes) return value.bytes
  if (value instanceof JsonInPieces) return [...value.pieces()].join('')
  return value instanceof RawJson ? value.text : JSON.stringify(value)
}

function piecesOf(value: unknown): Iterable<string> {
  if (value instanceof JsonInPieces) return value.pieces()
  return typeof value === 'string' && value.length > SLICE ? slicesOf(value) : [jsonOf(value)!]
}

/** Texts by key, as an object whose JSON is written in pieces: together they may have megabytes. */
export function textsInPieces(texts: Iterable<readonly [key: string, text: string]>): JsonInPieces {
  return new JsonInPieces(function* () {
    let start = '{'
    for (const [key, text] of texts) {
      yield `${start}${JSON.stringify(key)}:`
      yield* piecesOf(text)
      start = ','
    }
    yield start === '{' ? '{}' : '}'
  })
}

/** The JSON of a text in slices. The halves of a character that is cut become escapes, which together are it again. */
function* slicesOf(text: string): Generator<string> {
  yield '"'
  for (let at = 0; at < text.length; at += SLICE)
    yield JSON.stringify(text.slice(at, at + SLICE)).slice(1, -1)
  yield '"'
}
