// The head of an answer that is written without node:http, with the same headers.

import { type OutgoingHttpHeaders, STATUS_CODES } from 'node:http'

/** Starts of heads, which are the same for thousands of answers. */
const starts = new WeakMap<OutgoingHttpHeaders, Map<string, string>>()

/**
 * The first line of an answer and the lines that are the same for all of its kind.
 * @param headers an object that is not changed
 * @param seconds how long the connection is kept for another request; undefined: it is closed
 */
export function startOf(
  status: number,
  headers: OutgoingHttpHeaders,
  seconds: number | undefined,
): string {
  let made = starts.get(headers)
  if (!made) {
    made = new Map()
    starts.set(headers, made)
  }
  const key = `${status} ${seconds}`
  const known = made.get(key)
  if (known !== undefined) return known
  const connection =
    seconds === undefined
      ? { Connection: 'close' }
      : { Connection: 'keep-alive', 'Keep-Alive': `timeout=${seconds}` }
  const start = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${linesOf(headers)}${linesOf(connection)}`
  made.set(key, start)
  return start
}

/** Headers as the lines of a head. */
export function linesOf(headers: OutgoingHttpHeaders): string {
  let lines = ''
  for (const name in headers) {
    const value = headers[name]
    if (Array.isArray(value)) for (const one of value) lines += `${name}: ${one}\r\n`
    else if (value !== undefined) lines += `${name}: ${value}\r\n`
  }
  return lines
}

/** The lines that end a head. */
export const endOf = (requestId: string): string =>
  `X-Request-Id: ${requestId}\r\nDate: ${dateNow()}\r\n\r\n`

let second = 0
let date = ''

/** The time as HTTP writes it, made once a second. */
function dateNow(): string {
  const now = Math.floor(Date.now() / 1000)
  if (now !== second) {
    second = now
    date = new Date(now * 1000).toUTCString()
  }
  return date
}
