// Takes multipart/form-data apart. The files are views of the body's bytes, so that reading needs no
// memory beyond the body, and the search for boundaries gives way to others now and then.

import { MIMEType } from 'node:util'
import type { SentFile } from '../base/files.ts'
import { nextTurn } from '../base/jobs.ts'
import { BODY_TOO_LARGE } from '../errors/requests.ts'
import { refuse } from '../errors.ts'
import { MAX_PARAMETERS, refuseManyParameters } from './urlencoded.ts'

export interface Form {
  parameters: Record<string, string>
  files: readonly SentFile[]
}

const MAX_PART_HEADER_BYTES = 16_384

/** RFC 2046 allows no longer one, and the time of a search grows with it. */
const MAX_BOUNDARY_LENGTH = 70

/** Bytes searched in one turn of the event loop: some milliseconds for the worst of bodies. */
const WINDOW_BYTES = 256 * 1024

const CRLF = '\r\n'

const utf8 = new TextDecoder('utf-8', { ignoreBOM: true })

/**
 * Of a repeated name the last value counts.
 * @param type the Content-Type of the body
 * @param maxText bytes that all values which are no files may have
 * @throws RequestError BAD_REQUEST for a body that does not match its type or has too many parts
 */
export async function readMultipart(bytes: Buffer, type: string, maxText: number): Promise<Form> {
  const delimiter = Buffer.from(`${CRLF}--${boundaryOf(type)}`, 'latin1')
  const values = new Map<string, string>()
  const files: SentFile[] = []
  let text = 0
  let at = firstPart(bytes, delimiter)
  for (let count = 0; !startsWith(bytes, '--', at); count++) {
    if (count === MAX_PARAMETERS) refuseManyParameters()
    const { name, fileName, type, end: start } = readHeader(bytes, at)
    const end = await find(bytes, delimiter, start)
    const value = bytes.subarray(start, end)
    if (fileName !== undefined) files.push({ name: fileName, type, bytes: value })
    else {
      text += value.length
      if (text > maxText) refuse(BODY_TOO_LARGE, { limit: maxText / 1024 / 1024 })
      values.set(name, utf8.decode(value))
    }
    at = end + delimiter.length
  }
  return { parameters: Object.fromEntries(values), files }
}

function boundaryOf(type: string): string {
  const boundary = parametersOf(type)?.get('boundary')
  if (!boundary || boundary.length > MAX_BOUNDARY_LENGTH) refuseMultipart()
  return boundary
}

function parametersOf(type: string) {
  try {
    return new MIMEType(type).params
  } catch {
    return undefined
  }
}

function refuseMultipart(): never {
  refuse('BAD_REQUEST', 'The body is not valid multipart/form-data')
}

const startsWith = (bytes: Buffer, text: string, at: number) =>
  bytes.subarray(at, at + text.length).toString('latin1') === text

/** Where the first delimiter ends; a line break before it may be missing. */
function firstPart(bytes: Buffer, delimiter: Buffer): number {
  const start = startsWith(bytes, CRLF, 0) ? 0 : CRLF.length
  const end = delimiter.length - start
  if (!bytes.subarray(0, end).equals(delimiter.subarray(start))) refuseMultipart()
  return end
}

/** Where the delimiter stands that ends a part. @throws RequestError if no delimiter follows */
async function find(bytes: Buffer, delimiter: Buffer, from: number): Promise<number> {
  for (let at = from; at < bytes.length; ) {
    const found = bytes.subarray(at, at + WINDOW_BYTES + delimiter.length).indexOf(delimiter)
    if (found < 0) {
      at += WINDOW_BYTES
      await nextTurn()
      continue
    }
    const after = at + found + delimiter.length
    // What goes on differently is the content of a file that only begins like it.
    if (/^(?:--|[ \t]*\r\n)/.test(bytes.toString('latin1', after, after + 100))) return at + found
    at = after
  }
  return refuseMultipart()
}

/** The header of a part, from the end of its delimiter on. */
function readHeader(bytes: Buffer, at: number) {
  const window = bytes.subarray(at, at + MAX_PART_HEADER_BYTES)
  const length = window.indexOf(`${CRLF}${CRLF}`)
  if (length < 0) refuseMultipart()
  const [padding, ...lines] = utf8.decode(window.subarray(0, length)).split(CRLF)
  if (padding!.trim() !== '') refuseMultipart()
  const fields = new Map(
    lines.map((line): [string, string] => {
      const colon = line.indexOf(':')
      return [line.slice(0, Math.max(colon, 0)).trim().toLowerCase(), line.slice(colon + 1).trim()]
    }),
  )
  const disposition = fields.get('content-disposition') ?? ''
  const named = namesIn(disposition)
  const name = named.get('name')
  if (!/^form-data\s*;/i.test(disposition) || name === undefined) refuseMultipart()
  return {
    name,
    fileName: named.get('filename*') ?? named.get('filename'),
    type: mediaType(fields.get('content-type') ?? ''),
    end: at + length + 2 * CRLF.length,
  }
}

/** The parameters of a Content-Disposition. */
function namesIn(disposition: string): Map<string, string> {
  const found = disposition.matchAll(/;\s*([\w*]+)=(?:"((?:[^"\\]|\\.)*)"|([^;\s]*))/g)
  return new Map(
    Array.from(found, ([, name, quoted, plain]) => {
      const key = name!.toLowerCase()
      return [key, key.endsWith('*') ? extended(plain ?? '') : unescaped(quoted ?? plain ?? '')]
    }),
  )
}

/** Browsers write a quotation mark as %22, other clients put a backslash before it. */
const unescaped = (text: string) =>
  text.replace(/%22|%0D|%0A/gi, (code) => decodeURIComponent(code)).replace(/\\(["\\])/g, '$1')

/** `utf-8''na%C3%AFve.txt`, as RFC 5987 writes it. @throws RequestError for what cannot be read */
function extended(text: string): string {
  const [, encoded] = /^utf-8'[\w-]*'(.*)$/i.exec(text) ?? refuseMultipart()
  try {
    return decodeURIComponent(encoded!)
  } catch {
    return refuseMultipart()
  }
}

/** In lower case, and of visible characters alone. */
const mediaType = (text: string) =>
  /^[\x20-\x7e]+$/.test(text) ? text.toLowerCase() : 'text/plain'
