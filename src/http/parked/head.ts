// The head of an answer that is written without node:http, with the same headers.

import { type OutgoingHttpHeaders, STATUS_CODES } from 'node:http'

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

/**
 * The head of an answer up to its empty line.
 * @param keepAliveSeconds how long the connection is kept for another request; undefined: it is closed
 */
export function headOf(
  status: number,
  headers: OutgoingHttpHeaders,
  keepAliveSeconds: number | undefined,
): string {
  let head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n`
  for (const name in headers) {
    const value = headers[name]
    if (Array.isArray(value)) for (const one of value) head += `${name}: ${one}\r\n`
    else if (value !== undefined) head += `${name}: ${value}\r\n`
  }
  const connection =
    keepAliveSeconds === undefined
      ? 'Connection: close'
      : `Connection: keep-alive\r\nKeep-Alive: timeout=${keepAliveSeconds}`
  return `${head}Date: ${dateNow()}\r\n${connection}\r\n\r\n`
}
