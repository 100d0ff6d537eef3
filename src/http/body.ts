// Reads forms and uploads within bounds on bytes, parts and memory.

import type { IncomingMessage, ServerResponse } from 'node:http'
import { p as parseBody } from 'milliparsec'
import { Budget } from '../base/budget.ts'
import type { FileStore, UnnamedFile } from '../base/files.ts'
import { KeyedLimiter } from '../base/limiter.ts'
import type { User } from '../domain/users/users.ts'
import { TOO_BUSY } from '../errors/callers.ts'
import { BODY_INCOMPLETE, BODY_TOO_LARGE } from '../errors/requests.ts'
import { RequestError, refusalError, refuse } from '../errors.ts'
import type { ClientAddress } from './client-address.ts'
import { type Form, readMultipart } from './multipart.ts'
import { routed, SILENCE_MS } from './response.ts'
import { readUrlencoded } from './urlencoded.ts'

const MIB = 1024 * 1024

/**
 * Only a few large bodies of one sender arrive at once: the others wait on the network, where they
 * cost the server nothing. They arrive on disk, however slowly they are sent. Bodies that are
 * complete come into memory, as many as there is room for, until their requests are answered.
 */
const LARGE_BYTES = 65_536
const LARGE_BODY_CONCURRENCY = 2
const MAX_LARGE_WAITING = 100
const RETRY_AFTER_SECONDS = 5

/** Forms are made of typed text; files may be larger. */
const MAX_FORM_BYTES = 25 * MIB
const MAX_UPLOAD_BYTES = 101 * MIB
/** Bytes of a body without credentials: forms to log in or to join are small. */
const MAX_ANONYMOUS_BYTES = MIB

/**
 * Bytes of all large bodies in memory; a larger one has it alone. Beside them as much again may wait to
 * be collected: owners share the loop, so bodies are done with at about the same time.
 */
const ROOM_BYTES = 48 * MIB
/** Of one sender, unless it is a single body. */
const ROOM_BYTES_OF_SENDER = 32 * MIB

const NO_BYTES = Buffer.alloc(0)
const EMPTY: Form = { parameters: {}, files: [] }

const WITH_BODY = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])

/** Reads the body of a request, within the limit for its sender. */
export type BodyReader = (
  req: IncomingMessage,
  res: ServerResponse,
  user: User | undefined,
) => Promise<Form>

/**
 * Reads the form of a request, urlencoded or multipart; other types count as empty. Of a repeated
 * name the last value counts. The reader throws a RequestError if the body is too large or does not
 * match its type.
 */
export function bodyReader(addressOf: ClientAddress, store: FileStore): BodyReader {
  const arriving = new KeyedLimiter(LARGE_BODY_CONCURRENCY, MAX_LARGE_WAITING)
  const room = new Budget(ROOM_BYTES, ROOM_BYTES_OF_SENDER)
  const readLarge = async (req: IncomingMessage, res: ServerResponse, sender: Sender) => {
    const { key, isKnown, limit } = sender
    if (arriving.isFull(key)) throw tooBusy(res)
    freeWithAnswer(res, await arriving.enter(key))
    // The disk is for people with an account; the bodies of others are small.
    if (!isKnown) return readBytes(req, res, limit)
    const file = await store.openUnnamed()
    try {
      await receive(req, res, file, limit)
      freeWithAnswer(res, await room.enter(key, file.size))
      return await file.read()
    } finally {
      await file.close()
    }
  }
  return async (req, res, user) => {
    if (!WITH_BODY.has(req.method ?? '')) return EMPTY
    const type = req.headers['content-type'] ?? ''
    const isForm = /^application\/x-www-form-urlencoded/i.test(type)
    if (!isForm && !/^multipart\/form-data/i.test(type)) return EMPTY
    const limit = limitOf(user, isForm)
    refuseTooLarge(req, res, limit)
    const key = user ? `user ${user.id}` : addressOf(req)
    const bytes = isLarge(req)
      ? await readLarge(req, res, { key, isKnown: user !== undefined, limit })
      : await readBytes(req, res, limit)
    return isForm
      ? { parameters: await readUrlencoded(bytes), files: [] }
      : readMultipart(bytes, type, Math.min(limit, MAX_FORM_BYTES))
  }
}

interface Sender {
  key: string
  /** Whether it is a person with an account. */
  isKnown: boolean
  /** Bytes that a body of theirs may have. */
  limit: number
}

/** A body without a stated length may be large; in HTTP/2 every body may lack it. */
export const isLarge = ({ headers, httpVersionMajor }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined ||
  (httpVersionMajor === 2 && headers['content-length'] === undefined) ||
  Number(headers['content-length'] ?? 0) > LARGE_BYTES

/** Room for a body is free again when its connection closes, answered or not. */
function freeWithAnswer(res: ServerResponse, leave: () => void) {
  if (res.closed) {
    leave()
    refuse(BODY_INCOMPLETE)
  }
  res.once('close', leave)
}

function limitOf(user: User | undefined, isForm: boolean): number {
  if (user === undefined) return MAX_ANONYMOUS_BYTES
  return isForm ? MAX_FORM_BYTES : MAX_UPLOAD_BYTES
}

function refuseTooLarge(req: IncomingMessage, res: ServerResponse, limit: number) {
  if (Number(req.headers['content-length'] ?? 0) > limit) throw tooLarge(res, limit)
}

function tooLarge(res: ServerResponse, limit: number): RequestError {
  // A kept connection would have to read the rest of the body first.
  res.setHeader('Connection', 'close')
  return refusalError(BODY_TOO_LARGE, { limit: limit / MIB })
}

function tooBusy(res: ServerResponse): RequestError {
  res.setHeader('Connection', 'close')
  return refusalError(TOO_BUSY, {
    what: 'Too many large requests of yours are waiting',
    'retry-after': RETRY_AFTER_SECONDS,
  })
}

/**
 * Writes a body to a file as it arrives. When the disk is full the rest is read all the same: most
 * clients look at the answer only after they have sent everything.
 * @throws RequestError for a body that is too large or ends early; StorageError
 */
async function receive(
  req: IncomingMessage,
  res: ServerResponse,
  file: UnnamedFile,
  limit: number,
): Promise<void> {
  // A slow sender may go on; one that sends nothing would keep others waiting.
  routed(res)?.limitSilence(SILENCE_MS)
  const chunks: AsyncIterator<Buffer> = req.iterator({ destroyOnReturn: false })
  let size = 0
  let problem: unknown
  for (;;) {
    const { value, done } = await chunks.next().catch(() => refuse(BODY_INCOMPLETE))
    if (done) break
    size += value.length
    if (size > limit) throw tooLarge(res, limit)
    if (problem === undefined) {
      await file.append(value).catch((error) => {
        problem = error
      })
    }
  }
  endOfBody(res)
  if (problem !== undefined) throw problem
}

/** milliparsec reports a problem through `next` and resolves all the same: the report decides. */
async function readBytes(
  req: IncomingMessage,
  res: ServerResponse,
  limit: number,
): Promise<Buffer> {
  // A request without a body has ended with its head, and would not say so again.
  if (req.readableEnded) return NO_BYTES
  let problem: unknown
  const read = parseBody<Buffer>(
    (body) => body,
    limit,
    () => tooLarge(res, limit),
  )
  // A slow sender may go on; one that sends nothing would keep others waiting.
  routed(res)?.limitSilence(SILENCE_MS)
  const bytes = await read(req, res, (error) => {
    problem ??= error
  })
  endOfBody(res)
  if (problem instanceof RequestError) throw problem
  // Without bytes and without an error, the client hung up.
  return bytes ?? refuse(BODY_INCOMPLETE)
}

/** @throws RequestError if the client went away: in HTTP/2 a body that is cut off ends like a whole one */
function endOfBody(res: ServerResponse) {
  routed(res)?.limitSilence(0)
  if (routed(res)?.isCut()) refuse(BODY_INCOMPLETE)
}
