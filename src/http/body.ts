import type { IncomingMessage, ServerResponse } from 'node:http'
import { p as parseBody } from 'milliparsec'
import { RequestError, refuse } from '../errors.ts'

const MIB = 1024 * 1024

/** Forms are held in memory; files may be larger than anything typed. */
export const MAX_FORM_BYTES = 25 * MIB
export const MAX_UPLOAD_BYTES = 101 * MIB

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
export async function readBody(req: IncomingMessage, res: ServerResponse): Promise<Body> {
  if (!WITH_BODY.has(req.method ?? '')) return EMPTY
  const type = req.headers['content-type'] ?? ''
  if (type.startsWith('application/x-www-form-urlencoded')) {
    const bytes = await readBytes(req, res, MAX_FORM_BYTES)
    return {
      parameters: Object.fromEntries(new URLSearchParams(bytes.toString('utf8'))),
      files: [],
    }
  }
  if (type.startsWith('multipart/form-data')) {
    return readMultipart(await readBytes(req, res, MAX_UPLOAD_BYTES), type)
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
  const tooLarge = () =>
    new RequestError('PAYLOAD_TOO_LARGE', `The body is larger than ${limit / MIB} MiB`)
  if (Number(req.headers['content-length'] ?? 0) > limit) throw tooLarge()
  let problem: unknown
  const read = parseBody<Buffer>((body) => body, limit, tooLarge)
  const bytes = await read(req, res, (error) => {
    problem ??= error
  })
  if (problem !== undefined) throw problem
  return bytes ?? refuse('BAD_REQUEST', 'The body could not be read')
}
