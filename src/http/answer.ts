// Sends JSON answers and error envelopes, with the security headers that every answer has.

import { availableParallelism } from 'node:os'
import { inspect, promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { statusOf, wireCode } from '../api/core/error-codes.ts'
import { bytesOfBody } from '../base/json.ts'
import { Limiter } from '../base/limiter.ts'
import type { Log } from '../base/log.ts'
import { RequestError, StorageError } from '../errors.ts'
import { chooseEncoding } from './encoding.ts'
import { type Answerable, requestIdOf } from './response.ts'

const JSON_TYPE = 'application/json; charset=utf-8'

/** Headers of every answer: no framing, no guessing of types, no requests from other sites. */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
}

/** Headers of every JSON answer. */
const JSON_HEADERS = {
  ...SECURITY_HEADERS,
  'Content-Type': JSON_TYPE,
  'Cache-Control': 'no-store',
  // Texts are English, whatever language was asked for.
  'Content-Language': 'en',
  Vary: 'Accept-Language, Accept-Encoding',
}

/** Shorter answers fit into a packet or two, and are not worth a thread. */
const COMPRESS_FROM_BYTES = 2048

/** Halves an answer in a tenth of the time of the best level, which saves a few percent more. */
const GZIP_LEVEL = 3

/**
 * Secrets are never compressed: from the length of an answer that also holds text of a stranger's,
 * the stranger could guess them letter by letter. In strings quotation marks are escaped, so this
 * matches names of fields alone.
 */
const HOLDS_SECRETS = /"(?:api_key|csrf_token|token|key|invite_link|link_url)":/

const compress = promisify(gzip)

/** Long answers occupy a thread for many milliseconds: some threads stay free for short ones. */
const LONG_BYTES = 200_000
const long = new Limiter(Math.max(1, availableParallelism() - 1))

/** Sends a JSON answer that caches must not store. */
export function sendJson(
  res: Answerable,
  status: number,
  body: Record<string, unknown>,
  headers: Record<string, string | number> = {},
) {
  const bytes = bytesOfBody(body)
  if (!isToBeCompressed(res.req, bytes)) return sendBytes(res, status, bytes, headers)
  // The answer, and its copy that is being compressed.
  const release = res.unsent?.hold(res.owner ?? '', 2 * bytes.length)
  const work = () => compress(Buffer.from(bytes, 'latin1'), { level: GZIP_LEVEL })
  const packing = bytes.length < LONG_BYTES ? work() : long.run(work)
  packing.finally(release).then(
    (packed) => sendBytes(res, status, packed, { ...headers, 'Content-Encoding': 'gzip' }),
    () => sendBytes(res, status, bytes, headers),
  )
}

const isToBeCompressed = (req: Answerable['req'], bytes: string) =>
  bytes.length >= COMPRESS_FROM_BYTES &&
  chooseEncoding(req, ['gzip']) !== undefined &&
  !HOLDS_SECRETS.test(bytes)

/** @param bytes a string has a character for each byte */
function sendBytes(
  res: Answerable,
  status: number,
  bytes: string | Buffer,
  headers: Record<string, string | number>,
) {
  if (res.writableEnded || res.destroyed) return
  const own = { 'Content-Length': bytes.length, ...headers }
  if (res.answer) return res.answer(status, JSON_HEADERS, own, bytes)
  res.writeHead(status, { ...JSON_HEADERS, ...own })
  if (res.endInPieces) void res.endInPieces(bytes)
  else res.end(bytes, 'latin1')
}

/**
 * Sends the envelope of an error. An error that is not a RequestError is a bug: it is logged, and
 * answered with 500.
 */
export function sendError(
  res: Answerable,
  error: unknown,
  log: Log,
  headers: Record<string, string | number> = {},
) {
  if (error instanceof RequestError) {
    const { code, message, data } = error
    sendJson(
      res,
      statusOf(code),
      { result: 'error', msg: message, code: wireCode(code), ...data },
      { ...headersFor(error), ...headers },
    )
    return
  }
  logMistake(res, error, log)
  const body =
    error instanceof StorageError
      ? { msg: error.message, code: 'SERVER_NOT_READY' }
      : { msg: 'Internal server error', code: 'INTERNAL_SERVER_ERROR' }
  sendJson(res, 500, { result: 'error', ...body }, headers)
}

/** What is thrown and no refusal is a bug. */
export function logMistake(res: Answerable, error: unknown, log: Log) {
  log.error('request-failed', { id: requestIdOf(res), error: inspect(error) })
}

function headersFor({ data }: RequestError): Record<string, string> {
  const after = data['retry-after']
  return after === undefined ? {} : { 'Retry-After': String(after) }
}
