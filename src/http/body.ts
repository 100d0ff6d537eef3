import type { IncomingMessage, ServerResponse } from 'node:http'
import { MIMEType } from 'node:util'
import { p as parseBody } from 'milliparsec'
import type { User } from '../domain/users.ts'
import { RequestError, refuse } from '../errors.ts'
import { BodyTurns } from './body-turns.ts'
import type { ClientAddress } from './client-address.ts'

const MIB = 1024 * 1024

/** Forms are held in memory; files may be larger than anything typed. */
const MAX_FORM_BYTES = 25 * MIB
const MAX_UPLOAD_BYTES = 101 * MIB
/** Whoever has not logged in yet has little to say. */
const MAX_ANONYMOUS_BYTES = MIB

/** More than any endpoint takes, many times over; a million would take seconds to read. */
const MAX_PARAMETERS = 1000
const MAX_PART_HEADER_BYTES = 16_384

export interface Body {
  parameters: Record<string, string>
  files: readonly File[]
}

const EMPTY: Body = { parameters: {}, files: [] }

const WITH_BODY = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])

/** Reads a body, as much of it as whoever sends it may send. */
export type BodyReader = (
  req: IncomingMessage,
  res: ServerResponse,
  user: User | undefined,
) => Promise<Body>

/**
 * Reads the form a request carries, urlencoded or multipart; other types count as carrying none. A
 * repeated name: the last one wins (events 7). The reader throws a RequestError where the
 * body is too large or not what its type says.
 */
export function bodyReader(addressOf: ClientAddress): BodyReader {
  const turns = new BodyTurns()
  return async (req, res, user) => {
    if (!WITH_BODY.has(req.method ?? '')) return EMPTY
    const type = req.headers['content-type'] ?? ''
    const isForm = /^application\/x-www-form-urlencoded/i.test(type)
    if (!isForm && !/^multipart\/form-data/i.test(type)) return EMPTY
    const limit = limitOf(user, isForm)
    refuseTooLarge(req, res, limit)
    await turns.wait(user ? `user ${user.id}` : addressOf(req), req, res)
    const bytes = await readBytes(req, res, limit)
    return isForm
      ? { parameters: readParameters(bytes.toString('utf8')), files: [] }
      : readMultipart(bytes, type)
  }
}

function limitOf(user: User | undefined, isForm: boolean): number {
  if (user === undefined) return MAX_ANONYMOUS_BYTES
  return isForm ? MAX_FORM_BYTES : MAX_UPLOAD_BYTES
}

/** @throws RequestError for more parameters than anybody needs */
export function readParameters(text: string): Record<string, string> {
  let count = 1
  for (let at = text.indexOf('&'); at >= 0; at = text.indexOf('&', at + 1))
    if (++count > MAX_PARAMETERS) refuseMany()
  return Object.fromEntries(new URLSearchParams(text))
}

const refuseMany = () =>
  refuse('BAD_REQUEST', `There are too many parameters (maximum: ${MAX_PARAMETERS})`)

const refuseMultipart = () => refuse('BAD_REQUEST', 'The body is not valid multipart/form-data')

async function readMultipart(bytes: Buffer, type: string): Promise<Body> {
  requireFewParts(bytes, type)
  const form = await new Response(new Uint8Array(bytes), { headers: { 'content-type': type } })
    .formData()
    .catch(refuseMultipart)
  const parameters: Record<string, string> = {}
  const files: File[] = []
  for (const [name, value] of form) {
    if (typeof value === 'string') parameters[name] = value
    else files.push(value)
  }
  return { parameters, files }
}

/** Looks at where the parts begin before anything reads them, which takes its time for each line. */
function requireFewParts(bytes: Buffer, type: string) {
  const delimiter = `--${boundaryOf(type)}`
  let count = 0
  for (let at = bytes.indexOf(delimiter); at >= 0; ) {
    const start = at + delimiter.length
    const header = bytes.subarray(start, start + MAX_PART_HEADER_BYTES)
    if (header.subarray(0, 2).toString('latin1') === '--') return
    if (++count > MAX_PARAMETERS) refuseMany()
    const end = header.indexOf('\r\n\r\n')
    if (end < 0) refuseMultipart()
    at = bytes.indexOf(`\r\n${delimiter}`, start + end)
    if (at >= 0) at += 2
  }
}

function boundaryOf(type: string): string {
  try {
    return new MIMEType(type).params.get('boundary') || refuseMultipart()
  } catch {
    return refuseMultipart()
  }
}

function refuseTooLarge(req: IncomingMessage, res: ServerResponse, limit: number) {
  if (Number(req.headers['content-length'] ?? 0) > limit) throw tooLarge(res, limit)
}

function tooLarge(res: ServerResponse, limit: number): RequestError {
  // Else the rest would have to be read before the connection can be used again.
  res.setHeader('Connection', 'close')
  return new RequestError('PAYLOAD_TOO_LARGE', `The body is larger than ${limit / MIB} MiB`)
}

/** milliparsec reports a problem through `next` and resolves all the same: the report decides. */
async function readBytes(
  req: IncomingMessage,
  res: ServerResponse,
  limit: number,
): Promise<Buffer> {
  let problem: unknown
  const read = parseBody<Buffer>(
    (body) => body,
    limit,
    () => tooLarge(res, limit),
  )
  const bytes = await read(req, res, (error) => {
    problem ??= error
  })
  if (problem instanceof RequestError) throw problem
  // What else goes wrong while reading is that the client hung up.
  return bytes ?? refuse('BAD_REQUEST', 'The body ended early')
}
