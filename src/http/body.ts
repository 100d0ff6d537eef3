import type { IncomingMessage, ServerResponse } from 'node:http'
import { p as parseBody } from 'milliparsec'
import { RequestError, refuse } from '../errors.ts'

const MIB = 1024 * 1024

/** Forms are held in memory; files may be larger than anything typed. */
const MAX_FORM_BYTES = 25 * MIB
const MAX_UPLOAD_BYTES = 101 * MIB
/** Whoever has not logged in yet has little to say. */
const MAX_ANONYMOUS_BYTES = MIB

export interface Body {
  parameters: Record<string, string>
  files: readonly File[]
}

const EMPTY: Body = { parameters: {}, files: [] }

const WITH_BODY = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])

/**
 * The form a request carries, urlencoded or multipart; other types count as carrying none. A
 * repeated name: the last one wins (events, section 7).
 *
 * @throws RequestError where it is too large or not what its type says
 */
export async function readBody(
  req: IncomingMessage,
  res: ServerResponse,
  isLoggedIn: boolean,
): Promise<Body> {
  if (!WITH_BODY.has(req.method ?? '')) return EMPTY
  const type = req.headers['content-type'] ?? ''
  if (/^application\/x-www-form-urlencoded/i.test(type)) {
    const bytes = await readBytes(req, res, isLoggedIn ? MAX_FORM_BYTES : MAX_ANONYMOUS_BYTES)
    return {
      parameters: Object.fromEntries(new URLSearchParams(bytes.toString('utf8'))),
      files: [],
    }
  }
  if (/^multipart\/form-data/i.test(type)) {
    const limit = isLoggedIn ? MAX_UPLOAD_BYTES : MAX_ANONYMOUS_BYTES
    return readMultipart(await readBytes(req, res, limit), type)
  }
  return EMPTY
}

async function readMultipart(bytes: Buffer, type: string): Promise<Body> {
  const form = await new Response(new Uint8Array(bytes), { headers: { 'content-type': type } })
    .formData()
    .catch(() => refuse('BAD_REQUEST', 'The body is not valid multipart/form-data'))
  const parameters: Record<string, string> = {}
  const files: File[] = []
  for (const [name, value] of form) {
    if (typeof value === 'string') parameters[name] = value
    else files.push(value)
  }
  return { parameters, files }
}

/** milliparsec reports a problem through `next` and resolves all the same: the report decides. */
async function readBytes(
  req: IncomingMessage,
  res: ServerResponse,
  limit: number,
): Promise<Buffer> {
  const tooLarge = () => {
    // Else the rest would have to be read before the connection can be used again.
    res.setHeader('Connection', 'close')
    return new RequestError('PAYLOAD_TOO_LARGE', `The body is larger than ${limit / MIB} MiB`)
  }
  if (Number(req.headers['content-length'] ?? 0) > limit) throw tooLarge()
  let problem: unknown
  const read = parseBody<Buffer>((body) => body, limit, tooLarge)
  const bytes = await read(req, res, (error) => {
    problem ??= error
  })
  if (problem instanceof RequestError) throw problem
  // What else goes wrong while reading is that the client hung up.
  return bytes ?? refuse('BAD_REQUEST', 'The body ended early')
}
