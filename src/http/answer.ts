import type { ServerResponse } from 'node:http'
import { inspect } from 'node:util'
import { stringifyBody } from '../base/json.ts'
import type { Log } from '../base/log.ts'
import { RequestError, StorageError } from '../errors.ts'
import { requestIdOf } from './response.ts'
import { STATUS, wireCode } from './statuses.ts'

const JSON_TYPE = 'application/json; charset=utf-8'

/** On every answer, whatever it is: nothing here is to be framed, sniffed or fetched from elsewhere. */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
}

/** Sends a JSON answer; nothing of it is kept by caches. */
export function sendJson(
  res: ServerResponse,
  status: number,
  body: Record<string, unknown>,
  headers: Record<string, string | number> = {},
) {
  if (res.writableEnded || res.destroyed) return
  const text = stringifyBody(body)
  res.writeHead(status, {
    ...SECURITY_HEADERS,
    'Content-Type': JSON_TYPE,
    'Content-Length': Buffer.byteLength(text),
    'Cache-Control': 'no-store',
    // Texts are English, whatever language was asked for (events 7).
    'Content-Language': 'en',
    Vary: 'Accept-Language',
    ...headers,
  })
  res.end(text)
}

/** The error envelope of whatever was thrown; what is not a refusal is a bug, and logged as one. */
export function sendError(
  res: ServerResponse,
  error: unknown,
  log: Log,
  headers: Record<string, string | number> = {},
) {
  if (error instanceof RequestError) {
    const { code, message, data } = error
    sendJson(
      res,
      STATUS[code],
      { result: 'error', msg: message, code: wireCode(code), ...data },
      { ...headersFor(error), ...headers },
    )
    return
  }
  log.error('request-failed', { id: requestIdOf(res), error: inspect(error) })
  const body =
    error instanceof StorageError
      ? { msg: error.message, code: 'SERVER_NOT_READY' }
      : { msg: 'Internal server error', code: 'INTERNAL_SERVER_ERROR' }
  sendJson(res, 500, { result: 'error', ...body }, headers)
}

function headersFor({ code, data }: RequestError): Record<string, string> {
  if (code === 'RATE_LIMIT_HIT') return { 'Retry-After': String(data['retry-after']) }
  return {}
}
